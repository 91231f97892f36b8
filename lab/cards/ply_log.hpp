// The scores of a ply, and the log of a book's build that they are written to.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

#include "board/position.hpp"

namespace dropfour::cards {

using namespace board;

using Positions = std::vector<Position<Standard>>;
// Stands for the score of a position that is not solved.
inline constexpr signed char kUnsolved = 127;

inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

// The number in *width* bytes, lowest first.
inline std::uint64_t number_at(const std::uint8_t* bytes, int width) {
  std::uint64_t value = 0;
  for (int i = 0; i < width; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

// Appends the bytes of *value*, lowest first.
inline void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(std::uint8_t(value >> (8 * i)));
}

// The format of logs is described in lab/books/log.py.
inline constexpr int kKeyBytes = (Standard{}.bits() + 7) / 8, kRecordBytes = kKeyBytes + 2;

inline std::string log_header(const char* objective) {
  return std::string("d4book-log 1 7x6 connect=4 ") + objective;
}

// The keys of the positions that are solved in the log of a book's build.
inline std::unordered_set<std::uint64_t> read_solved_keys(const char* path, const char* objective) {
  std::ifstream log(path, std::ios::binary);
  std::string header;
  if (!std::getline(log, header) || header != log_header(objective))
    throw std::runtime_error(std::string(path) + " is not a log of " + log_header(objective));
  std::unordered_set<std::uint64_t> keys;
  std::array<std::uint8_t, 17> head;
  while (log.read(reinterpret_cast<char*>(head.data()), std::streamsize(head.size()))) {
    if (head[0] != 'S') throw std::runtime_error(std::string(path) + " has more than scores");
    std::vector<std::uint8_t> records(std::size_t(number_at(&head[1], 4)) * kRecordBytes);
    log.read(reinterpret_cast<char*>(records.data()), std::streamsize(records.size()));
    if (!log || crc32(records) != number_at(&head[13], 4))
      throw std::runtime_error(std::string(path) + " is damaged");
    for (std::size_t i = 0; i < records.size(); i += kRecordBytes)
      keys.insert(number_at(&records[i], kKeyBytes));
  }
  return keys;
}

// Writes the positions that are solved to the log of a book's build.
inline void write_log(const char* path, const char* objective, const Positions& positions,
                      const std::vector<signed char>& scores) {
  constexpr std::size_t kBatch = 1 << 20;
  std::ofstream log(path, std::ios::binary);
  log << log_header(objective) << "\n";
  for (std::size_t start = 0; start < positions.size(); start += kBatch) {
    std::vector<std::uint8_t> records;
    std::uint32_t count = 0;
    for (std::size_t i = start; i < std::min(positions.size(), start + kBatch); ++i) {
      if (scores[i] == kUnsolved) continue;
      append(records, positions[i].key(Standard{}), kKeyBytes);
      append(records, std::uint64_t(scores[i]), 2);
      ++count;
    }
    std::vector<std::uint8_t> head{'S'};
    append(head, count, 4);
    append(head, 0, 8);
    append(head, crc32(records), 4);
    log.write(reinterpret_cast<const char*>(head.data()), std::streamsize(head.size()));
    log.write(reinterpret_cast<const char*>(records.data()), std::streamsize(records.size()));
  }
  log.close();
  if (!log) throw std::runtime_error(std::string("cannot write ") + path);
}

}  // namespace dropfour::cards

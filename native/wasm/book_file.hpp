// Reads the file of an opening book, whose format dropfour.book.format describes. The page has
// compared the file's SHA-256 with the expected one, so that its checksum need not be computed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "book/book.hpp"

namespace dropfour::wasm {

using namespace board;

// Takes little-endian numbers from the front of some bytes.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > bytes_.size()) {
      is_short_ = true;
      return {};
    }
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }

  template <class Number>
  Number number() {
    Number value{};
    const auto taken = take(sizeof(Number));
    if (!taken.empty()) std::memcpy(&value, taken.data(), sizeof(Number));
    return value;
  }

  // Whether more was asked for than there was.
  bool is_short() const { return is_short_; }

 private:
  std::span<const std::uint8_t> bytes_;
  bool is_short_ = false;
};

inline book::FuseShape read_fuse(ByteReader& reader) {
  book::FuseShape shape;
  shape.seed = reader.number<std::uint64_t>();
  shape.segment_bits = reader.number<std::uint8_t>();
  shape.value_bits = reader.number<std::uint8_t>();
  reader.take(2);
  shape.segment_count = reader.number<std::uint32_t>();
  return shape;
}

// Returns nullopt if the bytes are not a complete book of this version. The cells are not copied:
// *bytes* must outlive the book.
inline std::optional<book::Book> read_book(std::span<const std::uint8_t> bytes) {
  constexpr char kMagic[] =
      "\x89"
      "d4book\n";
  constexpr int kVersion = 2, kScores = 1;
  ByteReader reader(bytes);
  const auto magic = reader.take(8);
  if (magic.empty() || std::memcmp(magic.data(), kMagic, 8) != 0) return std::nullopt;
  if (reader.number<std::uint16_t>() != kVersion) return std::nullopt;
  const int columns = reader.number<std::uint8_t>(), rows = reader.number<std::uint8_t>();
  const int connect = reader.number<std::uint8_t>(), objective = reader.number<std::uint8_t>();
  const int kind = reader.number<std::uint8_t>();
  reader.take(1);
  const int depth = reader.number<std::uint16_t>(), last_ply = reader.number<std::uint16_t>();
  const int shelf_count = reader.number<std::uint16_t>();
  reader.take(8 + 16 * (std::size_t(last_ply) + 1));
  if (reader.is_short() || kind != kScores || columns > kMaxSide || rows > kMaxSide)
    return std::nullopt;

  struct Row {
    int ply, lowest_score;
    book::FuseShape function, filter;
  };
  std::vector<Row> rows_read;
  for (int i = 0; i < shelf_count; ++i) {
    const int ply = reader.number<std::uint16_t>(), lowest = reader.number<std::int16_t>();
    const book::FuseShape function = read_fuse(reader);
    rows_read.push_back({ply, lowest, function, read_fuse(reader)});
  }
  const auto make = [&](const book::FuseShape& shape) -> std::optional<book::FuseFunction> {
    const auto cells = reader.take(std::size_t(shape.byte_count()));
    if (shape.value_bits == 0 || cells.empty()) return std::nullopt;
    return book::FuseFunction(shape, {std::shared_ptr<void>(), cells.data()}, cells.size());
  };
  std::vector<book::Shelf> shelves;
  for (const Row& row : rows_read) {
    auto function = make(row.function);
    if (!function) return std::nullopt;
    shelves.push_back({row.ply, row.lowest_score, *std::move(function), std::nullopt});
    if (row.filter.value_bits != 0) shelves.back().filter = make(row.filter);
  }
  if (reader.is_short() || shelves.empty()) return std::nullopt;
  const Board like(columns, rows, connect,
                   objective == 0 ? Objective::kFirstLine : Objective::kMostLines, {}, {});
  return book::Book(like, depth, std::move(shelves));
}

}  // namespace dropfour::wasm

// Reads the file of an opening book; dropfour.book.format writes it.
//
// All numbers are little-endian. The cells are used in place, usually in a file that is mapped into
// memory:
//
//   magic, version                     identify the format
//   columns, rows, connect, objective  the game
//   kind                               what is stored: exact scores
//   depth, twice                       the last ply
//   shelf count
//   eight bytes                        zero
//   counts                             two for each ply: positions known, and unfinished ones
//   shelves                            each with its ply, its lowest score, which the value 1
//   means,
//                                      seed and sizes of its function (fuse.hpp), and 16 zero bytes
//   cells                              those of each shelf
//   checksum                           BLAKE2b over all of this
//
// A ply without a shelf follows from the next deeper one. Positions with an immediate win are not
// stored: the rules score them. What is zero here described positions beyond the depth, which books
// of earlier versions could hold.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "book/book.hpp"

namespace dropfour::book {

// The most plies to the next shelf: each step multiplies the cost of a look-up by the number of
// moves.
inline constexpr int kMostSteps = 4;

using Bytes = std::span<const std::uint8_t>;

// The contents of a file, or what is wrong with it.
struct BookFile {
  std::string problem;  // the end of a sentence about the file; empty if it is a book
  int columns = 0, rows = 0, connect = 0;
  Objective objective = Objective::kFirstLine;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  std::vector<Shelf> shelves;

  Book book() const { return Book(Board(columns, rows, connect, objective, {}, {}), shelves); }
};

// Reads one file. The bytes are not copied and must outlive the book, unless *owner* keeps them.
class BookReader {
 public:
  BookReader(Bytes bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), owner_(std::move(owner)) {}

  // *is_intact* is asked whether a checksum, its second argument, is that of the bytes before it.
  template <class IsIntact>
  BookFile read(const IsIntact& is_intact) {
    if (bytes_.size() < sizeof kMagic || std::memcmp(bytes_.data(), kMagic, sizeof kMagic) != 0)
      return fail("is not an opening book of Dropfour");
    at_ = sizeof kMagic;
    const int version = number<std::uint16_t>();
    file_.columns = number<std::uint8_t>();
    file_.rows = number<std::uint8_t>();
    file_.connect = number<std::uint8_t>();
    const int objective = number<std::uint8_t>(), kind = number<std::uint8_t>();
    at_ += 1;
    const int depth = number<std::uint16_t>(), last_ply = number<std::uint16_t>();
    const int shelf_count = number<std::uint16_t>();
    at_ += sizeof(std::uint64_t);
    if (at_ > bytes_.size()) return fail("is cut short: it ends within the header");
    if (version != kVersion)
      return fail("is a book of version " + std::to_string(version) +
                  "; this dropfour reads version " + std::to_string(kVersion));
    if (last_ply != depth)
      return fail("is a book with positions beyond its depth, which are no longer read");
    for (int ply = 0; ply <= depth && at_ <= bytes_.size(); ++ply) {
      const auto known = number<std::uint64_t>();
      file_.counts.emplace_back(known, number<std::uint64_t>());
    }
    std::vector<Row> shelf_rows;
    for (int i = 0; i < shelf_count && at_ <= bytes_.size(); ++i) shelf_rows.push_back(read_row());
    if (at_ > bytes_.size()) return fail("is cut short: it ends within the header");

    std::uint64_t end = at_;
    for (const Row& row : shelf_rows) end += byte_count(row.function);
    if (bytes_.size() < end + kChecksumBytes)
      return fail("is cut short: " + std::to_string(bytes_.size()) + " bytes of " +
                  std::to_string(end + kChecksumBytes) + ", unless its header is damaged");
    if (bytes_.size() > end + kChecksumBytes ||
        !is_intact(bytes_.first(std::size_t(end)), bytes_.last(kChecksumBytes)))
      return fail("is damaged: its checksum does not match");

    // With a valid checksum, what follows fails only for a file that was forged.
    if (file_.columns < 1 || file_.columns > kMaxSide || file_.rows < 1 || file_.rows > kMaxSide ||
        file_.connect < kMinConnect || file_.connect > kMaxConnect)
      return fail("is for an invalid board");
    file_.objective = objective == 0 ? Objective::kFirstLine : Objective::kMostLines;
    bool is_sound = kind == kScores && objective <= 1 && is_complete(shelf_rows, depth);
    for (const Row& row : shelf_rows) {
      is_sound = is_sound && is_valid(row.function);
      if (!is_sound) break;
      file_.shelves.push_back({row.ply, row.lowest_score, take_cells(row.function)});
    }
    return is_sound ? std::move(file_) : fail("has an invalid header");
  }

 private:
  static constexpr std::uint8_t kMagic[] = {0x89, 'd', '4', 'b', 'o', 'o', 'k', '\n'};
  static constexpr int kVersion = 2, kScores = 1;
  static constexpr std::size_t kChecksumBytes = 16;

  // A shelf without its cells.
  struct Row {
    int ply, lowest_score;
    FuseShape function;
  };

  static BookFile fail(std::string problem) {
    BookFile file;
    file.problem = std::move(problem);
    return file;
  }

  // The next number; 0 behind the end, where at_ is too large.
  template <class Number>
  Number number() {
    Number value{};
    if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, &bytes_[at_], sizeof value);
    at_ += sizeof value;
    return value;
  }

  Row read_row() {
    Row row;
    row.ply = number<std::uint16_t>();
    row.lowest_score = number<std::int16_t>();
    row.function.seed = number<std::uint64_t>();
    row.function.segment_bits = number<std::uint8_t>();
    row.function.value_bits = number<std::uint8_t>();
    at_ += 2;
    row.function.segment_count = number<std::uint32_t>();
    at_ += 16;
    return row;
  }

  static bool is_valid(const FuseShape& shape) {
    return shape.segment_bits <= kMaxSegmentBits && shape.value_bits >= 1 &&
           shape.value_bits <= kMaxValueBits;
  }
  static std::uint64_t byte_count(FuseShape shape) {
    if (shape.value_bits == 0) return 0;
    shape.segment_bits = std::min(shape.segment_bits, kMaxSegmentBits);
    return shape.byte_count();
  }

  // Whether a shelf is near enough for every ply.
  static bool is_complete(const std::vector<Row>& shelf_rows, int depth) {
    int above = -1;
    for (const Row& row : shelf_rows) {
      if (row.ply <= above || row.ply - above > kMostSteps) return false;
      above = row.ply;
    }
    return above == depth;
  }

  FuseFunction take_cells(const FuseShape& shape) {
    const auto size = std::size_t(shape.byte_count());
    const std::uint8_t* const cells = &bytes_[at_];
    at_ += size;
    return FuseFunction(shape, {owner_, cells}, size);
  }

  Bytes bytes_;
  std::shared_ptr<const void> owner_;
  std::size_t at_ = 0;
  BookFile file_;
};

}  // namespace dropfour::book

// The 8x8 board in one word, and what can be said of it before any game is named.
//
//   8 | 56 57 58 59 60 61 62 63      a set of squares is a word: bit 8 * rank + file,
//   7 | 48 49 50 51 52 53 54 55      ranks and files counted from 0
//   . |  .  .  .  .  .  .  .  .
//   2 |  8  9 10 11 12 13 14 15
//   1 |  0  1  2  3  4  5  6  7
//       a  b  c  d  e  f  g  h
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/bits.hpp"

namespace ply::board8 {

constexpr u64 bit(int square) { return u64{1} << square; }
constexpr u64 file_set(int file) { return u64{0x0101010101010101} << file; }
constexpr u64 rank_set(int rank) { return u64{0xFF} << 8 * rank; }
constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 3; }

inline constexpr u64 file_a = file_set(0);
inline constexpr u64 file_h = file_set(7);
inline constexpr u64 light_squares = 0x55AA55AA55AA55AA;

/// The set moved one square; what would leave the board is lost.
constexpr u64 north(u64 set) { return set << 8; }
constexpr u64 south(u64 set) { return set >> 8; }
constexpr u64 east(u64 set) { return (set & ~file_h) << 1; }
constexpr u64 west(u64 set) { return (set & ~file_a) >> 1; }

inline std::string square_name(int square) { return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))}; }

/// The square called `name`, e.g. "e4".
inline std::optional<int> square_called(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') return std::nullopt;
  return 8 * (name[1] - '1') + (name[0] - 'a');
}

namespace detail {

constexpr std::array<u64, 64> for_each_square(u64 (*make)(int)) {
  std::array<u64, 64> table{};
  for (int square = 0; square < 64; ++square) table[static_cast<std::size_t>(square)] = make(square);
  return table;
}

}  // namespace detail

/// The squares a king's step and a knight's leap away.
inline constexpr std::array<u64, 64> king_steps = detail::for_each_square([](int square) {
  const u64 row = bit(square) | east(bit(square)) | west(bit(square));
  return (row | north(row) | south(row)) & ~bit(square);
});
inline constexpr std::array<u64, 64> knight_leaps = detail::for_each_square([](int square) {
  const u64 near = east(bit(square)) | west(bit(square));
  const u64 far = east(east(bit(square))) | west(west(bit(square)));
  return north(north(near)) | south(south(near)) | north(far) | south(far);
});

/// The squares of the rank, file, diagonal and antidiagonal through a square, without the square itself.
enum Line { along_rank, along_file, along_diagonal, along_antidiagonal };
inline constexpr std::array<std::array<u64, 64>, 4> lines = [] {
  const auto both_ways = [](int square, u64 (*step)(u64), u64 (*back)(u64)) {
    u64 line = 0;
    for (u64 at = step(bit(square)); at != 0; at = step(at)) line |= at;
    for (u64 at = back(bit(square)); at != 0; at = back(at)) line |= at;
    return line;
  };
  std::array<std::array<u64, 64>, 4> table{};
  for (int square = 0; square < 64; ++square) {
    const auto i = static_cast<std::size_t>(square);
    table[along_rank][i] = both_ways(square, east, west);
    table[along_file][i] = both_ways(square, north, south);
    table[along_diagonal][i] = both_ways(square, [](u64 set) { return north(east(set)); }, [](u64 set) { return south(west(set)); });
    table[along_antidiagonal][i] = both_ways(square, [](u64 set) { return north(west(set)); }, [](u64 set) { return south(east(set)); });
  }
  return table;
}();

}  // namespace ply::board8

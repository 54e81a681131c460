// A board of 9 files and 10 ranks as a set of 90 squares in a 128-bit word, and its lines as words of their own.
//
//   10 | 81 82 83 84 85 86 87 88 89      square = 9 * rank + file. A rank is nine bits in a row; the low 45 bits are one half of the board.
//    9 | 72 73 74 75 76 77 78 79 80
//    8 | 63 64 65 66 67 68 69 70 71      The same set "by file" has square 10 * file + rank instead, so that a file is ten bits in a row:
//    7 | 54 55 56 57 58 59 60 61 62      a line either way is a word that indexes the tables below.
//    6 | 45 46 47 48 49 50 51 52 53
//    5 | 36 37 38 39 40 41 42 43 44      The window around a square holds the squares with numbers from 19 lower up to 44 higher:
//    4 | 27 28 29 30 31 32 33 34 35      everything that a step or a knight's leap reaches, at the same bits wherever the square is.
//    3 | 18 19 20 21 22 23 24 25 26
//    2 |  9 10 11 12 13 14 15 16 17
//    1 |  0  1  2  3  4  5  6  7  8
//      +---------------------------
//         a  b  c  d  e  f  g  h  i
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/bits.hpp"

namespace ply::board9x10 {

inline constexpr int files = 9;
inline constexpr int ranks = 10;
inline constexpr int squares = files * ranks;
inline constexpr int half_squares = squares / 2;

inline constexpr u128 no_squares = u64{0};
inline constexpr u128 all_squares = (u128(u64{1}) << squares) - u128(u64{1});

/// Looked up, as a shift of two words takes longer.
inline constexpr std::array<u128, squares> bits = [] {
  std::array<u128, squares> out{};
  for (int square = 0; square < squares; ++square) out[static_cast<std::size_t>(square)] = u128(u64{1}) << square;
  return out;
}();
constexpr u128 bit(int square) { return bits[static_cast<std::size_t>(square)]; }
constexpr bool any(u128 set) { return (low_word(set) | high_word(set)) != 0; }
constexpr bool holds(u128 set, int square) { return any(set & bit(square)); }

/// A square and its place, to be looked up: divisions by nine are slow.
struct Place {
  u8 file, rank, by_file;
};
inline constexpr std::array<Place, squares> places = [] {
  std::array<Place, squares> out{};
  for (int square = 0; square < squares; ++square) {
    const int file = square % files;
    const int rank = square / files;
    out[static_cast<std::size_t>(square)] = {static_cast<u8>(file), static_cast<u8>(rank), static_cast<u8>(ranks * file + rank)};
  }
  return out;
}();
constexpr Place place(int square) { return places[static_cast<std::size_t>(square)]; }

inline constexpr u128 file_a = [] {
  u128 out = u64{0};
  for (int rank = 0; rank < ranks; ++rank) out |= bit(files * rank);
  return out;
}();
inline constexpr u128 file_i = file_a << (files - 1);

constexpr u128 north(u128 set) { return set << files & all_squares; }
constexpr u128 south(u128 set) { return set >> files; }
constexpr u128 east(u128 set) { return (set & ~file_i) << 1; }
constexpr u128 west(u128 set) { return (set & ~file_a) >> 1; }

// ---- Lines

constexpr u32 rank_line(u128 set, int rank) { return static_cast<u32>(low_word(set >> (files * rank)) & 0x1FF); }
constexpr u32 file_line(u128 by_file, int file) { return static_cast<u32>(low_word(by_file >> (ranks * file)) & 0x3FF); }

/// Reach along a line of ten squares, by square and by what is occupied. A rank is a line whose tenth square does not exist: nothing is there.
using LineTable = std::array<std::array<u16, 1024>, 10>;

struct Lines {
  LineTable first;   ///< up to and including the first piece either way
  LineTable second;  ///< only the second piece either way

  Lines() {
    for (u32 at = 0; at < 10; ++at) {
      for (u32 line = 0; line < 1024; ++line) {
        u32 reach = 0;
        u32 behind = 0;
        for (const int step : {1, -1}) {
          int met = 0;
          for (int i = static_cast<int>(at) + step; i >= 0 && i < 10 && met < 2; i += step) {
            if (met == 0) reach |= 1u << i;
            if ((line >> i & 1) == 0) continue;
            if (met == 1) behind |= 1u << i;
            ++met;
          }
        }
        first[at][line] = static_cast<u16>(reach);
        second[at][line] = static_cast<u16>(behind);
      }
    }
  }
};
inline const Lines lines;

/// The squares of file a whose ranks are set in a line.
inline const std::array<u128, 1024> line_on_file_a = [] {
  std::array<u128, 1024> out{};
  for (u32 line = 0; line < 1024; ++line) {
    for (int rank = 0; rank < ranks; ++rank) out[line] |= (line >> rank & 1) != 0 ? bit(files * rank) : no_squares;
  }
  return out;
}();

constexpr u128 on_rank(u32 line, int rank) { return u128(u64{line}) << (files * rank); }
inline u128 on_file(u32 line, int file) { return line_on_file_a[line] << file; }

/// What a table says of both lines through a square.
inline u128 along_lines(const LineTable& table, int square, u128 occupied, u128 occupied_by_file) {
  const Place at = place(square);
  const u32 along_rank = table[at.file][rank_line(occupied, at.rank)] & 0x1FFu;
  const u32 along_file = table[at.rank][file_line(occupied_by_file, at.file)];
  return on_rank(along_rank, at.rank) | on_file(along_file, at.file);
}

enum Direction { to_north, to_south, to_east, to_west };

template <Direction direction>
constexpr u128 step(u128 set) {
  return direction == to_north ? north(set) : direction == to_south ? south(set) : direction == to_east ? east(set) : west(set);
}

/// The rays of each square. (Every entry is assigned: GCC 12 does not take a table of two-word classes for constant if one is left as it was.)
template <Direction direction>
inline constexpr std::array<u128, squares> rays = [] {
  std::array<u128, squares> out{};
  for (int square = 0; square < squares; ++square) {
    u128 ray = no_squares;
    for (u128 s = step<direction>(bit(square)); any(s); s = step<direction>(s)) ray |= s;
    out[static_cast<std::size_t>(square)] = ray;
  }
  return out;
}();
/// All four of them.
inline constexpr std::array<u128, squares> crosses = [] {
  std::array<u128, squares> out{};
  for (std::size_t i = 0; i < squares; ++i) out[i] = rays<to_north>[i] | rays<to_south>[i] | rays<to_east>[i] | rays<to_west>[i];
  return out;
}();

// ---- Windows

/// Where the square itself is in its window.
inline constexpr int centre = 2 * files + 1;

constexpr u64 window(u128 set, int square) { return low_word((set << centre) >> square); }
constexpr u128 from_window(u64 window, int square) { return (u128(window) << square) >> centre; }
constexpr u64 in_window(int east_by, int north_by) { return u64{1} << (centre + files * north_by + east_by); }

// ---- Names

inline std::string square_name(int square) { return static_cast<char>('a' + square % files) + std::to_string(square / files + 1); }

/// Reads a square at the beginning of a text and removes it.
inline std::optional<int> take_square(std::string_view& text) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9') return std::nullopt;
  const bool ten = text.size() >= 3 && text[1] == '1' && text[2] == '0';
  const int rank = ten ? 9 : text[1] - '1';
  const int square = files * rank + (text[0] - 'a');
  text.remove_prefix(ten ? 3 : 2);
  return square;
}

}  // namespace ply::board9x10

// Sets of squares of a board of any of the family's sizes: one word, or two for shogi itself.
//
// Squares are numbered file by file from the right, each file from the top, so that a file is a run of bits (here mini_shogi):
//
//        5  4  3  2  1
//     a 20 15 10  5  0
//     b 21 16 11  6  1
//     c 22 17 12  7  2
//     d 23 18 13  8  3
//     e 24 19 14  9  4
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "games/shogi/description.hpp"

namespace ply::shogi {

/// Calls f(integral_constant<0>) .. f(integral_constant<n - 1>).
template <std::size_t n, class F>
PLY_ALWAYS_INLINE constexpr void for_each_index(F&& f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) PLY_INLINE_LAMBDA { (f(std::integral_constant<std::size_t, i>()), ...); }(std::make_index_sequence<n>{});
}

constexpr bool any(u64 bits) { return bits != 0; }
constexpr bool any(u128 bits) { return (low_word(bits) | high_word(bits)) != 0; }

/// All ones if `so`, else nothing.
template <class Bits>
constexpr Bits when(bool so) {
  return so ? ~Bits(u64{0}) : Bits(u64{0});
}

/// The bits up to and including the lowest of the set; all if it is empty.
template <class Bits>
constexpr Bits up_to_lowest(Bits set) {
  return set ^ (set - Bits(u64{1}));
}
/// The bits from the highest of the set on; all if it is empty.
constexpr u64 from_highest(u64 set) { return ~u64{0} << (63 - std::countl_zero(set | 1)); }
PLY_ALWAYS_INLINE constexpr u128 from_highest(u128 set) {
  const u64 high = high_word(set);
  return words(high != 0 ? 0 : from_highest(low_word(set)), from_highest(high));
}

constexpr unsigned opposite(unsigned direction) { return direction ^ 4; }
/// Sente's directions as those of a side.
constexpr unsigned seen_by(int side, unsigned directions) { return side == sente ? directions : (directions >> 4 | directions << 4) & 255; }

template <int files_, int ranks_>
struct Board {
  static constexpr int files = files_;
  static constexpr int ranks = ranks_;
  static constexpr int squares = files * ranks;
  static_assert(files <= 9 && ranks <= 9, "a file's name is one digit, a ray has at most seven empty squares between its ends");
  static constexpr bool one_word = squares <= 64;
  using Bits = std::conditional_t<one_word, u64, u128>;
  static constexpr Bits none = Bits(u64{0});

  template <class T>
  using PerSquare = std::array<T, static_cast<std::size_t>(squares)>;

  static constexpr Bits bit(int square) {
    if constexpr (one_word) {
      return u64{1} << square;
    } else {
      return words(u64{square < 64} << (square & 63), u64{square >= 64} << (square & 63));
    }
  }
  static constexpr bool has(Bits set, int square) {
    if constexpr (one_word) {
      return (set >> square & 1) != 0;
    } else {
      return ((square < 64 ? low_word(set) : high_word(set)) >> (square & 63) & 1) != 0;
    }
  }
  static constexpr bool on_board(int file, int rank) { return file >= 0 && file < files && rank >= 0 && rank < ranks; }

  /// The squares where `holds(file, rank)`.
  template <class Predicate>
  static constexpr Bits where(Predicate&& holds) {
    Bits set = none;
    for (int square = 0; square < squares; ++square) {
      if (holds(square / ranks, square % ranks)) set |= bit(square);
    }
    return set;
  }
  static constexpr Bits all = where([](int, int) { return true; });
  /// The last ranks of a side, where it goes to.
  template <int side>
  static constexpr Bits far_ranks(int count) {
    return where([=](int, int rank) { return side == sente ? rank < count : rank >= ranks - count; });
  }

  static constexpr int file_step[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  static constexpr int rank_step[8] = {1, 0, 1, -1, -1, 0, -1, 1};

  /// The set moved by files and ranks; what leaves the board is lost.
  template <int by_files, int by_ranks>
  static constexpr Bits moved(Bits set) {
    constexpr Bits arrivals = where([](int file, int rank) { return on_board(file - by_files, rank - by_ranks); });
    constexpr int distance = ranks * by_files + by_ranks;
    return (distance > 0 ? set << (distance & 127) : set >> (-distance & 127)) & arrivals;
  }
  template <unsigned direction>
  static constexpr Bits step(Bits set) {
    return moved<file_step[direction], rank_step[direction]>(set);
  }

  /// From each square to the edge, without the square.
  static constexpr std::array<PerSquare<Bits>, 8> ray = [] {
    std::array<PerSquare<Bits>, 8> table{};
    for (std::size_t direction = 0; direction < 8; ++direction) {
      for (int square = 0; square < squares; ++square) {
        int file = square / ranks + file_step[direction];
        int rank = square % ranks + rank_step[direction];
        for (; on_board(file, rank); file += file_step[direction], rank += rank_step[direction]) {
          table[direction][static_cast<std::size_t>(square)] |= bit(file * ranks + rank);
        }
      }
    }
    return table;
  }();

  /// From a square over empty ones up to and including the first that is occupied.
  static PLY_ALWAYS_INLINE constexpr Bits slide(unsigned direction, int square, Bits occupied) {
    const Bits line = ray[direction][static_cast<std::size_t>(square)];
    return line & (direction < 4 ? up_to_lowest(line & occupied) : from_highest(line & occupied));
  }

  /// All squares of the files that have more than `most` squares of the set, most = 0 or 1. Files are fields of an addition.
  template <int most>
  static constexpr Bits crowded_files(Bits set) {
    constexpr Bits top = where([](int, int rank) { return rank == ranks - 1; });
    const auto heads = [&](Bits some) { return (((some & ~top) + (all & ~top)) | some) & top; };  // the top bit of each file that has a square of `some`
    Bits found = heads(set);
    if constexpr (most == 1) found = heads(set & (set - (found >> (ranks - 1))));
    return found | (found - (found >> (ranks - 1)));
  }

  // ---- Names: `7g`

  static std::string name(int square) { return {static_cast<char>('1' + square / ranks), static_cast<char>('a' + square % ranks)}; }
  /// The square, or -1.
  static int called(char file, char rank) { return on_board(file - '1', rank - 'a') ? (file - '1') * ranks + (rank - 'a') : -1; }

  // ---- Eight directions at once, on boards of one word. Rays of different pieces in one direction never share a square.

  static constexpr Words8::Step steps_by(int count) { return {count, count * ranks, count * (ranks + 1), count * (ranks - 1)}; }
  alignas(64) static constexpr Words8::Array step_arrivals = [] {
    Words8::Array arrivals{};
    for (std::size_t d = 0; d < 8; ++d) {
      arrivals[d] = low_word(u128(where([d](int file, int rank) { return on_board(file - file_step[d], rank - rank_step[d]); })));
    }
    return arrivals;
  }();

  static PLY_ALWAYS_INLINE Words8 steps(Words8 from) { return from.template moved<steps_by(1)>() & Words8(step_arrivals); }

  /// The squares of all eight sets together.
  static PLY_ALWAYS_INLINE int count(Words8 sets) {
    if constexpr (squares <= 16) {
      return sets.count_short();
    } else {
      return popcount(sets);
    }
  }

  /// Where a ray goes on by one, two and four steps; parallel prefix.
  struct Passable {
    static constexpr int longest = std::max(files, ranks) - 2;  ///< empty squares on the way
    Words8 one, two, four;
    PLY_ALWAYS_INLINE explicit Passable(u64 empty)
        : one(Words8(empty) & Words8(step_arrivals)),
          two(one & one.template moved<steps_by(1)>()),
          four(longest > 3 ? two & two.template moved<steps_by(2)>() : two) {}
    /// In each direction the squares of `from` and the empty ones after them.
    PLY_ALWAYS_INLINE Words8 filled(Words8 from) const {
      from = from | (one & from.template moved<steps_by(1)>());
      from = from | (two & from.template moved<steps_by(2)>());
      if constexpr (longest > 3) from = from | (four & from.template moved<steps_by(4)>());
      return from;
    }
  };
};

}  // namespace ply::shogi

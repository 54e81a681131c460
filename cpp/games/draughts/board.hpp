// The boards of the family, each in one word, and what the moves need to know of them.
//
// Dark squares only: the bits run as the squares are numbered, and a ghost follows every second row. It holds no piece and is never empty, so that a diagonal
// step is the same shift from every square and cannot lead around the edge.
//
//     8x8, bits                            10x10, bits
//      .  0  .  1  .  2  .  3               .  0  .  1  .  2  .  3  .  4
//      4  .  5  .  6  .  7  .  [8]          5  .  6  .  7  .  8  .  9  .  [10]
//      .  9  . 10  . 11  . 12               . 11  . 12  . 13  . 14  . 15
//     13  . 14  . 15  . 16  .  [17]        16  . 17  . 18  . 19  . 20  .  [21]
//     ...                                  ...
//
// All squares: a1 = 0, b1 = 1 .. h8 = 63 (geometry/board8.hpp).
//
// Directions have numbers. 0-3 are those of captures, going round; 4-7, where they exist, the other ones of kings. The opposite of d is always d ^ 2.
//
//     dark squares     0   1        all squares     7  0  4
//                        .                          3  .  1
//                      3   2                        6  2  5
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "games/draughts/description.hpp"
#include "geometry/board8.hpp"

namespace ply::draughts {

using board8::bit;

namespace detail {

template <class Visit, int... d>
PLY_ALWAYS_INLINE constexpr void for_directions(std::integer_sequence<int, d...>, Visit& visit) {
  (visit(std::integral_constant<int, d>()), ...);
}

}  // namespace detail

/// Calls `visit` with each direction below `count`, as a constant.
template <int count, class Visit>
PLY_ALWAYS_INLINE constexpr void for_directions(Visit&& visit) {
  detail::for_directions(std::make_integer_sequence<int, count>(), visit);
}

template <int by>
constexpr u64 shift(u64 set) {
  return by > 0 ? set << by : set >> -by;
}

template <int size>
struct DarkSquares {
  static constexpr bool all_squares = false;
  static constexpr int rows = size;
  static constexpr int half = size / 2;
  static constexpr int count = size * half;
  static constexpr int directions = 4;
  static constexpr std::array<int, directions> distance{-half - 1, -half, half + 1, half};
  static constexpr std::array<int, directions> rise{1, 1, -1, -1};

  static constexpr int square(int number) { return number - 1 + (number - 1) / size; }
  static constexpr int number(int square) { return square - square / (size + 1) + 1; }

  /// Row 0 is White's far row.
  static constexpr u64 row(int r) { return ((u64{1} << half) - 1) << square(r * half + 1); }
  static constexpr u64 squares = [] {
    u64 set = 0;
    for (int r = 0; r < size; ++r) set |= row(r);
    return set;
  }();
  static constexpr std::array<u64, 2> far_row{row(0), row(size - 1)};

  /// The set moved one step. What leaves the board is lost or lands where nothing is, not even an empty square.
  template <int d>
  static constexpr u64 step(u64 set) {
    return shift<distance[d]>(set);
  }

  static std::string name(int square) { return std::to_string(number(square)); }
  static std::optional<int> called(std::string_view name) {
    if (name.empty() || name.size() > 2 || name[0] == '0') return std::nullopt;
    int value = 0;
    for (const char c : name) {
      if (c < '0' || c > '9') return std::nullopt;
      value = 10 * value + (c - '0');
    }
    return value <= count ? std::optional(square(value)) : std::nullopt;
  }
};

struct AllSquares {
  static constexpr bool all_squares = true;
  static constexpr int directions = 8;
  static constexpr std::array<int, directions> distance{8, 1, -8, -1, 9, -7, -9, 7};
  static constexpr std::array<int, directions> rise{1, 0, -1, 0, 1, -1, -1, 1};

  static constexpr u64 squares = ~u64{0};
  static constexpr std::array<u64, 2> far_row{board8::rank_set(7), board8::rank_set(0)};

  template <int d>
  static constexpr u64 step(u64 set) {
    constexpr int sideways = distance[d] - 8 * rise[d];
    if constexpr (sideways > 0) set &= ~board8::file_h;
    if constexpr (sideways < 0) set &= ~board8::file_a;
    return shift<distance[d]>(set);
  }

  /// From each square of `from` over squares of `through` as far as they go. Parallel prefix: 1, 2, then 4 steps at once.
  template <int d>
  static constexpr u64 spread(u64 from, u64 through) {
    through &= step<d>(squares);
    from |= through & shift<distance[d]>(from);
    through &= shift<distance[d]>(through);
    from |= through & shift<2 * distance[d]>(from);
    through &= shift<2 * distance[d]>(through);
    return from | (through & shift<4 * distance[d]>(from));
  }

  static std::string name(int square) { return board8::square_name(square); }
  static std::optional<int> called(std::string_view name) { return board8::square_called(name); }
};

namespace detail {

template <Grid grid>
struct BoardOf {
  using Type = AllSquares;
};
template <>
struct BoardOf<Grid::dark_8x8> {
  using Type = DarkSquares<8>;
};
template <>
struct BoardOf<Grid::dark_10x10> {
  using Type = DarkSquares<10>;
};

}  // namespace detail

template <Grid grid>
using Board = typename detail::BoardOf<grid>::Type;

/// For each direction and square the squares beyond it, up to the edge.
template <class B>
inline constexpr std::array<std::array<u64, 64>, B::directions> ray = [] {
  std::array<std::array<u64, 64>, B::directions> table{};
  for_directions<B::directions>([&](auto d) {
    for (int from = 0; from < 64; ++from) {
      if ((bit(from) & B::squares) == 0) continue;
      for (u64 at = B::template step<d>(bit(from)) & B::squares; at != 0; at = B::template step<d>(at) & B::squares) {
        table[d][static_cast<std::size_t>(from)] |= at;
      }
    }
  });
  return table;
}();

/// The squares of a ray up to the first that is not open; without such a square all of them.
template <class B, int d>
constexpr u64 reach(int from, u64 open) {
  const u64 line = ray<B>[d][static_cast<std::size_t>(from)];
  const u64 blockers = line & ~open;
  if constexpr (B::distance[d] > 0) {
    return line & ((blockers & (~blockers + 1)) - 1);
  } else {
    return line & ~u64{0} << (64 - std::countl_zero(blockers));
  }
}

}  // namespace ply::draughts

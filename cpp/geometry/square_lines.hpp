// Lines of consecutive squares on square boards.
//
// A row of N squares is a run of N + 1 bits or list entries: the last is a guard that belongs to no line, so that no line leads from the end of a row to the
// beginning of another. N = 4:
//
//    15 16 17 18 (19)
//    10 11 12 13 (14)
//     5  6  7  8  (9)
//     0  1  2  3  (4)
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/wide_bits.hpp"

namespace ply {

/// From a square to the next one along each line: to the right, up, and up to either side. `row` is the length of a row with its guard.
constexpr std::array<int, 4> line_steps(int row) { return {1, row, row + 1, row - 1}; }

/// Whether a line of `length` squares through the square lies in the set; the square itself need not.
template <int length, int Words>
constexpr bool in_line(const WideBits<Words>& set, int square, int row) {
  const auto has = [&](int index) { return static_cast<unsigned>(index) < static_cast<unsigned>(64 * Words) && set.test(index); };
  for (const int step : line_steps(row)) {
    int squares = 1;
    for (int to = square + step; squares < length && has(to); to += step) ++squares;
    for (int to = square - step; squares < length && has(to); to -= step) ++squares;
    if (squares == length) return true;
  }
  return false;
}

/// The lowest squares of all lines of `length` squares in one direction that lie in the set.
template <int length, int Words>
constexpr WideBits<Words> lines_along(const WideBits<Words>& set, int step) {
  WideBits<Words> lines = set;
  for (int i = 1; i < length; ++i) lines = set & lines.down(step);
  return lines;
}

template <int length, int Words>
constexpr bool has_line(const WideBits<Words>& set, int row) {
  for (const int step : line_steps(row)) {
    if (lines_along<length>(set, step).any()) return true;
  }
  return false;
}

/// The places, guards among them, where one more square makes such a line.
template <int length, int Words>
constexpr WideBits<Words> completing(const WideBits<Words>& set, int row) {
  WideBits<Words> out;
  for (const int step : line_steps(row)) {
    std::array<WideBits<Words>, length> below;  // by k: the next k squares below are in the set
    std::array<WideBits<Words>, length> above;
    for (auto* sets : {&below, &above}) (*sets)[0] = WideBits<Words>::first(64 * Words);
    for (int k = 1; k < length; ++k) {
      below[k] = (below[k - 1] & set).up(step);
      above[k] = (above[k - 1] & set).down(step);
    }
    for (int k = 0; k < length; ++k) out |= below[k] & above[length - 1 - k];
  }
  return out;
}

// ---- When lines come about. A list has a number for each square and guard, and behind them line_padding more guards.

constexpr int line_padding(int length, int row) { return (length - 1) * (row + 1); }

/// The least, over all lines of `length` squares, of the greatest number in the line. With the times at which a player took his squares, and the highest number
/// on all others and on the guards: when he had his first line. `spare` is as long as the list.
template <int length, class Number>
Number least_greatest(const Number* list, Number* spare, int squares, int row) {
  constexpr int half = length / 2;
  static_assert(half == 2 || half == 3);
  Number least = std::numeric_limits<Number>::max();
  for (const int step : line_steps(row)) {
    const Number* second = list + step;
    const Number* third = list + 2 * step;
    const Number* last = list + (length - 1) * step;
    const Number* rest = spare + half * step;
    const int reach = squares + half * step;
    if constexpr (half == 2) {
      for (int i = 0; i < reach; ++i) spare[i] = std::max(list[i], second[i]);
    } else {
      for (int i = 0; i < reach; ++i) spare[i] = std::max(std::max(list[i], second[i]), third[i]);
    }
    if constexpr (length % 2 == 0) {
      for (int i = 0; i < squares; ++i) least = std::min(least, std::max(spare[i], rest[i]));
    } else {
      for (int i = 0; i < squares; ++i) least = std::min(least, std::max(std::max(spare[i], rest[i]), last[i]));
    }
  }
  return least;
}

}  // namespace ply

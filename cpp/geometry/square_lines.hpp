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

// ---- When lines come about. A list has a number for each square and guard, and behind them more guards, up to listed_squares.

inline constexpr int line_block = 64;  ///< so many lines are looked at together

constexpr int listed_squares(int length, int squares, int row) { return (squares + line_block - 1) / line_block * line_block + (length - 1) * (row + 1); }

/// The least, over all lines of `length` squares, of the greatest number in the line. With the times at which a player took his squares, and the highest number
/// on all others and on the guards: when he had his first line.
template <int length, class Number>
Number least_greatest(const Number* list, int squares, int row) {
  std::array<Number, line_block> least;
  least.fill(std::numeric_limits<Number>::max());
  for (const int step : line_steps(row)) {
    for (int begin = 0; begin < squares; begin += line_block) {
      const Number* from = list + begin;
      for (int i = 0; i < line_block; ++i) {
        Number greatest = from[i];
        for (int k = 1; k < length; ++k) greatest = std::max(greatest, from[i + k * step]);
        least[i] = std::min(least[i], greatest);
      }
    }
  }
  for (int half = line_block / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) least[i] = std::min(least[i], least[i + half]);
  }
  return least[0];
}

/// The lowest squares of all lines of `length` squares, row by row. A row is a word, bit i its i-th square; above the rows are length - 1 empty ones.
template <int length, class Row, std::size_t rows_and_empty>
PLY_ALWAYS_INLINE std::array<Row, rows_and_empty - (length - 1)> line_starts(const std::array<Row, rows_and_empty>& rows) {
  std::array<Row, rows_and_empty - (length - 1)> starts;
  for (std::size_t r = 0; r < starts.size(); ++r) {
    Row right = rows[r];
    Row up = rows[r];
    Row up_right = rows[r];
    Row up_left = rows[r];
    for (int k = 1; k < length; ++k) {
      right &= rows[r] >> k;
      up &= rows[r + k];
      up_right &= rows[r + k] >> k;
      up_left &= rows[r + k] << k;
    }
    starts[r] = right | up | up_right | up_left;
  }
  return starts;
}

}  // namespace ply

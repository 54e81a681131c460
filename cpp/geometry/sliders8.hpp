// The squares that a rook or bishop on one square of the 8x8 board attacks.
//
// Without tables of attacks: those for PEXT or magics take most of a megabyte and, measured in games, lose more to the cache than they save.
#pragma once

#include <bit>

#include "geometry/board8.hpp"

namespace ply::board8 {

/// Up to and including the first blocker both ways along a line. The lowest blocker above the square and the highest below it are far apart by exactly
/// the squares attacked (obstruction difference).
constexpr u64 attacks_on_line(int square, u64 line, u64 blockers) {
  const u64 above = line & ~(bit(square) - 1) & blockers;
  const u64 below = line & (bit(square) - 1) & blockers;
  const u64 first_above = above & (~above + 1);
  const u64 first_below = u64{1} << (63 - std::countl_zero(below | 1));
  return line & (2 * first_above - first_below);
}

constexpr u64 rook_attacks(int square, u64 blockers) {
  const auto i = static_cast<std::size_t>(square);
  return attacks_on_line(square, lines[along_rank][i], blockers) | attacks_on_line(square, lines[along_file][i], blockers);
}
constexpr u64 bishop_attacks(int square, u64 blockers) {
  const auto i = static_cast<std::size_t>(square);
  return attacks_on_line(square, lines[along_diagonal][i], blockers) | attacks_on_line(square, lines[along_antidiagonal][i], blockers);
}

}  // namespace ply::board8

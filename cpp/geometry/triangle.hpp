// Triangular boards of hexagons whose sets of cells are words.
//
// Rows from the apex down, row y has the cells x = 0 .. y. Cells are numbered row by row: cell (x, y) is bit y (y + 1) / 2 + x. Side 5:
//
//               0                  name: letter of the column, number of the row, both from 1
//             1   2                        a1
//           3   4   5                    a2  b2
//         6   7   8   9                a3  b3  c3
//      10  11  12  13  14
//
// Neighbours: (x - 1, y), (x + 1, y); (x - 1, y - 1), (x, y - 1) above; (x, y + 1), (x + 1, y + 1) below. Directions go round a cell: d and d + 3 are opposite
// and lie on axis d % 3, see geometry/hexhex.hpp. Sides: left x = 0, right x = y, base y = side - 1; a corner lies on two.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "geometry/bits.hpp"
#include "geometry/hexhex.hpp"

namespace ply {

/// Sides up to 10 (55 cells) in `u64`, up to 14 (105 cells) in `u128`.
template <class Bits>
class Triangle {
 public:
  static constexpr int largest_side = std::is_same_v<Bits, u64> ? 10 : 14;
  static constexpr int capacity = largest_side * (largest_side + 1) / 2;
  static constexpr int none = -1;
  static constexpr int directions = 6;
  static constexpr int axes = 3;

  static constexpr int cells_of(int side) { return side * (side + 1) / 2; }
  static constexpr Bits bit(int cell) { return Bits(1) << cell; }
  static constexpr bool has(Bits set, int cell) { return static_cast<bool>(set >> cell & Bits(1)); }

  explicit constexpr Triangle(int side) : grid_(Grid::triangle(side)) {
    for (int cell = 0; cell < cells(); ++cell) {
      board_ |= bit(cell);
      if (x(cell) == 0) sides_[0] |= bit(cell);
      if (x(cell) == y(cell)) sides_[1] |= bit(cell);
      if (y(cell) == side - 1) sides_[2] |= bit(cell);
      for (int direction = 0; direction < directions; ++direction) {
        Bits& line = lines_[at(cell)][at(direction % axes)];
        line |= bit(cell);
        grid_.for_each_on_ray(cell, direction, [&](int other) {
          line |= bit(other);
          return false;
        });
        const int next = neighbour(cell, direction);
        if (next != none) around_[at(cell)] |= bit(next);
      }
    }
  }

  constexpr int side() const { return grid_.rows(); }
  constexpr int cells() const { return grid_.cells(); }
  constexpr int x(int cell) const { return grid_.x(cell); }
  constexpr int y(int cell) const { return grid_.y(cell); }
  /// The cell there, or `none`. Any column and row.
  constexpr int cell(int column, int row) const { return grid_.cell(column, row); }
  constexpr int first_in_row(int row) const { return cells_of(row); }
  std::string name(int cell) const { return grid_.name(cell); }
  /// The cell with that name, or nothing.
  std::optional<int> called(std::string_view name) const { return grid_.called(name); }

  /// The next cell in a direction, or `none`.
  constexpr int neighbour(int cell, int direction) const { return grid_.neighbour(cell, direction); }
  /// The axis, 0 .. 2, on which two neighbours lie.
  constexpr int axis(int cell, int next) const { return y(cell) == y(next) ? 0 : x(cell) == x(next) ? 2 : 1; }

  // ---- Sets
  constexpr Bits board() const { return board_; }
  constexpr Bits around(int cell) const { return around_[at(cell)]; }
  /// All cells of the straight line through a cell, itself too. Axes: 0 a row, 1 parallel to the right side, 2 parallel to the left side.
  constexpr Bits line(int cell, int axis) const { return lines_[at(cell)][at(axis)]; }
  /// Whether the cells, at least one, lie on one straight line (perhaps with gaps).
  constexpr bool straight(Bits set) const {
    const int cell = lowest(set);
    for (int axis = 0; axis < axes; ++axis) {
      if (!static_cast<bool>(set & ~line(cell, axis))) return true;
    }
    return false;
  }
  /// 0 left, 1 right, 2 base.
  constexpr Bits side_cells(int side) const { return sides_[at(side)]; }
  constexpr bool touches_all_sides(Bits set) const {
    return static_cast<bool>(set & sides_[0]) && static_cast<bool>(set & sides_[1]) && static_cast<bool>(set & sides_[2]);
  }

  /// The cells of `set` that are connected in it to those of `from`, which it contains.
  constexpr Bits connected(Bits set, Bits from) const {
    Bits reached = from;
    for (Bits fresh = from; static_cast<bool>(fresh);) {
      Bits next = 0;
      while (static_cast<bool>(fresh)) next |= around_[at(pop_lowest(fresh))];
      fresh = next & set & ~reached;
      reached |= fresh;
    }
    return reached;
  }
  /// The group of `set` that touches all three sides, or nothing. There is never more than one.
  constexpr Bits connecting_group(Bits set) const {
    for (Bits starts = set & sides_[2]; static_cast<bool>(starts);) {
      const Bits group = connected(set, bit(lowest(starts)));
      if (touches_all_sides(group)) return group;
      starts &= ~group;
    }
    return 0;
  }

  /// Whether a group of `set` touches all three sides. Of a set and its complement exactly one has such a group, and it has it still when every cell with its
  /// two neighbours below is replaced by the majority of the three: a board with a row less, until one cell remains.
  constexpr bool connects(Bits set) const {
    std::array<u16, 16> rows{};  // sixteen of sixteen bits, all the same way: a vector or two
    for (int row = 0; row < side(); ++row) rows[at(row)] = static_cast<u16>(static_cast<u64>(set >> cells_of(row)) & ((u64{2} << row) - 1));
    for (int step = 1; step < side(); ++step) {
      for (std::size_t row = 0; row < 15; ++row) {
        const unsigned a = rows[row];
        const unsigned b = rows[row + 1];
        const unsigned c = b >> 1;
        rows[row] = static_cast<u16>((a & b) | (a & c) | (b & c));
      }
    }
    return (rows[0] & 1) != 0;
  }

 private:
  using Grid = HexGrid<capacity>;
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Grid grid_;
  Bits board_ = 0;
  std::array<Bits, 3> sides_{};
  std::array<Bits, capacity> around_{};
  std::array<std::array<Bits, axes>, capacity> lines_{};
};

}  // namespace ply

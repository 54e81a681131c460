// Boards of hexagons: a hexagon with so many cells along a side, or a triangle.
//
// A cell is a column x and a row y, both from 0, y upwards. Besides (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1) it has two diagonal neighbours:
//
//    rising: (x + 1, y + 1) and (x - 1, y - 1)      falling: (x + 1, y - 1) and (x - 1, y + 1)
//
//    y = 4     . . x x x                            y = 4     x x x . .         side 3: 3 * 3 * 2 + 1 = 19 cells
//        3     . x x x x                                3     x x x x .
//        2     x x x x x                                2     x x x x x         Cells are numbered from 0 row by row, each from
//        1     x x x x .                                1     . x x x x         the left, from row 0 on: a game whose texts begin
//        0     x x x . .                                0     . . x x x         with the top row reads the rows backwards, or
//          x = 0 1 2 3 4                                  x = 0 1 2 3 4         counts its y downwards.
//
// Directions in the order in which they go round a cell, so that d and d + 1 are next to each other and d + 3 is opposite to d:
//
//    rising: (1,0) (1,1) (0,1) (-1,0) (-1,-1) (0,-1)      falling: (1,0) (0,1) (-1,1) (-1,0) (0,-1) (1,-1)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/wide_bits.hpp"

namespace ply {

enum class Slant { rising, falling };

/// A board of at most `capacity` cells in at most `longest` rows and columns.
template <int capacity>
class HexGrid {
 public:
  static constexpr int longest = 21;  ///< of a hexagon of side 11
  static constexpr int none = -1;
  static constexpr int directions = 6;

  static constexpr int cells_of_hexagon(int side) { return 3 * side * (side - 1) + 1; }

  /// Rows of side, side + 1, .. 2 * side - 1, .. side cells.
  static constexpr HexGrid hexagon(int side, Slant slant) {
    return HexGrid(2 * side - 1, slant, [=](int x, int y) {
      const int off = slant == Slant::rising ? x - y : x + y - 2 * (side - 1);
      return off > -side && off < side;
    });
  }
  /// Row y has the cells x = 0 .. y. The slant is rising.
  static constexpr HexGrid triangle(int side) {
    return HexGrid(side, Slant::rising, [](int x, int y) { return x <= y; });
  }

  /// As many rows as columns.
  constexpr int rows() const { return rows_; }
  constexpr int cells() const { return cells_; }
  constexpr Slant slant() const { return slant_; }

  constexpr int x(int cell) const { return place_[at(cell)].x; }
  constexpr int y(int cell) const { return place_[at(cell)].y; }
  /// The cell there, or `none`. Any x and y.
  constexpr int cell(int column, int row) const { return column < 0 || column >= rows_ || row < 0 || row >= rows_ ? none : number_[at(row)][at(column)]; }
  /// The cells of row y are first_in_row(y) + 0, 1, .. row_length(y) - 1.
  constexpr int first_in_row(int row) const { return first_[at(row)]; }
  constexpr int row_length(int row) const { return first_[at(row) + 1] - first_[at(row)]; }

  // ---- Neighbours and rays
  constexpr int dx(int direction) const { return steps[slant_ == Slant::rising ? 0 : 1][at(direction)][0]; }
  constexpr int dy(int direction) const { return steps[slant_ == Slant::rising ? 0 : 1][at(direction)][1]; }
  /// The next cell in a direction, or `none`.
  constexpr int neighbour(int cell, int direction) const { return next_[at(cell)][at(direction)]; }
  constexpr const std::array<std::int16_t, directions>& neighbours(int cell) const { return next_[at(cell)]; }
  /// How many cells there are in a direction before the edge.
  constexpr int ray_length(int cell, int direction) const { return reach_[at(cell)][at(direction)]; }
  /// Calls `visit(cell)` for the cells in a direction, nearest first. `visit` returns true to stop; tells whether it was stopped.
  template <class Visit>
  constexpr bool for_each_on_ray(int cell, int direction, Visit&& visit) const {
    for (int next = neighbour(cell, direction); next != none; next = neighbour(next, direction)) {
      if (visit(next)) return true;
    }
    return false;
  }
  /// The neighbours of a cell as a set.
  template <int Words>
  constexpr WideBits<Words> around(int cell) const {
    WideBits<Words> out;
    for (const int next : next_[at(cell)]) {
      if (next != none) out.set(next);
    }
    return out;
  }

  // ---- Names
  /// Letter of the column, number of the row: "d4".
  std::string name(int cell) const { return named(x(cell), y(cell) + 1); }
  /// The cell with that name, or nothing.
  std::optional<int> called(std::string_view name) const {
    const auto parts = read(name);
    return parts ? found(cell(parts->x, parts->number - 1)) : std::nullopt;
  }
  /// Letter of the column, and the place in the column counted from its lowest cell, which is 1.
  std::string column_name(int cell) const { return named(x(cell), y(cell) - lowest_[at(x(cell))] + 1); }
  std::optional<int> called_in_column(std::string_view name) const {
    const auto parts = read(name);
    return parts ? found(cell(parts->x, lowest_[at(parts->x)] + parts->number - 1)) : std::nullopt;
  }

 private:
  template <class Inside>
  constexpr HexGrid(int rows, Slant slant, Inside inside) : rows_(rows), slant_(slant) {
    for (int row = 0; row < rows; ++row) {
      first_[at(row)] = static_cast<std::int16_t>(cells_);
      for (int column = 0; column < rows; ++column) {
        number_[at(row)][at(column)] = static_cast<std::int16_t>(inside(column, row) ? cells_ : none);
        if (!inside(column, row)) continue;
        place_[at(cells_++)] = {static_cast<std::int8_t>(column), static_cast<std::int8_t>(row)};
      }
    }
    first_[at(rows)] = static_cast<std::int16_t>(cells_);
    for (int cell = cells_; cell-- > 0;) lowest_[at(x(cell))] = static_cast<std::int8_t>(y(cell));
    for (int i = 0; i < cells_; ++i) {
      for (int d = 0; d < directions; ++d) {
        next_[at(i)][at(d)] = static_cast<std::int16_t>(cell(x(i) + dx(d), y(i) + dy(d)));
        int reach = 0;
        while (cell(x(i) + (reach + 1) * dx(d), y(i) + (reach + 1) * dy(d)) != none) ++reach;
        reach_[at(i)][at(d)] = static_cast<std::int8_t>(reach);
      }
    }
  }

  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  struct Named {
    int x, number;
  };
  static std::string named(int x, int number) { return static_cast<char>('a' + x) + std::to_string(number); }
  std::optional<Named> read(std::string_view name) const {
    if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] >= 'a' + rows_ || name[1] == '0') return std::nullopt;
    Named out{name[0] - 'a', 0};
    for (const char c : name.substr(1)) {
      if (c < '0' || c > '9') return std::nullopt;
      out.number = 10 * out.number + (c - '0');
    }
    return out;
  }
  static constexpr std::optional<int> found(int cell) { return cell == none ? std::nullopt : std::optional(cell); }

  static constexpr int steps[2][directions][2] = {{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}, {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

  struct Place {
    std::int8_t x = 0, y = 0;
  };
  int rows_;
  Slant slant_;
  int cells_ = 0;
  std::array<Place, capacity> place_{};
  std::array<std::array<std::int16_t, longest>, longest> number_{};
  std::array<std::int16_t, longest + 1> first_{};
  std::array<std::int8_t, longest> lowest_{};  ///< by column: the row of its lowest cell
  std::array<std::array<std::int16_t, directions>, capacity> next_{};
  std::array<std::array<std::int8_t, directions>, capacity> reach_{};
};

}  // namespace ply

// Words on empty cells only, in all places at once: on boards of up to 8 cells a side, where a rack has five tiles at most.
//
// Here cell (x, y) is bit 8 y + x, so that a shape in another place is its bits shifted. Order of the cells as on the board itself: letters in the order of the
// cells stay so wherever the shape is put.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "games/wyps/turns.hpp"

namespace ply::wyps {

/// The sets of cells that are paths, pushed to the upper left corner, each with the orders in which paths run through it.
class Shapes {
 public:
  static constexpr int most_cells = 5;
  static constexpr int largest_side = 8;

  using Order = std::array<u8, most_cells>;  ///< for each cell of a path, its place among the cells of the shape
  struct Shape {
    u64 cells;
    int size;
    u64 corners;  ///< where its upper left corner can be without leaving the board on the right
    std::vector<Order> orders;
  };

  /// Sorted by `cells`.
  static const std::vector<Shape>& all() {
    static const std::vector<Shape> shapes = make();
    return shapes;
  }

  /// The corners of a shape all whose cells are in a set.
  static u64 fits(const Shape& shape, u64 set) {
    u64 out = shape.corners;
    for (u64 cells = shape.cells; cells != 0;) out &= set >> pop_lowest(cells);
    return out;
  }
  /// Cells pushed to the corner.
  static u64 normal(u64 cells) {
    while ((cells & 0xFF) == 0) cells >>= 8;
    while ((cells & 0x0101010101010101) == 0) cells >>= 1;
    return cells;
  }

 private:
  static std::vector<Shape> make() {
    std::map<u64, Shape> found;
    std::array<std::pair<int, int>, most_cells> path;  // row, column
    path[0] = {most_cells, most_cells};
    extend(path, 1, found);
    std::vector<Shape> out;
    for (auto& [cells, shape] : found) out.push_back(std::move(shape));
    return out;
  }

  static void extend(std::array<std::pair<int, int>, most_cells>& path, std::size_t length, std::map<u64, Shape>& found) {
    note(std::span(path).first(length), found);
    if (length == path.size()) return;
    constexpr std::array<std::pair<int, int>, 6> steps{{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}};
    for (const auto& [down, right] : steps) {
      const std::pair<int, int> next{path[length - 1].first + down, path[length - 1].second + right};
      if (std::find(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length), next) != path.begin() + static_cast<std::ptrdiff_t>(length)) continue;
      path[length] = next;
      extend(path, length + 1, found);
    }
  }

  static void note(std::span<const std::pair<int, int>> path, std::map<u64, Shape>& found) {
    int top = path[0].first;
    int left = path[0].second;
    int right = left;
    for (const auto& [row, column] : path) {
      top = std::min(top, row);
      left = std::min(left, column);
      right = std::max(right, column);
    }
    u64 cells = 0;
    for (const auto& [row, column] : path) cells |= u64{1} << (8 * (row - top) + column - left);
    Order order{};
    for (std::size_t i = 0; i < path.size(); ++i) {
      const u64 bit = u64{1} << (8 * (path[i].first - top) + path[i].second - left);
      order[i] = static_cast<u8>(popcount(cells & (bit - 1)));
    }
    Shape& shape = found[cells];
    shape.cells = cells;
    shape.size = static_cast<int>(path.size());
    shape.corners = (u64{0xFF} >> (right - left)) * 0x0101010101010101;
    shape.orders.push_back(order);
  }
};

/// What a rack can spell on each shape: letters in the order of the cells, as in Placements.
class Spellings {
 public:
  template <class Bits>
  explicit Spellings(Table<Bits>& table) {
    Order word{};
    spell(table, table.words->root(), word, 0);
    for_each_bit(table.in_rack, [&](int letter) {
      words_[1].push_back({static_cast<u8>(letter)});
      return false;
    });
    for (const auto& shape : Shapes::all()) {
      begin_.push_back(static_cast<u32>(letters_.size()));
      const auto& words = words_[static_cast<std::size_t>(shape.size)];
      for (const Order& order : shape.orders) {
        for (const Order& letters : words) {
          u64 code = 0;
          for (std::size_t i = 0; i < static_cast<std::size_t>(shape.size); ++i) code |= static_cast<u64>(letters[i]) << Placements<Bits>::width * order[i];
          letters_.push_back(code);
        }
      }
      const auto first = letters_.begin() + begin_.back();
      std::sort(first, letters_.end());
      letters_.erase(std::unique(first, letters_.end()), letters_.end());
    }
    begin_.push_back(static_cast<u32>(letters_.size()));
  }

  /// By number of a shape, sorted.
  std::span<const u64> on(std::size_t shape) const { return std::span(letters_).subspan(begin_[shape], begin_[shape + 1] - begin_[shape]); }

  /// Whether the letters can be put on the cells, all empty, as a word or singly.
  bool has(u64 cells, u64 letters) const {
    const u64 normal = Shapes::normal(cells);
    const auto& shapes = Shapes::all();
    const auto shape = std::lower_bound(shapes.begin(), shapes.end(), normal, [](const auto& one, u64 wanted) { return one.cells < wanted; });
    if (shape == shapes.end() || shape->cells != normal) return false;
    const auto spelled = on(static_cast<std::size_t>(shape - shapes.begin()));
    return std::binary_search(spelled.begin(), spelled.end(), letters);
  }

 private:
  using Order = Shapes::Order;

  template <class Bits>
  void spell(Table<Bits>& table, Automaton::Node node, Order& word, std::size_t length) {
    const u64 mask = table.words->mask(node);
    if (mask >> Automaton::word_end != 0) words_[length].push_back(word);
    if (length == Shapes::most_cells) return;
    for_each_bit(mask & Automaton::all_letters & table.in_rack, [&](int letter) {
      auto& left = table.count[static_cast<std::size_t>(letter)];
      if (left == 0) return false;
      --left;
      word[length] = static_cast<u8>(letter);
      spell(table, table.words->child(node, mask, letter), word, length + 1);
      ++left;
      return false;
    });
  }

  std::array<std::vector<Order>, Shapes::most_cells + 1> words_;  ///< by length
  std::vector<u64> letters_;
  std::vector<u32> begin_;
};

}  // namespace ply::wyps

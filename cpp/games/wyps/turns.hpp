// The turns of WYPS: walks over the board and the automaton of the words at once.
#pragma once

#include <array>

#include "geometry/bits.hpp"
#include "geometry/triangle.hpp"
#include "words/automaton.hpp"

namespace ply::wyps {

/// A letter on a tile: 1 + its number; 0: no tile.
using Tile = u8;
constexpr int most_rack = 9;

/// Tiles that are put on cells: the letters (their numbers, six bits each) in the order of the cells.
template <class Bits>
struct Placements {
  Bits cells = 0;
  u64 letters = 0;

  static constexpr int width = 6;  // most_rack of them are 54 bits

  constexpr Placements with(int cell, int letter) const {
    const Bits bit = Triangle<Bits>::bit(cell);
    const int at = width * popcount(cells & (bit - Bits(1)));
    const u64 low = (u64{1} << at) - 1;
    return {cells | bit, (letters & low) | static_cast<u64>(letter) << at | (letters & ~low) << width};
  }
  template <class Visit>
  constexpr bool for_each(Visit&& visit) const {
    u64 rest = letters;
    return for_each_bit(cells, [&](int cell) {
      const int letter = static_cast<int>(rest & ((u64{1} << width) - 1));
      rest >>= width;
      return visit(cell, letter);
    });
  }
  friend constexpr bool operator==(const Placements&, const Placements&) = default;
};

/// What a turn does. Words, paths and own tiles that were used are not part of it.
template <class Bits>
struct Turn {
  Placements<Bits> placed;
  Bits flips = 0;
  friend constexpr bool operator==(const Turn&, const Turn&) = default;
};

/// The board as the walks see it, and the rack.
template <class Bits>
struct Table {
  const Triangle<Bits>* triangle;
  const Automaton* words;
  const Tile* tile;  ///< by cell
  Bits filled = 0;
  Bits theirs = 0;
  u64 on_board = 0;                      ///< the letters there
  u64 in_rack = 0;                       ///< the letters there
  std::array<u8, most_letters> count{};  ///< by letter: how many the rack has
};

/// A path on its way, with what is known of it.
template <class Bits>
struct Path {
  int cell = 0;  ///< its last
  Automaton::Node node = 0;
  Bits cells = 0;
  Placements<Bits> placed;
};

/// Walks on from a path in every way that spells the beginning of a word. `found(cells, placements)` is called where a word ends on a path that has
/// placements, and returns true to stop.
template <class Bits, class Found>
class Walk {
 public:
  Walk(Table<Bits>& table, Found found) : table_(table), found_(found) {}

  /// Leaves out the paths without one of these tiles. `on_path`: how many tiles a path given to `from` will have put, beside those that the rack still has.
  void aim(Bits targets, int on_path = 0) {
    aimed_ = true;
    targets_ = targets;
    tiles_ = on_path;
    for (const u8 count : table_.count) tiles_ += count;
    // From a tile the next cell costs nothing, from an empty cell it costs a tile of the rack.
    Bits reach = targets;
    for (std::size_t left = 0; left < reach_.size(); ++left) {
      for (Bits fresh = reach; fresh != Bits(0);) {
        fresh = around(fresh & table_.filled) & ~reach;
        reach |= fresh;
      }
      reach_[left] = reach;
      reach |= around(reach & ~table_.filled);
    }
  }

  /// From every cell of the board.
  bool everywhere() {
    const Node root = table_.words->root();
    return start(root, table_.words->mask(root), table_.triangle->board(), Bits(0), {});
  }
  bool from(const Path<Bits>& path) {
    const u64 mask = table_.words->mask(path.node);
    if (ends(mask) && (aimed_ ? complete<true>(path.cells, path.placed) : complete<false>(path.cells, path.placed))) return true;
    return goes_on(mask) && start(path.node, mask, table_.triangle->around(path.cell) & ~path.cells, path.cells, path.placed);
  }

 private:
  using Node = Automaton::Node;

  Bits around(Bits cells) const {
    Bits out = 0;
    for_each_bit(cells, [&](int cell) {
      out |= table_.triangle->around(cell);
      return false;
    });
    return out;
  }

  static bool ends(u64 mask) { return mask >> Automaton::word_end != 0; }
  bool goes_on(u64 mask) const { return (mask & (table_.in_rack | table_.on_board)) != 0; }
  /// A word ends here; whether that is found and the walk over.
  template <bool aimed>
  PLY_ALWAYS_INLINE bool complete(Bits cells, const Placements<Bits>& placed) {
    return placed.cells != Bits(0) && (!aimed || (cells & targets_) != Bits(0)) && found_(cells, placed);
  }

  bool start(Node node, u64 mask, Bits to, Bits cells, Placements<Bits> placed) {
    return aimed_ ? step<true>(node, mask, to, cells, placed.cells, placed.letters) : step<false>(node, mask, to, cells, placed.cells, placed.letters);
  }

  /// From a node with its mask to the cells of `to`. (Words, not a Path: they travel in registers.)
  template <bool aimed>
  bool step(Node node, u64 mask, Bits to, Bits cells, Bits placed_cells, u64 placed_letters) {
    const Placements<Bits> placed{placed_cells, placed_letters};
    Bits empty = to & ~table_.filled;
    Bits filled = to & table_.filled;
    if (aimed && (cells & targets_) == Bits(0)) {
      const int left = tiles_ - popcount(placed.cells);
      empty &= left > 0 ? reach_[static_cast<std::size_t>(left - 1)] : Bits(0);
      filled &= reach_[static_cast<std::size_t>(left)];
    }
    if (empty != Bits(0) && put<aimed>(node, mask, empty, cells, placed)) return true;
    return filled != Bits(0) && over_tiles<aimed>(node, mask, filled, cells, placed);
  }

  /// To tiles. Out of line: a walk that has none near is spared what this needs of the stack.
  template <bool aimed>
  PLY_NEVER_INLINE bool over_tiles(Node node, u64 mask, Bits filled, Bits cells, Placements<Bits> placed) {
    return for_each_bit(filled, [&](int cell) PLY_INLINE_LAMBDA {
      const int letter = table_.tile[cell] - 1;
      if ((mask >> letter & 1) == 0) return false;
      const Node child = table_.words->child(node, mask, letter);
      const u64 child_mask = table_.words->mask(child);
      const Bits longer = cells | Triangle<Bits>::bit(cell);
      if (ends(child_mask) && complete<aimed>(longer, placed)) return true;
      return goes_on(child_mask) && step<aimed>(child, child_mask, table_.triangle->around(cell) & ~longer, longer, placed.cells, placed.letters);
    });
  }

  /// To empty cells: each letter of the rack that goes on is followed once, and put on every cell if a word ends behind it or other letters go on.
  template <bool aimed>
  PLY_ALWAYS_INLINE bool put(Node node, u64 mask, Bits empty, Bits cells, const Placements<Bits>& placed) {
    const Automaton& words = *table_.words;
    for (u64 letters = mask & table_.in_rack; letters != 0;) {
      const int letter = pop_lowest(letters);
      const Node child = words.child(node, mask, letter);
      const u64 child_mask = words.mask(child);
      const u64 rack = table_.in_rack;
      if (--table_.count[static_cast<std::size_t>(letter)] == 0) table_.in_rack ^= u64{1} << letter;
      const bool word = ends(child_mask);
      bool stopped = false;
      if (goes_on(child_mask)) {
        stopped = for_each_bit(empty, [&](int cell) PLY_INLINE_LAMBDA {
          const Bits longer = cells | Triangle<Bits>::bit(cell);
          const Placements<Bits> more = placed.with(cell, letter);
          if (word && complete<aimed>(longer, more)) return true;
          return step<aimed>(child, child_mask, table_.triangle->around(cell) & ~longer, longer, more.cells, more.letters);
        });
      } else if (word) {
        stopped =
            for_each_bit(empty, [&](int cell) PLY_INLINE_LAMBDA { return complete<aimed>(cells | Triangle<Bits>::bit(cell), placed.with(cell, letter)); });
      }
      table_.in_rack = rack;
      ++table_.count[static_cast<std::size_t>(letter)];
      if (stopped) return true;
    }
    return false;
  }

  Table<Bits>& table_;
  Found found_;
  bool aimed_ = false;
  Bits targets_ = 0;
  int tiles_ = 0;                            ///< that a whole turn can put
  std::array<Bits, most_rack + 1> reach_{};  ///< by tiles that are left: the cells from which a target can be reached
};
template <class Bits, class Found>
Walk(Table<Bits>&, Found) -> Walk<Bits, Found>;

template <class Bits>
struct TurnHash {
  static u64 word(u64 bits) { return bits; }
  static u64 word(u128 bits) { return low_word(bits) ^ high_word(bits) * 0xC2B2AE3D27D4EB4F; }
  u64 operator()(const Turn<Bits>& turn) const {
    // Products side by side: a list waits for its table, not for the hash.
    const u64 out = word(turn.placed.cells) * 0x9E3779B97F4A7C15 + turn.placed.letters * 0xD6E8FEB86659FD93 + word(turn.flips) * 0xC2B2AE3D27D4EB4F;
    return out >> 32;
  }
};

}  // namespace ply::wyps

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

/// Walks on from a path in every way that spells the beginning of a word. `found(path)` is called where a word ends on a path that has placements, and returns
/// true to stop.
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
    const Automaton& words = *table_.words;
    const Automaton::Node root = words.root();
    return step(root, words.mask(root), table_.triangle->board(), Path<Bits>{});
  }
  bool from(const Path<Bits>& path) { return go(path, table_.words->mask(path.node)); }

 private:
  Bits around(Bits cells) const {
    Bits out = 0;
    for_each_bit(cells, [&](int cell) {
      out |= table_.triangle->around(cell);
      return false;
    });
    return out;
  }

  bool go(const Path<Bits>& path, u64 mask) {
    const bool complete = path.placed.cells != Bits(0) && (!aimed_ || (path.cells & targets_) != Bits(0));
    if (mask >> Automaton::word_end != 0 && complete && found_(path)) return true;
    if ((mask & (table_.in_rack | table_.on_board)) == 0) return false;
    return step(path.node, mask, table_.triangle->around(path.cell) & ~path.cells, path);
  }

  /// To the cells of `to`.
  bool step(Automaton::Node node, u64 mask, Bits to, const Path<Bits>& path) {
    const Automaton& words = *table_.words;
    Bits empty = to & ~table_.filled;
    Bits filled = to & table_.filled;
    if (aimed_ && (path.cells & targets_) == Bits(0)) {
      const int left = tiles_ - popcount(path.placed.cells);
      empty &= left > 0 ? reach_[static_cast<std::size_t>(left - 1)] : Bits(0);
      filled &= reach_[static_cast<std::size_t>(left)];
    }
    if (empty != Bits(0)) {
      for (u64 letters = mask & table_.in_rack; letters != 0;) {
        const int letter = pop_lowest(letters);
        const Automaton::Node child = words.child(node, mask, letter);
        const u64 child_mask = words.mask(child);
        const bool was_last = --table_.count[static_cast<std::size_t>(letter)] == 0;
        if (was_last) table_.in_rack ^= u64{1} << letter;
        const bool stopped = for_each_bit(
            empty, [&](int cell) { return go({cell, child, path.cells | Triangle<Bits>::bit(cell), path.placed.with(cell, letter)}, child_mask); });
        if (was_last) table_.in_rack ^= u64{1} << letter;
        ++table_.count[static_cast<std::size_t>(letter)];
        if (stopped) return true;
      }
    }
    return for_each_bit(filled, [&](int cell) {
      const int letter = table_.tile[cell] - 1;
      if ((mask >> letter & 1) == 0) return false;
      const Automaton::Node child = words.child(node, mask, letter);
      return go({cell, child, path.cells | Triangle<Bits>::bit(cell), path.placed}, words.mask(child));
    });
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
    u64 out = word(turn.placed.cells) * 0x9E3779B97F4A7C15;
    out = (out ^ out >> 32 ^ turn.placed.letters) * 0xD6E8FEB86659FD93;
    out = (out ^ out >> 29 ^ word(turn.flips)) * 0x9E3779B97F4A7C15;
    return out >> 24;
  }
};

}  // namespace ply::wyps

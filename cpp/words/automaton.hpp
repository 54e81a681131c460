// Sets of words as automata: states, and letters that lead from one to the next.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "geometry/bits.hpp"

namespace ply {

/// A letter by its number.
using Letter = u8;
inline constexpr int most_letters = 63;

class Automaton {
 public:
  /// A state: what may follow some beginning of a word. A number that means nothing else.
  using Node = u32;

  static constexpr int word_end = most_letters;
  static constexpr u64 all_letters = (u64{1} << word_end) - 1;

  Node root() const { return root_; }
  /// The letters that go on from here, as a set; bit `word_end` tells whether a word ends here.
  u64 mask(Node node) const {
    u64 mask;
    std::memcpy(&mask, stream_.data() + node, sizeof mask);
    return mask;
  }
  u64 next(Node node) const { return mask(node) & all_letters; }
  bool is_word(Node node) const { return mask(node) >> word_end != 0; }
  /// The node behind a letter that goes on from here; `mask` is mask(node).
  Node child(Node node, u64 mask, int letter) const { return stream_[node + 2 + static_cast<u32>(popcount(mask & ((u64{1} << letter) - 1)))]; }
  Node child(Node node, int letter) const { return child(node, mask(node), letter); }
  /// The children in the order of their letters.
  const Node* children(Node node) const { return stream_.data() + node + 2; }

  bool contains(std::span<const Letter> word) const {
    Node node = root_;
    for (const Letter letter : word) {
      const u64 here = mask(node);
      if (letter >= most_letters || (here >> letter & 1) == 0) return false;
      node = child(node, here, letter);
    }
    return is_word(node);
  }

  /// The number of the next node that is added. Children may be nodes that are still to come.
  Node upcoming() const { return static_cast<Node>(stream_.size()); }
  Node add(u64 mask, std::span<const Node> children) {
    const Node node = upcoming();
    stream_.resize(stream_.size() + 2);
    set_mask(node, mask);
    stream_.insert(stream_.end(), children.begin(), children.end());
    return node;
  }
  void set_root(Node node) { root_ = node; }

 protected:
  void set_mask(Node node, u64 mask) { std::memcpy(stream_.data() + node, &mask, sizeof mask); }

  // Masks, or edges one after the other until the last of a node? Measured with the list `en` (2 MB of L2, walks of four WYPS openings, and of 40 boards of
  // Oski), an edge took 13.6 ns and 29 ns with masks, 22.7 ns and 51 ns with edges of four bytes in a row (letter, last, word end, first edge behind). Masks in
  // an array of their own, or nodes in the order of their distance from the root, were within 5% of this.
  // WYPS since follows a letter once for all cells, and its walk of four openings takes 0.46 ms with this, 0.49 ms with masks in an array of their own, and
  // 0.47 ms with a table of 32 children a node, which is eight times as large.
  //
  // A node is its place in `stream_`: two words for its mask, then its children in the order of their letters.
  // ____________________________________________________________________________________________________________
  // | mask: 63 letters and `word_end` | child of the lowest letter | ... | mask of the next node | its children |
  std::vector<u32> stream_;
  Node root_ = 0;

  friend class LexiconBuilder;
};

}  // namespace ply

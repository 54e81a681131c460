// Sets of squares that need several words.
#pragma once

#include <array>
#include <utility>

#include "geometry/bits.hpp"

namespace ply {

/// A set of the squares 0 .. 64 * Words - 1: square i is bit i % 64 of word i / 64.
template <int Words>
struct WideBits {
  std::array<u64, Words> word{};

  static constexpr WideBits first(int squares) {
    WideBits out;
    for (int i = 0; i < squares; ++i) out.set(i);
    return out;
  }

  constexpr u64& holder(int i) { return word[static_cast<unsigned>(i) / 64]; }
  constexpr const u64& holder(int i) const { return word[static_cast<unsigned>(i) / 64]; }
  constexpr bool test(int i) const { return (holder(i) >> (static_cast<unsigned>(i) % 64) & 1) != 0; }
  constexpr void set(int i) { holder(i) |= u64{1} << (static_cast<unsigned>(i) % 64); }
  constexpr void reset(int i) { holder(i) &= ~(u64{1} << (static_cast<unsigned>(i) % 64)); }
  /// As `set`, for squares put in one after the other: without an address that depends on the square, few words stay in registers.
  constexpr void set_next(int i) {
    if constexpr (Words > 3) return set(i);
    for (int w = 0; w < Words; ++w) word[w] |= static_cast<u64>(static_cast<unsigned>(i) / 64 == static_cast<unsigned>(w)) << (static_cast<unsigned>(i) % 64);
  }
  constexpr bool any() const {
    u64 all = 0;
    for (const u64 w : word) all |= w;
    return all != 0;
  }

  friend constexpr bool operator==(const WideBits&, const WideBits&) = default;
  constexpr WideBits& operator&=(const WideBits& other) {
    return *this = zipped(*this, other, [](u64 a, u64 b) { return a & b; });
  }
  constexpr WideBits& operator|=(const WideBits& other) {
    return *this = zipped(*this, other, [](u64 a, u64 b) { return a | b; });
  }
  friend constexpr WideBits operator&(WideBits a, const WideBits& b) { return a &= b; }
  friend constexpr WideBits operator|(WideBits a, const WideBits& b) { return a |= b; }
  constexpr WideBits without(const WideBits& other) const {
    return zipped(*this, other, [](u64 a, u64 b) { return a & ~b; });
  }

  /// Every square moved to a number higher or lower by n, 0 < n < 64; what leaves the set is lost.
  constexpr WideBits up(int n) const {
    WideBits out;
    out.word[0] = word[0] << n;
    for (int i = 1; i < Words; ++i) out.word[i] = word[i] << n | word[i - 1] >> (64 - n);
    return out;
  }
  constexpr WideBits down(int n) const {
    WideBits out;
    for (int i = 0; i + 1 < Words; ++i) out.word[i] = word[i] >> n | word[i + 1] << (64 - n);
    out.word[Words - 1] = word[Words - 1] >> n;
    return out;
  }

  /// The 64 squares from `start` on, which may lie up to 63 before the first; there are none before the first and after the last.
  constexpr u64 window(int start) const {
    if (start < 0) return word[0] << -start;
    const auto index = static_cast<unsigned>(start) / 64;
    const auto shift = static_cast<unsigned>(start) % 64;
    u64 out = word[index] >> shift;
    if (index + 1 < static_cast<unsigned>(Words)) out |= word[index + 1] << 1 << (63 - shift);
    return out;
  }
  /// Adds up to 64 squares from `start` >= 0 on; those after the last are lost.
  constexpr void add(int start, u64 squares) {
    const auto index = static_cast<unsigned>(start) / 64;
    const auto shift = static_cast<unsigned>(start) % 64;
    word[index] |= squares << shift;
    if (index + 1 < static_cast<unsigned>(Words)) word[index + 1] |= squares >> 1 >> (63 - shift);
  }

 private:
  /// Word by word. A few are written out: GCC keeps the sets of a short loop in memory.
  template <class Operation>
  static constexpr WideBits zipped(const WideBits& a, const WideBits& b, Operation of) {
    if constexpr (Words <= 4) {
      return [&]<std::size_t... i>(std::index_sequence<i...>) { return WideBits{{of(a.word[i], b.word[i])...}}; }(std::make_index_sequence<Words>{});
    } else {
      WideBits out;
      for (std::size_t i = 0; i < Words; ++i) out.word[i] = of(a.word[i], b.word[i]);
      return out;
    }
  }
};

template <int Words>
constexpr int popcount(const WideBits<Words>& bits) {
  int count = 0;
  for (const u64 w : bits.word) count += popcount(w);
  return count;
}

/// The highest square; the set must not be empty.
template <int Words>
constexpr int highest(const WideBits<Words>& bits) {
  int i = Words - 1;
  while (i > 0 && bits.word[i] == 0) --i;
  return 64 * i + 63 - std::countl_zero(bits.word[i]);
}

/// Calls `visit(index)` for each square, lowest first. `visit` returns true to stop; tells whether it was stopped.
template <int Words, class Visit>
constexpr bool for_each_bit(const WideBits<Words>& bits, Visit&& visit) {
  for (int i = 0; i < Words; ++i) {
    for (u64 rest = bits.word[i]; rest != 0;) {
      if (visit(64 * i + pop_lowest(rest))) return true;
    }
  }
  return false;
}

/// The n-th square of the set, counted from 0 at the lowest; there must be so many. The word is found without branches: n is often random.
template <int Words>
constexpr int nth_bit(const WideBits<Words>& bits, int n) {
  int index = 0;
  int before = 0;
  for (int i = 0, sum = 0; i + 1 < Words; ++i) {
    const int count = popcount(bits.word[i]);
    sum += count;
    const int past = n >= sum ? 1 : 0;
    index += past;
    before += -past & count;
  }
  return 64 * index + nth_bit(bits.word[index], n - before);
}

}  // namespace ply

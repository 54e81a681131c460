// Squares in random order.
#pragma once

#include <algorithm>
#include <array>

#include "core/rng.hpp"
#include "geometry/bits.hpp"

namespace ply {

namespace detail {

inline constexpr int drawn_together = 32;
using Places = std::array<u16, drawn_together>;

/// From 16 bits each, four a random number: a place below `size`, one below size - 1, ...; so many are wanted, the others may be anything. Lemire's method as
/// in Rng::below, so without bias. First all by vectors, then the few again that might have to be rejected.
PLY_ALWAYS_INLINE void draw_places(Places& places, int size, int wanted, Rng& rng) {
  std::array<u64, drawn_together / 4> words;
  for (u64& word : words) word = rng.next();
  const Places bits = split_words(words);
  Places sound;
  for (int i = 0; i < drawn_together; ++i) {
    const auto n = static_cast<u16>(size - i);
    places[i] = static_cast<u16>(static_cast<u32>(bits[i]) * n >> 16);
    sound[i] = static_cast<u16>(static_cast<u16>(bits[i] * n) < n ? 0 : 1);
  }
  for (u64 rest = at_most<u32>(sound.data(), u16{0}); rest != 0;) {
    const int i = pop_lowest(rest);
    if (i >= wanted) return;
    const auto n = static_cast<u32>(size - i);
    const u32 reject_below = 0x10000 % n;
    u32 product = bits[i] * n;
    while ((product & 0xFFFF) < reject_below) product = static_cast<u32>(rng.next() & 0xFFFF) * n;
    places[i] = static_cast<u16>(product >> 16);
  }
}

}  // namespace detail

/// Draws `wanted` of the first `size` <= 65535 entries, visits each as visit(number, entry) and leaves the others in front.
template <class List, class Visit>
PLY_ALWAYS_INLINE void draw(List& list, int size, int wanted, Rng& random, Visit&& visit) {
  Rng rng = random;  // not where a visit that writes bytes might change it
  detail::Places places;
  const auto take = [&](int i, int k) PLY_INLINE_LAMBDA {
    const auto drawn = list[places[k]];
    list[places[k]] = list[size - 1 - i - k];
    visit(i + k, drawn);
  };
  for (int i = 0; i < wanted; i += detail::drawn_together) {
    const int together = std::min(detail::drawn_together, wanted - i);
    detail::draw_places(places, size - i, together, rng);
    int k = 0;
    for (; k + 4 <= together; k += 4) {  // by constants, so that a visit may depend on the number modulo four
      take(i, k);
      take(i, k + 1);
      take(i, k + 2);
      take(i, k + 3);
    }
    for (; k < together; ++k) take(i, k);
  }
  random = rng;
}

}  // namespace ply

// Squares in random order.
#pragma once

#include "core/rng.hpp"
#include "geometry/bits.hpp"

namespace ply {

/// Draws `wanted` of the first `size` <= 65536 entries, visits each as visit(number, entry) and leaves the others in front. From 16 bits each, four a random
/// number: Lemire's method as in Rng::below, so without bias.
template <class List, class Visit>
PLY_ALWAYS_INLINE void draw(List& list, int size, int wanted, Rng& rng, Visit&& visit) {
  const auto one = [&](int i, u64 bits) {
    const auto n = static_cast<unsigned>(size - i);
    unsigned product = static_cast<unsigned>(bits & 0xFFFF) * n;
    if ((product & 0xFFFF) < n) [[unlikely]] {
      const unsigned reject_below = 0x10000 % n;
      while ((product & 0xFFFF) < reject_below) product = static_cast<unsigned>(rng.next() & 0xFFFF) * n;
    }
    auto& drawn = list[product >> 16];
    visit(i, drawn);
    drawn = list[n - 1];
  };
  int i = 0;
  for (; i + 4 <= wanted; i += 4) {
    const u64 bits = rng.next();
    one(i, bits);
    one(i + 1, bits >> 16);
    one(i + 2, bits >> 32);
    one(i + 3, bits >> 48);
  }
  for (u64 bits = i < wanted ? rng.next() : 0; i < wanted; ++i, bits >>= 16) one(i, bits);
}

}  // namespace ply

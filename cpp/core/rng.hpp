// Random numbers: SplitMix64 with numbered streams. docs/random.md is the specification; the reference implements it a second time.
#pragma once

#include <cstdint>
#include <utility>

namespace ply {

class Rng {
 public:
  /// Stream `stream` of `seed`: streams are independent, whoever runs them and in whatever order.
  constexpr explicit Rng(std::uint64_t seed = 0, std::uint64_t stream = 0) : state_(mix(mix(seed + golden) ^ mix(stream + 2 * golden))) {}

  constexpr std::uint64_t next() { return mix(state_ += golden); }

  /// Uniform over 0 .. n-1, without bias. n >= 1.
  constexpr std::uint64_t below(std::uint64_t n) {
    if (n <= std::uint64_t{1} << 32) {
      std::uint64_t product = (next() >> 32) * n;
      if (static_cast<std::uint32_t>(product) < n) {
        const std::uint64_t reject_below = ((std::uint64_t{1} << 32) - n) % n;
        while (static_cast<std::uint32_t>(product) < reject_below) product = (next() >> 32) * n;
      }
      return product >> 32;
    }
    std::uint64_t mask = n - 1;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    std::uint64_t draw = next() & mask;
    while (draw >= n) draw = next() & mask;
    return draw;
  }

  template <class Array>
  constexpr void shuffle(Array& items, std::size_t size) {
    for (std::size_t i = size; i-- > 1;) std::swap(items[i], items[below(i + 1)]);
  }

  friend constexpr bool operator==(const Rng&, const Rng&) = default;

 private:
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

/// A fixed pseudo-random word for each (table, index): Zobrist keys that need no table initialised at run time.
constexpr std::uint64_t zobrist(std::uint64_t table, std::uint64_t index) { return Rng(table, index).next(); }

}  // namespace ply

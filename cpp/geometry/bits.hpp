// Sets of squares as words. The only file with compiler intrinsics and 128-bit types.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace ply {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

#if defined(__SIZEOF_INT128__)
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpedantic"
#else
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
using u128 = unsigned __int128;

constexpr u64 low_word(u128 bits) { return static_cast<u64>(bits); }
constexpr u64 high_word(u128 bits) { return static_cast<u64>(bits >> 64); }
#else
/// The arithmetic of an unsigned 128-bit word, where the compiler has none.
struct u128 {
  u64 low = 0, high = 0;
  constexpr u128() = default;
  constexpr u128(u64 word) : low(word) {}
  constexpr u128(u64 l, u64 h) : low(l), high(h) {}
  constexpr explicit operator bool() const { return (low | high) != 0; }
  constexpr explicit operator u64() const { return low; }
  friend constexpr bool operator==(u128, u128) = default;
  friend constexpr u128 operator&(u128 a, u128 b) { return {a.low & b.low, a.high & b.high}; }
  friend constexpr u128 operator|(u128 a, u128 b) { return {a.low | b.low, a.high | b.high}; }
  friend constexpr u128 operator^(u128 a, u128 b) { return {a.low ^ b.low, a.high ^ b.high}; }
  friend constexpr u128 operator~(u128 a) { return {~a.low, ~a.high}; }
  friend constexpr u128 operator+(u128 a, u128 b) { return {a.low + b.low, a.high + b.high + (a.low + b.low < a.low ? 1u : 0u)}; }
  friend constexpr u128 operator-(u128 a, u128 b) { return {a.low - b.low, a.high - b.high - (a.low < b.low ? 1u : 0u)}; }
  friend constexpr u128 operator<<(u128 a, int n) {
    if (n == 0) return a;
    return n >= 64 ? u128{0, a.low << (n - 64)} : u128{a.low << n, a.high << n | a.low >> (64 - n)};
  }
  friend constexpr u128 operator>>(u128 a, int n) {
    if (n == 0) return a;
    return n >= 64 ? u128{a.high >> (n - 64), 0} : u128{a.low >> n | a.high << (64 - n), a.high >> n};
  }
  constexpr u128& operator&=(u128 b) { return *this = *this & b; }
  constexpr u128& operator|=(u128 b) { return *this = *this | b; }
  constexpr u128& operator^=(u128 b) { return *this = *this ^ b; }
  constexpr u128& operator<<=(int n) { return *this = *this << n; }
  constexpr u128& operator>>=(int n) { return *this = *this >> n; }
};

constexpr u64 low_word(u128 bits) { return bits.low; }
constexpr u64 high_word(u128 bits) { return bits.high; }
#endif

constexpr u128 words(u64 low, u64 high) { return u128(high) << 64 | u128(low); }

constexpr int popcount(u64 bits) { return std::popcount(bits); }
constexpr int popcount(u128 bits) { return std::popcount(low_word(bits)) + std::popcount(high_word(bits)); }

/// Index of the lowest bit; the set must not be empty.
constexpr int lowest(u64 bits) { return std::countr_zero(bits); }
constexpr int lowest(u128 bits) {
  const u64 low = low_word(bits);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high_word(bits));
}

/// Removes and returns the lowest bit.
constexpr int pop_lowest(u64& bits) {
  const int index = lowest(bits);
  bits &= bits - 1;
  return index;
}
constexpr int pop_lowest(u128& bits) {
  const int index = lowest(bits);
  bits &= bits - u128(u64{1});
  return index;
}

/// Calls `visit(index)` for each bit, lowest first. `visit` returns true to stop; tells whether it was stopped.
template <class Bits, class Visit>
constexpr bool for_each_bit(Bits bits, Visit&& visit) {
  while (bits != Bits(u64{0})) {
    if (visit(pop_lowest(bits))) return true;
  }
  return false;
}

/// Index of the n-th set bit, counted from 0 at the lowest; there must be so many.
constexpr int nth_bit(u64 bits, int n) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) return std::countr_zero(_pdep_u64(u64{1} << n, bits));
#endif
  while (n-- > 0) bits &= bits - 1;
  return lowest(bits);
}
constexpr int nth_bit(u128 bits, int n) {
  const int in_low = std::popcount(low_word(bits));
  return n < in_low ? nth_bit(low_word(bits), n) : 64 + nth_bit(high_word(bits), n - in_low);
}

/// Gathers the bits of `from` under `mask` into the low end (PEXT), and the inverse (PDEP).
#if defined(__BMI2__)
inline constexpr bool has_fast_pext = true;
#else
inline constexpr bool has_fast_pext = false;
#endif
constexpr u64 extract_bits(u64 from, u64 mask) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) return _pext_u64(from, mask);
#endif
  u64 out = 0;
  for (u64 bit = 1; mask != 0; bit <<= 1) {
    if ((from & mask & (~mask + 1)) != 0) out |= bit;
    mask &= mask - 1;
  }
  return out;
}
constexpr u64 deposit_bits(u64 from, u64 mask) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) return _pdep_u64(from, mask);
#endif
  u64 out = 0;
  for (u64 bit = 1; mask != 0; bit <<= 1) {
    if ((from & bit) != 0) out |= mask & (~mask + 1);
    mask &= mask - 1;
  }
  return out;
}

}  // namespace ply

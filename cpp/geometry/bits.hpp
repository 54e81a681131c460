// Sets of squares as words. The only file with compiler intrinsics and 128-bit types.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__SSSE3__)
#include <tmmintrin.h>
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

// ---- Rows of bytes: one instruction for sixteen cells. PLYGROUND_PORTABLE leaves them to plain loops.

#if defined(__GNUC__) && !defined(PLYGROUND_PORTABLE)
/// Eight 16-bit numbers.
struct Words8 {
  using Lanes = u16 __attribute__((vector_size(16)));
  Lanes lanes;
  void store(u16* to) const { std::memcpy(to, &lanes, sizeof(lanes)); }
  friend Words8 operator+(Words8 a, Words8 b) { return {a.lanes + b.lanes}; }
};

/// Sixteen bytes that are added and masked lane by lane.
struct Bytes16 {
  using Lanes = u8 __attribute__((vector_size(16)));
  Lanes lanes;
  static Bytes16 all(u8 value) { return {Lanes{} + value}; }
  static Bytes16 load(const u8* from) {
    Bytes16 out;
    std::memcpy(&out.lanes, from, sizeof(out.lanes));
    return out;
  }
  /// 255 in each lane whose bit is set.
  static Bytes16 spread(u16 bits) {
    const auto words = reinterpret_cast<Lanes>(Words8::Lanes{} + bits);
    constexpr int high = std::endian::native == std::endian::little ? 1 : 0;
    constexpr int low = 1 - high;
    const Lanes bit{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const Lanes mine = __builtin_shufflevector(words, words, low, low, low, low, low, low, low, low, high, high, high, high, high, high, high, high);
    return {reinterpret_cast<Lanes>((mine & bit) == bit)};
  }
  void store(u8* to) const { std::memcpy(to, &lanes, sizeof(lanes)); }
  friend Bytes16 operator+(Bytes16 a, Bytes16 b) { return {a.lanes + b.lanes}; }
  friend Bytes16 operator-(Bytes16 a, Bytes16 b) { return {a.lanes - b.lanes}; }
  friend Bytes16 operator&(Bytes16 a, Bytes16 b) { return {a.lanes & b.lanes}; }
  friend Bytes16 operator|(Bytes16 a, Bytes16 b) { return {a.lanes | b.lanes}; }
  friend Bytes16 operator~(Bytes16 a) { return {~a.lanes}; }
  /// 255 where the lanes are equal, else 0.
  friend Bytes16 equal(Bytes16 a, Bytes16 b) { return {reinterpret_cast<Lanes>(a.lanes == b.lanes)}; }
  /// Each lane gets its lower, or its higher, neighbour; the lane that has none gets 0.
  Bytes16 from_lower() const { return {__builtin_shufflevector(lanes, Lanes{}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)}; }
  Bytes16 from_higher() const { return {__builtin_shufflevector(lanes, Lanes{}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)}; }
  /// The low and the high half of each byte.
  Bytes16 low_half() const { return {lanes & 15}; }
  Bytes16 high_half() const { return {lanes >> 4}; }
  /// a[2k] * b[2k] + a[2k + 1] * b[2k + 1]; b below 128 and no sum over 32767.
  friend Words8 multiply_pairs(Bytes16 a, Bytes16 b) {
#if defined(__SSSE3__)
    return {reinterpret_cast<Words8::Lanes>(_mm_maddubs_epi16(reinterpret_cast<__m128i>(a.lanes), reinterpret_cast<__m128i>(b.lanes)))};
#else
    using Words = Words8::Lanes;
    const auto even = (reinterpret_cast<Words>(a.lanes) & 255) * (reinterpret_cast<Words>(b.lanes) & 255);
    return {even + (reinterpret_cast<Words>(a.lanes) >> 8) * (reinterpret_cast<Words>(b.lanes) >> 8)};
#endif
  }
};
#else
struct Words8 {
  u16 lanes[8];
  void store(u16* to) const { std::memcpy(to, lanes, sizeof(lanes)); }
  friend Words8 operator+(Words8 a, Words8 b) {
    for (int i = 0; i < 8; ++i) a.lanes[i] = static_cast<u16>(a.lanes[i] + b.lanes[i]);
    return a;
  }
};

struct Bytes16 {
  u8 lanes[16];
  template <class F>
  static Bytes16 each(F&& f) {
    Bytes16 out;
    for (int i = 0; i < 16; ++i) out.lanes[i] = static_cast<u8>(f(i));
    return out;
  }
  static Bytes16 all(u8 value) {
    return each([&](int) { return value; });
  }
  static Bytes16 load(const u8* from) {
    return each([&](int i) { return from[i]; });
  }
  static Bytes16 spread(u16 bits) {
    return each([&](int i) { return (bits >> i & 1) != 0 ? 255 : 0; });
  }
  void store(u8* to) const { std::memcpy(to, lanes, sizeof(lanes)); }
  friend Bytes16 operator+(const Bytes16& a, const Bytes16& b) {
    return each([&](int i) { return a.lanes[i] + b.lanes[i]; });
  }
  friend Bytes16 operator-(const Bytes16& a, const Bytes16& b) {
    return each([&](int i) { return a.lanes[i] - b.lanes[i]; });
  }
  friend Bytes16 operator&(const Bytes16& a, const Bytes16& b) {
    return each([&](int i) { return a.lanes[i] & b.lanes[i]; });
  }
  friend Bytes16 operator|(const Bytes16& a, const Bytes16& b) {
    return each([&](int i) { return a.lanes[i] | b.lanes[i]; });
  }
  friend Bytes16 operator~(const Bytes16& a) {
    return each([&](int i) { return ~a.lanes[i]; });
  }
  friend Bytes16 equal(const Bytes16& a, const Bytes16& b) {
    return each([&](int i) { return a.lanes[i] == b.lanes[i] ? 255 : 0; });
  }
  Bytes16 from_lower() const {
    return each([&](int i) { return i == 0 ? 0 : lanes[i - 1]; });
  }
  Bytes16 from_higher() const {
    return each([&](int i) { return i == 15 ? 0 : lanes[i + 1]; });
  }
  Bytes16 low_half() const {
    return each([&](int i) { return lanes[i] & 15; });
  }
  Bytes16 high_half() const {
    return each([&](int i) { return lanes[i] >> 4; });
  }
  friend Words8 multiply_pairs(const Bytes16& a, const Bytes16& b) {
    Words8 out;
    for (int i = 0; i < 8; ++i) out.lanes[i] = static_cast<u16>(a.lanes[2 * i] * b.lanes[2 * i] + a.lanes[2 * i + 1] * b.lanes[2 * i + 1]);
    return out;
  }
};
#endif

}  // namespace ply

// Sets of squares as words. The only file with compiler intrinsics and 128-bit types.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__BMI2__) || defined(__AVX2__)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // GCC 12 warns of its own header
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
#elif defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

/// How wide the vectors of Words8 are; 0: plain loops.
#if defined(PLYGROUND_PORTABLE)
#define PLY_VECTOR_BITS 0
#elif defined(__AVX512F__)
#define PLY_VECTOR_BITS 512
#elif defined(__AVX2__)
#define PLY_VECTOR_BITS 256
#elif defined(__SSE2__)
#define PLY_VECTOR_BITS 128
#else
#define PLY_VECTOR_BITS 0
#endif

/// For functions on hot paths that a compiler would leave out of line because they have several callers, and for rare ones that it would pull in.
/// PLY_INLINE_LAMBDA stands between the parameters of a lambda and its body.
#if defined(_MSC_VER)
#define PLY_ALWAYS_INLINE __forceinline
#define PLY_NEVER_INLINE __declspec(noinline)
#define PLY_INLINE_LAMBDA
#elif defined(__SANITIZE_ADDRESS__)  // instrumented code grows too much to be compiled in one piece
#define PLY_ALWAYS_INLINE inline
#define PLY_NEVER_INLINE __attribute__((noinline))
#define PLY_INLINE_LAMBDA
#else
#define PLY_ALWAYS_INLINE inline __attribute__((always_inline))
#define PLY_NEVER_INLINE __attribute__((noinline))
#define PLY_INLINE_LAMBDA __attribute__((always_inline))
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

/// Index of the highest bit; the set must not be empty.
constexpr int highest(u64 bits) { return 63 - std::countl_zero(bits); }
constexpr int highest(u128 bits) {
  const u64 high = high_word(bits);
  return high != 0 ? 64 + highest(high) : highest(low_word(bits));
}

/// Removes and returns the lowest bit.
constexpr int pop_lowest(u64& bits) {
  const int index = lowest(bits);
  bits &= bits - 1;
  return index;
}
PLY_ALWAYS_INLINE constexpr int pop_lowest(u128& bits) {
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

/// That bit as a set; nothing if there are not so many.
constexpr u64 nth_bit_alone(u64 bits, int n) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) return _pdep_u64(u64{1} << n, bits);
#endif
  while (n-- > 0) bits &= bits - 1;
  return bits & (~bits + 1);
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

/// A fixed one-to-one scrambling of words in which every bit matters everywhere: position keys are made of it.
constexpr u64 scramble(u64 word) {
  word = (word ^ word >> 32) * 0xD6E8FEB86659FD93;
  word = (word ^ word >> 32) * 0xD6E8FEB86659FD93;
  return word ^ word >> 32;
}

/// Two words, read and written at once.
class Words2 {
 public:
  using Array = std::array<u64, 2>;

#if PLY_VECTOR_BITS >= 128
  explicit Words2(const Array& words) : v_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(words.data()))) {}
  friend Words2 operator|(Words2 a, Words2 b) { return Words2(_mm_or_si128(a.v_, b.v_)); }
  friend Words2 operator^(Words2 a, Words2 b) { return Words2(_mm_xor_si128(a.v_, b.v_)); }
  Words2 without(Words2 other) const { return Words2(_mm_andnot_si128(other.v_, v_)); }
  Array array() const {
    Array out;
    store(out);
    return out;
  }
  void store(Array& to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to.data()), v_); }

 private:
  friend class Words8;
  explicit Words2(__m128i v) : v_(v) {}
  __m128i v_;
#else
  explicit Words2(const Array& words) : words_(words) {}
  friend Words2 operator|(Words2 a, Words2 b) { return Words2(Array{a.words_[0] | b.words_[0], a.words_[1] | b.words_[1]}); }
  friend Words2 operator^(Words2 a, Words2 b) { return Words2(Array{a.words_[0] ^ b.words_[0], a.words_[1] ^ b.words_[1]}); }
  Words2 without(Words2 other) const { return Words2(Array{words_[0] & ~other.words_[0], words_[1] & ~other.words_[1]}); }
  Array array() const { return words_; }
  void store(Array& to) const { to = words_; }

 private:
  Array words_;
#endif
};

/// Eight words on which one operation works at once: one word for each of eight directions, say.
/// Words 0-3 belong to directions that go up the bits, words 4-7 to their opposites.
class Words8 {
 public:
  using Array = std::array<u64, 8>;
  using Half = std::array<u64, 4>;
  /// How far words 0-3 move up, and words 4-7 down, in one step.
  using Step = std::array<int, 4>;
  /// Whether one instruction handles at least four of them: otherwise a game may have something better.
  static constexpr bool wide = PLY_VECTOR_BITS >= 256;
  /// The places of each word that a step fills from the word itself.
  template <Step up>
  static constexpr Array kept = {~u64{0} << up[0], ~u64{0} << up[1], ~u64{0} << up[2], ~u64{0} << up[3],
                                 ~u64{0} >> up[0], ~u64{0} >> up[1], ~u64{0} >> up[2], ~u64{0} >> up[3]};
  /// The numbers of eight words, all of 0-3 or all of 4-7.
  using Choice = std::array<int, 8>;

#if PLY_VECTOR_BITS == 512
  explicit Words8(u64 word) : v_(_mm512_set1_epi64(static_cast<long long>(word))) {}
  explicit Words8(const Array& words) : v_(_mm512_loadu_si512(words.data())) {}
  explicit Words8(Words2 pair) : v_(_mm512_broadcast_i64x2(pair.v_)) {}
  /// The same four words for both halves: what opposite directions share.
  static Words8 both(const Half& words) { return Words8(_mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data())))); }

  friend Words8 operator&(Words8 a, Words8 b) { return Words8(_mm512_and_si512(a.v_, b.v_)); }
  friend Words8 operator|(Words8 a, Words8 b) { return Words8(_mm512_or_si512(a.v_, b.v_)); }

  /// Moves the bits of each word by its step. Bits that leave a word are lost or come in again at its other end: mask them.
  template <Step up>
  Words8 moved() const {
    return Words8(_mm512_rolv_epi64(v_, _mm512_setr_epi64(up[0], up[1], up[2], up[3], 64 - up[0], 64 - up[1], 64 - up[2], 64 - up[3])));
  }
  /// The same for a set of which `near` holds the words that the bits leave and these are the words that they enter.
  template <Step up>
  Words8 moved_from(Words8 near) const {
    return Words8(_mm512_ternarylogic_epi64(Words8(kept<up>).v_, moved<up>().v_, near.moved<up>().v_, 0xCA));
  }
  /// Each word in the place of its opposite.
  Words8 opposite() const { return Words8(_mm512_shuffle_i64x2(v_, v_, 0x4E)); }
  /// The words of `a` where `mask` has a bit, those of `b` elsewhere.
  template <unsigned mask>
  static Words8 choose(Words8 a, Words8 b) {
    return Words8(_mm512_mask_blend_epi64(mask, b.v_, a.v_));
  }
  /// Word i of the result is word from[i].
  template <Choice from>
  Words8 rearranged() const {
    return Words8(_mm512_permutexvar_epi64(_mm512_setr_epi64(from[0], from[1], from[2], from[3], from[4], from[5], from[6], from[7]), v_));
  }
  /// All bits in the pairs of words (0 and 1, 2 and 3, ..) that share a bit with `set`.
  Words8 pairs_with(Words8 set) const {
    const __m512i common = _mm512_and_si512(v_, set.v_);
    const __m512i either = _mm512_or_si512(common, _mm512_shuffle_epi32(common, _MM_PERM_BADC));
    return Words8(_mm512_maskz_set1_epi64(_mm512_test_epi64_mask(either, either), -1));
  }
  /// The bits that `other` lacks.
  Words8 without(Words8 other) const { return Words8(_mm512_andnot_si512(other.v_, v_)); }
  bool any() const { return _mm512_test_epi64_mask(v_, v_) != 0; }
  /// Every word moved up by n bits.
  template <int n>
  Words8 raised() const {
    return Words8(_mm512_slli_epi64(v_, n));
  }
  /// Every word moved down by n bits.
  template <int n>
  Words8 lowered() const {
    return Words8(_mm512_srli_epi64(v_, n));
  }
  /// Which of the eight share a bit with that of `set`.
  unsigned sharing(Words8 set) const { return _mm512_test_epi64_mask(v_, set.v_); }
  /// `word` in the places of these, 0 elsewhere.
  Words8 where_sharing(Words8 set, u64 word) const { return Words8(_mm512_maskz_set1_epi64(_mm512_test_epi64_mask(v_, set.v_), static_cast<long long>(word))); }
  /// The bits of all words, of which each uses only its lowest 16.
  int count_short() const { return count_short_halves(_mm512_castsi512_si256(v_), _mm512_extracti64x4_epi64(v_, 1)); }
  /// The bits that any word has.
  u64 united() const { return united_half(_mm256_or_si256(_mm512_castsi512_si256(v_), _mm512_extracti64x4_epi64(v_, 1))); }
  /// The two at once.
  static std::array<u64, 2> united(Words8 a, Words8 b) {
    const __m512i mixed = _mm512_or_si512(_mm512_unpacklo_epi64(a.v_, b.v_), _mm512_unpackhi_epi64(a.v_, b.v_));
    return united_pairs(_mm256_or_si256(_mm512_castsi512_si256(mixed), _mm512_extracti64x4_epi64(mixed, 1)));
  }
  Array array() const {
    alignas(64) Array out;
    store(out);
    return out;
  }
  void store(Array& to) const { _mm512_storeu_si512(to.data(), v_); }
#elif PLY_VECTOR_BITS == 256
  explicit Words8(u64 word) : low_(_mm256_set1_epi64x(static_cast<long long>(word))), high_(low_) {}
  explicit Words8(const Array& words)
      : low_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data()))),
        high_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data() + 4))) {}
  explicit Words8(Words2 pair) : low_(_mm256_broadcastsi128_si256(pair.v_)), high_(low_) {}
  static Words8 both(const Half& words) {
    const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data()));
    return Words8(half, half);
  }

  friend Words8 operator&(Words8 a, Words8 b) { return Words8(_mm256_and_si256(a.low_, b.low_), _mm256_and_si256(a.high_, b.high_)); }
  friend Words8 operator|(Words8 a, Words8 b) { return Words8(_mm256_or_si256(a.low_, b.low_), _mm256_or_si256(a.high_, b.high_)); }

  template <Step up>
  Words8 moved() const {
    const __m256i by = _mm256_setr_epi64x(up[0], up[1], up[2], up[3]);
    return Words8(_mm256_sllv_epi64(low_, by), _mm256_srlv_epi64(high_, by));
  }
  template <Step up>
  Words8 moved_from(Words8 near) const {
    const __m256i back = _mm256_setr_epi64x(64 - up[0], 64 - up[1], 64 - up[2], 64 - up[3]);
    return moved<up>() | Words8(_mm256_srlv_epi64(near.low_, back), _mm256_sllv_epi64(near.high_, back));
  }
  Words8 opposite() const { return Words8(high_, low_); }
  template <unsigned mask>
  static Words8 choose(Words8 a, Words8 b) {
    constexpr int low = pairs(mask);
    constexpr int high = pairs(mask >> 4);
    return Words8(_mm256_blend_epi32(b.low_, a.low_, low), _mm256_blend_epi32(b.high_, a.high_, high));
  }
  template <Choice from>
  Words8 rearranged() const {
    constexpr auto order = [](int first) {
      int out = 0;
      for (int i = 0; i < 4; ++i) out |= (from[static_cast<std::size_t>(first + i)] & 3) << 2 * i;
      return out;
    };
    const __m256i half = from[0] < 4 ? low_ : high_;
    return Words8(_mm256_permute4x64_epi64(half, order(0)), _mm256_permute4x64_epi64(half, order(4)));
  }
  Words8 pairs_with(Words8 set) const {
    const auto all_or_none = [](__m256i common) {
      const __m256i none = _mm256_cmpeq_epi64(common, _mm256_setzero_si256());
      const __m256i both_none = _mm256_and_si256(none, _mm256_shuffle_epi32(none, 0x4E));
      return _mm256_xor_si256(both_none, _mm256_set1_epi64x(-1));
    };
    return Words8(all_or_none(_mm256_and_si256(low_, set.low_)), all_or_none(_mm256_and_si256(high_, set.high_)));
  }
  Words8 without(Words8 other) const { return Words8(_mm256_andnot_si256(other.low_, low_), _mm256_andnot_si256(other.high_, high_)); }
  bool any() const {
    const __m256i both = _mm256_or_si256(low_, high_);
    return _mm256_testz_si256(both, both) == 0;
  }
  template <int n>
  Words8 raised() const {
    return Words8(_mm256_slli_epi64(low_, n), _mm256_slli_epi64(high_, n));
  }
  template <int n>
  Words8 lowered() const {
    return Words8(_mm256_srli_epi64(low_, n), _mm256_srli_epi64(high_, n));
  }
  unsigned sharing(Words8 set) const {
    const auto none = [](__m256i a, __m256i b) {
      const __m256i empty = _mm256_cmpeq_epi64(_mm256_and_si256(a, b), _mm256_setzero_si256());
      return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
    };
    return (none(low_, set.low_) | none(high_, set.high_) << 4) ^ 0xFF;
  }
  Words8 where_sharing(Words8 set, u64 word) const {
    const __m256i all = _mm256_set1_epi64x(static_cast<long long>(word));
    const auto some = [&](__m256i a, __m256i b) { return _mm256_andnot_si256(_mm256_cmpeq_epi64(_mm256_and_si256(a, b), _mm256_setzero_si256()), all); };
    return Words8(some(low_, set.low_), some(high_, set.high_));
  }
  int count_short() const { return count_short_halves(low_, high_); }
  u64 united() const { return united_half(_mm256_or_si256(low_, high_)); }
  static std::array<u64, 2> united(Words8 a, Words8 b) {
    const __m256i first = _mm256_or_si256(a.low_, a.high_);
    const __m256i second = _mm256_or_si256(b.low_, b.high_);
    return united_pairs(_mm256_or_si256(_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second)));
  }
  Array array() const {
    Array out;
    store(out);
    return out;
  }
  void store(Array& to) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.data()), low_);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.data() + 4), high_);
  }
#elif PLY_VECTOR_BITS == 128
  explicit Words8(u64 word) { v_[0] = v_[1] = v_[2] = v_[3] = _mm_set1_epi64x(static_cast<long long>(word)); }
  explicit Words8(const Array& words) {
    for (std::size_t i = 0; i < 4; ++i) v_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words.data() + 2 * i));
  }
  explicit Words8(Words2 pair) { v_[0] = v_[1] = v_[2] = v_[3] = pair.v_; }
  static PLY_ALWAYS_INLINE Words8 both(const Half& words) {
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words.data()));
    const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words.data() + 2));
    return Words8(low, high, low, high);
  }

  friend PLY_ALWAYS_INLINE Words8 operator&(const Words8& a, const Words8& b) {
    return Words8(_mm_and_si128(a.v_[0], b.v_[0]), _mm_and_si128(a.v_[1], b.v_[1]), _mm_and_si128(a.v_[2], b.v_[2]), _mm_and_si128(a.v_[3], b.v_[3]));
  }
  friend PLY_ALWAYS_INLINE Words8 operator|(const Words8& a, const Words8& b) {
    return Words8(_mm_or_si128(a.v_[0], b.v_[0]), _mm_or_si128(a.v_[1], b.v_[1]), _mm_or_si128(a.v_[2], b.v_[2]), _mm_or_si128(a.v_[3], b.v_[3]));
  }

  template <Step up>
  PLY_ALWAYS_INLINE Words8 moved() const {
    return Words8(pair(_mm_slli_epi64(v_[0], up[0]), _mm_slli_epi64(v_[0], up[1])), pair(_mm_slli_epi64(v_[1], up[2]), _mm_slli_epi64(v_[1], up[3])),
                  pair(_mm_srli_epi64(v_[2], up[0]), _mm_srli_epi64(v_[2], up[1])), pair(_mm_srli_epi64(v_[3], up[2]), _mm_srli_epi64(v_[3], up[3])));
  }
  template <Step up>
  PLY_ALWAYS_INLINE Words8 moved_from(const Words8& near) const {
    const auto right = [](__m128i v, int a, int b) { return pair(_mm_srli_epi64(v, 64 - a), _mm_srli_epi64(v, 64 - b)); };
    const auto left = [](__m128i v, int a, int b) { return pair(_mm_slli_epi64(v, 64 - a), _mm_slli_epi64(v, 64 - b)); };
    return moved<up>() |
           Words8(right(near.v_[0], up[0], up[1]), right(near.v_[1], up[2], up[3]), left(near.v_[2], up[0], up[1]), left(near.v_[3], up[2], up[3]));
  }
  PLY_ALWAYS_INLINE Words8 opposite() const { return Words8(v_[2], v_[3], v_[0], v_[1]); }
  template <unsigned mask>
  static PLY_ALWAYS_INLINE Words8 choose(const Words8& a, const Words8& b) {
    const auto pick = [&](std::size_t i) { return pair((mask >> 2 * i & 1) != 0 ? a.v_[i] : b.v_[i], (mask >> 2 * i & 2) != 0 ? a.v_[i] : b.v_[i]); };
    return Words8(pick(0), pick(1), pick(2), pick(3));
  }
  template <Choice from>
  PLY_ALWAYS_INLINE Words8 rearranged() const {
    const auto word = [&](std::size_t i) {
      const __m128i holder = v_[static_cast<std::size_t>(from[i]) / 2];
      return from[i] % 2 == 0 ? _mm_unpacklo_epi64(holder, holder) : _mm_unpackhi_epi64(holder, holder);
    };
    return Words8(pair(word(0), word(1)), pair(word(2), word(3)), pair(word(4), word(5)), pair(word(6), word(7)));
  }
  PLY_ALWAYS_INLINE Words8 pairs_with(const Words8& set) const {
    const auto all_or_none = [](__m128i common) {
      const __m128i none = _mm_cmpeq_epi8(common, _mm_setzero_si128());
      return _mm_set1_epi32(_mm_movemask_epi8(none) == 0xFFFF ? 0 : -1);
    };
    return Words8(all_or_none(_mm_and_si128(v_[0], set.v_[0])), all_or_none(_mm_and_si128(v_[1], set.v_[1])), all_or_none(_mm_and_si128(v_[2], set.v_[2])),
                  all_or_none(_mm_and_si128(v_[3], set.v_[3])));
  }
  PLY_ALWAYS_INLINE Words8 without(const Words8& other) const {
    return Words8(_mm_andnot_si128(other.v_[0], v_[0]), _mm_andnot_si128(other.v_[1], v_[1]), _mm_andnot_si128(other.v_[2], v_[2]),
                  _mm_andnot_si128(other.v_[3], v_[3]));
  }
  template <int n>
  PLY_ALWAYS_INLINE Words8 raised() const {
    return Words8(_mm_slli_epi64(v_[0], n), _mm_slli_epi64(v_[1], n), _mm_slli_epi64(v_[2], n), _mm_slli_epi64(v_[3], n));
  }
  template <int n>
  PLY_ALWAYS_INLINE Words8 lowered() const {
    return Words8(_mm_srli_epi64(v_[0], n), _mm_srli_epi64(v_[1], n), _mm_srli_epi64(v_[2], n), _mm_srli_epi64(v_[3], n));
  }
  PLY_ALWAYS_INLINE unsigned sharing(const Words8& set) const {
    unsigned out = 0;
    for (unsigned i = 0; i < 4; ++i) out |= static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(apart(v_[i], set.v_[i])))) << 2 * i;
    return out ^ 0xFF;
  }
  PLY_ALWAYS_INLINE Words8 where_sharing(const Words8& set, u64 word) const {
    const __m128i all = _mm_set1_epi64x(static_cast<long long>(word));
    const auto some = [&](std::size_t i) { return _mm_andnot_si128(apart(v_[i], set.v_[i]), all); };
    return Words8(some(0), some(1), some(2), some(3));
  }
  PLY_ALWAYS_INLINE int count_short() const {
    const __m128i low = _mm_or_si128(v_[0], _mm_slli_epi64(v_[1], 16));
    const __m128i high = _mm_or_si128(v_[2], _mm_slli_epi64(v_[3], 16));
    const __m128i all = _mm_or_si128(low, _mm_slli_epi64(high, 32));
    return std::popcount(static_cast<u64>(_mm_cvtsi128_si64(all))) + std::popcount(static_cast<u64>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(all, all))));
  }
  bool any() const { return united() != 0; }
  PLY_ALWAYS_INLINE u64 united() const {
    const __m128i all = _mm_or_si128(_mm_or_si128(v_[0], v_[1]), _mm_or_si128(v_[2], v_[3]));
    return static_cast<u64>(_mm_cvtsi128_si64(_mm_or_si128(all, _mm_unpackhi_epi64(all, all))));
  }
  static PLY_ALWAYS_INLINE std::array<u64, 2> united(const Words8& a, const Words8& b) { return {a.united(), b.united()}; }
  PLY_ALWAYS_INLINE Array array() const {
    Array out;
    store(out);
    return out;
  }
  PLY_ALWAYS_INLINE void store(Array& to) const {
    for (std::size_t i = 0; i < 4; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(to.data() + 2 * i), v_[i]);
  }
#else
  explicit Words8(u64 word) { words_.fill(word); }
  explicit Words8(const Array& words) : words_(words) {}
  explicit Words8(const Words2& pair) {
    for (std::size_t i = 0; i < 8; ++i) words_[i] = pair.array()[i % 2];
  }
  static Words8 both(const Half& words) { return Words8(Array{words[0], words[1], words[2], words[3], words[0], words[1], words[2], words[3]}); }

  friend Words8 operator&(Words8 a, const Words8& b) {
    for (std::size_t i = 0; i < 8; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend Words8 operator|(Words8 a, const Words8& b) {
    for (std::size_t i = 0; i < 8; ++i) a.words_[i] |= b.words_[i];
    return a;
  }

  template <Step up>
  Words8 moved() const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 4; ++i) {
      out.words_[i] <<= up[i];
      out.words_[i + 4] >>= up[i];
    }
    return out;
  }
  template <Step up>
  Words8 moved_from(const Words8& near) const {
    Words8 out(moved<up>());
    for (std::size_t i = 0; i < 4; ++i) {
      out.words_[i] |= near.words_[i] >> (64 - up[i]);
      out.words_[i + 4] |= near.words_[i + 4] << (64 - up[i]);
    }
    return out;
  }
  Words8 opposite() const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 8; ++i) out.words_[i] = words_[i ^ 4];
    return out;
  }
  template <unsigned mask>
  static Words8 choose(Words8 a, const Words8& b) {
    for (std::size_t i = 0; i < 8; ++i) a.words_[i] = (mask >> i & 1) != 0 ? a.words_[i] : b.words_[i];
    return a;
  }
  template <Choice from>
  Words8 rearranged() const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 8; ++i) out.words_[i] = words_[static_cast<std::size_t>(from[i])];
    return out;
  }
  Words8 pairs_with(const Words8& set) const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 8; i += 2) {
      const bool common = ((words_[i] & set.words_[i]) | (words_[i + 1] & set.words_[i + 1])) != 0;
      out.words_[i] = out.words_[i + 1] = common ? ~u64{0} : 0;
    }
    return out;
  }
  Words8 without(const Words8& other) const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 8; ++i) out.words_[i] &= ~other.words_[i];
    return out;
  }
  template <int n>
  Words8 raised() const {
    Words8 out(*this);
    for (u64& word : out.words_) word <<= n;
    return out;
  }
  template <int n>
  Words8 lowered() const {
    Words8 out(*this);
    for (u64& word : out.words_) word >>= n;
    return out;
  }
  unsigned sharing(const Words8& set) const {
    unsigned out = 0;
    for (unsigned i = 0; i < 8; ++i) out |= ((words_[i] & set.words_[i]) != 0 ? 1U : 0U) << i;
    return out;
  }
  Words8 where_sharing(const Words8& set, u64 word) const {
    Words8 out(*this);
    for (std::size_t i = 0; i < 8; ++i) out.words_[i] = (words_[i] & set.words_[i]) != 0 ? word : 0;
    return out;
  }
  int count_short() const { return popcount(*this); }
  bool any() const { return united() != 0; }
  u64 united() const {
    u64 all = 0;
    for (const u64 word : words_) all |= word;
    return all;
  }
  static std::array<u64, 2> united(const Words8& a, const Words8& b) { return {a.united(), b.united()}; }
  const Array& array() const { return words_; }
  void store(Array& to) const { to = words_; }
#endif

  /// The bits of all words of all arguments, of which at most 255 in any one place of the eight.
  template <class... Others>
  friend int popcount(Words8 first, Others... others) {
#if PLY_VECTOR_BITS == 512 && defined(__AVX512VPOPCNTDQ__)
    __m512i counts = _mm512_popcnt_epi64(first.v_);
    ((counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(others.v_))), ...);
    static_assert(sizeof...(others) < 4, "sums of bytes");
    return _mm_cvtsi128_si32(_mm_sad_epu8(_mm512_cvtepi64_epi8(counts), _mm_setzero_si128()));
#else
    const auto count = [](const Words8& words) {
      int bits = 0;
      for (const u64 word : words.array()) bits += std::popcount(word);
      return bits;
    };
    return (count(first) + ... + count(others));
#endif
  }

 private:
#if PLY_VECTOR_BITS >= 256
  static int count_short_halves(__m256i low, __m256i high) {
    const __m256i both = _mm256_or_si256(low, _mm256_slli_epi64(high, 16));
    const __m128i all = _mm_or_si128(_mm256_castsi256_si128(both), _mm_slli_epi64(_mm256_extracti128_si256(both, 1), 32));
    return std::popcount(static_cast<u64>(_mm_cvtsi128_si64(all))) + std::popcount(static_cast<u64>(_mm_extract_epi64(all, 1)));
  }
  static u64 united_half(__m256i v) {
    const __m128i pair = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<u64>(_mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))));
  }
  static std::array<u64, 2> united_pairs(__m256i v) { return Words2(_mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1))).array(); }
#endif
#if PLY_VECTOR_BITS == 512
  explicit Words8(__m512i v) : v_(v) {}
  __m512i v_;
#elif PLY_VECTOR_BITS == 256
  explicit Words8(__m256i low, __m256i high) : low_(low), high_(high) {}
  static constexpr int pairs(unsigned mask) {
    int out = 0;
    for (int i = 0; i < 4; ++i) out |= (mask >> i & 1) != 0 ? 3 << 2 * i : 0;
    return out;
  }
  __m256i low_, high_;
#elif PLY_VECTOR_BITS == 128
  explicit PLY_ALWAYS_INLINE Words8(__m128i a, __m128i b, __m128i c, __m128i d) : v_{a, b, c, d} {}
  static PLY_ALWAYS_INLINE __m128i pair(__m128i low, __m128i high) {
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(low), _mm_castsi128_pd(high), 2));
  }
  static PLY_ALWAYS_INLINE __m128i apart(__m128i a, __m128i b) {
    const __m128i halves = _mm_cmpeq_epi32(_mm_and_si128(a, b), _mm_setzero_si128());
    return _mm_and_si128(halves, _mm_shuffle_epi32(halves, 0xB1));
  }
  __m128i v_[4];
#else
  Array words_;
#endif
};

/// Words in parts of 16 bits, the lowest first.
template <std::size_t n>
std::array<u16, 4 * n> split_words(const std::array<u64, n>& words) {
  std::array<u16, 4 * n> parts;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(parts.data(), words.data(), sizeof(parts));
  } else {
    for (std::size_t i = 0; i < 4 * n; ++i) parts[i] = static_cast<u16>(words[i / 4] >> 16 * (i % 4));
  }
  return parts;
}

/// As many bytes as one instruction takes, for Bytes64.
#if defined(__AVX512BW__) && !defined(PLYGROUND_PORTABLE)
struct ByteBlock {
  static constexpr std::size_t lanes = 64;
  __m512i v;
  static ByteBlock load(const u8* from) { return {_mm512_loadu_si512(from)}; }
  static ByteBlock all(u8 value) { return {_mm512_set1_epi8(static_cast<char>(value))}; }
  friend ByteBlock operator+(ByteBlock a, ByteBlock b) { return {_mm512_add_epi8(a.v, b.v)}; }
  friend ByteBlock operator&(ByteBlock a, ByteBlock b) { return {_mm512_and_si512(a.v, b.v)}; }
  friend ByteBlock operator|(ByteBlock a, ByteBlock b) { return {_mm512_or_si512(a.v, b.v)}; }
  friend ByteBlock operator^(ByteBlock a, ByteBlock b) { return {_mm512_xor_si512(a.v, b.v)}; }
  friend u64 at_most(ByteBlock a, ByteBlock b) { return _mm512_cmple_epu8_mask(a.v, b.v); }
  friend u64 disjoint(ByteBlock a, ByteBlock b) { return _mm512_testn_epi8_mask(a.v, b.v); }
};
#elif defined(__AVX2__) && !defined(PLYGROUND_PORTABLE)
struct ByteBlock {
  static constexpr std::size_t lanes = 32;
  __m256i v;
  static ByteBlock load(const u8* from) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))}; }
  static ByteBlock all(u8 value) { return {_mm256_set1_epi8(static_cast<char>(value))}; }
  friend ByteBlock operator+(ByteBlock a, ByteBlock b) { return {_mm256_add_epi8(a.v, b.v)}; }
  friend ByteBlock operator&(ByteBlock a, ByteBlock b) { return {_mm256_and_si256(a.v, b.v)}; }
  friend ByteBlock operator|(ByteBlock a, ByteBlock b) { return {_mm256_or_si256(a.v, b.v)}; }
  friend ByteBlock operator^(ByteBlock a, ByteBlock b) { return {_mm256_xor_si256(a.v, b.v)}; }
  friend u64 at_most(ByteBlock a, ByteBlock b) { return bits(_mm256_min_epu8(a.v, b.v), a.v); }
  friend u64 disjoint(ByteBlock a, ByteBlock b) { return bits((a & b).v, _mm256_setzero_si256()); }
  static u64 bits(__m256i a, __m256i b) { return static_cast<u32>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b))); }
};
#elif defined(__SSE2__) && !defined(PLYGROUND_PORTABLE)
struct ByteBlock {
  static constexpr std::size_t lanes = 16;
  __m128i v;
  static ByteBlock load(const u8* from) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))}; }
  static ByteBlock all(u8 value) { return {_mm_set1_epi8(static_cast<char>(value))}; }
  friend ByteBlock operator+(ByteBlock a, ByteBlock b) { return {_mm_add_epi8(a.v, b.v)}; }
  friend ByteBlock operator&(ByteBlock a, ByteBlock b) { return {_mm_and_si128(a.v, b.v)}; }
  friend ByteBlock operator|(ByteBlock a, ByteBlock b) { return {_mm_or_si128(a.v, b.v)}; }
  friend ByteBlock operator^(ByteBlock a, ByteBlock b) { return {_mm_xor_si128(a.v, b.v)}; }
  friend u64 at_most(ByteBlock a, ByteBlock b) { return bits(_mm_min_epu8(a.v, b.v), a.v); }
  friend u64 disjoint(ByteBlock a, ByteBlock b) { return bits((a & b).v, _mm_setzero_si128()); }
  static u64 bits(__m128i a, __m128i b) { return static_cast<u32>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b))); }
};
#else
/// In a word: the highest bit of a byte is kept apart so that nothing is carried into the next one.
struct ByteBlock {
  static constexpr std::size_t lanes = 8;
  static constexpr u64 tops = 0x8080808080808080;
  u64 v;
  static ByteBlock load(const u8* from) {
    u64 word;
    std::memcpy(&word, from, sizeof(word));
    if constexpr (std::endian::native == std::endian::big) {
      word = (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
      word = (word & 0x0000FFFF0000FFFF) << 16 | (word >> 16 & 0x0000FFFF0000FFFF);
      word = word << 32 | word >> 32;
    }
    return {word};
  }
  static ByteBlock all(u8 value) { return {value * (tops >> 7)}; }
  friend ByteBlock operator+(ByteBlock a, ByteBlock b) { return {((a.v & ~tops) + (b.v & ~tops)) ^ ((a.v ^ b.v) & tops)}; }
  friend ByteBlock operator&(ByteBlock a, ByteBlock b) { return {a.v & b.v}; }
  friend ByteBlock operator|(ByteBlock a, ByteBlock b) { return {a.v | b.v}; }
  friend ByteBlock operator^(ByteBlock a, ByteBlock b) { return {a.v ^ b.v}; }
  friend u64 at_most(ByteBlock a, ByteBlock b) {
    const u64 low_part = (b.v | tops) - (a.v & ~tops);
    return bits((~a.v & b.v) | (~(a.v ^ b.v) & low_part));
  }
  friend u64 disjoint(ByteBlock a, ByteBlock b) {
    const u64 common = a.v & b.v;
    return bits(~(((common & ~tops) + ~tops) | common));
  }
  /// The highest bit of each byte.
  static u64 bits(u64 word) { return ((word & tops) >> 7) * 0x0102040810204080 >> 56; }
};
#endif

/// Sixty-four bytes that are compared lane by lane; a comparison is the set of the lanes where it holds.
class Bytes64 {
 public:
  explicit PLY_ALWAYS_INLINE Bytes64(const u8* from) : Bytes64(from, All{}) {}
  static PLY_ALWAYS_INLINE Bytes64 all(u8 value) {
    return each([&](std::size_t) PLY_INLINE_LAMBDA { return ByteBlock::all(value); }, All{});
  }
  friend PLY_ALWAYS_INLINE Bytes64 operator+(const Bytes64& a, const Bytes64& b) {
    return each([&](std::size_t i) PLY_INLINE_LAMBDA { return a.block_[i] + b.block_[i]; }, All{});
  }
  friend PLY_ALWAYS_INLINE Bytes64 operator&(const Bytes64& a, const Bytes64& b) {
    return each([&](std::size_t i) PLY_INLINE_LAMBDA { return a.block_[i] & b.block_[i]; }, All{});
  }
  friend PLY_ALWAYS_INLINE Bytes64 operator|(const Bytes64& a, const Bytes64& b) {
    return each([&](std::size_t i) PLY_INLINE_LAMBDA { return a.block_[i] | b.block_[i]; }, All{});
  }
  friend PLY_ALWAYS_INLINE Bytes64 operator^(const Bytes64& a, const Bytes64& b) {
    return each([&](std::size_t i) PLY_INLINE_LAMBDA { return a.block_[i] ^ b.block_[i]; }, All{});
  }
  /// Where a is b or less.
  friend PLY_ALWAYS_INLINE u64 at_most(const Bytes64& a, const Bytes64& b) {
    return where([&](std::size_t i) PLY_INLINE_LAMBDA { return at_most(a.block_[i], b.block_[i]); }, All{});
  }
  /// Where a and b have no bit in common.
  friend PLY_ALWAYS_INLINE u64 disjoint(const Bytes64& a, const Bytes64& b) {
    return where([&](std::size_t i) PLY_INLINE_LAMBDA { return disjoint(a.block_[i], b.block_[i]); }, All{});
  }

 private:
  // By a pack and not in a loop, which would keep the blocks in memory.
  using All = std::make_index_sequence<64 / ByteBlock::lanes>;
  template <std::size_t... i>
  PLY_ALWAYS_INLINE Bytes64(const u8* from, std::index_sequence<i...>) : block_{ByteBlock::load(from + i * ByteBlock::lanes)...} {}
  template <class... Blocks>
  explicit PLY_ALWAYS_INLINE Bytes64(std::in_place_t, Blocks... blocks) : block_{blocks...} {}
  template <class F, std::size_t... i>
  static PLY_ALWAYS_INLINE Bytes64 each(F&& f, std::index_sequence<i...>) {
    return Bytes64(std::in_place, f(i)...);
  }
  template <class F, std::size_t... i>
  static PLY_ALWAYS_INLINE u64 where(F&& f, std::index_sequence<i...>) {
    return (... | (f(i) << i * ByteBlock::lanes));
  }
  ByteBlock block_[64 / ByteBlock::lanes];
};

/// Which of the numbers, as many as the word has bits, are `most` or less.
template <class Word = u64, class Number>
PLY_ALWAYS_INLINE Word at_most(const Number* numbers, Number most) {
  constexpr int lanes = 8 * sizeof(Word);
#if defined(__AVX512BW__) && defined(__AVX512VL__) && !defined(PLYGROUND_PORTABLE)
  if constexpr (sizeof(Number) == 1 && lanes == 32) {
    return _mm256_cmple_epu8_mask(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers)), _mm256_set1_epi8(static_cast<char>(most)));
  }
  if constexpr (sizeof(Number) == 2) {
    const auto part = [&](int i) {
      return static_cast<Word>(_mm512_cmple_epu16_mask(_mm512_loadu_si512(numbers + i), _mm512_set1_epi16(static_cast<short>(most))));
    };
    if constexpr (lanes == 32) return part(0);
    if constexpr (lanes == 64) return part(0) | part(32) << 32;
  }
#elif defined(__SSE2__) && !defined(PLYGROUND_PORTABLE)
  const auto block = [&](int i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + i)); };
  if constexpr (sizeof(Number) == 1 && lanes == 32) {
    const __m128i limit = _mm_set1_epi8(static_cast<char>(most));
    const auto part = [&](int i) { return static_cast<Word>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(block(i), limit), block(i)))); };
    return part(0) | part(16) << 16;
  }
  if constexpr (sizeof(Number) == 2) {
    const __m128i limit = _mm_set1_epi16(static_cast<short>(most));
    const auto eight = [&](int i) { return _mm_cmpeq_epi16(_mm_subs_epu16(block(i), limit), _mm_setzero_si128()); };
    Word out = 0;
    for (int i = 0; i < lanes; i += 16) out |= static_cast<Word>(_mm_movemask_epi8(_mm_packs_epi16(eight(i), eight(i + 8)))) << i;
    return out;
  }
#endif
  if constexpr (sizeof(Number) == 1 && lanes == 64) return at_most(Bytes64(numbers), Bytes64::all(most));
  Word out = 0;
  for (int i = 0; i < lanes; ++i) out |= static_cast<Word>(numbers[i] <= most ? 1 : 0) << i;
  return out;
}

// ---- Rows of bytes: one instruction for sixteen cells. PLYGROUND_PORTABLE leaves them to plain loops.

#if defined(__GNUC__) && !defined(PLYGROUND_PORTABLE)
/// Eight 16-bit numbers.
struct Shorts8 {
  using Lanes = u16 __attribute__((vector_size(16)));
  Lanes lanes;
  void store(u16* to) const { std::memcpy(to, &lanes, sizeof(lanes)); }
  friend Shorts8 operator+(Shorts8 a, Shorts8 b) { return {a.lanes + b.lanes}; }
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
    const auto words = reinterpret_cast<Lanes>(Shorts8::Lanes{} + bits);
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
  friend Shorts8 multiply_pairs(Bytes16 a, Bytes16 b) {
#if defined(__SSSE3__)
    return {reinterpret_cast<Shorts8::Lanes>(_mm_maddubs_epi16(reinterpret_cast<__m128i>(a.lanes), reinterpret_cast<__m128i>(b.lanes)))};
#else
    using Words = Shorts8::Lanes;
    const auto even = (reinterpret_cast<Words>(a.lanes) & 255) * (reinterpret_cast<Words>(b.lanes) & 255);
    return {even + (reinterpret_cast<Words>(a.lanes) >> 8) * (reinterpret_cast<Words>(b.lanes) >> 8)};
#endif
  }
};
#else
struct Shorts8 {
  u16 lanes[8];
  void store(u16* to) const { std::memcpy(to, lanes, sizeof(lanes)); }
  friend Shorts8 operator+(Shorts8 a, Shorts8 b) {
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
  friend Shorts8 multiply_pairs(const Bytes16& a, const Bytes16& b) {
    Shorts8 out;
    for (int i = 0; i < 8; ++i) out.lanes[i] = static_cast<u16>(a.lanes[2 * i] * b.lanes[2 * i] + a.lanes[2 * i + 1] * b.lanes[2 * i + 1]);
    return out;
  }
};
#endif

}  // namespace ply

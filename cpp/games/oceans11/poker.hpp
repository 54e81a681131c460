// Poker hands of a row of cards of any length: the best choice of at most five, jokers and (as an option) deuces wild, four or five suits.
// The order of hands and the closed forms are those of docs/rules/oceans11.md, "Hand value".
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/bits.hpp"

namespace ply::poker {

// ---- Cards. A natural card is a number, and numbers are in the order of texts:
//
//         A  K  Q  J  T  9  8  7  6  5  4  3  2
//    s    0  5 10 15 20 25 30 35 40 45 50 55 60
//    h    1  6                               61
//    d    2  7                               62
//    c    3  8                               63      cards of four suits are a set of one word
//    x    4  9                               64      the fifth suit
//    joker                                           65

inline constexpr int ranks = 13;
inline constexpr int suits = 5;
inline constexpr int joker = ranks * suits;
inline constexpr std::string_view rank_letters = "AKQJT98765432";
inline constexpr std::string_view suit_letters = "shdcx";

constexpr int rank_of(int card) { return card / suits; }
constexpr int suit_of(int card) { return card % suits; }

inline std::string card_name(int card) {
  if (card == joker) return "Jk";
  return {rank_letters[static_cast<std::size_t>(rank_of(card))], suit_letters[static_cast<std::size_t>(suit_of(card))]};
}
/// -1: no card.
inline int card_called(std::string_view name) {
  if (name == "Jk") return joker;
  if (name.size() != 2) return -1;
  const auto rank = rank_letters.find(name[0]);
  const auto suit = suit_letters.find(name[1]);
  return rank == std::string_view::npos || suit == std::string_view::npos ? -1 : suits * static_cast<int>(rank) + static_cast<int>(suit);
}

// ---- A row as sums: each card adds its words, so that a row grows in four additions.
//
//    ranks   3 bits a rank: how many natural cards; bits 3r, r as in a set of ranks; wild cards at bit 39
//    tally   8 bits a suit: how many cards, wild ones in every suit; the size of the row at bit 40
//    suits   16 bits each for s h d c: a set of ranks; x is a word of its own
//
// A set of ranks has the two at bit 0 and the ace at bit 12.

struct Row {
  u64 ranks = 0, tally = 0, suits = 0, fifth = 0;

  PLY_ALWAYS_INLINE void add(const Row& card) {
    ranks += card.ranks;
    tally += card.tally;
    suits += card.suits;
    fifth += card.fifth;
  }
  friend bool operator==(const Row&, const Row&) = default;
};

inline constexpr int wild_shift = 3 * ranks;
inline constexpr int size_shift = 40;
inline constexpr u64 each_suit = 0x01'0101'0101;

constexpr int size_of(const Row& row) { return static_cast<int>(row.tally >> size_shift); }

/// The words of each card, by number.
using Cards = std::array<Row, joker + 1>;
template <bool deuces_wild>
inline constexpr Cards cards = [] {
  Cards table{};
  const u64 one = u64{1} << size_shift;
  for (int card = 0; card <= joker; ++card) {
    const int rank = ranks - 1 - rank_of(card);
    const int suit = suit_of(card);
    if (card == joker || (deuces_wild && rank == 0)) {
      table[static_cast<std::size_t>(card)] = {u64{1} << wild_shift, each_suit | one, 0, 0};
    } else {
      table[static_cast<std::size_t>(card)] = {u64{1} << 3 * rank, u64{1} << 8 * suit | one, suit < 4 ? u64{1} << (16 * suit + rank) : 0,
                                               suit < 4 ? 0 : u64{1} << rank};
    }
  }
  return table;
}();

// ---- Values. A value is a number, the higher the better hand:
//
//    class << 26  |  first << 13  |  second
//
// `first` and `second` are sets of ranks: those of the largest groups, then the kickers. Sets of equally many ranks compare as the ranks from the top do, and a
// missing card compares below any.

using Value = u32;

enum Class : u32 { high_card, pair, two_pair, three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush, five_of_a_kind };

constexpr Value make_value(Class hand, u32 first, u32 second) { return hand << 26 | first << 13 | second; }
constexpr Class class_of(Value value) { return static_cast<Class>(value >> 26); }

namespace detail {

inline constexpr u32 all_ranks = (1u << ranks) - 1;
inline constexpr u32 ace = 1u << (ranks - 1);

constexpr u32 highest_rank(u32 set) { return set == 0 ? 0 : std::bit_floor(set); }
/// The highest `n` of a set.
constexpr u32 highest_ranks(u32 set, int n) {
  for (int surplus = std::popcount(set) - n; surplus > 0; --surplus) set &= set - 1;
  return set;
}

/// In how many of five sets a rank is: entry k holds the ranks that are in at least k of them.
using AtLeast = std::array<u32, 6>;
constexpr AtLeast at_least(u32 a, u32 b, u32 c, u32 d, u32 e) {
  AtLeast in{all_ranks, a, 0, 0, 0, 0};
  for (const u32 set : {b, c, d, e}) {
    in[5] |= in[4] & set;
    in[4] |= in[3] & set;
    in[3] |= in[2] & set;
    in[2] |= in[1] & set;
    in[1] |= set;
  }
  return in;
}

/// The top of the best straight that lacks at most `wild` (0 .. 4) of its ranks in the set, as a set; the ace is also below the two.
constexpr u32 straight_top(u32 set, int wild) {
  const u32 line = set << 1 | set >> (ranks - 1);
  const u32 windows = at_least(line, line >> 1, line >> 2, line >> 3, line >> 4)[static_cast<std::size_t>(5 - wild)] & 0x3FF;
  return highest_rank(windows) << 3;
}

/// `wild` cards do not copy a card of a flush: they are the highest ranks that it lacks.
constexpr u32 filled(u32 set, int wild) {
  for (; wild > 0; --wild) set |= highest_rank(~set & all_ranks);
  return highest_ranks(set, 5);
}

/// The suits with five cards, wild ones included: bit 8 * suit + 7.
constexpr u64 flush_suits(u64 tally) { return (tally + 0x7B * each_suit) & 0x80 * each_suit; }

}  // namespace detail

/// The value of the ranks of a row, with `wild` wild cards, if it has no flush. in[k]: the ranks of which there are at least k.
constexpr Value value_of_ranks(const detail::AtLeast& in, int wild) {
  using namespace detail;
  const auto with_wild = [&](int n) { return wild >= n ? all_ranks : in[static_cast<std::size_t>(n - wild)]; };
  // A wild card joins the largest group; where that leaves some over, a better class has been found before.
  if (const u32 five = with_wild(5)) return make_value(five_of_a_kind, highest_rank(five), 0);
  if (const u32 four = with_wild(4)) {
    const u32 rank = highest_rank(four);
    return make_value(four_of_a_kind, rank, highest_rank(in[1] & ~rank));
  }
  if (wild < 2) {
    const u32 three = highest_rank(with_wild(3));
    const u32 two = highest_rank(in[2] & ~three);
    if (three != 0 && two != 0) return make_value(full_house, three, two);
  }
  if (const u32 top = straight_top(in[1], wild)) return make_value(straight, top, 0);
  if (const u32 three = highest_rank(with_wild(3))) return make_value(three_of_a_kind, three, highest_ranks(in[1] & ~three, 2));
  if (const u32 two = highest_rank(with_wild(2))) {
    const u32 low = wild == 0 ? highest_rank(in[2] & ~two) : 0;
    if (low != 0) return make_value(two_pair, two | low, highest_rank(in[1] & ~(two | low)));
    return make_value(pair, two, highest_ranks(in[1] & ~two, 3));
  }
  return make_value(high_card, 0, wild == 0 ? highest_ranks(in[1], 5) : ace);
}

/// The value of a row of any length, by the closed forms.
inline Value value_of_row(const Row& row) {
  using namespace detail;
  const auto suit = [&](int s) { return static_cast<u32>(s < 4 ? row.suits >> 16 * s & all_ranks : row.fifth); };
  const int wild = static_cast<int>(row.ranks >> wild_shift);
  const Value ranked = value_of_ranks(at_least(suit(0), suit(1), suit(2), suit(3), suit(4)), wild);
  u64 flushes = flush_suits(row.tally);
  if (flushes == 0 || wild > 4) return ranked;
  Value best = ranked;
  while (flushes != 0) {
    const u32 set = suit(pop_lowest(flushes) / 8);
    const u32 top = straight_top(set, wild);
    best = std::max(best, top != 0 ? make_value(straight_flush, top, 0) : make_value(flush, 0, filled(set, wild)));
  }
  return best;
}

// ---- Rows of at most five cards, without a flush: a table with a perfect hash of `ranks`. Built once.
//
// The product of `ranks` with an odd number gives a bucket (its top bits) and a place (bits below); each bucket has a displacement, found when the table is
// built, by which its places are moved apart from all others. There are 11 628 keys: the multisets of at most five of 13 ranks and the wild card.

class Values {
 public:
  static const Values& table() {
    static const Values values;
    return values;
  }

  PLY_ALWAYS_INLINE Value operator()(const Row& row) const {
    if (row.tally >> size_shift > 5 || detail::flush_suits(row.tally) != 0) return value_of_row(row);
    return value_[place(row.ranks * multiplier)];
  }

 private:
  static constexpr u64 multiplier = 0xEFE9E6614816B5BD;  // keys with the same bucket have different places
  static constexpr int bucket_bits = 12;
  static constexpr int place_bits = 14;

  static std::size_t bucket(u64 product) { return product >> (64 - bucket_bits); }
  static std::size_t undisplaced(u64 product) { return product >> (64 - bucket_bits - place_bits) & ((1u << place_bits) - 1); }
  PLY_ALWAYS_INLINE std::size_t place(u64 product) const { return undisplaced(product) ^ displacement_[bucket(product)]; }

  Values() {
    std::vector<std::vector<u64>> buckets(std::size_t{1} << bucket_bits);
    for_each_row([&](u64 row) { buckets[bucket(row * multiplier)].push_back(row); });
    std::vector<std::size_t> order(buckets.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return buckets[a].size() > buckets[b].size(); });
    std::vector<bool> taken(value_.size());
    for (const std::size_t b : order) {
      u8& displacement = displacement_[b];
      const auto fits = [&] { return std::all_of(buckets[b].begin(), buckets[b].end(), [&](u64 row) { return !taken[place(row * multiplier)]; }); };
      while (!fits()) ++displacement;
      for (const u64 row : buckets[b]) {
        taken[place(row * multiplier)] = true;
        value_[place(row * multiplier)] = value_of_counts(row);
      }
    }
  }

  template <class Visit>
  static void for_each_row(Visit&& visit, u64 row = 0, int lowest = 0, int cards_left = 5) {
    visit(row);
    for (int symbol = lowest; cards_left > 0 && symbol <= ranks; ++symbol) for_each_row(visit, row + (u64{1} << 3 * symbol), symbol, cards_left - 1);
  }

  static Value value_of_counts(u64 row) {
    detail::AtLeast in{detail::all_ranks, 0, 0, 0, 0, 0};
    for (int rank = 0; rank < ranks; ++rank) {
      for (u64 k = 1; k <= (row >> 3 * rank & 7); ++k) in[k] |= 1u << rank;
    }
    return row == 0 ? 0 : value_of_ranks(in, static_cast<int>(row >> wild_shift));
  }

  std::array<u8, std::size_t{1} << bucket_bits> displacement_{};
  std::array<Value, std::size_t{1} << place_bits> value_{};
};

}  // namespace ply::poker

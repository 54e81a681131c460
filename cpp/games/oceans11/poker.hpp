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

// ---- A row grows by one card in a few operations on words.
//
//    few     4 bits a suit, from 3 up, wild cards counted in each: bit 3 says that there are five, as long as the row has no more (what runs over runs on);
//    from
//            bit 22 on a sum that tells the natural cards of each rank and the wild cards: below, "Rows of at most five cards"
//    sizes   the fifth suit as a set of ranks; wild cards at bit 13; from bit 16 on 8 bits a suit: how many cards, wild ones counted in each; the size of the
//            row at bit 56
//    suits   16 bits each for s h d c: a set of ranks
//    groups  16 bits each: the ranks of which there are at least 1, 2, 3, 4 natural cards
//
// A set of ranks has the two at bit 0 and the ace at bit 12.

struct Row {
  u64 few = 0x33333;
  u64 sizes = 0, suits = 0, groups = 0;

  PLY_ALWAYS_INLINE constexpr void add(const Row& card) {
    few += card.few;
    sizes += card.sizes;
    suits += card.suits;
    groups |= card.groups & (groups << 16 | 0xFFFF);
  }
  friend bool operator==(const Row&, const Row&) = default;
};

inline constexpr u64 five_in_few = 0x88888;
inline constexpr int wild_in_sizes = 13;
inline constexpr u64 each_lane = 0x0001'0001'0001'0001;

/// What a card of a rank, 13: a wild one, adds to the sum in `few`. By this number rows with the same bucket, see there, have different places.
constexpr u64 few_of_rank(int rank) { return u64{0xA760D00BC3} << (22 + 3 * rank); }

constexpr int size_of(const Row& row) { return static_cast<int>(row.sizes >> 56); }
constexpr int wild_of(const Row& row) { return static_cast<int>(row.sizes >> wild_in_sizes & 7); }

/// The words of each card, by number: what `add` adds.
using Cards = std::array<Row, joker + 1>;
template <bool deuces_wild>
inline constexpr Cards cards = [] {
  Cards table{};
  for (int card = 0; card <= joker; ++card) {
    const int rank = ranks - 1 - rank_of(card);
    const int suit = suit_of(card);
    Row& row = table[static_cast<std::size_t>(card)];
    if (card == joker || (deuces_wild && rank == 0)) {
      row = {few_of_rank(ranks) | 0x11111, u64{0x01'0101010101} << 16 | u64{1} << wild_in_sizes, 0, 0};
    } else {
      row.few = few_of_rank(rank) | u64{1} << 4 * suit;
      row.sizes = u64{1} << 56 | u64{1} << (16 + 8 * suit) | (suit < 4 ? 0 : u64{1} << rank);
      row.suits = suit < 4 ? u64{1} << (16 * suit + rank) : 0;
      row.groups = each_lane << rank;
    }
  }
  return table;
}();

/// What `few` has of each card, for hands that need no more.
using FewOfCards = std::array<u64, joker + 1>;
template <bool deuces_wild>
inline constexpr FewOfCards few_of_cards = [] {
  FewOfCards table{};
  for (std::size_t card = 0; card < table.size(); ++card) table[card] = cards<deuces_wild>[card].few;
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

/// The highest of a set, as a set; none of none.
constexpr u32 highest_rank(u32 set) { return static_cast<u32>((u64{1} << 32) >> (std::countl_zero(set) + 1)); }
/// The highest `n` of a set.
constexpr u32 highest_ranks(u32 set, int n) {
  for (int surplus = std::popcount(set) - n; surplus > 0; --surplus) set &= set - 1;
  return set;
}

/// The bits that are in at least `least` of five words.
template <int least, class Word>
constexpr Word in_at_least(Word a, Word b, Word c, Word d, Word e) {
  if constexpr (least == 5) return a & b & c & d & e;
  std::array<Word, 6> in{static_cast<Word>(~Word{0}), a, 0, 0, 0, 0};
  for (const Word word : {b, c, d, e}) {
    for (std::size_t k = 5; k > 0; --k) in[k] |= in[k - 1] & word;
  }
  return in[least];
}

/// The tops of the straights that lack at most `wild` of their ranks, in each lane of 16 bits; the ace is also below the two.
template <int wild, class Word>
constexpr Word straight_tops(Word lanes) {
  constexpr Word every_lane = static_cast<Word>(each_lane);
  const Word line = lanes << 1 | (lanes >> (ranks - 1) & every_lane);
  return (in_at_least<5 - wild, Word>(line, line >> 1, line >> 2, line >> 3, line >> 4) & (every_lane * 0x3FF)) << 3;
}

/// `wild` cards do not copy a card of a flush: they are the highest ranks that it lacks.
constexpr u32 filled(u32 set, int wild) {
  for (; wild > 0; --wild) set |= highest_rank(~set & all_ranks);
  return highest_ranks(set, 5);
}

constexpr u32 united_lanes(u64 lanes) {
  lanes |= lanes >> 32;
  return static_cast<u32>(lanes | lanes >> 16) & 0xFFFF;
}

/// The suits with five cards, wild ones included: bit 8s + 7.
constexpr u64 suits_with_five(const Row& row) { return ((row.sizes >> 16 & 0xFF'FFFFFFFF) + 0x7B'7B7B7B7B) & 0x80'80808080; }

template <int wild>
constexpr Value best_flush(const Row& row, u64 with_five) {
  Value best = 0;
  while (with_five != 0) {
    const int suit = pop_lowest(with_five) / 8;
    const u32 set = static_cast<u32>(suit < 4 ? row.suits >> 16 * suit : row.sizes) & all_ranks;
    best = std::max(best, make_value(flush, 0, filled(set, wild)));
  }
  return best;
}

/// The value of a row with `wild` wild cards, 0 .. 3, by the closed forms, the best class first: a row that grows gets better and takes each way out at most
/// once, so that branches are foreseen.
template <int wild>
constexpr Value value_with(const Row& row) {
  const auto natural = [&](int n) { return static_cast<u32>(row.groups >> 16 * (n - 1)) & 0xFFFF; };
  const u32 ones = natural(1);
  const u32 twos = natural(2);
  // A wild card joins the largest group; where that leaves some over, a better class has been found before.
  if constexpr (wild == 0) {
    const u64 shared = row.suits & row.suits >> 32;
    if (const u32 five = static_cast<u32>(shared & shared >> 16 & row.sizes) & all_ranks) return make_value(five_of_a_kind, highest_rank(five), 0);
  } else {
    if (const u32 five = natural(5 - wild)) return make_value(five_of_a_kind, highest_rank(five), 0);
  }
  const u64 with_five = suits_with_five(row);
  if (with_five != 0) {
    u32 tops = united_lanes(straight_tops<wild, u64>(row.suits));
    if ((row.sizes & all_ranks) != 0) tops |= straight_tops<wild, u32>(static_cast<u32>(row.sizes) & all_ranks);
    if (tops != 0) return make_value(straight_flush, highest_rank(tops), 0);
  }
  if (const u32 four = highest_rank(wild < 4 ? natural(4 - wild) : 0)) return make_value(four_of_a_kind, four, highest_rank(ones & ~four));
  const u32 three = highest_rank(wild < 3 ? natural(3 - wild) : all_ranks);
  if constexpr (wild < 2) {
    const u32 two = highest_rank(twos & ~three);
    if (three != 0 && two != 0) return make_value(full_house, three, two);
  }
  if (with_five != 0) return best_flush<wild>(row, with_five);
  if (const u32 top = straight_tops<wild, u32>(ones)) return make_value(straight, highest_rank(top), 0);
  if (three != 0) return make_value(three_of_a_kind, three, highest_ranks(ones & ~three, 2));
  if constexpr (wild > 2) return 0;
  if (const u32 two = highest_rank(wild < 2 ? natural(2 - wild) : all_ranks)) {
    const u32 low = wild == 0 ? highest_rank(twos & ~two) : 0;
    if (low != 0) return make_value(two_pair, two | low, highest_rank(ones & ~(two | low)));
    return make_value(pair, two, highest_ranks(ones & ~two, 3));
  }
  return make_value(high_card, 0, wild == 0 ? highest_ranks(ones, 5) : ace);
}

}  // namespace detail

/// The value of a row of any length but none.
PLY_NEVER_INLINE inline Value value_of_row(const Row& row) {
  switch (wild_of(row)) {
    case 0:
      return detail::value_with<0>(row);
    case 1:
      return detail::value_with<1>(row);
    case 2:
      return detail::value_with<2>(row);
    case 3:
      return detail::value_with<3>(row);
    default: {
      const u32 natural = static_cast<u32>(row.groups & 0xFFFF);
      if (wild_of(row) == 4 && natural == 0) return make_value(four_of_a_kind, detail::ace, 0);
      return make_value(five_of_a_kind, wild_of(row) == 4 ? detail::highest_rank(natural) : detail::ace, 0);
    }
  }
}

// ---- Rows of at most five cards without a flush: a table with a perfect hash of the upper 42 bits of `few`. Built once.
//
// A card adds a number times eight to the power of its rank, so that these bits are the product of the number with a word that counts each rank in 3 bits: a
// product that costs nothing. Its top bits are a bucket, those below a place; each bucket has a displacement, found when the table is built, by which its
// places are moved apart from all others. There are 11 628 rows: the multisets of at most five of 13 ranks and the wild card.
//
// Tried, and no faster: values of two bytes (half the table), displacements that are added (four bytes each, an instruction less), a hand read as one word.

class Values {
 public:
  static const Values& table() {
    static const Values values;
    return values;
  }

  /// The value of any row; 0 of none.
  PLY_ALWAYS_INLINE Value operator()(const Row& row) const { return size_of(row) > 5 ? value_of_row(row) : of_few(row); }

  /// The value of a row of at most five cards.
  PLY_ALWAYS_INLINE Value of_few(const Row& row) const { return may_be_flush(row.few) ? value_of_row(row) : without_flush(row.few); }
  /// The same for `few` alone, the sum of that of an empty row and of the cards, where there is no flush.
  PLY_ALWAYS_INLINE Value without_flush(u64 few) const { return value_[place(few)]; }
  /// The value of five cards.
  template <bool deuces_wild>
  PLY_ALWAYS_INLINE Value of_five(const std::array<u8, 5>& hand) const {
    const FewOfCards& word = few_of_cards<deuces_wild>;
    const u64 few = Row{}.few + word[hand[0]] + word[hand[1]] + word[hand[2]] + word[hand[3]] + word[hand[4]];
    return may_be_flush(few) ? of_flush(hand, cards<deuces_wild>) : without_flush(few);
  }
  static constexpr bool may_be_flush(u64 few) { return (few & five_in_few) != 0; }
  /// Whether four cards can be a flush with a fifth, which may be a wild one.
  static constexpr bool may_become_flush(u64 few) { return may_be_flush(few + five_in_few / 8); }

 private:
  PLY_NEVER_INLINE static Value of_flush(const std::array<u8, 5>& hand, const Cards& words) {
    Row row;
    for (const u8 card : hand) row.add(words[card]);
    return value_of_row(row);
  }

  static constexpr int bucket_bits = 12;
  static constexpr int place_bits = 14;

  static constexpr std::size_t bucket(u64 few) { return few >> (64 - bucket_bits); }
  PLY_ALWAYS_INLINE std::size_t place(u64 few) const {
    const std::size_t undisplaced = few >> (64 - bucket_bits - place_bits) & ((1u << place_bits) - 1);
    return undisplaced ^ displacement_[bucket(few)];
  }

  Values() {
    std::vector<std::vector<Row>> buckets(std::size_t{1} << bucket_bits);
    for_each_row([&](const Row& row) { buckets[bucket(row.few)].push_back(row); });
    std::vector<std::size_t> order(buckets.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return buckets[a].size() > buckets[b].size(); });
    std::vector<bool> taken(value_.size());
    for (const std::size_t b : order) {
      u16& displacement = displacement_[b];
      while (std::any_of(buckets[b].begin(), buckets[b].end(), [&](const Row& row) { return taken[place(row.few)]; })) ++displacement;
      for (const Row& row : buckets[b]) {
        taken[place(row.few)] = true;
        value_[place(row.few)] = value_without_suits(row);
      }
    }
  }

  /// Every choice of ranks and wild cards once, in suits that make no flush.
  template <class Visit>
  static void for_each_row(Visit&& visit, const Row& row = {}, int first = 0) {
    visit(row);
    for (int rank = first; size_of(row) < 5 && rank <= ranks; ++rank) {
      Row longer = row;
      longer.add(rank == ranks ? without_suits(cards<false>[joker]) : without_suits(cards<false>[static_cast<std::size_t>(suits * rank)]));
      for_each_row(visit, longer, rank);
    }
  }
  static Row without_suits(Row card) {
    card.few &= ~u64{0} << 22;
    card.sizes &= u64{0xFF} << 56 | u64{7} << wild_in_sizes;
    card.suits = 0;
    return card;
  }

  static Value value_without_suits(const Row& row) {
    for (int rank = 0; rank < ranks; ++rank) {
      if (row.few == Row{}.few + 5 * few_of_rank(rank)) return make_value(five_of_a_kind, 1u << rank, 0);
    }
    return size_of(row) == 0 ? 0 : value_of_row(row);
  }

  std::array<u16, std::size_t{1} << bucket_bits> displacement_{};
  std::array<Value, std::size_t{1} << place_bits> value_{};
};

}  // namespace ply::poker

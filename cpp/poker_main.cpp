// How fast poker rows are valued (games/oceans11/poker.hpp), and how many hands of five cards there are of each class.
//   poker_main            the classes of every deck of docs/rules/oceans11.md, then the speed
// Million values a second of CPU time, single thread:
//   all        every hand of five of 52 cards, in nested loops that share the first four
//   five       hands of five cards drawn at random, from the numbers of the cards
//   rows       decks with two jokers dealt out into a row, which is valued after each card: rows of 1 to 54 cards
#include <algorithm>
#include <array>
#include <ctime>
#include <iostream>
#include <vector>

#include "core/rng.hpp"
#include "games/oceans11/poker.hpp"

namespace {

using namespace ply;
using namespace ply::poker;

struct Pack {
  const char* name;
  int suits, jokers;
  bool deuces_wild;
};
constexpr std::array<Pack, 7> packs{{{"52", 4, 0, false},
                                     {"53", 4, 1, false},
                                     {"54", 4, 2, false},
                                     {"52 deuces wild", 4, 0, true},
                                     {"54 deuces wild", 4, 2, true},
                                     {"65", 5, 0, false},
                                     {"65 deuces wild", 5, 0, true}}};

std::vector<int> numbers(const Pack& pack) {
  std::vector<int> out;
  for (int card = 0; card < joker; ++card) {
    if (suit_of(card) < pack.suits) out.push_back(card);
  }
  out.insert(out.end(), static_cast<std::size_t>(pack.jokers), joker);
  return out;
}

/// Calls `visit(value)` for every choice of five cards.
template <class Visit>
void for_each_five(const Pack& pack, Visit&& visit) {
  const auto& words = pack.deuces_wild ? cards<true> : cards<false>;
  const auto& value = Values::table();
  std::vector<Row> deck;
  std::vector<u64> few;
  for (const int card : numbers(pack)) {
    deck.push_back(words[static_cast<std::size_t>(card)]);
    few.push_back(deck.back().few);
  }
  const auto with = [](Row row, const Row& card) {
    row.add(card);
    return row;
  };
  const std::size_t n = deck.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      const Row two = with(with({}, deck[a]), deck[b]);
      for (std::size_t c = b + 1; c < n; ++c) {
        const Row three = with(two, deck[c]);
        for (std::size_t d = c + 1; d < n; ++d) {
          const Row four = with(three, deck[d]);
          // Most four cards are no beginning of a flush, whatever the fifth is.
          if (Values::may_become_flush(four.few)) {
            for (std::size_t e = d + 1; e < n; ++e) visit(value.of_few(with(four, deck[e])));
          } else {
            for (std::size_t e = d + 1; e < n; ++e) visit(value.without_flush(four.few + few[e]));
          }
        }
      }
    }
  }
}

void classes() {
  for (const Pack& pack : packs) {
    std::array<std::uint64_t, 10> found{};
    for_each_five(pack, [&](Value value) { ++found[class_of(value)]; });
    std::cout << pack.name << ":";
    for (std::size_t i = found.size(); i-- > 0;) std::cout << ' ' << found[i];
    std::cout << "\n";
  }
}

/// Runs `body`, which returns how many rows it valued.
template <class Body>
void measure(const char* name, Body&& body) {
  const std::clock_t begin = std::clock();
  const double values = static_cast<double>(body());
  const double time = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::cout << name << ": " << values / time / 1e6 << " M/s\n";
}

void speed() {
  volatile Value seen = 0;  // so that nothing is left out
  measure("all", [&] {
    std::uint64_t values = 0;
    Value all = 0;
    for_each_five(packs[0], [&](Value v) {
      all ^= v;
      ++values;
    });
    seen = all;
    return values;
  });
  Rng rng(1);
  measure("five", [&] {
    constexpr std::size_t hands = 4096;
    auto deck = numbers(packs[0]);
    std::vector<std::array<u8, 5>> dealt(hands);
    for (auto& hand : dealt) {
      rng.shuffle(deck, deck.size());
      std::transform(deck.begin(), deck.begin() + 5, hand.begin(), [](int card) { return static_cast<u8>(card); });
    }
    const auto& value = Values::table();
    Value all = 0;
    for (int round = 0; round < 2000; ++round) {
      for (const auto& hand : dealt) all ^= value.of_five<false>(hand);
    }
    seen = all;
    return 2000 * hands;
  });
  measure("rows", [&] {
    constexpr std::size_t rows = 256;
    auto deck = numbers(packs[2]);
    std::vector<std::vector<int>> dealt(rows);
    for (auto& row : dealt) {
      rng.shuffle(deck, deck.size());
      row = deck;
    }
    const auto& value = Values::table();
    Value all = 0;
    for (int round = 0; round < 200; ++round) {
      for (const auto& order : dealt) {
        Row row;
        for (const int card : order) {
          row.add(cards<false>[static_cast<std::size_t>(card)]);
          all ^= value(row);
        }
      }
    }
    seen = all;
    return 200 * rows * deck.size();
  });
}

}  // namespace

int main() {
  classes();
  speed();
}

// The poker rows of Oceans 11 (games/oceans11/poker.hpp) as a game, so that tests reach them: cards are chosen one by one in the order of the deck. Node
// counts are numbers of hands, with `hand` of one class only; the result of a row that is complete has its value and class as scores.
#include <algorithm>
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "games/oceans11/poker.hpp"

namespace {

using namespace ply;

class PokerRows {
 public:
  static constexpr int most = 9;

  struct State {
    std::array<u8, most> chosen{};  ///< numbers in the deck, ascending
    int size = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int number = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit PokerRows(const Options& options)
      : words_(options.flag("deuces_wild") ? &poker::cards<true> : &poker::cards<false>),
        size_(static_cast<int>(options.integer("cards"))),
        jokers_(static_cast<int>(options.integer("jokers"))),
        hand_(options.is("hand", "any") ? -1 : static_cast<int>(std::get<std::int64_t>(options.value("hand")))) {
    for (int card = 0; card < poker::joker; ++card) {
      if (poker::suit_of(card) < options.integer("suits")) deck_[static_cast<std::size_t>(naturals_++)] = card;
    }
  }

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return count(at) == 0 ? over : 0; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.size == size_) return;
    const poker::Row row = row_of(at);
    const int last = naturals_ + jokers_ - (size_ - at.size);  // so that enough are left
    for (int number = at.size == 0 ? 0 : at.chosen[static_cast<std::size_t>(at.size - 1)] + 1; number <= last; ++number) {
      if (hand_ >= 0 && at.size == size_ - 1 && class_with(row, number) != hand_) continue;
      if (emit(Move{number})) return;
    }
  }
  void play(State& state, Move move) const { state.chosen[static_cast<std::size_t>(state.size++)] = static_cast<u8>(move.number); }
  std::uint64_t count(const State& at) const {
    std::uint64_t n = 0;
    moves(at, [&](Move) {
      ++n;
      return false;
    });
    return n;
  }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(size_); }

  Result result(const State& at) const {
    Result result = Result::draw(2, at.size == size_ ? "row complete" : "no such hand");
    const poker::Value value = poker::Values::table()(row_of(at));
    result.set_scores(std::array<double, 2>{static_cast<double>(value), static_cast<double>(poker::class_of(value))});
    return result;
  }

  std::string text(const State& at) const {
    std::string out;
    for (int i = 0; i < at.size; ++i) out += name(at.chosen[static_cast<std::size_t>(i)]);
    return at.size == 0 ? "-" : out;
  }
  std::string text(const State&, Move move) const { return name(move.number); }

  /// In any order.
  State parse(std::string_view in) const {
    State state;
    if (in == "-") return state;
    if (in.empty() || in.size() % 2 != 0) throw TextError("row " + in_quotes(in) + " is not a list of cards");
    for (std::size_t i = 0; i < in.size(); i += 2) {
      int number = 0;
      while (number < naturals_ + jokers_ && name(number) != in.substr(i, 2)) ++number;
      if (number == naturals_ + jokers_) throw TextError("row " + in_quotes(in) + ": " + in_quotes(in.substr(i, 2)) + " is not in the deck");
      if (state.size == size_) throw TextError("row " + in_quotes(in) + " has more than " + std::to_string(size_) + " cards");
      play(state, {number});
    }
    const auto end = state.chosen.begin() + state.size;
    std::sort(state.chosen.begin(), end);
    if (std::adjacent_find(state.chosen.begin(), end) != end) throw TextError("row " + in_quotes(in) + " has a card twice");
    return state;
  }

 private:
  /// Jokers are told apart: J1, J2.
  std::string name(int number) const { return number < naturals_ ? poker::card_name(card(number)) : "J" + std::to_string(number - naturals_ + 1); }
  int card(int number) const { return number < naturals_ ? deck_[static_cast<std::size_t>(number)] : poker::joker; }
  poker::Row row_of(const State& at) const {
    poker::Row row;
    for (int i = 0; i < at.size; ++i) row.add((*words_)[static_cast<std::size_t>(card(at.chosen[static_cast<std::size_t>(i)]))]);
    return row;
  }
  int class_with(poker::Row row, int number) const {
    row.add((*words_)[static_cast<std::size_t>(card(number))]);
    return static_cast<int>(poker::class_of(poker::Values::table()(row)));
  }

  const poker::Cards* words_;
  int size_;
  int jokers_;
  int hand_;
  int naturals_ = 0;
  std::array<int, poker::joker> deck_{};
};

const Registration registration{{
    .id = "poker_rows",
    .title = "Poker rows",
    .page = "poker",
    .source = "poker.cpp",
    .options =
        {
            {"cards", {Value(std::int64_t{5}), Range{1, PokerRows::most}}, "length of a row"},
            {"suits", {Value(std::int64_t{4}), Range{4, 5}}, "suits of 13 cards"},
            {"jokers", {Value(std::int64_t{0}), Range{0, 2}}, "jokers in the deck"},
            {"deuces_wild", flag(false), "whether twos are wild"},
            {"hand", {Value(std::string("any")), Range{0, 9}}, "which class the rows have, 0 high card to 9 five of a kind"},
        },
    .make = [](const Options& options) { return as_game(PokerRows(options)); },
}};

}  // namespace

// Chance: a die whose faces are not equally likely, and a deck that is shuffled at the start and drawn from during play.
#include <algorithm>
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

/// Before every decision a die is rolled: blank 3/6, pip 2/6, star 1/6, worth 0, 1 and 3. The mover keeps the worth or gives it to the opponent.
class Dice {
 public:
  struct State {
    std::array<int, 2> score{};
    int turn = 0;
    int rolled = -1;  ///< face 0..2, -1: about to roll
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int which = 0;  ///< a face, or 0 keep and 1 give
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Dice(const Options& options) : turns_(2 * static_cast<int>(options.integer("rounds"))) {}

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.turn == turns_ ? over : at.rolled < 0 ? chance : at.turn % 2; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.turn == turns_) return;
    for (int which = 0; which < (at.rolled < 0 ? 3 : 2); ++which) {
      if (emit(Move{which})) return;
    }
  }
  std::uint64_t weight(const State&, Move move) const { return static_cast<std::uint64_t>(3 - move.which); }
  void play(State& state, Move move) const {
    if (state.rolled < 0) {
      state.rolled = move.which;
      return;
    }
    state.score[static_cast<std::size_t>((state.turn + move.which) % 2)] += worth[static_cast<std::size_t>(state.rolled)];
    state.rolled = -1;
    ++state.turn;
  }
  Result result(const State& at) const { return Result::by_score(2, at.score, "all rolled"); }
  std::uint64_t longest_game() const { return 2 * static_cast<std::uint64_t>(turns_); }

  std::string text(const State& at) const {
    return std::to_string(at.score[0]) + " " + std::to_string(at.score[1]) + " " + std::to_string(at.turn) + " " +
           (at.rolled < 0 ? "-" : faces[static_cast<std::size_t>(at.rolled)]);
  }
  std::string text(const State& at, Move move) const { return at.rolled < 0 ? faces[static_cast<std::size_t>(move.which)] : move.which == 0 ? "keep" : "give"; }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    for (std::size_t p = 0; p < 2; ++p) state.score[p] = static_cast<int>(number(parts[p], 0, 1'000'000, "score"));
    state.turn = static_cast<int>(number(parts[2], 0, turns_, "turn"));
    if (parts[3] == "-") return state;
    for (int face = 0; face < 3; ++face) {
      if (parts[3] == faces[static_cast<std::size_t>(face)]) state.rolled = face;
    }
    if (state.rolled < 0 || state.turn == turns_) throw TextError("roll " + in_quotes(parts[3]) + " of position " + in_quotes(in));
    return state;
  }

 private:
  static constexpr std::array<const char*, 3> faces{"blank", "pip", "star"};
  static constexpr std::array<int, 3> worth{0, 1, 3};
  int turns_;
};

/// The cards 1..N are shuffled and the first is put away. The others go to the players one by one: the mover keeps the card or gives it to the opponent.
/// draw=chance: what comes next is drawn when it is needed; draw=fixed: the order was settled by the shuffle and is part of the position.
class Deal {
 public:
  static constexpr bool uniform_chance = true;

  struct State {
    std::array<std::int8_t, 20> deck{};  ///< draw=chance: ascending
    int left = 0;
    int drawn = 0;  ///< draw=chance: the card on the table, 0: about to draw
    int mover = 0;
    std::array<int, 2> score{};
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int which = 0;  ///< a card, or 0 keep and 1 give
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Deal(const Options& options) : cards_(static_cast<int>(options.integer("cards"))), fixed_(options.is("draw", "fixed")) {}

  State initial(Rng& rng) const {
    std::array<std::int8_t, 20> cards{};
    for (int i = 0; i < cards_; ++i) cards[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(i + 1);
    rng.shuffle(cards, static_cast<std::size_t>(cards_));
    State state;
    state.left = cards_ - 1;
    std::copy_n(cards.begin() + 1, state.left, state.deck.begin());
    if (!fixed_) std::sort(state.deck.begin(), state.deck.begin() + state.left);
    return state;
  }
  int current_player(const State& at) const {
    if (at.left == 0 && at.drawn == 0) return over;
    return fixed_ || at.drawn != 0 ? at.mover : chance;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const int player = current_player(at);
    if (player == chance) {
      for (int i = 0; i < at.left; ++i) {
        if (emit(Move{at.deck[static_cast<std::size_t>(i)]})) return;
      }
    } else if (player != over) {
      if (!emit(Move{0})) emit(Move{1});
    }
  }
  std::uint64_t weight(const State&, Move) const { return 7; }
  void play(State& state, Move move) const {
    if (current_player(state) == chance) {
      state.drawn = move.which;
      remove(state, move.which);
      return;
    }
    const int card = fixed_ ? state.deck[0] : state.drawn;
    state.score[static_cast<std::size_t>(state.mover ^ move.which)] += card;
    state.mover = 1 - state.mover;
    state.drawn = 0;
    if (fixed_) remove(state, card);
  }
  Result result(const State& at) const { return Result::by_score(2, at.score, "no more cards"); }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>((cards_ - 1) * (fixed_ ? 1 : 2)); }

  std::string text(const State& at) const {
    std::string out;
    for (int i = 0; i < at.left; ++i) out += (i > 0 ? "," : "") + std::to_string(at.deck[static_cast<std::size_t>(i)]);
    if (at.left == 0) out = "-";
    for (const int part : {at.score[0], at.score[1], at.mover}) out += ' ' + std::to_string(part);
    return out + (at.drawn == 0 ? " -" : ' ' + std::to_string(at.drawn));
  }
  std::string text(const State& at, Move move) const {
    if (current_player(at) == chance) return "card " + std::to_string(move.which);
    return move.which == 0 ? "keep" : "give";
  }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 5, 5);
    State state;
    if (parts[0] != "-") {
      for (const auto part : split(parts[0], ',')) {
        if (state.left == cards_ - 1) throw TextError("deck " + in_quotes(parts[0]) + ": more than " + std::to_string(cards_ - 1) + " cards");
        const auto card = static_cast<std::int8_t>(number(part, 1, cards_, "card"));
        const auto end = state.deck.begin() + state.left;
        if (std::find(state.deck.begin(), end, card) != end) throw TextError("deck " + in_quotes(parts[0]) + ": card " + std::to_string(card) + " twice");
        if (!fixed_ && state.left > 0 && end[-1] > card) throw TextError("deck " + in_quotes(parts[0]) + ": not ascending");
        *end = card;
        ++state.left;
      }
    }
    for (std::size_t p = 0; p < 2; ++p) state.score[p] = static_cast<int>(number(parts[1 + p], 0, cards_ * (cards_ + 1) / 2, "score"));
    state.mover = static_cast<int>(number(parts[3], 0, 1, "side to move"));
    int value = state.score[0] + state.score[1];
    for (int i = 0; i < state.left; ++i) value += state.deck[static_cast<std::size_t>(i)];
    if (value > cards_ * (cards_ + 1) / 2) throw TextError("scores of position " + in_quotes(in) + ": more than the cards are worth");
    if (parts[4] == "-") return state;
    state.drawn = static_cast<int>(number(parts[4], 1, cards_, "drawn card"));
    if (fixed_) throw TextError("drawn card " + in_quotes(parts[4]) + ": nothing is drawn with draw=fixed");
    const auto end = state.deck.begin() + state.left;
    if (std::find(state.deck.begin(), end, state.drawn) != end) throw TextError("drawn card " + in_quotes(parts[4]) + " is in the deck");
    if (value + state.drawn > cards_ * (cards_ + 1) / 2) throw TextError("scores of position " + in_quotes(in) + ": more than the cards are worth");
    return state;
  }

 private:
  static void remove(State& state, int card) {
    const auto end = state.deck.begin() + state.left;
    const auto found = std::find(state.deck.begin(), end, card);
    std::move(found + 1, end, found);
    state.deck[static_cast<std::size_t>(--state.left)] = 0;
  }

  int cards_;
  bool fixed_;
};

const Registration dice{{
    .id = "dice",
    .title = "Dice",
    .page = "chance",
    .source = "chance.cpp",
    .options = {{"rounds", {Value(std::int64_t{2}), Range{1, 6}}, "turns of each player"}},
    .make = [](const Options& options) { return as_game(Dice(options)); },
}};

const Registration deal{{
    .id = "deal",
    .title = "Deal",
    .page = "chance",
    .source = "chance.cpp",
    .options =
        {
            {"cards", {Value(std::int64_t{8}), Range{2, 20, 2}}, "cards in the deck"},
            {"draw", one_of({std::string("chance"), std::string("fixed")}), "when the order of the cards is settled"},
        },
    .make = [](const Options& options) { return as_game(Deal(options)); },
}};

}  // namespace

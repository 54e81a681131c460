// Bloody Murder: twelve cards are drawn, the last one counts out the victim. Chance only. Page: docs/rules/bloody_murder.md.
#include <array>
#include <optional>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Deck. Card = 13 * suit + number - 1, which is its bit:
//
//         A  2  3  4  5  6  7  8  9  T  J  Q  K
//    S    0  1  2  3  4  5  6  7  8  9 10 11 12
//    H   13                                  25
//    D   26                                  38
//    C   39                                  51

constexpr int cards = 52;
constexpr int ranks = 13;
constexpr int hours = 12;
constexpr std::string_view rank_letters = "A23456789TJQK";
constexpr std::string_view suit_letters = "SHDC";
constexpr u64 full_deck = (u64{1} << cards) - 1;

constexpr int number_of(int card) { return card % ranks + 1; }
std::string name_of(int card) { return {rank_letters[static_cast<std::size_t>(card % ranks)], suit_letters[static_cast<std::size_t>(card / ranks)]}; }

class BloodyMurder {
 public:
  static constexpr bool uniform_chance = true;

  struct State {
    u64 deck = full_deck;
    std::array<u8, hours> drawn{};
    u8 size = 0;  ///< how many are drawn
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    u64 card = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit BloodyMurder(const Options& options)
      : players_(static_cast<int>(options.integer("players"))), first_counted_(options.is("count_from", "left") ? 1 : 0) {}

  int players() const { return players_; }
  State initial(Rng&) const { return {}; }

  // ---- Move
  int current_player(const State& at) const { return at.size == hours ? over : chance; }
  std::uint64_t weight(const State&, Move) const { return 1; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.size == hours) return;
    for_each_bit(at.deck, [&](int card) { return emit(Move{static_cast<u64>(card)}); });
  }
  void play(State& state, Move move) const {
    state.deck ^= u64{1} << move.card;
    state.drawn[state.size++] = static_cast<u8>(move.card);
  }

  std::uint64_t count(const State& at) const { return at.size == hours ? 0 : static_cast<std::uint64_t>(cards - at.size); }
  Move nth(const State& at, std::uint64_t i) const { return {static_cast<u64>(nth_bit(at.deck, static_cast<int>(i)))}; }

  GameLength random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    GameLength length;
    for (; length.plies < max_plies && state.size < hours; ++length.plies) play(state, nth(state, rng.below(count(state))));
    length.chance_plies = length.plies;
    return length;
  }

  /// 52 * 51 * ...: nothing depends on which cards are drawn.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (depth > hours - at.size) return 0;
    std::uint64_t nodes = 1;
    for (int ply = 0; ply < depth; ++ply) {
      const auto choices = static_cast<std::uint64_t>(cards - at.size - ply);
      if (nodes > ~std::uint64_t{0} / choices) throw CountOverflow("perft: more than 2^64 - 1 nodes");
      nodes *= choices;
    }
    return nodes;
  }

  std::uint64_t longest_game() const { return hours; }
  std::uint64_t actions() const { return cards; }
  std::uint64_t action(Move move) const { return move.card; }

  // ---- End
  Result result(const State& at) const {
    static constexpr std::array<const char*, max_players> reasons{"victim 0", "victim 1", "victim 2", "victim 3",  "victim 4",  "victim 5", "victim 6",
                                                                  "victim 7", "victim 8", "victim 9", "victim 10", "victim 11", "victim 12"};
    const int speaker = (hours - 1) % players_;
    const int victim = (speaker + first_counted_ + number_of(at.drawn[hours - 1]) - 1) % players_;
    Result result = Result::draw(players_, reasons[static_cast<std::size_t>(victim)]);
    for (int p = 0; p < players_; ++p) result.returns[static_cast<std::size_t>(p)] = p == victim ? 0.0F : 1.0F;
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    if (at.size == 0) return "-";
    std::string out;
    for (std::size_t i = 0; i < at.size; ++i) {
      if (i > 0) out += ',';
      out += name_of(at.drawn[i]);
    }
    return out;
  }
  std::string text(const State&, Move move) const { return name_of(static_cast<int>(move.card)); }

  State parse(std::string_view in) const {
    State state;
    if (in == "-") return state;
    for (const std::string_view part : split(in, ',')) {
      const int card = card_named(part);
      if (card < 0) throw TextError("card " + in_quotes(part) + " of position " + in_quotes(in) + " is not a rank A 2 .. 9 T J Q K and a suit S H D C");
      if ((state.deck >> card & 1) == 0) throw TextError("card " + in_quotes(part) + " is twice in position " + in_quotes(in));
      if (state.size == hours) throw TextError("position " + in_quotes(in) + " has more than 12 cards");
      play(state, {static_cast<u64>(card)});
    }
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    const int card = card_named(in);
    if (card < 0) unreadable_move(in);
    if (at.size == hours || (at.deck >> card & 1) == 0) illegal_move(in);
    return {static_cast<u64>(card)};
  }

  /// What each speaker has told: the clock, seat, aspect by suit, whether it is supernatural.
  std::string diagram(const State& at) const {
    static constexpr std::array<const char*, 4> aspects{"the crime", "the victim", "the killer", "the investigation"};
    std::string out;
    for (int hour = 1; hour <= hours; ++hour) {
      const std::string clock = std::to_string(hour);
      out += std::string(3 - clock.size(), ' ') + clock + "  seat " + std::to_string((hour - 1) % players_);
      if (hour <= at.size) {
        const int card = at.drawn[static_cast<std::size_t>(hour - 1)];
        out += "  " + name_of(card);
        if (hour == hours) {
          out += std::string("  ") + result(at).reason;
        } else {
          out += std::string("  ") + aspects[static_cast<std::size_t>(card / ranks)] + (number_of(card) > 10 ? ", supernatural" : "");
        }
      }
      out += '\n';
    }
    return out;
  }

 private:
  /// -1: no card.
  static int card_named(std::string_view name) {
    if (name.size() != 2) return -1;
    const auto rank = rank_letters.find(name[0]);
    const auto suit = suit_letters.find(name[1]);
    return rank == std::string_view::npos || suit == std::string_view::npos ? -1 : ranks * static_cast<int>(suit) + static_cast<int>(rank);
  }

  int players_;
  int first_counted_;  ///< who is "one": 1 the speaker's left neighbour, 0 the speaker
};

const Registration registration{{
    .id = "bloody_murder",
    .title = "Bloody Murder",
    .page = "bloody_murder",
    .source = "bloody_murder.cpp",
    .options =
        {
            {"players", {Value(std::int64_t{4}), Range{2, 13}}, "seats at the table"},
            {"count_from", one_of({std::string("left"), std::string("self")}),
             "who is one when the victim is counted out: the speaker's left neighbour, or the speaker"},
        },
    .make = [](const Options& options) { return as_game(BloodyMurder(options)); },
    .players = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
}};

}  // namespace

// Oceans 11: two players flip cards from decks of their own; the weaker poker hand deals or concedes. Page: docs/rules/oceans11.md.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "games/oceans11/poker.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;
using poker::joker;

// ---- Cards. Numbers as in poker.hpp, whose order is that of the texts. A set of natural cards is a word, with five suits a double word.

template <bool five_suits>
using CardSet = std::conditional_t<five_suits, u128, u64>;

template <class Set>
constexpr Set single(int card) {
  return Set(u64{1}) << card;
}
template <class Set>
constexpr bool has(Set set, int card) {
  return (set & single<Set>(card)) != Set(u64{0});
}
template <class Set>
constexpr Set cards_of_suits(std::string_view suits) {
  Set set(u64{0});
  for (int card = 0; card < joker; ++card) {
    if (suits.find(poker::suit_letters[static_cast<std::size_t>(poker::suit_of(card))]) != std::string_view::npos) set |= single<Set>(card);
  }
  return set;
}

/// Natural cards and jokers of one place.
template <class Set>
struct Cards {
  Set naturals = Set(u64{0});
  u64 jokers = 0;
  int size() const { return popcount(naturals) + static_cast<int>(jokers); }
  void put(int card) {
    if (card == joker) {
      ++jokers;
    } else {
      naturals |= single<Set>(card);
    }
  }
  void take(int card) {
    if (card == joker) {
      --jokers;
    } else {
      naturals &= ~single<Set>(card);
    }
  }
  friend bool operator==(const Cards&, const Cards&) = default;
};

template <class Set>
std::string write(const Cards<Set>& cards) {
  std::string out;
  for_each_bit(cards.naturals, [&](int card) {
    out += poker::card_name(card);
    return false;
  });
  for (u64 i = 0; i < cards.jokers; ++i) out += "Jk";
  return out.empty() ? "-" : out;
}

/// The cards of a text, in its order; `-` is none.
std::vector<int> read_list(std::string_view part, const std::string& name) {
  std::vector<int> cards;
  if (part == "-") return cards;
  if (part.empty()) throw TextError(name + " is empty: no cards are written -");
  for (std::size_t i = 0; i < part.size(); i += 2) {
    const int card = poker::card_called(part.substr(i, 2));
    if (card < 0) throw TextError(name + " " + in_quotes(part) + ": " + in_quotes(part.substr(i, 2)) + " is no card");
    cards.push_back(card);
  }
  return cards;
}

/// What a player may hold.
template <class Set>
struct Holding {
  Set naturals;
  u64 jokers;
};

/// Puts cards together; refuses foreign ones and copies.
template <class Set>
Cards<Set> collect(const std::vector<int>& list, const Holding<Set>& allowed, std::string_view part, const std::string& name) {
  Cards<Set> cards;
  for (const int card : list) {
    if (card == joker ? allowed.jokers == 0 : !has(allowed.naturals, card)) {
      throw TextError(name + " " + in_quotes(part) + ": " + poker::card_name(card) + " does not belong there");
    }
    if (card == joker ? cards.jokers == allowed.jokers : has(cards.naturals, card)) {
      throw TextError(name + " " + in_quotes(part) + ": " + poker::card_name(card) + " once too often");
    }
    cards.put(card);
  }
  return cards;
}
template <class Set>
Cards<Set> read_sorted(std::string_view part, const Holding<Set>& allowed, const std::string& name) {
  const auto list = read_list(part, name);
  if (!std::is_sorted(list.begin(), list.end()))
    throw TextError(name + " " + in_quotes(part) + " is not sorted by rank A .. 2, then suit s h d c x, jokers last");
  return collect(list, allowed, part, name);
}

// ---- Stocks: what is not yet flipped, in the three ways in which it can be known.
//
// Each has size(player) and text; those with chance list outcomes with weights, draw one and take it away, the ordered one flips its top card.

/// Who may hold what, and how much.
template <class Set>
struct Dealt {
  std::array<Holding<Set>, 2> holding;
  int most_naturals;  ///< of a player
  bool one_pack;      ///< shared by the players
};

/// Two decks, unordered.
template <class CardsSet>
struct Decks {
  using Set = CardsSet;
  static constexpr bool has_chance = true;
  std::array<Cards<Set>, 2> deck;

  int size(int player) const { return deck[player].size(); }
  int outcomes(int player) const { return popcount(deck[player].naturals) + (deck[player].jokers != 0 ? 1 : 0); }
  int outcome(int player, int i) const { return i < popcount(deck[player].naturals) ? nth_bit(deck[player].naturals, i) : joker; }
  std::uint64_t weight(int player, int card) const { return card == joker ? deck[player].jokers : 1; }
  PLY_ALWAYS_INLINE int draw(int player, Rng& rng) const { return outcome(player, static_cast<int>(rng.below(static_cast<u64>(size(player))))); }
  PLY_ALWAYS_INLINE void take(int player, int card) { deck[player].take(card); }
  friend bool operator==(const Decks&, const Decks&) = default;

  static Decks complete(const Dealt<Set>& rules) {
    Decks out;
    for (int player = 0; player < 2; ++player) out.deck[player] = {rules.holding[player].naturals, rules.holding[player].jokers};
    return out;
  }
  std::string text(const Dealt<Set>& rules) const {
    const auto one = [&](int player) { return deck[player] == complete(rules).deck[player] ? "full" : write(deck[player]); };
    return one(0) + '|' + one(1);
  }
  static Decks parse(std::string_view part, const Dealt<Set>& rules, const std::array<Cards<Set>, 2>& rows) {
    const auto parts = split(part, '|');
    if (parts.size() != 2) throw TextError("decks " + in_quotes(part) + " are not two, separated by |");
    Decks out = complete(rules);
    for (int player = 0; player < 2; ++player) {
      const std::string_view mine = parts[static_cast<std::size_t>(player)];
      if (mine != "full") out.deck[player] = read_sorted(mine, rules.holding[player], "deck");
      if ((out.deck[player].naturals & rows[player].naturals) != Set(u64{0}) || out.deck[player].jokers + rows[player].jokers > rules.holding[player].jokers) {
        throw TextError("deck " + in_quotes(mine) + ": a card of the row of player " + std::to_string(player) + " is in it");
      }
    }
    return out;
  }
  u64 key() const {
    u64 out = 0;
    for (const auto& cards : deck) out = scramble(scramble(scramble(out ^ low_word(u128(cards.naturals))) ^ high_word(u128(cards.naturals))) ^ cards.jokers);
    return out;
  }
};

/// One pack dealt to both players face down: only the union of what is left is known, and how many cards each has.
struct Pack {
  using Set = u64;
  static constexpr bool has_chance = true;
  u64 unseen = 0;
  std::array<u8, 2> naturals{};  ///< how many of the unseen cards are the player's
  std::array<u8, 2> jokers{};

  int size(int player) const { return naturals[player] + jokers[player]; }
  int outcomes(int player) const { return (naturals[player] != 0 ? popcount(unseen) : 0) + jokers[player]; }
  int outcome(int player, int i) const { return naturals[player] != 0 && i < popcount(unseen) ? nth_bit(unseen, i) : joker; }
  /// The joker is each of the player's n cards with the same probability, the rest is shared by the unseen cards.
  std::uint64_t weight(int player, int card) const {
    if (jokers[player] == 0 || naturals[player] == 0) return 1;
    return static_cast<std::uint64_t>(card == joker ? popcount(unseen) : naturals[player]);
  }
  PLY_ALWAYS_INLINE int draw(int player, Rng& rng) const {
    if (jokers[player] != 0 && rng.below(static_cast<u64>(size(player))) == 0) return joker;
    return nth_bit(unseen, static_cast<int>(rng.below(static_cast<u64>(popcount(unseen)))));
  }
  PLY_ALWAYS_INLINE void take(int player, int card) {
    if (card == joker) {
      --jokers[player];
    } else {
      --naturals[player];
      unseen &= ~(u64{1} << card);
    }
  }
  friend bool operator==(const Pack&, const Pack&) = default;

  static Pack complete(const Dealt<Set>& rules) {
    const auto each = static_cast<u8>(rules.most_naturals);
    return {rules.holding[0].naturals, {each, each}, {static_cast<u8>(rules.holding[0].jokers), static_cast<u8>(rules.holding[1].jokers)}};
  }
  std::string text(const Dealt<Set>& rules) const {
    std::string out = unseen == rules.holding[0].naturals ? "full" : write(Cards<Set>{unseen, 0});
    for (int player = 0; player < 2; ++player) out += '|' + std::to_string(naturals[player]) + (jokers[player] != 0 ? "+Jk" : "");
    return out;
  }
  static Pack parse(std::string_view part, const Dealt<Set>& rules, const std::array<Cards<Set>, 2>& rows) {
    const auto parts = split(part, '|');
    if (parts.size() != 3) throw TextError("decks " + in_quotes(part) + " are not the unseen cards and two numbers, separated by |");
    Pack out = complete(rules);
    if (parts[0] != "full") out.unseen = read_sorted(parts[0], Holding<Set>{rules.holding[0].naturals, 0}, "unseen cards").naturals;
    if ((out.unseen & (rows[0].naturals | rows[1].naturals)) != 0) throw TextError("unseen cards " + in_quotes(parts[0]) + ": a card of a row is among them");
    for (int player = 0; player < 2; ++player) {
      const std::string_view mine = parts[static_cast<std::size_t>(player) + 1];
      const bool with_joker = mine.ends_with("+Jk");
      out.naturals[player] = static_cast<u8>(number(with_joker ? mine.substr(0, mine.size() - 3) : mine, 0, rules.most_naturals, "natural cards left"));
      out.jokers[player] = with_joker ? 1 : 0;
      if (out.jokers[player] + rows[player].jokers > rules.holding[player].jokers) throw TextError("cards left " + in_quotes(mine) + ": no joker can be left");
      if (out.naturals[player] + popcount(rows[player].naturals) > rules.most_naturals) {
        throw TextError("cards left " + in_quotes(mine) + ": more natural cards, with the row, than half a pack has");
      }
    }
    if (out.naturals[0] + out.naturals[1] != popcount(out.unseen)) {
      throw TextError("decks " + in_quotes(part) + ": " + std::to_string(popcount(out.unseen)) + " cards are unseen, not the sum of the numbers");
    }
    return out;
  }
  u64 key() const { return scramble(unseen) ^ (u64{naturals[0]} | u64{naturals[1]} << 8 | u64{jokers[0]} << 16 | u64{jokers[1]} << 24); }
};

/// Two decks in order, the top card last.
template <class CardsSet>
struct Piles {
  using Set = CardsSet;
  static constexpr bool has_chance = false;
  static constexpr std::size_t most = joker;
  std::array<std::array<u8, most>, 2> card{};
  std::array<u8, 2> left{};

  int size(int player) const { return left[player]; }
  int flip(int player) {
    u8& top = card[player][--left[player]];
    const int flipped = top;
    top = 0;
    return flipped;
  }
  friend bool operator==(const Piles&, const Piles&) = default;

  /// `list` from the top.
  void pile(int player, const std::vector<int>& list) {
    left[player] = static_cast<u8>(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) card[player][list.size() - 1 - i] = static_cast<u8>(list[i]);
  }
  std::string text(const Dealt<Set>&) const {
    std::string out;
    for (int player = 0; player < 2; ++player) {
      if (player == 1) out += '|';
      if (left[player] == 0) out += '-';
      for (int i = left[player]; i-- > 0;) out += poker::card_name(card[player][static_cast<std::size_t>(i)]);
    }
    return out;
  }
  static Piles parse(std::string_view part, const Dealt<Set>& rules, const std::array<Cards<Set>, 2>& rows) {
    const auto parts = split(part, '|');
    if (parts.size() != 2) throw TextError("decks " + in_quotes(part) + " are not two, separated by |");
    Piles out;
    std::array<Set, 2> held;
    for (int player = 0; player < 2; ++player) {
      const std::string_view mine = parts[static_cast<std::size_t>(player)];
      const auto list = read_list(mine, "deck");
      const auto cards = collect(list, rules.holding[player], mine, "deck");
      if ((cards.naturals & rows[player].naturals) != Set(u64{0}) || cards.jokers + rows[player].jokers > rules.holding[player].jokers) {
        throw TextError("deck " + in_quotes(mine) + ": a card of the row of player " + std::to_string(player) + " is in it");
      }
      held[player] = cards.naturals | rows[player].naturals;
      if (popcount(held[player]) > rules.most_naturals) throw TextError("deck " + in_quotes(mine) + ": more natural cards, with the row, than half a pack has");
      out.pile(player, list);
    }
    if (rules.one_pack && (held[0] & held[1]) != Set(u64{0})) throw TextError("decks " + in_quotes(part) + ": a card of one pack belongs to both players");
    return out;
  }
  u64 key() const {
    u64 out = 0;
    for (int player = 0; player < 2; ++player) {
      out = scramble(out ^ left[player]);
      for (int i = 0; i < left[player]; ++i) out = scramble(out ^ card[player][static_cast<std::size_t>(i)]);
    }
    return out;
  }
};

// ---- The game

struct Deck {
  std::int64_t size;
  bool five_suits;
  u64 jokers;
  int target;
};
constexpr std::array<Deck, 5> decks{{{54, false, 2, 6}, {52, false, 0, 6}, {65, true, 0, 7}, {27, false, 1, 3}, {26, false, 0, 3}}};

const Deck& deck_of(const Options& options) {
  return *std::find_if(decks.begin(), decks.end(), [&](const Deck& deck) { return deck.size == options.integer("deck"); });
}
bool is_half(const Options& options) { return options.integer("deck") <= 27; }
bool is_split(const Options& options) { return is_half(options) && options.is("half", "split"); }

template <class Stock>
class Oceans11 {
 public:
  using Set = typename Stock::Set;
  static constexpr bool has_chance = Stock::has_chance;

  enum Phase : u8 { both, flip0, flip1, move0, move1, finished };

  struct State {
    std::array<Cards<Set>, 2> row{};
    std::array<poker::Row, 2> sums{};     ///< of the rows
    std::array<poker::Value, 2> value{};  ///< of the rows; 0: no card
    Stock stock{};
    std::array<u8, 2> wins{};
    Phase phase = both;
    friend bool operator==(const State&, const State&) = default;
  };

  /// Deal, concede, or a card that is flipped by player 0 or 1.
  struct Move {
    u64 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Oceans11(const Options& options)
      : words_(options.flag("deuces_wild") ? &poker::cards<true> : &poker::cards<false>), value_(&poker::Values::table()), target_(deck_of(options).target) {
    const bool halves = is_half(options) && !is_split(options);
    for (int player = 0; player < 2; ++player) {
      const std::string_view suits = halves ? player == 0 ? "sc" : "hd" : deck_of(options).five_suits ? "shdcx" : "shdc";
      dealt_.holding[player] = {cards_of_suits<Set>(suits), deck_of(options).jokers};
    }
    dealt_.one_pack = is_split(options);
    dealt_.most_naturals = popcount(dealt_.holding[0].naturals) / (dealt_.one_pack ? 2 : 1);
  }

  // ---- Setup
  State initial(Rng& rng) const {
    State state;
    if constexpr (has_chance) {
      state.stock = Stock::complete(dealt_);
    } else {
      shuffle(state.stock, rng);
    }
    start_hand(state);
    return state;
  }

  // ---- Move
  int current_player(const State& at) const {
    if (at.phase == finished) return over;
    return at.phase >= move0 ? at.phase - move0 : chance;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const u64 choices = count(at);
    for (u64 i = 0; i < choices; ++i) {
      if (emit(nth(at, i))) return;
    }
  }

  std::uint64_t count(const State& at) const {
    if (at.phase == finished) return 0;
    if (at.phase >= move0) return may_concede(at) ? 2 : 1;
    if constexpr (has_chance) return static_cast<std::uint64_t>(at.stock.outcomes(flipping(at)));
    return 0;
  }
  Move nth(const State& at, std::uint64_t i) const {
    if constexpr (has_chance) {
      if (at.phase < move0) return flip_of(flipping(at), at.stock.outcome(flipping(at), static_cast<int>(i)));
    }
    return {i == 0 ? deal : concede};
  }
  std::uint64_t weight(const State& at, Move move) const
    requires has_chance
  {
    return at.phase < move0 ? at.stock.weight(flipping(at), card_of(move)) : 1;
  }

  void play(State& state, Move move) const {
    if (move.code == deal) {
      const int player = state.phase - move0;
      if constexpr (has_chance) {
        state.phase = player == 0 ? flip0 : flip1;
      } else {
        put(state, player, state.stock.flip(player));
        compare(state);
      }
    } else if (move.code == concede) {
      ++state.wins[1 - (state.phase - move0)];
      start_hand(state);
    } else if constexpr (has_chance) {
      flip(state, flipping(state), card_of(move));
    }
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.phase == finished) return std::nullopt;
    if constexpr (has_chance) {
      if (at.phase < move0) return flip_of(flipping(at), at.stock.draw(flipping(at), rng));
    }
    return Move{may_concede(at) && rng.below(2) != 0 ? concede : deal};
  }

  auto random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    GameLength length;
    for (; length.plies < max_plies && state.phase != finished; ++length.plies) {
      if constexpr (has_chance) {
        if (state.phase < move0) {
          ++length.chance_plies;
          flip(state, flipping(state), state.stock.draw(flipping(state), rng));
          continue;
        }
      }
      play(state, {may_concede(state) && rng.below(2) != 0 ? concede : deal});
    }
    if constexpr (has_chance) {
      return length;
    } else {
      return length.plies;
    }
  }

  /// Every card is flipped at most once; a move deals one or ends one of the hands.
  std::uint64_t longest_game() const {
    const auto cards = 2 * (static_cast<std::uint64_t>(dealt_.most_naturals) + dealt_.holding[0].jokers);
    return (has_chance ? 2 : 1) * cards + 2 * static_cast<std::uint64_t>(target_) - 1;
  }
  std::uint64_t actions() const { return first_flip + (has_chance ? 2 * (joker + 1) : 0); }
  std::uint64_t action(Move move) const { return move.code; }

  std::uint64_t key(const State& at) const {
    u64 out = at.stock.key();
    for (const Cards<Set>& row : at.row) {
      out = scramble(scramble(scramble(out) ^ low_word(u128(row.naturals))) ^ (high_word(u128(row.naturals)) | row.jokers << 8));
    }
    return scramble(out ^ (at.phase | u64{at.wins[0]} << 8 | u64{at.wins[1]} << 16));
  }

  // ---- End
  Result result(const State& at) const {
    const char* reason = has_target(at) ? "target reached" : "out of cards";
    Result result = at.wins[0] == at.wins[1] ? Result::draw(2, reason) : Result::win(2, at.wins[0] > at.wins[1] ? 0 : 1, reason);
    result.set_scores(at.wins);
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out = std::to_string(at.wins[0]);
    out += '-' + std::to_string(at.wins[1]);
    out += ' ' + write(at.row[0]) + '|' + write(at.row[1]);
    out += ' ' + at.stock.text(dealt_);
    return out += ' ' + std::string(phase_names[at.phase]);
  }
  std::string text(const State&, Move move) const {
    if (move.code < first_flip) return move.code == deal ? "deal" : "concede";
    return (move.code < first_flip + joker + 1 ? "0:" : "1:") + poker::card_name(card_of(move));
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    const auto wins = split(parts[0], '-');
    if (wins.size() != 2) throw TextError("wins " + in_quotes(parts[0]) + " are not two numbers joined by -");
    const auto rows = split(parts[1], '|');
    if (rows.size() != 2) throw TextError("rows " + in_quotes(parts[1]) + " are not two, separated by |");
    for (int player = 0; player < 2; ++player) {
      state.wins[player] = static_cast<u8>(number(wins[static_cast<std::size_t>(player)], 0, target_, "wins"));
      const auto row = read_sorted(rows[static_cast<std::size_t>(player)], dealt_.holding[player], "row");
      for_each_card(row, [&](int card) { put(state, player, card); });
      if (popcount(row.naturals) > dealt_.most_naturals) throw TextError("rows " + in_quotes(parts[1]) + ": more natural cards than half a pack has");
    }
    if (dealt_.one_pack && (state.row[0].naturals & state.row[1].naturals) != Set(u64{0})) {
      throw TextError("rows " + in_quotes(parts[1]) + ": a card of one pack is in both");
    }
    state.stock = Stock::parse(parts[2], dealt_, state.row);
    const auto phase = std::find(phase_names.begin(), phase_names.end(), parts[3]);
    if (phase == phase_names.end()) throw TextError("phase " + in_quotes(parts[3]) + " is not both, flip0, flip1, move0, move1 or over");
    state.phase = static_cast<Phase>(phase - phase_names.begin());
    check(state, parts);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    if (in == "deal" || in == "concede") return require_legal(*this, at, Move{in == "deal" ? deal : concede}, in);
    const int card = in.size() > 2 && (in.starts_with("0:") || in.starts_with("1:")) ? poker::card_called(in.substr(2)) : -1;
    if (card < 0) unreadable_move(in);
    return require_legal(*this, at, flip_of(in[0] - '0', card), in);
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (const int player : {1, 0}) {
      out += "player " + std::to_string(player) + ": " + std::to_string(at.wins[player]) + (at.wins[player] == 1 ? " win " : " wins") + ", " +
             std::to_string(at.stock.size(player)) + " cards left; row";
      for_each_card(at.row[player], [&](int card) { (out += ' ') += poker::card_name(card); });
      if (at.value[player] != 0) out += std::string("  (") + class_names[poker::class_of(at.value[player])] + ")";
      out += '\n';
    }
    return out;
  }

 private:
  static constexpr u64 deal = 0;
  static constexpr u64 concede = 1;
  static constexpr u64 first_flip = 2;
  static constexpr std::array<std::string_view, 6> phase_names{"both", "flip0", "flip1", "move0", "move1", "over"};
  static constexpr std::array<const char*, 10> class_names{"high card", "pair",       "two pair",       "three of a kind", "straight",
                                                           "flush",     "full house", "four of a kind", "straight flush",  "five of a kind"};

  static Move flip_of(int player, int card) { return {first_flip + static_cast<u64>(player * (joker + 1) + card)}; }
  static int card_of(Move move) { return static_cast<int>((move.code - first_flip) % (joker + 1)); }
  /// Whose flip is due.
  static int flipping(const State& at) { return at.phase == flip1 ? 1 : 0; }
  bool has_target(const State& at) const { return at.wins[0] == target_ || at.wins[1] == target_; }
  /// Not when the other would have all wins then.
  bool may_concede(const State& at) const { return at.wins[1 - (at.phase - move0)] + 1 < target_; }

  template <class Visit>
  static void for_each_card(const Cards<Set>& cards, Visit&& visit) {
    for_each_bit(cards.naturals, [&](int card) {
      visit(card);
      return false;
    });
    for (u64 i = 0; i < cards.jokers; ++i) visit(joker);
  }

  PLY_ALWAYS_INLINE void put(State& state, int player, int card) const {
    state.row[player].put(card);
    state.sums[player].add((*words_)[card]);
    state.value[player] = (*value_)(state.sums[player]);
  }
  static void discard_rows(State& state) {
    state.row = {};
    state.sums = {};
    state.value = {};
  }

  PLY_ALWAYS_INLINE void flip(State& state, int player, int card) const
    requires has_chance
  {
    state.stock.take(player, card);
    put(state, player, card);
    if (state.phase == both) {
      state.phase = flip1;
    } else {
      compare(state);
    }
  }

  /// After the last of the flips that were due: the weaker moves.
  PLY_ALWAYS_INLINE void compare(State& state) const {
    if (state.value[0] == state.value[1]) return flip_both(state);
    const int weaker = state.value[0] < state.value[1] ? 0 : 1;
    state.phase = weaker == 0 ? move0 : move1;
    if (state.stock.size(weaker) == 0) finish(state, 1 - weaker, 1);
  }

  void start_hand(State& state) const {
    discard_rows(state);
    flip_both(state);
  }

  /// Both are to flip. Who cannot loses the hand, also one that he cannot start; where neither can it is void.
  void flip_both(State& state) const {
    for (int player = 0; player < 2; ++player) {
      if (state.stock.size(player) == 0) return finish(state, 1 - player, state.stock.size(1 - player) == 0 ? 0 : 1);
    }
    if constexpr (has_chance) {
      state.phase = both;
    } else {
      for (int player = 0; player < 2; ++player) put(state, player, state.stock.flip(player));
      compare(state);
    }
  }

  /// The winner's opponent has run out of cards: each card of the winner's stock wins a hand.
  PLY_NEVER_INLINE void finish(State& state, int winner, int hands) const {
    state.wins[winner] = static_cast<u8>(std::min(target_, state.wins[winner] + hands + state.stock.size(winner)));
    discard_rows(state);
    state.phase = finished;
  }

  /// Lists in the order of texts are shuffled; the first card is on top.
  void shuffle(Stock& stock, Rng& rng) const {
    const auto listed = [](const Holding<Set>& holding) {
      std::vector<int> list;
      for_each_card(Cards<Set>{holding.naturals, holding.jokers}, [&](int card) { list.push_back(card); });
      return list;
    };
    if (!dealt_.one_pack) {
      for (int player = 0; player < 2; ++player) {
        auto list = listed(dealt_.holding[player]);
        rng.shuffle(list, list.size());
        stock.pile(player, list);
      }
      return;
    }
    auto pack = listed({dealt_.holding[0].naturals, 0});
    rng.shuffle(pack, pack.size());
    const auto middle = pack.begin() + dealt_.most_naturals;
    for (int player = 0; player < 2; ++player) {
      std::vector<int> list(player == 0 ? pack.begin() : middle, player == 0 ? middle : pack.end());
      if (dealt_.holding[player].jokers != 0) {
        list.push_back(joker);
        rng.shuffle(list, list.size());
      }
      stock.pile(player, list);
    }
  }

  /// The phase against wins, rows and decks.
  void check(const State& at, const std::vector<std::string_view>& parts) const {
    const auto wrong = [&](const std::string& what) {
      return TextError("phase " + in_quotes(parts[3]) + " with wins " + in_quotes(parts[0]) + " and rows " + in_quotes(parts[1]) + ": " + what);
    };
    const bool empty0 = at.value[0] == 0;
    const bool empty1 = at.value[1] == 0;
    if (at.wins[0] == target_ && at.wins[1] == target_) throw wrong("both players have won");
    if (at.phase == finished) {
      if (!empty0 || !empty1) throw wrong("the rows are discarded at the end");
      if (!has_target(at) && at.stock.size(0) != 0 && at.stock.size(1) != 0) throw wrong("nobody has won, and both players have cards");
      return;
    }
    if (has_target(at)) throw wrong("the game is over");
    if (!has_chance && at.phase < move0) throw wrong("with draw=fixed no flip is ever due");
    const auto needs_card = [&](int player) {
      if (at.stock.size(player) == 0) throw wrong("player " + std::to_string(player) + " has no card to flip");
    };
    if (at.phase == both) {
      if (empty0 != empty1 || at.value[0] != at.value[1]) throw wrong("the rows are not equal");
      needs_card(0);
      needs_card(1);
      return;
    }
    const int player = at.phase == flip0 || at.phase == move0 ? 0 : 1;
    if (at.phase == flip1 && empty1) {
      if (at.row[0].size() != 1) throw wrong("a hand starts with one card of player 0");
    } else {
      if (empty0 || empty1) throw wrong("a row is empty");
      // After a tie player 1 is still to flip when the card of player 0 changes nothing.
      const bool may_be_equal = at.phase == flip1;
      if (at.value[player] > at.value[1 - player] || (at.value[player] == at.value[1 - player] && !may_be_equal)) {
        throw wrong("player " + std::to_string(player) + " does not have the weaker row");
      }
    }
    needs_card(player);
  }

  const poker::Cards* words_;
  const poker::Values* value_;
  int target_;
  Dealt<Set> dealt_{};
};

std::unique_ptr<AnyGame> make(const Options& options) {
  const bool fixed = options.is("draw", "fixed");
  if (deck_of(options).five_suits) {
    if (fixed) return as_game(Oceans11<Piles<CardSet<true>>>(options));
    return as_game(Oceans11<Decks<CardSet<true>>>(options));
  }
  if (fixed) return as_game(Oceans11<Piles<CardSet<false>>>(options));
  if (is_split(options)) return as_game(Oceans11<Pack>(options));
  return as_game(Oceans11<Decks<CardSet<false>>>(options));
}

const Registration registration{{
    .id = "oceans11",
    .title = "Oceans 11",
    .page = "oceans11",
    .source = "oceans11",
    .options =
        {
            {"deck", one_of({Value(std::int64_t{54}), Value(std::int64_t{52}), Value(std::int64_t{65}), Value(std::int64_t{27}), Value(std::int64_t{26})}),
             "cards of each player"},
            {"deuces_wild", flag(false), "whether twos are wild, besides the jokers"},
            {"half", one_of({std::string("split"), std::string("suits")}), "decks 27 and 26: halves of one shuffled pack, or two suits each"},
            {"draw", one_of({std::string("chance"), std::string("fixed")}), "when the order of the cards is settled"},
        },
    .resolve =
        [](Options& options) {
          if (!is_half(options) && options.is("half", "suits")) throw OptionError("option half=suits is for deck=27 and deck=26 only");
        },
    .make = make,
}};

}  // namespace

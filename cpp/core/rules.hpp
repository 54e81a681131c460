// The contract between a game and everything derived from it.
//
// A game is a rules value (its options, fixed at construction) with two plain types, `State` and `Move`, and the functions of the concept `Rules`.
// The refinements below are used where a game offers them and derived (or absent) where it does not; core/contract.hpp compares the two.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/rng.hpp"

namespace ply {

/// `current_player` where chance moves, and where the game is over.
inline constexpr int chance = -1;
inline constexpr int over = -2;
inline constexpr int max_players = 13;

/// How a game ended. Only the first `players` entries of the arrays mean something.
struct Result {
  const char* reason;
  int players;
  std::uint16_t winners = 0;  ///< bit p: player p won, was in the winning team, or tied for first ahead of others
  bool has_scores = false;
  bool has_points = false;
  std::array<float, max_players> returns;
  std::array<double, max_players> scores;
  std::array<double, max_players> points;

  static Result draw(int players, const char* reason) { return Result(players, reason); }
  static Result win(int players, int winner, const char* reason) { return team(players, static_cast<std::uint16_t>(1u << winner), reason); }
  /// Every player in `mask` gets +1, the others -1.
  static Result team(int players, std::uint16_t mask, const char* reason) {
    Result result(players, reason);
    result.winners = mask;
    for (int p = 0; p < players; ++p) result.returns[p] = (mask >> p & 1) != 0 ? 1.0F : -1.0F;
    return result;
  }
  /// The highest score wins: +1 alone, 0 for all that tie for first, -1 for the others. All equal: a draw, nobody wins.
  template <class Scores>
  static Result by_score(int players, const Scores& scores, const char* reason) {
    Result result(players, reason);
    result.set_scores(scores);
    double best = result.scores[0];
    for (int p = 1; p < players; ++p) best = result.scores[p] > best ? result.scores[p] : best;
    int first = 0;
    for (int p = 0; p < players; ++p) first += result.scores[p] == best ? 1 : 0;
    if (first == players) return result;
    for (int p = 0; p < players; ++p) {
      const bool wins = result.scores[p] == best;
      if (wins) result.winners |= static_cast<std::uint16_t>(1u << p);
      result.returns[p] = !wins ? -1.0F : first == 1 ? 1.0F : 0.0F;
    }
    return result;
  }
  template <class Scores>
  void set_scores(const Scores& from) {
    has_scores = true;
    for (int p = 0; p < players; ++p) scores[p] = static_cast<double>(from[p]);
  }
  template <class Points>
  void set_points(const Points& from) {
    has_points = true;
    for (int p = 0; p < players; ++p) points[p] = static_cast<double>(from[p]);
  }

 private:
  Result(int count, const char* why) : reason(why), players(count) {
    for (int p = 0; p < count; ++p) returns[p] = 0.0F;
  }
};

/// Trivially copyable, comparable, no heap, no pointers: a value that can be copied as bytes. `==` may ignore caches.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && std::equality_comparable<T>;

/// What `moves` delivers to: called with each move, returns true to stop. An archetype: real sinks are lambdas.
template <class Move>
struct Sink {
  bool operator()(const Move&) const;
};

template <class R>
concept Rules = Plain<typename R::State> && Plain<typename R::Move> &&
                requires(const R rules, const typename R::State& at, typename R::State& state, typename R::Move move, Sink<typename R::Move> emit, Rng& rng,
                         std::string_view in) {
                  { rules.initial(rng) } -> std::same_as<typename R::State>;  // rng: random set-ups only
                  { rules.current_player(at) } -> std::same_as<int>;          // 0.., chance, or over
                  rules.moves(at, emit);                         // each legal move (or chance outcome) exactly once, in a fixed order; none exactly when over
                  rules.play(state, move);                       // move is legal; not checked here
                  { rules.result(at) } -> std::same_as<Result>;  // only when over
                  { rules.text(at) } -> std::same_as<std::string>;         // all that legality depends on
                  { rules.text(at, move) } -> std::same_as<std::string>;   // unique among the legal moves
                  { rules.parse(in) } -> std::same_as<typename R::State>;  // throws TextError
                };

// ---- Refinements. Each is a member function of the rules, const, taking the position first.

/// `count(at)`: the number of legal moves, without listing them.
template <class R>
concept HasCount = requires(const R& rules, const typename R::State& at) {
  { rules.count(at) } -> std::convertible_to<std::uint64_t>;
};
/// `nth(at, i)`: the i-th move of `moves`, i < count, without listing the rest.
template <class R>
concept HasNth = requires(const R& rules, const typename R::State& at, std::uint64_t i) {
  { rules.nth(at, i) } -> std::same_as<typename R::Move>;
};
/// `random_move(at, rng)`: one legal move, uniform (a chance outcome: by weight), or nothing when over.
template <class R>
concept HasRandomMove = requires(const R& rules, const typename R::State& at, Rng& rng) {
  { rules.random_move(at, rng) } -> std::same_as<std::optional<typename R::Move>>;
};
/// `random_game(state, rng, max_plies)`: plays uniformly random moves until the game is over or max_plies are made; returns the plies made.
/// The same distribution of final state and plies as the step-by-step loop.
template <class R>
concept HasRandomGame = requires(const R& rules, typename R::State& state, Rng& rng, std::uint64_t max_plies) {
  { rules.random_game(state, rng, max_plies) } -> std::convertible_to<std::uint64_t>;
};
/// The same for a game with chance, which also returns how many of the plies were chance outcomes.
struct GameLength {
  std::uint64_t plies = 0;
  std::uint64_t chance_plies = 0;
};
template <class R>
concept HasRandomChanceGame = requires(const R& rules, typename R::State& state, Rng& rng, std::uint64_t max_plies) {
  { rules.random_game(state, rng, max_plies) } -> std::same_as<GameLength>;
};
/// `perft(at, depth)`: the node count in closed form, or nothing where there is none. Throws CountOverflow past 2^64 - 1.
template <class R>
concept HasPerft = requires(const R& rules, const typename R::State& at, int depth) {
  { rules.perft(at, depth) } -> std::same_as<std::optional<std::uint64_t>>;
};
/// `weight(at, m)`: integer weight of a chance outcome, > 0. A game with chance offers it; one without must not.
/// `static constexpr bool uniform_chance = true` promises that all weights of a position are equal.
template <class R>
concept HasChance = requires(const R& rules, const typename R::State& at, const typename R::Move& move) {
  { rules.weight(at, move) } -> std::convertible_to<std::uint64_t>;
};
/// `parse_move(at, text)`: the one legal move that `text` names; throws IllegalMove saying unreadable, illegal or ambiguous (see core/codec.hpp).
template <class R>
concept HasParseMove = requires(const R& rules, const typename R::State& at, std::string_view in) {
  { rules.parse_move(at, in) } -> std::same_as<typename R::Move>;
};
/// `key(at)`: 64-bit position key. States that are == have equal keys; counters are not part of it.
template <class R>
concept HasKey = requires(const R& rules, const typename R::State& at) {
  { rules.key(at) } -> std::same_as<std::uint64_t>;
};
/// `adjudicated(at)`: an end declared by the drivers and the user-facing state, ignored by perft (quiet counters, insufficient material).
template <class R>
concept HasAdjudicated = requires(const R& rules, const typename R::State& at) {
  { rules.adjudicated(at) } -> std::same_as<std::optional<Result>>;
};
/// `repetition_limit()`: occurrences of a key that end the game; 0: never. Needs `key`.
template <class R>
concept HasRepetition = HasKey<R> && requires(const R& rules) {
  { rules.repetition_limit() } -> std::convertible_to<int>;
};
/// `note(at)`: a byte kept with each key, e.g. "the mover is in check".
template <class R>
concept HasNote = requires(const R& rules, const typename R::State& at) {
  { rules.note(at) } -> std::same_as<std::uint8_t>;
};
/// A position that was on the board.
struct Seen {
  std::uint64_t key;
  std::uint8_t note;
  friend bool operator==(const Seen&, const Seen&) = default;
};
/// `repeated(at, seen)`: what the limit-th occurrence means; `seen` runs from the first occurrence to `at` itself. Nothing: the game goes on. Default: a draw.
template <class R>
concept HasRepeated = requires(const R& rules, const typename R::State& at, std::span<const Seen> seen) {
  { rules.repeated(at, seen) } -> std::same_as<std::optional<Result>>;
};
/// `reversible_plies(at)`: no earlier position than that many plies ago can recur. Bounds the look-back.
template <class R>
concept HasReversiblePlies = requires(const R& rules, const typename R::State& at) {
  { rules.reversible_plies(at) } -> std::convertible_to<std::uint32_t>;
};
/// `conceded(at, player)`: the result when `player` resigns, where it is not simply the opponent's win (points, teams). Required for a resignation with more
/// than two players.
template <class R>
concept HasConceded = requires(const R& rules, const typename R::State& at, int player) {
  { rules.conceded(at, player) } -> std::same_as<Result>;
};
/// `agreed(at)`: the result when the players agree to a draw, where it has more to it than that nobody wins (points).
template <class R>
concept HasAgreed = requires(const R& rules, const typename R::State& at) {
  { rules.agreed(at) } -> std::same_as<Result>;
};
/// `diagram(at)`: the board for people, several lines.
template <class R>
concept HasDiagram = requires(const R& rules, const typename R::State& at) {
  { rules.diagram(at) } -> std::same_as<std::string>;
};
/// `counters(at)` / `set_counters(state, values)`: what `State` holds beyond the position text (a pickle must keep it).
template <class R>
concept HasCounters = requires(const R& rules, const typename R::State& at, typename R::State& state, std::span<const std::uint64_t> in) {
  { rules.counters(at) } -> std::same_as<std::vector<std::uint64_t>>;
  { rules.set_counters(state, in) } -> std::same_as<bool>;  // false: not such values
};
/// `actions()` / `action(m)`: a fixed numbering 0 .. actions()-1 of moves for learners, where a compact one exists.
template <class R>
concept HasActions = requires(const R& rules, const typename R::Move& move) {
  { rules.actions() } -> std::convertible_to<std::uint64_t>;
  { rules.action(move) } -> std::convertible_to<std::uint64_t>;
};
/// `players()`: how many; default 2.
template <class R>
concept HasPlayers = requires(const R& rules) {
  { rules.players() } -> std::convertible_to<int>;
};
/// `ply_limit()`: the page's recommended limit for playouts of a game that can go on for ever.
template <class R>
concept HasPlyLimit = requires(const R& rules) {
  { rules.ply_limit() } -> std::convertible_to<std::uint64_t>;
};
/// `longest_game()`: the page's bound on the plies of a game from its start, chance outcomes included.
template <class R>
concept HasLongestGame = requires(const R& rules) {
  { rules.longest_game() } -> std::convertible_to<std::uint64_t>;
};

template <class R>
consteval bool uniform_chance() {
  if constexpr (requires { R::uniform_chance; }) {
    return R::uniform_chance;
  } else {
    return false;
  }
}

template <Rules R>
int players_of(const R& rules) {
  if constexpr (HasPlayers<R>) {
    return static_cast<int>(rules.players());
  } else {
    return 2;
  }
}

/// The number of legal moves: `count` where offered, else by listing.
template <Rules R>
std::uint64_t count_moves(const R& rules, const typename R::State& at) {
  if constexpr (HasCount<R>) {
    return static_cast<std::uint64_t>(rules.count(at));
  } else {
    std::uint64_t count = 0;
    rules.moves(at, [&](const typename R::Move&) {
      ++count;
      return false;
    });
    return count;
  }
}

/// The i-th legal move, or nothing if there are not so many.
template <Rules R>
std::optional<typename R::Move> nth_move(const R& rules, const typename R::State& at, std::uint64_t i) {
  if constexpr (HasNth<R>) {
    if (i >= count_moves(rules, at)) return std::nullopt;
    return rules.nth(at, i);
  } else {
    std::optional<typename R::Move> found;
    rules.moves(at, [&](const typename R::Move& move) {
      if (i-- != 0) return false;
      found = move;
      return true;
    });
    return found;
  }
}

template <Rules R>
bool has_moves(const R& rules, const typename R::State& at) {
  if constexpr (HasCount<R>) {
    return rules.count(at) != 0;
  } else {
    return nth_move(rules, at, 0).has_value();
  }
}

}  // namespace ply

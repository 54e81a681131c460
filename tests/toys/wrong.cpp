// One small game, wrong in one way at a time: the contract check must say which. `wrong_none` is the same game without a fault.
// Five cells are taken in turn; the game ends when cell 0 is taken (its taker wins) or four are taken (a draw). In the chance faults, chance takes the first.
#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

enum class Fault {
  none,
  // kernel
  current_player_over,   ///< says over while moves are left
  current_player_late,   ///< names a player although none is left
  current_player_range,  ///< says player 2 of 2
  current_player_chance,
  moves_unstable,
  moves_deaf,
  moves_twice,
  play_nothing,
  result_players,
  result_reason,
  // texts
  text_loses,    ///< what legality depends on is not in it
  text_refused,  ///< not read back
  text_varies,   ///< read back, writes another
  text_hides,    ///< == and text ignore something that legality depends on
  move_text_twice,
  // refinements
  count,
  nth,
  random_move,
  random_move_illegal,
  random_game,
  random_game_first,  ///< only where it stops after a move
  random_game_limit,
  perft,
  weight_zero,
  uniform_chance,
  random_outcome,
  random_chance_game,  ///< a whole game that takes chance for uniform
  chance_plies,
  parse_move,
  parse_move_refuses,
  key,
  key_constant,
  action_range,
  action_twice,
  counters_refused,
  counters_lost,
  // the right game with chance
  none_chance,
};

constexpr std::array names{
    "none",
    "current_player_over",
    "current_player_late",
    "current_player_range",
    "current_player_chance",
    "moves_unstable",
    "moves_deaf",
    "moves_twice",
    "play_nothing",
    "result_players",
    "result_reason",
    "text_loses",
    "text_refused",
    "text_varies",
    "text_hides",
    "move_text_twice",
    "count",
    "nth",
    "random_move",
    "random_move_illegal",
    "random_game",
    "random_game_first",
    "random_game_limit",
    "perft",
    "weight_zero",
    "uniform_chance",
    "random_outcome",
    "random_chance_game",
    "chance_plies",
    "parse_move",
    "parse_move_refuses",
    "key",
    "key_constant",
    "action_range",
    "action_twice",
    "counters_refused",
    "counters_lost",
    "none_chance",
};
static_assert(names.size() == static_cast<std::size_t>(Fault::none_chance) + 1);

/// The faults are told apart at run time; only what a game offers at all needs another type.
enum class Kind { plain, chance, uniform };

template <Kind kind>
class Wrong {
 public:
  static constexpr int cells = 5;
  static constexpr bool chancy = kind != Kind::plain;
  static constexpr bool uniform_chance = kind == Kind::uniform;

  struct State {
    std::array<char, cells> board{'.', '.', '.', '.', '.'};
    int mover = 0;
    std::uint64_t key = 0;
    std::uint64_t quiet = 0;  ///< plies since cell 4 was taken; not in the text
    bool read = false;        ///< only with text_varies
    bool hidden = false;      ///< only with text_hides
    friend bool operator==(const State& a, const State& b) { return a.board == b.board && a.mover == b.mover; }
  };
  struct Move {
    int cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Wrong(Fault fault) : fault_(fault) {}

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const {
    if (count_of(at) == 0) return fault_ == Fault::current_player_late ? at.mover : over;
    if (fault_ == Fault::current_player_over && at.board[1] != '.') return over;
    if (fault_ == Fault::current_player_range && at.board[1] != '.') return 2;
    if (fault_ == Fault::current_player_chance && at.board[1] != '.') return chance;
    return chancy && taken(at) == 0 ? chance : at.mover;
  }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const bool backward = fault_ == Fault::moves_unstable && ++calls() % 2 == 0;
    for (int i = 0; i < count_of(at); ++i) {
      const bool stop = emit(nth_of(at, backward ? count_of(at) - 1 - i : i));
      if (stop && fault_ != Fault::moves_deaf) return;
    }
    if (fault_ == Fault::moves_twice && count_of(at) > 0) emit(nth_of(at, 0));
  }
  void play(State& state, Move move) const {
    if (fault_ == Fault::play_nothing && move.cell == 3) return;
    state.board[static_cast<std::size_t>(move.cell)] = static_cast<char>('0' + state.mover);
    if (!(fault_ == Fault::key && move.cell == 3)) state.key ^= zobrist(static_cast<std::uint64_t>(state.mover) + 1, static_cast<std::uint64_t>(move.cell));
    state.key ^= zobrist(3, 0);
    state.mover = 1 - state.mover;
    state.quiet = move.cell == 4 ? 0 : state.quiet + 1;
    state.hidden = fault_ == Fault::text_hides && move.cell == 1;
  }
  Result result(const State& at) const {
    const int players = fault_ == Fault::result_players ? 3 : 2;
    const char* reason = fault_ == Fault::result_reason ? "" : "full";
    return at.board[0] == '.' ? Result::draw(players, reason) : Result::win(players, at.board[0] - '0', reason);
  }

  std::string text(const State& at) const { return spelled(at) + " " + std::to_string(fault_ == Fault::text_loses ? 0 : at.mover) + (at.read ? " x" : ""); }
  std::string text(const State&, Move move) const { return std::to_string(fault_ == Fault::move_text_twice && move.cell == 3 ? 2 : move.cell); }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, fault_ == Fault::text_varies ? 3 : 2);
    if (parts[0].size() != cells) throw TextError("row " + in_quotes(parts[0]) + " does not have 5 cells");
    State state;
    for (int i = 0; i < cells; ++i) {
      const char c = parts[0][static_cast<std::size_t>(i)];
      if (c != '.' && c != '0' && c != '1') throw TextError("row " + in_quotes(parts[0]) + " has other cells than . 0 1");
      state.board[static_cast<std::size_t>(i)] = c;
      if (c != '.') state.key ^= zobrist(static_cast<std::uint64_t>(c - '0') + 1, static_cast<std::uint64_t>(i));
    }
    state.mover = static_cast<int>(number(parts[1], 0, 1, "side to move"));
    state.read = fault_ == Fault::text_varies;
    if (state.mover == 1) state.key ^= zobrist(3, 0);
    if (fault_ == Fault::text_refused && taken(state) == 2) throw TextError("row " + in_quotes(parts[0]) + ": two cells");
    return state;
  }

  std::uint64_t count(const State& at) const {
    return static_cast<std::uint64_t>(count_of(at) + (fault_ == Fault::count && count_of(at) == 3 ? 1 : 0) +
                                      (fault_ == Fault::moves_twice && count_of(at) > 0 ? 1 : 0));
  }
  Move nth(const State& at, std::uint64_t i) const {
    const auto index = static_cast<int>(i) % count_of(at);
    return nth_of(at, fault_ == Fault::nth ? count_of(at) - 1 - index : index);
  }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    const auto n = static_cast<std::uint64_t>(count_of(at));
    if (n == 0) return std::nullopt;
    if constexpr (chancy) {
      if (taken(at) == 0) {
        return fault_ == Fault::random_outcome ? Move{static_cast<int>(rng.below(cells))} : outcome(at, rng);
      }
    }
    if (fault_ == Fault::random_move_illegal) return Move{static_cast<int>(rng.below(cells))};
    const auto i = rng.below(n);
    return nth_of(at, static_cast<int>(fault_ == Fault::random_move ? std::min(i, rng.below(n)) : i));
  }
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const
    requires(!chancy)
  {
    std::uint64_t plies = 0;
    while (count_of(state) > 0 && (plies < max_plies || fault_ == Fault::random_game_limit)) {
      auto i = rng.below(static_cast<std::uint64_t>(count_of(state)));
      if (fault_ == Fault::random_game || (fault_ == Fault::random_game_first && max_plies == 1))
        i = std::min(i, rng.below(static_cast<std::uint64_t>(count_of(state))));
      play(state, nth_of(state, static_cast<int>(i)));
      ++plies;
    }
    return plies;
  }
  GameLength random_game(State& state, Rng& rng, std::uint64_t max_plies) const
    requires(kind == Kind::chance)
  {
    GameLength length;
    while (count_of(state) > 0 && length.plies < max_plies) {
      const bool first = taken(state) == 0;
      const Move any = nth_of(state, static_cast<int>(rng.below(static_cast<std::uint64_t>(count_of(state)))));
      play(state, first && fault_ != Fault::random_chance_game ? outcome(state, rng) : any);
      ++length.plies;
      if (first && fault_ != Fault::chance_plies) ++length.chance_plies;
    }
    return length;
  }
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (fault_ != Fault::none && fault_ != Fault::none_chance && fault_ != Fault::perft) return std::nullopt;
    if (count_of(at) == 0) return 0;
    const auto n = static_cast<std::uint64_t>(count_of(at));
    if (depth == 1) return n;
    // At depth 2 each move but cell 0 leaves n - 1 more, unless it was the fourth.
    if (depth == 2) return taken(at) == 3 ? 0 : (n - 1) * (n - 1) + (fault_ == Fault::perft ? 1 : 0);
    return std::nullopt;
  }
  std::uint64_t weight(const State&, Move move) const
    requires chancy
  {
    if (fault_ == Fault::weight_zero && move.cell == 2) return 0;
    return static_cast<std::uint64_t>(move.cell + 1);
  }
  Move parse_move(const State& at, std::string_view in) const {
    if (in.size() != 1 || in[0] < '0' || in[0] > '4') unreadable_move(in);
    Move move{in[0] - '0'};
    if (fault_ == Fault::parse_move_refuses && move.cell == 3) unreadable_move(in);
    if (fault_ == Fault::parse_move && move.cell == 3) move.cell = 2;
    if (fault_ == Fault::move_text_twice && move.cell == 2 && at.board[2] != '.') move.cell = 3;
    return require_legal(*this, at, move, in);
  }
  std::uint64_t key(const State& at) const { return fault_ == Fault::key_constant ? 1 : at.key; }
  std::uint64_t actions() const { return fault_ == Fault::action_range ? 4 : 5; }
  std::uint64_t action(Move move) const { return static_cast<std::uint64_t>(fault_ == Fault::action_twice && move.cell == 3 ? 2 : move.cell); }
  std::vector<std::uint64_t> counters(const State& at) const { return {at.quiet}; }
  bool set_counters(State& state, std::span<const std::uint64_t> values) const {
    if (values.size() != 1 || (fault_ == Fault::counters_refused && values[0] > 0)) return false;
    if (fault_ != Fault::counters_lost) state.quiet = values[0];
    return true;
  }
  std::uint64_t longest_game() const { return 4; }

 private:
  /// What chance takes first, by weight.
  Move outcome(const State& at, Rng& rng) const
    requires chancy
  {
    std::uint64_t total = 0;
    for (int cell = 0; cell < cells; ++cell) total += weight(at, Move{cell});
    std::uint64_t draw = rng.below(total);
    int cell = 0;
    while (draw >= weight(at, Move{cell})) draw -= weight(at, Move{cell++});
    return {cell};
  }
  static std::atomic<unsigned>& calls() {
    static std::atomic<unsigned> count{0};
    return count;
  }
  static int taken(const State& at) {
    int count = 0;
    for (const char c : at.board) count += c != '.' ? 1 : 0;
    return count;
  }
  static int count_of(const State& at) {
    const int count = at.board[0] != '.' || taken(at) >= 4 ? 0 : cells - taken(at);
    return at.hidden && count > 0 ? count - 1 : count;
  }
  static Move nth_of(const State& at, int i) {
    for (int cell = 0;; ++cell) {
      if (at.board[static_cast<std::size_t>(cell)] == '.' && i-- == 0) return {cell};
    }
  }
  static std::string spelled(const State& at) { return {at.board.data(), cells}; }

  Fault fault_;
};

std::unique_ptr<AnyGame> wrong_game(Fault fault) {
  if (fault == Fault::uniform_chance) return as_game(Wrong<Kind::uniform>(fault));
  constexpr std::array with_chance{Fault::weight_zero, Fault::random_outcome, Fault::random_chance_game, Fault::chance_plies, Fault::none_chance};
  if (std::find(with_chance.begin(), with_chance.end(), fault) != with_chance.end()) return as_game(Wrong<Kind::chance>(fault));
  return as_game(Wrong<Kind::plain>(fault));
}

const auto registrations = [] {
  std::vector<Registration> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    all.emplace_back(GameEntry{
        .id = std::string("wrong_") + names[i],
        .title = std::string("Wrong: ") + names[i],
        .page = "wrong",
        .source = "wrong.cpp",
        .make = [i](const Options&) { return wrong_game(static_cast<Fault>(i)); },
    });
  }
  return all;
}();

}  // namespace

// More than two players: two teams of two with a shared loss, and a crowd of up to thirteen with ties for the first place.
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

/// Nim of twelve stones, players 0 and 2 against 1 and 3: the team of who takes the last one wins. A resignation is the other team's win.
class Teams {
 public:
  struct State {
    int pile = 12;
    int mover = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int take = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  int players() const { return 4; }
  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.pile == 0 ? over : at.mover; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (int take = 1; take <= 3 && take <= at.pile; ++take) {
      if (emit(Move{take})) return;
    }
  }
  void play(State& state, Move move) const {
    state.pile -= move.take;
    state.mover = (state.mover + 1) % 4;
  }
  Result result(const State& at) const { return Result::team(4, team_of(at.mover + 3), "last stone taken"); }
  Result conceded(const State&, int player) const { return Result::team(4, team_of(player + 1), "resignation"); }

  std::string text(const State& at) const { return std::to_string(at.pile) + " " + std::to_string(at.mover); }
  std::string text(const State&, Move move) const { return std::to_string(move.take); }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    return {static_cast<int>(number(parts[0], 0, 12, "pile")), static_cast<int>(number(parts[1], 0, 3, "side to move"))};
  }

 private:
  static std::uint16_t team_of(int player) { return player % 2 == 0 ? 0b0101 : 0b1010; }
};

/// Each names a number from 1 to 3; the highest wins.
class Crowd {
 public:
  struct State {
    std::array<std::int8_t, max_players> named{};
    int made = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int number = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Crowd(const Options& options) : players_(static_cast<int>(options.integer("players"))) {}

  int players() const { return players_; }
  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.made == players_ ? over : at.made; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.made == players_) return;
    for (int name = 1; name <= 3; ++name) {
      if (emit(Move{name})) return;
    }
  }
  void play(State& state, Move move) const { state.named[static_cast<std::size_t>(state.made++)] = static_cast<std::int8_t>(move.number); }
  Result result(const State& at) const { return Result::by_score(players_, at.named, "all have named a number"); }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(players_); }

  std::string text(const State& at) const {
    std::string out;
    for (int p = 0; p < at.made; ++p) out += static_cast<char>('0' + at.named[static_cast<std::size_t>(p)]);
    return out.empty() ? "-" : out;
  }
  std::string text(const State&, Move move) const { return std::to_string(move.number); }
  State parse(std::string_view in) const {
    State state;
    if (in == "-") return state;
    if (in.empty() || in.size() > static_cast<std::size_t>(players_)) throw TextError("position " + in_quotes(in) + ": more numbers than players, or none");
    for (const char c : in) {
      if (c < '1' || c > '3') throw TextError("position " + in_quotes(in) + ": " + in_quotes(std::string_view(&c, 1)) + " is not a number from 1 to 3");
      play(state, Move{c - '0'});
    }
    return state;
  }

 private:
  int players_;
};

const Registration teams{{
    .id = "teams",
    .title = "Teams",
    .page = "sides",
    .source = "sides.cpp",
    .make = [](const Options&) { return as_game(Teams()); },
    .players = {4},
}};

const Registration crowd{{
    .id = "crowd",
    .title = "Crowd",
    .page = "sides",
    .source = "sides.cpp",
    .options = {{"players", {Value(std::int64_t{13}), Range{2, 13}}, "how many play"}},
    .make = [](const Options& options) { return as_game(Crowd(options)); },
    .players = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
}};

}  // namespace

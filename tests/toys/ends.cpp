// Beginnings and ends: a game that never ends by itself (with and without a recommended limit), one that is over at once, one with tournament points,
// one that plays whole random games at once.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

/// A token walks round a ring of ten points for ever.
template <bool Limited>
class Walk {
 public:
  struct State {
    int point = 0;
    int mover = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int step = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.mover; }
  template <class Emit>
  void moves(const State&, Emit&& emit) const {
    if (!emit(Move{1})) emit(Move{-1});
  }
  void play(State& state, Move move) const {
    state.point = (state.point + move.step + 10) % 10;
    state.mover = 1 - state.mover;
  }
  Result result(const State&) const { return Result::draw(2, "never"); }
  std::uint64_t ply_limit() const
    requires Limited
  {
    return 40;
  }
  std::string text(const State& at) const { return std::to_string(at.point) + " " + std::to_string(at.mover); }
  std::string text(const State&, Move move) const { return move.step > 0 ? "+" : "-"; }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    return {static_cast<int>(number(parts[0], 0, 9, "point")), static_cast<int>(number(parts[1], 0, 1, "side to move"))};
  }
};

/// Over before it begins.
class Done {
 public:
  struct State {
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    friend bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }
  int current_player(const State&) const { return over; }
  template <class Emit>
  void moves(const State&, Emit&&) const {}
  void play(State&, Move) const {}
  Result result(const State&) const { return Result::draw(2, "nothing to play"); }
  std::uint64_t longest_game() const { return 0; }
  std::string text(const State&) const { return "."; }
  std::string text(const State&, Move) const { return "none"; }
  State parse(std::string_view in) const {
    if (in != ".") throw TextError("position " + in_quotes(in) + " is not '.'");
    return {};
  }
};

/// Each names a number from 0 to 40; the higher wins, and the margin m shares 100 tournament points 50+m to 50-m. A resignation costs all of them,
/// an agreed draw halves them.
class Margin {
 public:
  struct State {
    std::array<int, 2> named{-1, -1};
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int number = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.named[0] < 0 ? 0 : at.named[1] < 0 ? 1 : over; }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (int i = 0; i <= 40 && at.named[1] < 0; ++i) {
      if (emit(Move{i})) return;
    }
  }
  void play(State& state, Move move) const { state.named[state.named[0] < 0 ? 0 : 1] = move.number; }
  Result result(const State& at) const {
    Result result = Result::by_score(2, at.named, "both named");
    const int margin = at.named[0] - at.named[1];
    result.set_points(std::array{50 + margin, 50 - margin});
    return result;
  }
  Result conceded(const State&, int player) const {
    Result result = Result::win(2, 1 - player, "resignation");
    result.set_points(std::array{player == 0 ? 0 : 100, player == 0 ? 100 : 0});
    return result;
  }
  Result agreed(const State&) const {
    Result result = Result::draw(2, "agreement");
    result.set_points(std::array{50, 50});
    return result;
  }
  std::string text(const State& at) const { return part(at.named[0]) + " " + part(at.named[1]); }
  std::string text(const State&, Move move) const { return std::to_string(move.number); }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    State state;
    for (std::size_t p = 0; p < 2; ++p) {
      if (parts[p] != "-") state.named[p] = static_cast<int>(number(parts[p], 0, 40, "number"));
    }
    if (state.named[0] < 0 && state.named[1] >= 0) throw TextError("position " + in_quotes(in) + ": the second has named a number before the first");
    return state;
  }

 private:
  static std::string part(int number) { return number < 0 ? "-" : std::to_string(number); }
};

/// Five cells a..e, taken in turn; two of a b c win. Offers random_game, and reads other spellings of its moves.
class Fill {
 public:
  struct State {
    std::array<char, 5> cells{'.', '.', '.', '.', '.'};
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return winner(at) >= 0 ? over : taken(at) % 2; }
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (winner(at) >= 0) return;
    for (int cell = 0; cell < 5; ++cell) {
      if (at.cells[static_cast<std::size_t>(cell)] == '.' && emit(Move{cell})) return;
    }
  }
  void play(State& state, Move move) const { state.cells[static_cast<std::size_t>(move.cell)] = static_cast<char>('0' + taken(state) % 2); }
  std::uint64_t random_game(State& state, Rng& rng, std::uint64_t max_plies) const {
    std::array<int, 5> order{};
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(order, 5);
    std::uint64_t plies = 0;
    for (const int cell : order) {
      if (plies == max_plies || winner(state) >= 0) break;
      if (state.cells[static_cast<std::size_t>(cell)] != '.') continue;
      play(state, Move{cell});
      ++plies;
    }
    return plies;
  }
  Result result(const State& at) const { return Result::win(2, winner(at), "two of three"); }
  std::uint64_t longest_game() const { return 5; }
  std::string text(const State& at) const { return {at.cells.data(), 5}; }
  std::string text(const State&, Move move) const { return std::string(1, static_cast<char>('a' + move.cell)); }
  /// Reads a capital letter too, and `last` for the only cell left.
  Move parse_move(const State& at, std::string_view in) const {
    if (in == "last") {
      if (winner(at) >= 0) illegal_move(in);
      if (taken(at) < 4) ambiguous_move(in);
      return {static_cast<int>(std::find(at.cells.begin(), at.cells.end(), '.') - at.cells.begin())};
    }
    if (in.size() != 1) unreadable_move(in);
    const int cell = in[0] >= 'a' ? in[0] - 'a' : in[0] - 'A';
    if (cell < 0 || cell > 4) unreadable_move(in);
    return require_legal(*this, at, Move{cell}, in);
  }
  State parse(std::string_view in) const {
    if (in.size() != 5) throw TextError("row " + in_quotes(in) + " does not have 5 cells");
    State state;
    int surplus = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      if (in[i] != '.' && in[i] != '0' && in[i] != '1') throw TextError("row " + in_quotes(in) + " has other cells than . 0 1");
      state.cells[i] = in[i];
      surplus += in[i] == '0' ? 1 : in[i] == '1' ? -1 : 0;
    }
    if (surplus != 0 && surplus != 1) throw TextError("row " + in_quotes(in) + ": the players did not take turns");
    return state;
  }

 private:
  static int taken(const State& at) { return static_cast<int>(5 - std::count(at.cells.begin(), at.cells.end(), '.')); }
  static int winner(const State& at) {
    for (const char player : {'0', '1'}) {
      if (std::count(at.cells.begin(), at.cells.begin() + 3, player) >= 2) return player - '0';
    }
    return -1;
  }
};

const Registration forever{{
    .id = "forever",
    .title = "Forever",
    .page = "ends",
    .source = "ends.cpp",
    .make = [](const Options&) { return as_game(Walk<true>()); },
}};
const Registration endless{{
    .id = "endless",
    .title = "Endless",
    .page = "ends",
    .source = "ends.cpp",
    .make = [](const Options&) { return as_game(Walk<false>()); },
}};
const Registration done{{
    .id = "done",
    .title = "Done",
    .page = "ends",
    .source = "ends.cpp",
    .make = [](const Options&) { return as_game(Done()); },
}};
const Registration margin{{
    .id = "margin",
    .title = "Margin",
    .page = "ends",
    .source = "ends.cpp",
    .make = [](const Options&) { return as_game(Margin()); },
}};
const Registration fill{{
    .id = "fill",
    .title = "Fill",
    .page = "ends",
    .source = "ends.cpp",
    .make = [](const Options&) { return as_game(Fill()); },
}};

}  // namespace

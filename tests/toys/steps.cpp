// Turns of several steps by the same player, and numbered actions: a row of cells; one step first, then each turn has two. Who fills the last cell wins.
#include <array>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

class Steps {
 public:
  struct State {
    std::array<char, 12> cells{};  ///< '.' or the player
    int placed = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int cell = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Steps(const Options& options) : size_(static_cast<int>(options.integer("cells"))) {}

  State initial(Rng&) const {
    State state;
    for (int i = 0; i < size_; ++i) at(state, i) = '.';
    return state;
  }
  int current_player(const State& state) const { return state.placed == size_ ? over : mover(state.placed); }

  template <class Emit>
  void moves(const State& state, Emit&& emit) const {
    for (int i = 0; i < size_; ++i) {
      if (at(state, i) == '.' && emit(Move{i})) return;
    }
  }
  std::uint64_t count(const State& state) const { return static_cast<std::uint64_t>(size_ - state.placed); }
  void play(State& state, Move move) const { at(state, move.cell) = static_cast<char>('0' + mover(state.placed++)); }
  Result result(const State& state) const { return Result::win(2, mover(state.placed - 1), "last cell"); }

  std::uint64_t actions() const { return static_cast<std::uint64_t>(size_); }
  std::uint64_t action(Move move) const { return static_cast<std::uint64_t>(move.cell); }
  std::uint64_t longest_game() const { return static_cast<std::uint64_t>(size_); }

  std::string text(const State& state) const { return {state.cells.data(), static_cast<std::size_t>(size_)}; }
  std::string text(const State&, Move move) const { return std::string(1, static_cast<char>('a' + move.cell)); }
  State parse(std::string_view in) const {
    if (in.size() != static_cast<std::size_t>(size_)) throw TextError("row " + in_quotes(in) + " does not have " + std::to_string(size_) + " cells");
    State state;
    std::array<int, 2> stones{};
    for (int i = 0; i < size_; ++i) {
      const char c = in[static_cast<std::size_t>(i)];
      if (c != '.' && c != '0' && c != '1') throw TextError("row " + in_quotes(in) + " has other cells than . 0 1");
      at(state, i) = c;
      if (c == '.') continue;
      ++state.placed;
      ++stones[c == '0' ? 0 : 1];
    }
    std::array<int, 2> right{};
    for (int i = 0; i < state.placed; ++i) ++right[static_cast<std::size_t>(mover(i))];
    if (stones != right) throw TextError("row " + in_quotes(in) + ": the players did not take turns");
    return state;
  }

 private:
  /// 0 1 1 0 0 1 1 ...
  static int mover(int placed) { return (placed + 1) / 2 % 2; }
  static char& at(State& state, int i) { return state.cells[static_cast<std::size_t>(i)]; }
  static char at(const State& state, int i) { return state.cells[static_cast<std::size_t>(i)]; }

  int size_;
};

const Registration registration{{
    .id = "steps",
    .title = "Steps",
    .page = "steps",
    .source = "steps.cpp",
    .options = {{"cells", {Value(std::int64_t{6}), Range{1, 12}}, "cells in the row"}},
    .make = [](const Options& options) { return as_game(Steps(options)); },
}};

}  // namespace

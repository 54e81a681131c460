// Nim: one pile, take 1 to 3, who takes the last wins. The smallest complete game; the example of CONTRIBUTING.md.
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

class Nim {
 public:
  struct State {
    int pile = 0;
    int mover = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int take = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Nim(const Options& options) : pile_(static_cast<int>(options.integer("pile"))) {}

  State initial(Rng&) const { return {pile_, 0}; }
  int current_player(const State& at) const { return at.pile == 0 ? over : at.mover; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    for (int take = 1; take <= 3 && take <= at.pile; ++take) {
      if (emit(Move{take})) return;
    }
  }
  void play(State& state, Move move) const {
    state.pile -= move.take;
    state.mover = 1 - state.mover;
  }
  Result result(const State& at) const { return Result::win(2, 1 - at.mover, "last stone taken"); }

  std::string text(const State& at) const { return std::to_string(at.pile) + " " + std::to_string(at.mover); }
  std::string text(const State&, Move move) const { return std::to_string(move.take); }
  State parse(std::string_view in) const {
    const auto parts = fields(in, 2, 2);
    return {static_cast<int>(number(parts[0], 0, pile_, "pile")), static_cast<int>(number(parts[1], 0, 1, "side to move"))};
  }

 private:
  int pile_;
};

const Registration registration{{
    .id = "nim",
    .title = "Nim",
    .page = "nim",
    .source = "nim.cpp",
    .options = {{"pile", {Value(std::int64_t{10}), Range{1, 100}}, "stones in the pile"}},
    .make = [](const Options& options) { return as_game(Nim(options)); },
}};

}  // namespace

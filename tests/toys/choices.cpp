// Every kind of option. A move names an option and its value, so that a test can read what reached the rules.
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

class Choices {
 public:
  struct State {
    bool done = false;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int option = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Choices(const Options& options) {
    for (const auto& entry : options.entries()) lines_.push_back(entry.name + "=" + to_text(entry.value));
  }

  State initial(Rng&) const { return {}; }
  int current_player(const State& at) const { return at.done ? over : 0; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.done) return;
    for (int i = 0; i < static_cast<int>(lines_.size()); ++i) {
      if (emit(Move{i})) return;
    }
  }
  void play(State& state, Move) const { state.done = true; }
  Result result(const State&) const { return Result::draw(2, "chosen"); }

  std::string text(const State& at) const { return at.done ? "done" : "open"; }
  std::string text(const State&, Move move) const { return lines_[static_cast<std::size_t>(move.option)]; }
  State parse(std::string_view in) const {
    if (in != "done" && in != "open") throw TextError("position " + in_quotes(in) + " is neither 'open' nor 'done'");
    return {in == "done"};
  }

 private:
  std::vector<std::string> lines_;
};

/// `komi` has another default with the name green, and `extra` follows `flag`; blue needs an even number of at least 10.
void resolve_choices(Options& options) {
  if (options.is("name", "green")) options.default_to("komi", 0.5);
  options.default_to("extra", options.flag("flag"));
  if (options.is("name", "blue") && options.integer("even") < 10) {
    throw OptionError("choices: name=blue needs even=10 or more, not " + std::to_string(options.integer("even")));
  }
}

const Registration registration{{
    .id = "choices",
    .title = "Choices",
    .page = "choices",
    .source = "choices.cpp",
    .options =
        {
            {"flag", flag(true), "a boolean"},
            {"name", one_of({std::string("red"), std::string("green"), std::string("blue")}), "names"},
            {"even", {Value(std::int64_t{4}), Range{2, 20, 2}}, "integers with a step"},
            {"offset", {Value(std::int64_t{0}), Range{-5, 5}}, "integers below zero"},
            {"komi", {Value(6.5), HalfIntegers{-10, 10}}, "half-integers, with a default that depends on the name"},
            {"board", {Value(std::string("3x4")), Sizes{1, 12}}, "rows and columns"},
            {"setup", {Value(std::string("random")), Range{0, 959}}, "a name or an integer"},
            {"best", one_of({std::int64_t{1}, std::int64_t{3}, std::int64_t{5}}), "a few integers"},
            {"words", {Value(std::string("none")), FreeText{"words:"}, FreeText{"file:"}}, "free text"},
            {"extra", flag(true), "a boolean whose default is that of flag"},
        },
    .resolve = resolve_choices,
    .make = [](const Options& options) { return as_game(Choices(options)); },
}};

}  // namespace

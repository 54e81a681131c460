// English draughts: 8x8, short kings, any complete capture; from the array or from a three-move ballot.
#include <span>

#include "games/draughts/draughts.hpp"

namespace ply::draughts {
namespace {

/// The 174 ballots in ACF order. A line: first move, reply, third moves; those after '!' are barred.
constexpr std::string_view deck[] = {
    "9-13 21-17: 5-9 6-9 !10-14",
    "9-13 22-17: 13-22",
    "9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16",
    "9-13 23-18: 5-9 6-9 !10-14 10-15 11-15 11-16 12-16",
    "9-13 23-19: 5-9 6-9 10-14 10-15 11-16",
    "9-13 24-19: 5-9 6-9 10-14 !10-15 11-15 11-16",
    "9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16 !12-16",
    "9-14 22-17: 5-9 6-9 11-15 11-16",
    "9-14 22-18: 5-9 10-15 11-15 11-16 !12-16 !14-17",
    "9-14 23-18: 14-23",
    "9-14 23-19: 5-9 !10-15 11-16 14-18",
    "9-14 24-19: 5-9 !10-15 11-15 11-16",
    "9-14 24-20: 5-9 10-15 11-15 11-16",
    "10-14 22-17: 7-10 9-13 11-15 11-16 14-18",
    "10-14 22-18: 6-10 7-10 11-15 11-16 12-16",
    "10-14 23-18: 14-23",
    "10-14 23-19: 6-10 7-10 11-15 11-16 14-18",
    "10-14 24-19: 6-10 7-10 !11-15 11-16 14-18",
    "10-14 24-20: 6-10 7-10 11-15 11-16 14-18",
    "10-15 21-17: 6-10 7-10 9-13 !9-14 11-16 15-18",
    "10-15 22-17: 6-10 7-10 9-13 !9-14 11-16 15-19",
    "10-15 22-18: 15-22",
    "10-15 23-18: 6-10 7-10 9-14 11-16 12-16",
    "10-15 23-19: 6-10 7-10 11-16",
    "10-15 24-19: 15-24",
    "10-15 24-20: 6-10 7-10 !11-16 15-19",
    "11-15 21-17: 8-11 9-13 9-14 !10-14 15-19",
    "11-15 22-17: 8-11 9-13 15-18 15-19",
    "11-15 22-18: 15-22",
    "11-15 23-18: 8-11 9-14 10-14 12-16 15-19",
    "11-15 23-19: 8-11 9-13 9-14",
    "11-15 24-19: 15-24",
    "11-15 24-20: 8-11 12-16 15-18",
    "11-16 21-17: 7-11 8-11 9-13 9-14 !10-14 16-20",
    "11-16 22-17: 7-11 8-11 9-13 16-20",
    "11-16 22-18: 7-11 8-11 !10-15 16-19 16-20",
    "11-16 23-18: 7-11 8-11 9-14 10-14 16-20",
    "11-16 23-19: 16-23",
    "11-16 24-19: 7-11 8-11 !10-15 16-20",
    "11-16 24-20: 7-11 16-19",
    "12-16 21-17: 9-13 9-14 16-19 16-20",
    "12-16 22-17: 16-19 16-20",
    "12-16 22-18: 16-19 16-20",
    "12-16 23-18: !9-14 16-19 16-20",
    "12-16 23-19: !16-23",
    "12-16 24-19: 16-20",
    "12-16 24-20: 8-12 10-15",
};

struct Ballot {
  struct Step {
    int from = 0, to = 0;
  };
  std::array<Step, 3> steps;
  bool barred = false;
};

constexpr int ballot_count = 174;
constexpr int open_count = 156;

/// By ACF number less 1.
constexpr std::array<Ballot, ballot_count> ballots = [] {
  std::array<Ballot, ballot_count> list{};
  std::size_t size = 0;
  for (const std::string_view line : deck) {
    std::array<Ballot::Step, 2> before{};
    std::size_t steps = 0;
    Ballot::Step step;
    bool barred = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
      const char c = i < line.size() ? line[i] : ' ';
      if (c >= '0' && c <= '9') {
        step.to = 10 * step.to + (c - '0');
      } else if (c == '-') {
        step = {step.to, 0};
      } else if (c == '!') {
        barred = true;
      } else if (c == ' ') {
        if (steps < 2) {
          before[steps] = step;
        } else {
          list[size++] = {{before[0], before[1], step}, barred};
        }
        ++steps;
        step = {};
        barred = false;
      }
    }
  }
  return list;
}();

/// The ballots that may be drawn.
constexpr std::array<Ballot, open_count> open_ballots = [] {
  std::array<Ballot, open_count> list{};
  std::size_t size = 0;
  for (const Ballot& ballot : ballots) {
    if (!ballot.barred) list[size++] = ballot;
  }
  return list;
}();
static_assert(ballots.back().steps[2].to == 15 && open_ballots.back().steps[2].to == 15);

std::string text_of(const Ballot& ballot) {
  std::string out;
  for (const auto& step : ballot.steps) out += (out.empty() ? "" : " ") + std::to_string(step.from) + '-' + std::to_string(step.to);
  return out;
}

class English : public Draughts<english> {
 public:
  explicit English(const Options& options) : Draughts(options), draws_(options.is("setup", "three_move")) {
    if (const auto* number = std::get_if<std::int64_t>(&options.value("setup"))) start_ = after(ballots[static_cast<std::size_t>(*number - 1)]);
  }

  State initial(Rng& rng) const { return draws_ ? after(open_ballots[rng.below(open_count)]) : start_; }

 private:
  /// The ends of a move tell which it is: there are no double captures so early.
  State after(const Ballot& ballot) const {
    using B = Board<english.grid>;
    State state = start_;
    for (const auto& step : ballot.steps) {
      Rule::moves(state, [&](const Move& move) {
        const bool found = move.from == B::square(step.from) && move.to == B::square(step.to);
        if (found) play(state, move);
        return found;
      });
    }
    return state;
  }

  bool draws_;
};

/// Range reads any number that a ballot has; the barred ones are sorted out here.
void resolve_setup(Options& options) {
  const auto* number = std::get_if<std::int64_t>(&options.value("setup"));
  if (number == nullptr) return;
  const Ballot& ballot = ballots[static_cast<std::size_t>(*number - 1)];
  if (ballot.barred) throw OptionError("setup " + std::to_string(*number) + " (" + text_of(ballot) + ") is a barred ballot");
}

const Registration registration{{
    .id = "english_draughts",
    .title = "English draughts",
    .page = "draughts",
    .source = "draughts/english_draughts.cpp",
    .options =
        [] {
          auto options = draw_options(80);
          options.push_back({"setup",
                             {Value(std::string("gayp")), Value(std::string("three_move")), Range{1, ballot_count}},
                             "go as you please, a three-move ballot drawn from the seed, or the ballot with this ACF number"});
          return options;
        }(),
    .resolve = resolve_setup,
    .make = [](const Options& options) { return as_game(English(options)); },
}};

}  // namespace
}  // namespace ply::draughts

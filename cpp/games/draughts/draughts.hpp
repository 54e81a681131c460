// What the games are besides their moves.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
// GCC would pack the words of a position into vectors; taking them apart again costs a tenth of the speed and more.
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#include <bit>

#include "core/registry.hpp"
#include "games/draughts/notation.hpp"

namespace ply::draughts {

template <const Description& variant>
class Draughts {
 public:
  using State = draughts::State;
  using Move = draughts::Move;
  using Rule = Generator<variant>;
  using Text = Notation<variant>;

  explicit Draughts(const Options& options)
      : start_(Text::parse(variant.start)),
        repetition_(static_cast<int>(options.integer("repetition"))),
        quiet_limit_(static_cast<u32>(options.integer("quiet_limit"))) {}

  State initial(Rng&) const { return start_; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    Rule::moves(at, emit);
  }
  u64 count(const State& at) const { return Rule::count(at); }
  Move nth(const State& at, u64 i) const { return Rule::nth(at, i); }
  PLY_ALWAYS_INLINE std::optional<Move> random_move(const State& at, Rng& rng) const { return Rule::random_move(at, rng); }
  PLY_ALWAYS_INLINE void play(State& state, const Move& move) const { draughts::play<variant>(state, move); }

  // ---- End
  int current_player(const State& at) const { return count(at) == 0 ? over : mover(at); }
  Result result(const State& at) const { return Result::win(2, 1 - mover(at), "no move"); }
  std::optional<Result> adjudicated(const State& at) const {
    if (quiet_limit_ != 0 && at.quiet >= quiet_limit_) return Result::draw(2, "quiet limit");
    return std::nullopt;
  }
  int repetition_limit() const { return repetition_; }
  u32 reversible_plies(const State& at) const { return at.quiet; }
  u64 ply_limit() const { return 1000; }

  /// Placement and side. The words are turned so that no two of them meet only in their last squares, whose products fill only the top.
  PLY_ALWAYS_INLINE u64 key(const State& at) const {
    const u64 turn = at.mover == white ? 0 : 0x9E3779B97F4A7C15;
    return (at.side[white] * 0xBF58476D1CE4E5B9) ^ std::rotl(at.side[black] * 0x94D049BB133111EB, 21) ^ std::rotl((at.kings ^ turn) * 0xD6E8FEB86659FD93, 43);
  }

  std::vector<u64> counters(const State& at) const { return {at.quiet}; }
  bool set_counters(State& state, std::span<const u64> values) const {
    if (values.size() != 1 || values[0] > ~u32{0}) return false;
    state.quiet = static_cast<u32>(values[0]);
    return true;
  }

  // ---- Notation
  std::string text(const State& at) const { return Text::text(at); }
  std::string text(const State& at, const Move& move) const { return Text::text(at, move); }
  State parse(std::string_view in) const { return Text::parse(in); }
  Move parse_move(const State& at, std::string_view in) const { return Text::parse_move(at, in); }
  std::string diagram(const State& at) const { return Text::diagram(at); }

 protected:
  static int mover(const State& at) { return at.mover == static_cast<u32>(variant.starts) ? 0 : 1; }

  State start_;

 private:
  int repetition_;
  u32 quiet_limit_;
};

/// The options that all members have; the first quiet limit is the default.
inline std::vector<OptionSpec> draw_options(std::int64_t quiet_limit) {
  return {{"repetition", one_of({std::int64_t{3}, std::int64_t{0}}), "occurrences of a position that make a draw; 0: never"},
          {"quiet_limit", one_of({quiet_limit, std::int64_t{0}}), "plies without a capture or a man's move that make a draw; 0: never"}};
}

}  // namespace ply::draughts

// What the games are besides their moves.
#pragma once

#include "core/registry.hpp"
#include "games/shogi/notation.hpp"

namespace ply::shogi {

template <const Description& variant>
class Shogi {
 public:
  using State = shogi::State<variant>;
  using Move = shogi::Move;
  using B = BoardOf<variant>;
  using Rule = Generator<variant>;
  using Text = Notation<variant>;

  explicit Shogi(const Options& options) : start_(Text::parse(variant.start)), repetition_(static_cast<int>(options.integer("repetition"))) {}

  State initial(Rng&) const { return start_; }

  template <class Emit>
  PLY_NEVER_INLINE void moves(const State& at, Emit&& emit) const {
    Groups<variant> groups;
    Rule::list(at, groups);
    for (const auto& group : groups) {
      auto targets = group.targets;
      while (any(targets)) {
        if (emit(Move(group.move | static_cast<unsigned>(pop_lowest(targets))))) return;
      }
    }
  }
  u64 count(const State& at) const { return Rule::count(at); }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    Groups<variant> groups;
    Rule::list(at, groups);
    int total = 0;
    for (const auto& group : groups) total += popcount(group.targets);
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(rng.below(static_cast<u64>(total)));
    const auto* group = groups.begin();
    for (; left >= popcount(group->targets); ++group) left -= popcount(group->targets);
    return Move(group->move | static_cast<unsigned>(nth_bit(group->targets, left)));
  }
  void play(State& state, Move move) const { shogi::play<variant>(state, move); }

  // ---- End
  int current_player(const State& at) const { return count(at) == 0 ? over : static_cast<int>(at.mover); }
  Result result(const State& at) const { return Result::win(2, 1 - static_cast<int>(at.mover), Rule::home(at) ? "lion home" : "no legal move"); }
  int repetition_limit() const { return repetition_; }
  /// Whether the last move gave check.
  std::uint8_t note(const State& at) const { return Rule::in_check(at) ? 1 : 0; }
  /// A draw, also where every move of one side since the first occurrence gave check.
  std::optional<Result> repeated(const State&, std::span<const Seen> seen) const {
    bool perpetual[2] = {true, true};
    for (std::size_t i = 1; i < seen.size(); ++i) perpetual[i & 1] = perpetual[i & 1] && seen[i].note != 0;
    return Result::draw(2, perpetual[0] || perpetual[1] ? "perpetual check" : "repetition");
  }
  u64 ply_limit() const { return 2000; }

  /// Board moves by from and to, those with promotion, drops by piece and square.
  u64 actions() const { return static_cast<u64>(B::squares) * (2 * B::squares + variant.pieces.size); }
  u64 action(Move move) const {
    const int first = move.is_drop() ? 2 * B::squares + move.number() : move.promotes() ? B::squares + move.from() : move.from();
    return static_cast<u64>(B::squares * first + move.to());
  }

  /// Of board, hands and side.
  u64 key(const State& at) const {
    constexpr u64 golden = 0x9E3779B97F4A7C15;
    u64 key = 0;
    u64 salt = 0;
    const auto mix = [&](u64 word) { key += scramble(word + (salt += golden)); };
    const auto mix_set = [&](auto set) {
      if constexpr (B::one_word) {
        mix(set);
      } else {
        mix(low_word(set));
        mix(high_word(set));
      }
    };
    for (const auto set : at.plane) mix_set(set);
    for (const auto set : at.side) mix_set(set);
    mix(at.hand[sente]);
    mix(at.hand[gote] ^ static_cast<u64>(at.mover) << 63);
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const { return Text::text(at); }
  std::string text(const State& at, Move move) const { return Text::text(at, move); }
  State parse(std::string_view in) const { return Text::parse(in); }
  Move parse_move(const State& at, std::string_view in) const { return Text::parse_move(at, in); }
  std::string diagram(const State& at) const { return Text::diagram(at); }

 private:
  State start_;
  int repetition_;
};

inline std::vector<OptionSpec> repetition_option() {
  return {{"repetition", one_of({std::int64_t{4}, std::int64_t{0}}), "occurrences of a position that make a draw; 0: never"}};
}

}  // namespace ply::shogi

// What the members on the 8x8 board are besides their moves: ends, keys, numbers of moves. A game's own file has its description and registration.
#pragma once

#include "core/registry.hpp"
#include "games/chess/notation.hpp"
#include "games/chess/options.hpp"

namespace ply::chess {

template <const Description& variant>
class Chess {
 public:
  using State = chess::State<variant>;
  using Move = chess::Move;
  using Rule = Generator<variant>;
  using Text = Notation<variant>;

  explicit Chess(const Options& options)
      : start_(Text::parse(variant.start)),
        repetition_(static_cast<int>(options.integer("repetition"))),
        quiet_limit_(static_cast<u32>(options.integer("quiet_limit"))) {}

  State initial(Rng&) const { return start_; }

  template <class Emit>
  PLY_NEVER_INLINE void moves(const State& at, Emit&& emit) const {
    Groups groups;
    Rule::list(at, groups);
    for (const Group& group : groups) {
      u64 targets = group.targets;
      while (targets != 0) {
        if (emit(group.move(pop_lowest(targets)))) return;
      }
    }
  }
  PLY_ALWAYS_INLINE u64 count(const State& at) const { return Rule::count(at); }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    Groups groups;
    Rule::list(at, groups);
    int total = 0;
    for (const Group& group : groups) total += popcount(group.targets);
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(rng.below(static_cast<u64>(total)));
    const Group* group = groups.begin();
    for (; left >= popcount(group->targets); ++group) left -= popcount(group->targets);
    return group->move(nth_bit(group->targets, left));
  }
  void play(State& state, Move move) const { chess::play<variant>(state, move); }

  // ---- End
  int current_player(const State& at) const { return count(at) == 0 ? over : at.mover(); }
  Result result(const State& at) const { return Rule::in_check(at) ? Result::win(2, 1 - at.mover(), "checkmate") : Result::draw(2, "stalemate"); }
  std::optional<Result> adjudicated(const State& at) const {
    if (insufficient_material(at)) return Result::draw(2, "insufficient material");
    if (quiet_limit_ != 0 && at.quiet >= quiet_limit_) return Result::draw(2, "quiet limit");
    return std::nullopt;
  }
  int repetition_limit() const { return repetition_; }
  /// Where captured pieces come back, any position may.
  u32 reversible_plies(const State& at) const
    requires(!has_pocket<variant>)
  {
    return at.quiet;
  }
  u64 ply_limit() const { return 2000; }

  /// From and to, which for the first promotion is enough; then the other promotions by side, file and file; then, by piece, drops by square or moves that
  /// gate in by side, file and destination.
  u64 actions() const { return first_with_hand + variant.pocket.size * 64 + variant.reserve.size * 16 * 64; }
  u64 action(Move move) const {
    const unsigned kind = move.kind();
    const auto from = static_cast<u64>(move.from());
    const auto to = static_cast<u64>(move.to());
    if (kind <= promotion) return 64 * from + to;
    if constexpr (has_pocket<variant>) {
      if (kind == drop) return first_with_hand + 64 * from + to;
    }
    if constexpr (has_reserve<variant>) {
      // Castling goes to a square of one's own, so it shares no number with other moves.
      if (kind >= gating) return first_with_hand + (kind - gating) % 2 * 16 * 64 + (from / 32 * 8 + from % 8) * 64 + to;
    }
    return 64 * 64 + (kind - promotion - 1) * 128 + 64 * (to / 32) + 8 * (from % 8) + to % 8;
  }

  /// Of placement, side, rights to castle, what is in hand, promoted or at a gate, and the e.p. square if some e.p. capture is legal. So many words mixed
  /// side by side cost less than keeping a key up to date in every move.
  u64 key(const State& at) const {
    u64 key = 0;
    u64 salt = 0;
    const auto mix = [&](auto... words) { ((key += scramble(words + (salt += 0x9E3779B97F4A7C15))), ...); };
    mix(at.side[white], at.side[black], at.ways[as_pawn], at.ways[as_knight], at.ways[as_bishop], at.ways[as_rook],
        at.castling_rooks() | live_en_passant(at) | static_cast<u64>(at.mover()) << 31);
    if constexpr (has_pocket<variant>) mix(at.hand[white], at.hand[black], at.promoted);
    if constexpr (has_reserve<variant>) mix(at.hand[white], at.hand[black], at.gates);
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const { return Text::text(at); }
  std::string text(const State& at, Move move) const { return Text::text(at, move); }
  State parse(std::string_view in) const { return Text::parse(in); }
  Move parse_move(const State& at, std::string_view in) const { return Text::parse_move(at, in); }
  std::string diagram(const State& at) const { return Text::diagram(at); }

 private:
  static constexpr u64 first_with_hand = 64 * 64 + (variant.promotions.size - 1) * 128;

  /// Bare kings with at most a knight, or with bishops all on one colour, and nothing that can still come in.
  static bool insufficient_material(const State& at) {
    if constexpr (has_pocket<variant>) return false;
    if constexpr (has_reserve<variant>) {
      if (at.gates != 0) return false;
    }
    if ((at.ways[as_pawn] | at.ways[as_rook]) != 0) return false;
    const u64 bishops = at.ways[as_bishop];
    if (at.ways[as_knight] != 0) return bishops == 0 && popcount(at.ways[as_knight]) == 1;
    return (bishops & light_squares) == 0 || (bishops & ~light_squares) == 0;
  }

  State start_;
  int repetition_;
  u32 quiet_limit_;
};

}  // namespace ply::chess

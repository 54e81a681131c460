// What the members on wider boards are besides their moves: ends, keys, numbers of moves. A game's own file has its description and registration.
#pragma once

#include <optional>

#include "core/registry.hpp"
#include "games/chess/options.hpp"
#include "games/chess/wide_notation.hpp"

namespace ply::chess::wide {

template <const Description& variant>
class WideChess {
 public:
  using State = wide::State<variant>;
  using Move = wide::Move;
  using Rule = Generator<variant>;
  using Text = Notation<variant>;
  using Board = BoardOf<variant>;

  explicit WideChess(const Options& options)
      : start_(Text::parse(variant.start)),
        repetition_(static_cast<int>(options.integer("repetition"))),
        quiet_limit_(static_cast<u32>(options.integer("quiet_limit"))) {}

  State initial(Rng&) const { return start_; }

  template <class Emit>
  PLY_NEVER_INLINE void moves(const State& at, Emit&& emit) const {
    Groups groups;
    Rule::list(at, groups);
    for (const Group& group : groups) {
      for (int half = 0; half < 2; ++half) {
        u64 targets = group.targets[static_cast<std::size_t>(half)];
        while (targets != 0) {
          if (emit(group.move(64 * half + pop_lowest(targets)))) return;
        }
      }
    }
  }
  PLY_ALWAYS_INLINE u64 count(const State& at) const { return Rule::count(at); }
  std::optional<Move> random_move(const State& at, Rng& rng) const {
    Groups groups;
    Rule::list(at, groups);
    int total = 0;
    for (const Group& group : groups) total += popcount(group.target_set());
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(rng.below(static_cast<u64>(total)));
    const Group* group = groups.begin();
    for (; left >= popcount(group->target_set()); ++group) left -= popcount(group->target_set());
    return group->move(nth_bit(group->target_set(), left));
  }
  void play(State& state, Move move) const { wide::play<variant>(state, move); }

  // ---- End
  int current_player(const State& at) const { return count(at) == 0 ? over : at.mover(); }
  Result result(const State& at) const { return Rule::in_check(at) ? Result::win(2, 1 - at.mover(), "checkmate") : Result::draw(2, "stalemate"); }
  std::optional<Result> adjudicated(const State& at) const {
    if (insufficient_material(at)) return Result::draw(2, "insufficient material");
    if (quiet_limit_ != 0 && at.quiet >= quiet_limit_) return Result::draw(2, "quiet limit");
    return std::nullopt;
  }
  int repetition_limit() const { return repetition_; }
  u32 reversible_plies(const State& at) const { return at.quiet; }
  u64 ply_limit() const { return 2000; }

  /// From and to for a move without promotion; then the promotions by piece, side, rank, file and turn of the pawn's move.
  u64 actions() const { return squares * squares + variant.promotions.size * promotions; }
  u64 action(Move move) const {
    const auto number = [](int square) { return static_cast<u64>(variant.width * Board::rank_of(square) + Board::file_of(square)); };
    if (move.kind() < promotion) return squares * number(move.from()) + number(move.to());
    const bool up = move.to() > move.from();
    const int rank = up ? variant.height - 1 - Board::rank_of(move.to()) : Board::rank_of(move.to());
    const int row = (up ? 0 : variant.promotion_ranks) + rank;
    const int turn = Board::file_of(move.to()) - Board::file_of(move.from()) + 1;
    return squares * squares + (move.kind() - promotion) * promotions + static_cast<u64>(3 * (variant.width * row + Board::file_of(move.from())) + turn);
  }

  /// Of placement, side, and the e.p. square if some e.p. capture is legal.
  u64 key(const State& at) const {
    u64 key = scramble(static_cast<u64>(live_en_passant(at) << 1 | at.mover()) + 1);
    u64 salt = 0;
    const auto mix = [&](u64 word) { key += scramble(word + (salt += 0x9E3779B97F4A7C15)); };
    for (const auto& side : at.side) {
      for (const u64 word : side) mix(word);
    }
    for (const u64 word : at.ways) mix(word);
    return key;
  }

  // ---- Notation
  std::string text(const State& at) const { return Text::text(at); }
  std::string text(const State& at, Move move) const { return Text::text(at, move); }
  State parse(std::string_view in) const { return Text::parse(in); }
  Move parse_move(const State& at, std::string_view in) const { return Text::parse_move(at, in); }
  std::string diagram(const State& at) const { return Text::diagram(at); }

 private:
  static constexpr u64 squares = static_cast<u64>(variant.width * variant.height);
  static constexpr u64 promotions = static_cast<u64>(2 * variant.promotion_ranks * variant.width * 3);

  /// Bare kings with at most a knight or a bishop, which a Cardinal is not.
  static bool insufficient_material(const State& at) {
    return (at.set(as_pawn) | at.set(as_rook)) == u128(0) && popcount(at.set(as_knight)) + popcount(at.set(as_bishop)) <= 1;
  }

  State start_;
  int repetition_;
  u32 quiet_limit_;
};

}  // namespace ply::chess::wide

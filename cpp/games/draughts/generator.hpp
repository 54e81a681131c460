// The legal moves.
//
// Quiet moves and captures of one piece are found as sets: a set of squares and a direction are as many moves as the set has squares. So is the question
// whether any capture can go on. Only captures that do go on are followed piece by piece and jump by jump.
#pragma once

#include <optional>

#include "games/draughts/lists.hpp"

namespace ply::draughts {

/// A position as the side to move looks at it. `with_kings`: that side has some.
template <const Description& variant, int us, bool with_kings>
struct Sight {
  using B = Board<variant.grid>;
  u64 own, enemy, empty, men, kings;

  PLY_ALWAYS_INLINE explicit Sight(const State& at)
      : own(at.side[us]),
        enemy(at.side[1 - us]),
        empty(B::squares & ~(own | enemy)),
        men(with_kings ? own & ~at.kings : own),
        kings(with_kings ? own & at.kings : 0) {}

  static constexpr bool short_kings = with_kings && !variant.flying_kings;
  static constexpr bool flying_kings = with_kings && variant.flying_kings;
  static constexpr bool forward(int d) { return B::rise[static_cast<std::size_t>(d)] == (us == white ? 1 : -1); }
  static constexpr bool men_capture(int d) { return variant.backward_capture || forward(d); }
};

/// The squares from which a step leads into a set.
template <class B, int d>
constexpr u64 before(u64 set) {
  return B::template step<d ^ 2>(set);
}

/// What the side to move can do by short moves, as sets of the squares that are left. Direction by direction; a set and a direction are as many moves as the
/// set has squares.
template <const Description& variant, int us, bool with_kings>
class Choice {
  using B = Board<variant.grid>;
  using Sight = draughts::Sight<variant, us, with_kings>;

 public:
  Sight sight;

  PLY_ALWAYS_INLINE explicit Choice(const State& at) : sight(at), takeoff_{takeoff<0>(), takeoff<1>(), takeoff<2>(), takeoff<3>()} {}

  /// Whether a jump or a short step can lead in direction d.
  static constexpr bool leads(int d) { return Sight::forward(d) || Sight::men_capture(d) || Sight::short_kings; }

  /// Men, and short kings, that make a quiet move.
  template <int d>
  PLY_ALWAYS_INLINE u64 steps() const {
    u64 pieces = 0;
    if constexpr (Sight::forward(d)) pieces = Sight::short_kings ? sight.own : sight.men;
    if constexpr (!Sight::forward(d)) pieces = Sight::short_kings ? sight.kings : 0;
    pieces &= before<B, d>(sight.empty);
    if constexpr (variant.linear_moves) pieces = B::template spread<d ^ 2>(pieces, sight.men);
    return pieces;
  }

  /// Those that capture by a short jump, and those of them that can then jump again. A second jump never needs the square that the piece came from, and it
  /// cannot go straight back, because that square is not empty.
  template <int d>
  PLY_ALWAYS_INLINE u64 jumps() const {
    if constexpr (Sight::short_kings) return takeoff_[d] & (Sight::men_capture(d) ? sight.own : sight.kings);
    return Sight::men_capture(d) ? takeoff_[d] & sight.men : 0;
  }
  template <int d>
  u64 longer_jumps() const {
    return shift<-2 * B::distance[d]>((landing<d>(sight.men) & men_take_off()) | (landing<d>(sight.kings) & kings_take_off()));
  }

  PLY_ALWAYS_INLINE bool any_jump() const { return (jumps<0>() | jumps<1>() | jumps<2>() | jumps<3>()) != 0; }
  PLY_ALWAYS_INLINE bool any_longer_jump() const {
    const u64 men_land = landing<0>(sight.men) | landing<1>(sight.men) | landing<2>(sight.men) | landing<3>(sight.men);
    const u64 kings_land = landing<0>(sight.kings) | landing<1>(sight.kings) | landing<2>(sight.kings) | landing<3>(sight.kings);
    return ((men_land & men_take_off()) | (kings_land & kings_take_off())) != 0;
  }

  /// A flying king captures in direction d from the square, or after some empty squares.
  template <int d>
  bool captures_from(int square) const {
    return ((reach<B, d>(square, sight.empty) | bit(square)) & takeoff_[d]) != 0;
  }
  bool any_flying_capture() const {
    bool any = false;
    for (u64 kings = Sight::flying_kings ? sight.kings : 0; kings != 0;) {
      const int from = pop_lowest(kings);
      for_directions<4>([&](auto d) { any |= captures_from<d>(from); });
    }
    return any;
  }

 private:
  template <int d>
  PLY_ALWAYS_INLINE u64 takeoff() const {
    return Sight::men_capture(d) || with_kings ? before<B, d>(sight.enemy & before<B, d>(sight.empty)) : 0;
  }
  template <int d>
  PLY_ALWAYS_INLINE u64 landing(u64 pieces) const {
    return shift<2 * B::distance[d]>(jumps<d>() & pieces);
  }
  template <int d>
  PLY_ALWAYS_INLINE u64 for_men() const {
    return Sight::men_capture(d) ? takeoff_[d] : 0;
  }
  PLY_ALWAYS_INLINE u64 men_take_off() const { return for_men<0>() | for_men<1>() | for_men<2>() | for_men<3>(); }
  PLY_ALWAYS_INLINE u64 kings_take_off() const { return Sight::short_kings ? takeoff_[0] | takeoff_[1] | takeoff_[2] | takeoff_[3] : 0; }

  /// Where a short jump in each direction can begin, whoever stands there.
  std::array<u64, 4> takeoff_;
};

/// Follows captures to their ends and gives them to `Take`, each once: two routes meet at the latest where they end, and are one from there on.
template <const Description& variant, int us, bool with_kings, class Take>
class Chase {
  using B = Board<variant.grid>;

 public:
  Chase(const Sight<variant, us, with_kings>& sight, Take& take) : sight_(sight), take_(take) {}

  /// Pieces whose capture in direction d is over with the first jump.
  template <int d>
  void singles(u64 pieces) {
    while (pieces != 0) {
      from_ = pop_lowest(pieces);
      finish(from_ + 2 * B::distance[d], bit(from_ + B::distance[d]), 1);
    }
  }

  /// The captures of a piece that jumps more than once, in those directions at first in which it is among `longer`.
  void short_jumps(int from, const std::array<u64, 4>& longer) {
    set_out(from);
    for_directions<4>([&](auto d) {
      if ((longer[d] & bit(from)) == 0) return;
      const u64 over = B::template step<d>(bit(from));
      const u64 landing = B::template step<d>(over);
      (sight_.men & bit(from)) != 0 ? jump_on<false>(landing, over, 1) : jump_on<true>(landing, over, 1);
    });
  }

  void flying_jumps(int from) {
    set_out(from);
    for_directions<4>([&](auto d) { fly_from<d>(from, 0, 0); });
  }

 private:
  void set_out(int from) {
    from_ = from;
    open_ = sight_.empty | bit(from);
    visited_.clear();
  }

  void finish(int to, u64 captured, int pieces) {
    if constexpr (variant.maximum) {
      if (pieces < most_) return;
      if (pieces > most_) take_.clear();
      most_ = pieces;
    }
    take_.add(Move{captured, static_cast<u8>(from_), static_cast<u8>(to)});
  }

  /// Short jumps are the edges of a lattice: routes over the same edges can only differ around a mesh of four.
  static constexpr int shortest_detour = 4;

  template <bool king>
  void jump_on(u64 at, u64 captured, int pieces) {
    if (pieces >= shortest_detour && !visited_.add(lowest(at), captured)) return;
    bool over = true;
    for_directions<4>([&](auto d) {
      if constexpr (!king && !Sight<variant, us, with_kings>::men_capture(d)) return;
      const u64 victim = B::template step<d>(at) & sight_.enemy & ~captured;
      const u64 landing = B::template step<d>(victim) & open_;
      if (landing == 0) return;
      over = false;
      jump_on<king>(landing, captured | victim, pieces + 1);
    });
    if (over) finish(lowest(at), captured, pieces);
  }

  /// Makes the jump in direction d, if there is one.
  template <int d>
  bool fly_from(int from, u64 captured, int pieces) {
    const u64 victim = B::template step<d>(reach<B, d>(from, open_) | bit(from)) & sight_.enemy & ~captured;
    return victim != 0 && fly_over<d>(victim, captured, pieces);
  }
  template <int d>
  bool fly_over(u64 victim, u64 captured, int pieces) {
    u64 landings = reach<B, d>(lowest(victim), open_);
    if (landings == 0) return false;
    captured |= victim;
    ++pieces;
    // The next jump straight on is the same from wherever the king lands; one straight back would be over the piece just captured.
    const u64 next = B::template step<d>(landings) & sight_.enemy & ~captured;
    const bool straight_on = next != 0 && fly_over<d>(next, captured, pieces);
    while (landings != 0) {
      const int at = pop_lowest(landings);
      if (pieces > 1 && !visited_.add(at, captured)) continue;
      const bool one = fly_from<d ^ 1>(at, captured, pieces);
      const bool other = fly_from<d ^ 3>(at, captured, pieces);
      if (!straight_on && !one && !other) finish(at, captured, pieces);
    }
    return true;
  }

  const Sight<variant, us, with_kings>& sight_;
  Take& take_;
  int from_ = 0;
  int most_ = 0;
  u64 open_ = 0;  ///< empty, or left by the piece that captures
  Visited visited_;
};

template <const Description& variant>
class Generator {
  using B = Board<variant.grid>;
  template <int us, bool with_kings>
  using Sight = draughts::Sight<variant, us, with_kings>;
  template <int us, bool with_kings>
  using Choice = draughts::Choice<variant, us, with_kings>;

 public:
  template <class Emit>
  static void moves(const State& at, Emit&& emit) {
    look(at, [&](const auto& choice) { list(choice, emit); });
  }
  static u64 count(const State& at) {
    return look(at, [](const auto& choice) { return count_of(choice); });
  }
  static Move nth(const State& at, u64 i) {
    return *look(at, [&](const auto& choice) { return pick(choice, [i](u64) { return i; }); });
  }
  PLY_ALWAYS_INLINE static std::optional<Move> random_move(const State& at, Rng& rng) {
    return look(at, [&](const auto& choice) { return pick(choice, [&rng](u64 count) { return rng.below(count); }); });
  }

 private:
  struct Counter {
    u64 total = 0;
    void clear() { total = 0; }
    void add(const Move&) { ++total; }
  };

  /// One piece of code for each side and for whether it has kings.
  template <class Visit>
  PLY_ALWAYS_INLINE static auto look(const State& at, Visit&& visit) {
    const bool kings = (at.side[at.mover] & at.kings) != 0;
    if (at.mover == white) return kings ? visit(Choice<white, true>(at)) : visit(Choice<white, false>(at));
    return kings ? visit(Choice<black, true>(at)) : visit(Choice<black, false>(at));
  }

  // ---- Moves out of sets

  static Move jump(int from, int distance) { return {bit(from + distance), static_cast<u8>(from), static_cast<u8>(from + 2 * distance)}; }
  static Move step(int from, int to) { return {0, static_cast<u8>(from), static_cast<u8>(to)}; }

  /// The quiet move in direction d of a man or a short king that can make it.
  template <int d>
  static Move quiet_move(int from, u64 men, u64 empty) {
    if constexpr (variant.linear_moves) return step(from, lowest(B::template step<d>(bit(from) | reach<B, d>(from, men)) & empty));
    return step(from, from + B::distance[d]);
  }

  /// Where a flying king can go without capturing.
  static u64 flights(int from, u64 empty) {
    u64 targets = 0;
    for_directions<B::directions>([&](auto d) { targets |= reach<B, d>(from, empty); });
    return targets;
  }

  // ---- Captures of which some are not short single jumps

  template <int us, bool with_kings, class Take>
  PLY_NEVER_INLINE static void chase(const Choice<us, with_kings>& choice, bool flying, Take& take) {
    std::array<u64, 4> longer;
    for_directions<4>([&](auto d) { longer[d] = choice.template longer_jumps<d>(); });
    u64 pieces = longer[0] | longer[1] | longer[2] | longer[3];
    Chase<variant, us, with_kings, Take> chase(choice.sight, take);
    if (!variant.maximum || pieces == 0) for_directions<4>([&](auto d) { chase.template singles<d>(choice.template jumps<d>() & ~longer[d]); });
    while (pieces != 0) chase.short_jumps(pop_lowest(pieces), longer);
    if constexpr (Sight<us, with_kings>::flying_kings) {
      for (u64 kings = flying ? choice.sight.kings : 0; kings != 0;) chase.flying_jumps(pop_lowest(kings));
    }
  }

  // ---- The three questions, answered in the same order

  template <int us, bool with_kings>
  PLY_ALWAYS_INLINE static u64 count_of(const Choice<us, with_kings>& choice) {
    const bool captures = choice.any_jump();
    const bool flying = choice.any_flying_capture();
    if (flying || (captures && choice.any_longer_jump())) {
      Counter counter;
      chase(choice, flying, counter);
      return counter.total;
    }
    int total = 0;
    if (captures) {
      for_directions<4>([&](auto d) { total += popcount(choice.template jumps<d>()); });
      return static_cast<u64>(total);
    }
    for_directions<B::directions>([&](auto d) { total += popcount(choice.template steps<d>()); });
    if constexpr (Sight<us, with_kings>::flying_kings) {
      for (u64 kings = choice.sight.kings; kings != 0;) total += popcount(flights(pop_lowest(kings), choice.sight.empty));
    }
    return static_cast<u64>(total);
  }

  template <int us, bool with_kings, class Emit>
  PLY_ALWAYS_INLINE static void list(const Choice<us, with_kings>& choice, Emit&& emit) {
    const bool captures = choice.any_jump();
    const bool flying = choice.any_flying_capture();
    if (flying || (captures && choice.any_longer_jump())) {
      MoveList moves;
      chase(choice, flying, moves);
      for (std::size_t i = 0; i < moves.size() && !emit(moves[i]); ++i) {
      }
      return;
    }
    bool stop = false;
    if (captures) {
      for_directions<4>([&](auto d) {
        for (u64 set = choice.template jumps<d>(); set != 0 && !stop;) stop = emit(jump(pop_lowest(set), B::distance[d]));
      });
      return;
    }
    const u64 men = choice.sight.men;
    const u64 empty = choice.sight.empty;
    for_directions<B::directions>([&](auto d) {
      for (u64 set = choice.template steps<d>(); set != 0 && !stop;) stop = emit(quiet_move<d>(pop_lowest(set), men, empty));
    });
    if constexpr (Sight<us, with_kings>::flying_kings) {
      for (u64 kings = choice.sight.kings; kings != 0 && !stop;) {
        const int from = pop_lowest(kings);
        for (u64 targets = flights(from, empty); targets != 0 && !stop;) stop = emit(step(from, pop_lowest(targets)));
      }
    }
  }

  /// The move whose number `choose` names, given how many there are.
  template <int us, bool with_kings, class Choose>
  PLY_ALWAYS_INLINE static std::optional<Move> pick(const Choice<us, with_kings>& choice, Choose&& choose) {
    const bool captures = choice.any_jump();
    const bool flying = choice.any_flying_capture();
    if (flying || choice.any_longer_jump()) [[unlikely]]
      return pick_chase(choice, flying, choose);
    if constexpr (variant.flying_kings) {
      if (!captures) return pick_quiet(choice, choose);
    }
    // Captures, or the moves of men and short kings: one set for each direction. Nothing here branches on what nobody could guess.
    const u64 capturing = captures ? ~u64{0} : 0;
    const auto movers = [&](auto d) -> u64 {
      if constexpr (!Choice<us, with_kings>::leads(d)) return 0;
      if constexpr (variant.flying_kings) return choice.template jumps<d>();
      return choice.template jumps<d>() | (choice.template steps<d>() & ~capturing);
    };
    int total = 0;
    for_directions<4>([&](auto d) { total += popcount(movers(d)); });
    if (total == 0) return std::nullopt;
    const auto number = static_cast<int>(choose(static_cast<u32>(total)));
    u64 set = 0;
    int distance = 0;
    int earlier = 0;
    int next = 0;
    for_directions<4>([&](auto d) {
      if constexpr (!Choice<us, with_kings>::leads(d)) return;
      const u64 mask = number >= next ? ~u64{0} : 0;
      set ^= (set ^ movers(d)) & mask;
      distance ^= (distance ^ B::distance[d]) & static_cast<int>(mask);
      earlier ^= (earlier ^ next) & static_cast<int>(mask);
      next += popcount(movers(d));
    });
    const int from = nth_bit(set, number - earlier);
    const int over = from + distance;
    return Move{bit(over) & capturing, static_cast<u8>(from), static_cast<u8>(over + (distance & static_cast<int>(capturing)))};
  }

  template <int us, bool with_kings, class Choose>
  PLY_NEVER_INLINE static std::optional<Move> pick_chase(const Choice<us, with_kings>& choice, bool flying, Choose&& choose) {
    MoveList moves;
    chase(choice, flying, moves);
    return moves[static_cast<std::size_t>(choose(moves.size()))];
  }

  /// The same for quiet moves where some are neither by one square nor in a direction of captures.
  template <int us, bool with_kings, class Choose>
  PLY_ALWAYS_INLINE static std::optional<Move> pick_quiet(const Choice<us, with_kings>& choice, Choose&& choose) {
    const u64 men = choice.sight.men;
    const u64 empty = choice.sight.empty;
    int total = 0;
    for_directions<B::directions>([&](auto d) { total += popcount(choice.template steps<d>()); });
    if constexpr (with_kings) {
      for (u64 kings = choice.sight.kings; kings != 0;) total += popcount(flights(pop_lowest(kings), empty));
    }
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(choose(static_cast<u32>(total)));
    std::optional<Move> move;
    for_directions<B::directions>([&](auto d) {
      const u64 set = choice.template steps<d>();
      if (left >= 0 && left < popcount(set)) move = quiet_move<d>(nth_bit(set, left), men, empty);
      left -= popcount(set);
    });
    if constexpr (with_kings) {
      for (u64 kings = choice.sight.kings; left >= 0;) {
        const int from = pop_lowest(kings);
        const u64 targets = flights(from, empty);
        if (left < popcount(targets)) move = step(from, nth_bit(targets, left));
        left -= popcount(targets);
      }
    }
    return move;
  }
};

}  // namespace ply::draughts

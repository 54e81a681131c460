// The legal moves.
//
// Quiet moves and captures of one piece are found as sets: a set of squares and a direction are as many moves as the set has squares. So is the question
// whether any capture can go on. Only captures that do go on are followed piece by piece and jump by jump.
#pragma once

#include <optional>

#include "games/draughts/lists.hpp"

namespace ply::draughts {

/// A position as the side to move looks at it.
template <const Description& variant, int us>
struct Sight {
  using B = Board<variant.grid>;
  u64 own, enemy, empty, men, kings;

  explicit Sight(const State& at) : own(at.side[us]), enemy(at.side[1 - us]), empty(B::squares & ~(own | enemy)), men(own & ~at.kings), kings(own & at.kings) {}

  static constexpr bool forward(int d) { return B::rise[static_cast<std::size_t>(d)] == (us == white ? 1 : -1); }
  static constexpr bool men_capture(int d) { return variant.backward_capture || forward(d); }
};

/// The squares from which a step leads into a set.
template <class B, int d>
constexpr u64 before(u64 set) {
  return B::template step<d ^ 2>(set);
}

/// What the side to move can do, as sets of the squares that are left: captures if there are any, else quiet moves.
template <const Description& variant, int us>
class Choice {
  using B = Board<variant.grid>;
  using Sight = draughts::Sight<variant, us>;
  static constexpr bool short_kings = !variant.flying_kings;

 public:
  Sight sight;
  /// Short jumps if `captures`, one set for each of the directions 0-3; else what steps in each of the directions in `quiet`.
  std::array<u64, 4> sets{};
  bool captures;
  bool simple;  ///< no capture but by one short jump: the sets are all there is, but for quiet moves of flying kings

  /// The directions in which men, or short kings, make quiet moves. On dark squares each is in its own place.
  static constexpr std::array<int, 4> quiet = [] {
    std::array<int, 4> list{0, 1, 2, 3};
    std::size_t size = 0;
    for (int d = 0; d < B::directions && B::all_squares; ++d) {
      if (Sight::forward(d)) list[size++] = d;
    }
    return list;
  }();
  static constexpr int quiet_count = B::all_squares ? 3 : 4;

  PLY_ALWAYS_INLINE explicit Choice(const State& at) : sight(at) {
    std::array<u64, 4> steps{};
    if constexpr (short_kings) {
      constexpr int ahead = us == white ? 0 : 2;
      constexpr int back = ahead ^ 2;
      look<ahead>(steps);
      look<ahead + 1>(steps);
      if (sight.kings != 0) {
        look<back>(steps);
        look<back + 1>(steps);
      }
    } else {
      for_directions<4>([&](auto d) { look<d>(steps); });
      if constexpr (B::all_squares) for_directions<3>([&](auto i) { steps[i] = steppers<quiet[i]>(before<B, quiet[i]>(sight.empty)); });
    }
    captures = (sets[0] | sets[1] | sets[2] | sets[3]) != 0;
    simple = going_on() == 0;
    for (std::size_t i = 0; i < 4; ++i) sets[i] = captures ? sets[i] : steps[i];
    if constexpr (!short_kings) {
      if (sight.kings != 0) [[unlikely]]
        look_from_kings();
    }
  }

  bool kings_capture() const { return kings_capture_; }

  /// Pieces that can make a short jump, and those of them that can then make another. A second jump never needs the square that the piece came from, and it
  /// cannot go straight back, because that square is not empty.
  template <int d>
  u64 jumps() const {
    return takeoff_[d] & jumpers<d>();
  }
  template <int d>
  u64 longer_jumps() const {
    const auto [men_go_on, kings_go_on] = seconds();
    constexpr int twice = 2 * B::distance[d];
    u64 out = shift<-twice>(shift<twice>(jumps<d>() & sight.men) & men_go_on);
    if constexpr (short_kings) out |= shift<-twice>(shift<twice>(jumps<d>() & sight.kings) & kings_go_on);
    return out;
  }

 private:
  template <int d>
  u64 jumpers() const {
    if constexpr (!short_kings) return Sight::men_capture(d) ? sight.men : 0;
    return Sight::men_capture(d) ? sight.own : sight.kings;
  }

  /// Those that can step, given the squares before empty ones.
  template <int d>
  u64 steppers(u64 before_empty) const {
    if constexpr (short_kings) return before_empty & (Sight::forward(d) ? sight.own : sight.kings);
    if constexpr (!Sight::forward(d)) return 0;
    if constexpr (variant.linear_moves) return B::template spread<d ^ 2>(sight.men & before_empty, sight.men);
    return sight.men & before_empty;
  }

  template <int d>
  PLY_ALWAYS_INLINE void look(std::array<u64, 4>& steps) {
    const u64 before_empty = before<B, d>(sight.empty);
    takeoff_[d] = before<B, d>(sight.enemy & before_empty);
    sets[d] = jumps<d>();
    if constexpr (!B::all_squares) steps[d] = steppers<d>(before_empty);
  }

  /// Where a man, and where a short king, that has just landed jumps again.
  PLY_ALWAYS_INLINE std::pair<u64, u64> seconds() const {
    u64 men_go_on = 0;
    for_directions<4>([&](auto d) { men_go_on |= Sight::men_capture(d) ? takeoff_[d] : 0; });
    return {men_go_on, takeoff_[0] | takeoff_[1] | takeoff_[2] | takeoff_[3]};
  }

  PLY_ALWAYS_INLINE u64 going_on() const {
    const auto [men_go_on, kings_go_on] = seconds();
    u64 men_landed = 0;
    u64 kings_landed = 0;
    for_directions<4>([&](auto d) {
      constexpr int twice = 2 * B::distance[d];
      if constexpr (Sight::men_capture(d)) men_landed |= shift<twice>(sets[d] & sight.men);
      if constexpr (short_kings) kings_landed |= shift<twice>(sets[d] & sight.kings);
    });
    return (men_landed & men_go_on) | (kings_landed & kings_go_on);
  }

  void look_from_kings() {
    u64 kings = sight.kings;
    while (kings != 0) {
      const int from = pop_lowest(kings);
      for_directions<4>([&](auto d) { kings_capture_ |= ((reach<B, d>(from, sight.empty) | bit(from)) & takeoff_[d]) != 0; });
    }
    captures |= kings_capture_;
    simple &= !kings_capture_;
  }

  /// Where a short jump in each direction can begin, whoever stands there. Those that are not for men are looked at only if there are kings.
  std::array<u64, 4> takeoff_{};
  bool kings_capture_ = false;
};

/// Follows captures to their ends and gives them to `Take`, each once: two routes meet at the latest where they end, and are one from there on.
template <const Description& variant, int us, class Take>
class Chase {
  using B = Board<variant.grid>;

 public:
  Chase(const Sight<variant, us>& sight, Take& take) : sight_(sight), take_(take) {}

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
      variant.flying_kings || (sight_.men & bit(from)) != 0 ? jump_on<false>(landing, over, 1) : jump_on<true>(landing, over, 1);
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
    take_.add(Move{captured, static_cast<u32>(from_), static_cast<u32>(to)});
  }

  /// Short jumps are the edges of a lattice: routes over the same edges can only differ around a mesh of four.
  static constexpr int shortest_detour = 4;

  template <bool king>
  void jump_on(u64 at, u64 captured, int pieces) {
    if (pieces >= shortest_detour && !visited_.add(lowest(at), captured)) return;
    bool over = true;
    for_directions<4>([&](auto d) {
      if constexpr (!king && !Sight<variant, us>::men_capture(d)) return;
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

  const Sight<variant, us>& sight_;
  Take& take_;
  int from_ = 0;
  int most_ = 0;
  u64 open_ = 0;  ///< empty, or left by the piece that captures
  Visited visited_;
};

template <const Description& variant>
class Generator {
  using B = Board<variant.grid>;
  template <int us>
  using Choice = draughts::Choice<variant, us>;

 public:
  template <class Emit>
  static void moves(const State& at, Emit&& emit) {
    at.mover == white ? moves_of<white>(at, emit) : moves_of<black>(at, emit);
  }
  static u64 count(const State& at) { return at.mover == white ? count_of<white>(at) : count_of<black>(at); }
  static Move nth(const State& at, u64 i) {
    const auto choose = [i](u64) { return i; };
    return *(at.mover == white ? pick<white>(at, choose) : pick<black>(at, choose));
  }
  PLY_ALWAYS_INLINE static std::optional<Move> random_move(const State& at, Rng& rng) {
    const auto choose = [&rng](u64 count) { return rng.below(count); };
    return at.mover == white ? pick<white>(at, choose) : pick<black>(at, choose);
  }

 private:
  struct Counter {
    u64 total = 0;
    void clear() { total = 0; }
    void add(const Move&) { ++total; }
  };

  static Move jump(int from, int distance) { return {bit(from + distance), static_cast<u32>(from), static_cast<u32>(from + 2 * distance)}; }
  static Move step(int from, int to) { return {0, static_cast<u32>(from), static_cast<u32>(to)}; }

  /// The quiet move in direction d of a man or a short king that can make it.
  template <int d, int us>
  static Move quiet_move(const Sight<variant, us>& sight, int from) {
    if constexpr (variant.linear_moves) {
      const u64 line = bit(from) | reach<B, d>(from, sight.men);
      return step(from, lowest(B::template step<d>(line) & sight.empty));
    }
    return step(from, from + B::distance[d]);
  }
  /// The move of the i-th set.
  template <int us>
  PLY_ALWAYS_INLINE static Move set_move(const Choice<us>& choice, std::size_t i, int from) {
    const int distance = B::distance[i];
    if constexpr (!B::all_squares) {
      return {choice.captures ? bit(from + distance) : 0, static_cast<u32>(from), static_cast<u32>(from + (choice.captures ? 2 : 1) * distance)};
    }
    if (choice.captures) return jump(from, distance);
    if (i == 0) return quiet_move<Choice<us>::quiet[0]>(choice.sight, from);
    if (i == 1) return quiet_move<Choice<us>::quiet[1]>(choice.sight, from);
    return quiet_move<Choice<us>::quiet[2]>(choice.sight, from);
  }

  /// Calls `visit(from, targets)` for the quiet moves of each flying king, until it returns true.
  template <int us, class Visit>
  static void visit_kings(const Sight<variant, us>& sight, Visit&& visit) {
    u64 kings = variant.flying_kings ? sight.kings : 0;
    while (kings != 0) {
      const int from = pop_lowest(kings);
      u64 targets = 0;
      for_directions<B::directions>([&](auto d) { targets |= reach<B, d>(from, sight.empty); });
      if (visit(from, targets)) return;
    }
  }

  /// All captures where not all are simple.
  template <int us, class Take>
  PLY_NEVER_INLINE static void chase(const Choice<us>& choice, Take& take) {
    std::array<u64, 4> longer;
    for_directions<4>([&](auto d) { longer[d] = choice.template longer_jumps<d>(); });
    u64 pieces = longer[0] | longer[1] | longer[2] | longer[3];
    Chase<variant, us, Take> chase(choice.sight, take);
    if (!variant.maximum || pieces == 0) for_directions<4>([&](auto d) { chase.template singles<d>(choice.template jumps<d>() & ~longer[d]); });
    while (pieces != 0) chase.short_jumps(pop_lowest(pieces), longer);
    if constexpr (variant.flying_kings) {
      u64 kings = choice.kings_capture() ? choice.sight.kings : 0;
      while (kings != 0) chase.flying_jumps(pop_lowest(kings));
    }
  }

  template <int us>
  PLY_ALWAYS_INLINE static u64 count_of(const State& at) {
    const Choice<us> choice(at);
    if (!choice.simple) [[unlikely]] {
      Counter counter;
      chase<us>(choice, counter);
      return counter.total;
    }
    u64 total = 0;
    for (const u64 set : choice.sets) total += static_cast<u64>(popcount(set));
    if (!choice.captures) {
      visit_kings<us>(choice.sight, [&](int, u64 targets) {
        total += static_cast<u64>(popcount(targets));
        return false;
      });
    }
    return total;
  }

  template <int us, class Emit>
  PLY_ALWAYS_INLINE static void moves_of(const State& at, Emit&& emit) {
    const Choice<us> choice(at);
    if (!choice.simple) [[unlikely]] {
      MoveList list;
      chase<us>(choice, list);
      for (std::size_t i = 0; i < list.size() && !emit(list[i]); ++i) {
      }
      return;
    }
    bool stop = false;
    if (choice.captures) {
      for_directions<4>([&](auto d) {
        for (u64 set = choice.sets[d]; set != 0 && !stop;) stop = emit(jump(pop_lowest(set), B::distance[d]));
      });
      return;
    }
    for_directions<Choice<us>::quiet_count>([&](auto i) {
      for (u64 set = choice.sets[i]; set != 0 && !stop;) stop = emit(quiet_move<Choice<us>::quiet[i]>(choice.sight, pop_lowest(set)));
    });
    if (stop) return;
    visit_kings<us>(choice.sight, [&](int from, u64 targets) {
      while (targets != 0 && !stop) stop = emit(step(from, pop_lowest(targets)));
      return stop;
    });
  }

  /// The move whose number `choose` names, given how many there are.
  template <int us, class Choose>
  PLY_ALWAYS_INLINE static std::optional<Move> pick(const State& at, Choose&& choose) {
    const Choice<us> choice(at);
    if (!choice.simple) [[unlikely]]
      return pick_chase<us>(choice, choose);
    std::array<int, 4> earlier;
    int total = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      earlier[i] = total;
      total += popcount(choice.sets[i]);
    }
    if (variant.flying_kings && choice.sight.kings != 0 && !choice.captures) [[unlikely]]
      return pick_beside_kings<us>(choice, choose, total);
    if (total == 0) return std::nullopt;
    const auto number = static_cast<int>(choose(static_cast<u32>(total)));
    // No branch on which set it is: nobody could guess it.
    const std::size_t i = (number >= earlier[1] ? 1 : 0) + (number >= earlier[2] ? 1 : 0) + (number >= earlier[3] ? 1 : 0);
    return set_move<us>(choice, i, nth_bit(choice.sets[i], number - earlier[i]));
  }
  template <int us, class Choose>
  PLY_NEVER_INLINE static std::optional<Move> pick_chase(const Choice<us>& choice, Choose&& choose) {
    MoveList list;
    chase<us>(choice, list);
    return list[static_cast<std::size_t>(choose(list.size()))];
  }
  /// `others`: quiet moves that are not by flying kings.
  template <int us, class Choose>
  PLY_NEVER_INLINE static std::optional<Move> pick_beside_kings(const Choice<us>& choice, Choose&& choose, int others) {
    int total = others;
    visit_kings<us>(choice.sight, [&](int, u64 targets) {
      total += popcount(targets);
      return false;
    });
    if (total == 0) return std::nullopt;
    auto left = static_cast<int>(choose(static_cast<u32>(total)));
    std::optional<Move> move;
    for (std::size_t i = 0; i < 4; ++i) {
      const int size = popcount(choice.sets[i]);
      if (left >= 0 && left < size) move = set_move<us>(choice, i, nth_bit(choice.sets[i], left));
      left -= size;
    }
    if (left < 0) return move;
    visit_kings<us>(choice.sight, [&](int from, u64 targets) {
      const int size = popcount(targets);
      if (left < size) move = step(from, nth_bit(targets, left));
      left -= size;
      return left < 0;
    });
    return move;
  }
};

}  // namespace ply::draughts

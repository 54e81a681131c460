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

  /// Pieces that go one square in a direction, and pieces that jump over an adjacent one.
  template <int d>
  u64 walkers() const {
    if constexpr (variant.flying_kings) return forward(d) ? men : 0;
    return forward(d) ? own : kings;
  }
  template <int d>
  u64 jumpers() const {
    if constexpr (variant.flying_kings) return men_capture(d) ? men : 0;
    return men_capture(d) ? own : kings;
  }
};

/// Short jumps: over an adjacent enemy to the square behind it.
template <const Description& variant, int us>
struct Jumps {
  using B = Board<variant.grid>;
  std::array<u64, 4> takeoff;  ///< where a short jump in this direction can begin, whoever stands there
  std::array<u64, 4> from;     ///< our pieces that can make it
  std::array<u64, 4> longer;   ///< those of them that can jump again from where they land

  explicit Jumps(const Sight<variant, us>& sight) {
    for_directions<4>([&](auto d) {
      takeoff[d] = B::template step<d ^ 2>(sight.enemy & B::template step<d ^ 2>(sight.empty));
      from[d] = takeoff[d] & sight.template jumpers<d>();
    });
  }

  bool any() const { return (from[0] | from[1] | from[2] | from[3]) != 0; }

  /// Fills in `longer`; the pieces in it. A second jump never needs the square that the piece came from, and it cannot go straight back.
  u64 look_further(const Sight<variant, us>& sight) {
    for_directions<4>([&](auto d) {
      u64 men_go_on = 0;
      u64 kings_go_on = 0;
      for_directions<4>([&](auto next) {
        if constexpr (next == (d ^ 2)) return;
        if constexpr (Sight<variant, us>::men_capture(next)) men_go_on |= takeoff[next];
        kings_go_on |= takeoff[next];
      });
      u64 landed = twice<d>(from[d] & sight.men) & men_go_on;
      if constexpr (!variant.flying_kings) landed |= twice<d>(from[d] & sight.kings) & kings_go_on;
      longer[d] = twice<d ^ 2>(landed);
    });
    return longer[0] | longer[1] | longer[2] | longer[3];
  }

  template <int d>
  static constexpr u64 twice(u64 set) {
    return B::template step<d>(B::template step<d>(set));
  }
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

  /// The captures of a piece that jumps more than once, in the given directions at first.
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
  using Sight = draughts::Sight<variant, us>;
  template <int us>
  using Jumps = draughts::Jumps<variant, us>;

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
  static std::optional<Move> random_move(const State& at, Rng& rng) {
    const auto choose = [&rng](u64 count) { return rng.below(count); };
    return at.mover == white ? pick<white>(at, choose) : pick<black>(at, choose);
  }

 private:
  struct Counter {
    u64 total = 0;
    void clear() { total = 0; }
    void add(const Move&) { ++total; }
  };

  /// What there is to do: captures if there are any.
  template <int us>
  struct Choice {
    Sight<us> sight;
    Jumps<us> jumps;
    u64 chains = 0;  ///< pieces that jump more than once, by short jumps
    bool kings_capture = false;
    bool captures;

    explicit Choice(const State& at) : sight(at), jumps(sight) {
      captures = jumps.any();
      if (captures) chains = jumps.look_further(sight);
      if constexpr (variant.flying_kings) {
        u64 kings = sight.kings;
        while (kings != 0) {
          const int from = pop_lowest(kings);
          for_directions<4>([&](auto d) { kings_capture |= ((reach<B, d>(from, sight.empty) | bit(from)) & jumps.takeoff[d]) != 0; });
        }
        captures |= kings_capture;
      }
    }
    /// No capture but by one short jump.
    bool simple() const { return chains == 0 && !kings_capture; }
  };

  /// Calls `visit(set, make)` for sets of moves, `make(square)` being the move that belongs to a square of the set, until it returns true.
  template <int us, class Visit>
  static void visit_quiet(const Sight<us>& sight, Visit&& visit) {
    bool stop = false;
    for_directions<B::directions>([&](auto d) {
      if (stop) return;
      if constexpr (variant.linear_moves) {
        if constexpr (Sight<us>::forward(d)) {
          const u64 heads = sight.men & B::template step<d ^ 2>(sight.empty);
          constexpr int direction = d;
          stop = visit(B::template spread<d ^ 2>(heads, sight.men), [&sight](int from) {
            const u64 line = reach<B, direction>(from, sight.men);
            const u64 to = B::template step<direction>(line | bit(from)) & sight.empty;
            return Move{0, static_cast<u32>(from), static_cast<u32>(lowest(to))};
          });
        }
      } else if constexpr (Sight<us>::forward(d) || !variant.flying_kings) {
        constexpr int distance = B::distance[d];
        stop = visit(B::template step<d>(sight.template walkers<d>()) & sight.empty,
                     [](int to) { return Move{0, static_cast<u32>(to - distance), static_cast<u32>(to)}; });
      }
    });
    if constexpr (variant.flying_kings) {
      u64 kings = sight.kings;
      while (kings != 0 && !stop) {
        const int from = pop_lowest(kings);
        u64 targets = 0;
        for_directions<B::directions>([&](auto d) { targets |= reach<B, d>(from, sight.empty); });
        stop = visit(targets, [from](int to) { return Move{0, static_cast<u32>(from), static_cast<u32>(to)}; });
      }
    }
  }

  /// The same for captures that are all simple.
  template <int us, class Visit>
  static void visit_simple(const Jumps<us>& jumps, Visit&& visit) {
    bool stop = false;
    for_directions<4>([&](auto d) {
      if (stop) return;
      constexpr int distance = B::distance[d];
      stop = visit(jumps.from[d], [](int from) { return Move{bit(from + distance), static_cast<u32>(from), static_cast<u32>(from + 2 * distance)}; });
    });
  }

  template <int us, class Visit>
  static void visit_sets(const Choice<us>& choice, Visit&& visit) {
    choice.captures ? visit_simple<us>(choice.jumps, visit) : visit_quiet<us>(choice.sight, visit);
  }

  /// All captures, of whatever length.
  template <int us, class Take>
  static void chase(const Choice<us>& choice, Take& take) {
    Chase<variant, us, Take> chase(choice.sight, take);
    if (!variant.maximum || choice.chains == 0) {
      for_directions<4>([&](auto d) { chase.template singles<d>(choice.jumps.from[d] & ~choice.jumps.longer[d]); });
    }
    u64 pieces = choice.chains;
    while (pieces != 0) chase.short_jumps(pop_lowest(pieces), choice.jumps.longer);
    if constexpr (variant.flying_kings) {
      u64 kings = choice.kings_capture ? choice.sight.kings : 0;
      while (kings != 0) chase.flying_jumps(pop_lowest(kings));
    }
  }

  template <int us>
  static u64 count_sets(const Choice<us>& choice) {
    u64 total = 0;
    visit_sets<us>(choice, [&](u64 set, auto&&) {
      total += static_cast<u64>(popcount(set));
      return false;
    });
    return total;
  }

  template <int us>
  static u64 count_of(const State& at) {
    const Choice<us> choice(at);
    if (!choice.captures || choice.simple()) return count_sets<us>(choice);
    Counter counter;
    chase<us>(choice, counter);
    return counter.total;
  }

  template <int us, class Emit>
  static void moves_of(const State& at, Emit&& emit) {
    const Choice<us> choice(at);
    if (!choice.captures || choice.simple()) {
      visit_sets<us>(choice, [&](u64 set, auto&& make) {
        while (set != 0) {
          if (emit(make(pop_lowest(set)))) return true;
        }
        return false;
      });
      return;
    }
    MoveList list;
    chase<us>(choice, list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (emit(list[i])) return;
    }
  }

  /// The move whose number `choose` names, given how many there are.
  template <int us, class Choose>
  static std::optional<Move> pick(const State& at, Choose&& choose) {
    const Choice<us> choice(at);
    if (choice.captures && !choice.simple()) {
      MoveList list;
      chase<us>(choice, list);
      return list[static_cast<std::size_t>(choose(list.size()))];
    }
    const u64 count = count_sets<us>(choice);
    if (count == 0) return std::nullopt;
    auto left = static_cast<int>(choose(count));
    std::optional<Move> move;
    visit_sets<us>(choice, [&](u64 set, auto&& make) {
      const int size = popcount(set);
      if (left >= size) {
        left -= size;
        return false;
      }
      move = make(nth_bit(set, left));
      return true;
    });
    return move;
  }
};

}  // namespace ply::draughts

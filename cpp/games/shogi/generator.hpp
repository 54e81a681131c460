// The legal moves: legal by construction, counted without being made.
//
// What the enemy attacks, what is pinned and where a check can be answered are found first. With these, every set of destinations below is a set of legal
// moves; only a pawn drop next to the enemy's king is tried out, for it must not mate. Counting looks at all pieces that move alike at once; a pinned piece
// is looked at alone.
#pragma once

#include "core/rules.hpp"
#include "games/shogi/position.hpp"

namespace ply::shogi {

/// Pieces that move alike. Promoted pieces and those that do not promote can share a class.
struct Class {
  Movement moves;
  unsigned plain = 0;     ///< bit n: piece number n, unpromoted
  unsigned promoted = 0;  ///< bit n: piece number n, promoted
  bool promotes = false;
  int dead_ranks = 0;
};

/// The classes of a game, kings apart.
template <const Description& variant>
inline constexpr auto classes_of = [] {
  List<Class, 16> classes;
  const auto join = [&](const Movement& moves, unsigned plain, unsigned promoted) {
    for (std::size_t i = 0; i < classes.size; ++i) {
      if (classes[i].promotes || !(classes[i].moves == moves)) continue;
      classes.items[i].plain |= plain;
      classes.items[i].promoted |= promoted;
      return;
    }
    classes.add({moves, plain, promoted});
  };
  for (unsigned n = 0; n < variant.pieces.size; ++n) {
    const Piece& piece = variant.pieces[n];
    if (static_cast<int>(n) == variant.king) continue;
    if (piece.promotes) {
      classes.add({piece.moves, 1u << n, 0, true, piece.dead_ranks});
    } else {
      join(piece.moves, 1u << n, 0);
    }
  }
  for (unsigned n = 0; n < variant.pieces.size; ++n) {
    if (variant.pieces[n].promotes) join(variant.pieces[n].promoted, 0, 1u << n);
  }
  return classes;
}();

/// The squares of each class, and the kings, of both sides.
template <const Description& variant>
struct Sets {
  using Bits = typename State<variant>::Bits;
  static constexpr const auto& classes = classes_of<variant>;

  std::array<Bits, classes.size> of;
  Bits kings;

  PLY_ALWAYS_INLINE explicit Sets(const State<variant>& at) {
    constexpr Bits none = Bits(u64{0});
    const Bits promoted = at.promoted();
    const Bits occupied = at.occupied();
    std::array<Bits, variant.pieces.size> numbered;
    for_each_index<variant.pieces.size>([&](auto n) PLY_INLINE_LAMBDA { numbered[n] = at.numbered(n) & occupied; });
    kings = numbered[static_cast<std::size_t>(variant.king)];
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      Bits plain = none;
      Bits other = none;
      for_each_index<variant.pieces.size>([&](auto n) PLY_INLINE_LAMBDA {
        if constexpr ((classes[c].plain >> n & 1) != 0) plain = plain | numbered[n];
        if constexpr ((classes[c].promoted >> n & 1) != 0) other = other | numbered[n];
      });
      of[c] = (plain & ~promoted) | (other & promoted);
    });
  }
};

/// Moves that share all but the destination: one for each of `targets`.
template <class Bits>
struct Group {
  Bits targets;
  unsigned move;
};

template <const Description& variant>
class Groups {
 public:
  using Bits = typename State<variant>::Bits;
  void add(unsigned move, Bits targets) {
    items_[size_] = {targets, move};
    size_ += any(targets) ? 1 : 0;
  }
  const Group<Bits>* begin() const { return items_; }
  const Group<Bits>* end() const { return items_ + size_; }

 private:
  Group<Bits> items_[2 * BoardOf<variant>::squares + 10];  // pieces with and without promotion, drops, and the one after the last
  std::size_t size_ = 0;
};

/// Whether each piece that can get to where it would be stuck promotes there, or may be dropped there.
template <const Description& variant>
inline constexpr bool dead_ends_are_described = [] {
  for (const Piece& piece : variant.pieces) {
    if (!piece.promotes && piece.dead_ranks != 0 && !variant.dead_drops) return false;
  }
  return true;
}();

template <const Description& variant>
class Generator {
  static_assert(variant.pawns_on_file <= 2);
  static_assert(dead_ends_are_described<variant>);

 public:
  using S = State<variant>;
  using B = BoardOf<variant>;
  using Bits = typename B::Bits;
  static constexpr const auto& classes = classes_of<variant>;

  PLY_ALWAYS_INLINE static u64 count(const S& at) { return at.mover == sente ? count_for<sente>(at) : count_for<gote>(at); }
  static void list(const S& at, Groups<variant>& groups) { at.mover == sente ? list_for<sente>(at, groups) : list_for<gote>(at, groups); }
  static bool in_check(const S& at) { return at.mover == sente ? in_check_for<sente>(at) : in_check_for<gote>(at); }
  static bool home(const S& at) { return at.mover == sente ? home_for<sente>(at) : home_for<gote>(at); }
  /// The unpromoted pieces of a side that can never move again.
  static Bits dead(const S& at, int side, std::size_t number) {
    const Bits pieces = at.numbered(number) & ~at.promoted() & at.side[static_cast<std::size_t>(side)];
    return pieces &
           (side == sente ? B::template far_ranks<sente>(variant.pieces[number].dead_ranks) : B::template far_ranks<gote>(variant.pieces[number].dead_ranks));
  }

 private:
  static constexpr Bits none = B::none;

  /// Directions in which some class slides, or reaches the second square, as Sente sees them.
  static constexpr unsigned all_slides = [] {
    unsigned all = 0;
    for (const Class& c : classes) all |= c.moves.slides;
    return all;
  }();
  static constexpr unsigned all_seconds = [] {
    unsigned all = 0;
    for (const Class& c : classes) all |= c.moves.seconds;
    return all;
  }();

  template <int us>
  static constexpr Bits zone = B::template far_ranks<us>(variant.zone);
  template <int us, std::size_t c>
  static constexpr Bits dead_squares = B::template far_ranks<us>(classes[c].dead_ranks);
  template <int us>
  static constexpr auto dead_by_class = []<std::size_t... c>(std::index_sequence<c...>) {
    return std::array<Bits, classes.size>{dead_squares<us, c>...};
  }(std::make_index_sequence<classes.size>{});

  /// Whether promotion is ever a choice: not if what promotes is dead wherever it might.
  static constexpr bool promotion_counts = [] {
    bool choice = false;
    for (const Class& c : classes) choice = choice || (c.promotes && c.dead_ranks != variant.zone);
    return choice;
  }();

  template <int us>
  static constexpr unsigned forward = us == sente ? 4 : 0;

  // ---- One piece

  /// Where single steps and leaps lead.
  static constexpr typename B::template PerSquare<Bits> jumps_of(const Movement& moves, int side) {
    typename B::template PerSquare<Bits> table{};
    const int sign = side == sente ? 1 : -1;
    for (int square = 0; square < B::squares; ++square) {
      const auto reach = [&](int files, int ranks) {
        const int file = square / B::ranks + sign * files;
        const int rank = square % B::ranks + sign * ranks;
        if (B::on_board(file, rank)) table[static_cast<std::size_t>(square)] |= B::bit(file * B::ranks + rank);
      };
      for (unsigned d = 0; d < 8; ++d) {
        if ((moves.steps >> d & 1) != 0) reach(B::file_step[d], B::rank_step[d]);
      }
      for (const Leap& leap : moves.leaps) reach(leap.files, leap.ranks);
    }
    return table;
  }
  template <int us>
  static constexpr auto jumps = [] {
    std::array<typename B::template PerSquare<Bits>, classes.size> table{};
    for (std::size_t c = 0; c < classes.size; ++c) table[c] = jumps_of(classes[c].moves, us);
    return table;
  }();
  static constexpr auto king_steps = jumps_of(king_moves, sente);

  /// Where a piece of class c moves to from a square, own pieces included.
  template <int us>
  static Bits reach(std::size_t c, int from, Bits occupied) {
    Bits targets = jumps<us>[c][static_cast<std::size_t>(from)];
    if constexpr (all_slides != 0) {
      for (unsigned rest = seen_by(us, classes[c].moves.slides); rest != 0; rest &= rest - 1) {
        targets |= B::slide(static_cast<unsigned>(std::countr_zero(rest)), from, occupied);
      }
    }
    if constexpr (all_seconds != 0) {
      for (unsigned rest = seen_by(us, classes[c].moves.seconds); rest != 0; rest &= rest - 1) {
        targets |= second(static_cast<unsigned>(std::countr_zero(rest)), from, occupied);
      }
    }
    return targets;
  }
  /// The same for a constant class.
  template <int us, std::size_t c>
  PLY_ALWAYS_INLINE static Bits reach(int from, Bits occupied) {
    Bits targets = jumps<us>[c][static_cast<std::size_t>(from)] | slides<us, classes[c].moves.slides>(from, occupied);
    for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
      if constexpr ((seen_by(us, classes[c].moves.seconds) >> d & 1) != 0) targets |= second(d, from, occupied);
    });
    return targets;
  }
  /// The second square in a direction, if there is one and the first is empty.
  static Bits second(unsigned direction, int from, Bits occupied) {
    const auto& line = B::ray[direction];
    const Bits first = line[static_cast<std::size_t>(from)];
    if (!any(first)) return none;
    const int next = from + B::ranks * B::file_step[direction] + B::rank_step[direction];
    if (B::has(occupied, next)) return none;
    const Bits after = line[static_cast<std::size_t>(next)];
    const int distance = B::ranks * B::file_step[direction] + B::rank_step[direction];
    return any(after) ? B::bit(next + distance) : none;
  }

  // ---- Sight: a position as the side `us` must look at it before it moves

  template <int us>
  struct Sight {
    static constexpr int them = 1 - us;
    Sets<variant> sets;
    Bits own, enemy, occupied, empty, king;
    int king_square;
    Bits attacked;  ///< by the enemy, also behind our king
    Bits pinned;    ///< our pieces that shield the king

    PLY_ALWAYS_INLINE explicit Sight(const S& at)
        : sets(at),
          own(at.side[us]),
          enemy(at.side[them]),
          occupied(own | enemy),
          empty(B::all & ~occupied),
          king(sets.kings & own),
          king_square(lowest(king)) {
      attacked = none;
      pinned = none;
      if constexpr (B::one_word) {
        look_all_at_once();
      } else {
        look_one_by_one();
      }
      leaps<them>(sets, enemy, [&](auto, Bits targets) PLY_INLINE_LAMBDA { attacked |= targets; });
      attacked |= king_steps[static_cast<std::size_t>(lowest(sets.kings & enemy))];
    }

    bool in_check() const { return any(attacked & king); }
    Bits king_targets() const { return king_steps[static_cast<std::size_t>(king_square)] & ~(own | attacked); }

    PLY_ALWAYS_INLINE void look_all_at_once() {
      const Words8 stepping = directions<them, false, true, true>(sets, enemy);
      Words8 attacks = stepping;
      if constexpr (all_slides != 0) {
        const typename B::Passable passable(empty | king);
        const Words8 sliding = passable.filled(directions<them, true, true, true>(sets, enemy));
        attacks = attacks | sliding;
        const Words8 king_rays = B::steps(typename B::Passable(empty).filled(Words8(king)));
        pinned = (king_rays & B::steps(sliding).opposite() & Words8(own)).united();
      }
      attacked = B::steps(attacks).united();
      if constexpr (all_seconds != 0) look_at_seconds();
    }

    PLY_ALWAYS_INLINE void look_at_seconds() {
      for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
        if constexpr ((seen_by(them, all_seconds) >> d & 1) != 0) {
          const Bits first = B::template step<d>(second_movers<them, d>(sets) & enemy);
          attacked |= B::template step<d>(first & (empty | king));
          pinned |= first & B::template step<opposite(d)>(king) & own;
        }
      });
    }

    PLY_ALWAYS_INLINE void look_one_by_one() {
      static_assert(B::one_word || all_seconds == 0);
      const Bits seen_through = occupied & ~king;
      for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
        Bits stepping = none;
        Bits sliding = none;
        for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
          if constexpr ((seen_by(them, classes[c].moves.steps) >> d & 1) != 0) stepping = stepping | sets.of[c];
          if constexpr ((seen_by(them, classes[c].moves.slides) >> d & 1) != 0) sliding = sliding | sets.of[c];
        });
        attacked |= B::template step<d>(stepping & enemy);
        // The same line, seen from the king.
        const Bits snipers = B::ray[opposite(d)][static_cast<std::size_t>(king_square)] & sliding & enemy;
        if (any(snipers)) {
          const Bits shield = B::slide(opposite(d), king_square, occupied) & own;
          if (any(shield) && any(B::slide(opposite(d), lowest(shield), occupied) & snipers)) pinned |= shield;
        }
      });
      for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
        if constexpr (classes[c].moves.slides != 0) {
          for (Bits rest = sets.of[c] & enemy; any(rest);) attacked |= slides<them, classes[c].moves.slides>(pop_lowest(rest), seen_through);
        }
      });
    }

    /// Where a piece other than the king answers a check: on the one checker or in between; nowhere if there are two. The enemy's piece that attacks the
    /// king stands where ours of the same kind would attack from the king's square.
    PLY_ALWAYS_INLINE Bits answers() const {
      Bits checkers = none;
      Bits between = none;
      for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
        const Bits pieces = sets.of[c] & enemy;
        checkers |= jumps<us>[c][static_cast<std::size_t>(king_square)] & pieces;
        if constexpr (classes[c].moves.slides != 0) {
          for (unsigned rest = seen_by(us, classes[c].moves.slides); rest != 0; rest &= rest - 1) {
            const Bits line = B::slide(static_cast<unsigned>(std::countr_zero(rest)), king_square, occupied);
            if (!any(line & pieces)) continue;
            checkers |= line & pieces;
            between |= line & ~pieces;
          }
        }
        if constexpr (classes[c].moves.seconds != 0) {
          for (unsigned rest = seen_by(us, classes[c].moves.seconds); rest != 0; rest &= rest - 1) {
            const auto d = static_cast<unsigned>(std::countr_zero(rest));
            const Bits checker = second(d, king_square, occupied) & pieces;
            if (!any(checker)) continue;
            checkers |= checker;
            between |= B::ray[d][static_cast<std::size_t>(king_square)] & B::ray[opposite(d)][static_cast<std::size_t>(lowest(checker))];
          }
        }
      });
      return (checkers | between) & when<Bits>(!any(checkers & (checkers - Bits(u64{1}))));
    }

    /// Where a pinned piece may go for all that the pin forbids: up to the attacker.
    Bits pin_line(int square) const {
      for (unsigned d = 0; d < 8; ++d) {
        if (B::has(B::ray[d][static_cast<std::size_t>(king_square)], square)) return B::slide(d, king_square, occupied & ~B::bit(square));
      }
      return none;
    }
  };

  template <int side, unsigned d>
  static PLY_ALWAYS_INLINE Bits second_movers(const Sets<variant>& sets) {
    Bits pieces = none;
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      if constexpr ((seen_by(side, classes[c].moves.seconds) >> d & 1) != 0) pieces = pieces | sets.of[c];
    });
    return pieces;
  }

  template <unsigned set>
  alignas(64) static constexpr Words8::Array chosen_words = [] {
    Words8::Array words{};
    for (std::size_t d = 0; d < 8; ++d) words[d] = (set >> d & 1) != 0 ? ~u64{0} : 0;
    return words;
  }();

  /// For each direction the pieces among `whose` that step (or slide) in it, of classes that promote, others or both.
  template <int side, bool sliding, bool promoting, bool others>
  static PLY_ALWAYS_INLINE Words8 directions(const Sets<variant>& sets, Bits whose) {
    Words8 words(u64{0});
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      constexpr unsigned set = seen_by(side, sliding ? classes[c].moves.slides : classes[c].moves.steps);
      if constexpr (set != 0 && (classes[c].promotes ? promoting : others)) {
        words = words | (Words8(sets.of[c] & whose) & Words8(chosen_words<set>));
      }
    });
    return words;
  }

  /// Calls f(class, targets) for each leap of each class.
  template <int side, class F>
  static PLY_ALWAYS_INLINE void leaps(const Sets<variant>& sets, Bits whose, F&& f) {
    constexpr int sign = side == sente ? 1 : -1;
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      for_each_index<classes[c].moves.leaps.size>([&](auto i) PLY_INLINE_LAMBDA {
        constexpr Leap leap = classes[c].moves.leaps[i];
        f(c, B::template moved<sign * leap.files, sign * leap.ranks>(sets.of[c] & whose));
      });
    });
  }

  template <int side, unsigned set>
  PLY_ALWAYS_INLINE static Bits slides(int from, Bits occupied) {
    Bits targets = none;
    for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
      if constexpr ((seen_by(side, set) >> d & 1) != 0) targets |= B::slide(d, from, occupied);
    });
    return targets;
  }

  template <int us>
  PLY_NEVER_INLINE static bool in_check_for(const S& at) {
    return Sight<us>(at).in_check();
  }

  /// Whether the game has ended with the last move: its king has come home.
  template <int us>
  static bool home_for(const S& at) {
    if constexpr (variant.home_wins) {
      constexpr Bits far = B::template far_ranks<1 - us>(1);
      return any(at.kings() & at.side[1 - us] & far);
    }
    return false;
  }

  // ---- Counting

  template <int us>
  PLY_ALWAYS_INLINE static u64 count_for(const S& at) {
    if (home_for<us>(at)) return 0;
    const Sight<us> sight(at);
    if constexpr (all_slides == 0) {
      return count_all(at, sight, when<Bits>(!sight.in_check()) | sight.answers());
    } else {
      if (sight.in_check()) [[unlikely]]
        return count_in_check<us>(at);
      return count_all(at, sight, B::all);
    }
  }

  /// Apart, so that the usual case keeps to its registers.
  template <int us>
  PLY_NEVER_INLINE static u64 count_in_check(const S& at) {
    const Sight<us> sight(at);
    return count_all(at, sight, sight.answers());
  }

  template <int us>
  PLY_ALWAYS_INLINE static u64 count_all(const S& at, const Sight<us>& sight, Bits answers) {
    const Bits targets = B::all & ~sight.own & answers;
    int total = popcount(sight.king_targets());
    if constexpr (B::one_word) {
      total += count_all_at_once(sight, sight.own & ~sight.pinned, targets);
    } else {
      total += count_one_by_one(sight, sight.own & ~sight.pinned, targets);
    }
    if (any(sight.pinned)) [[unlikely]]
      total += count_pinned(sight, targets);
    if (plain_drops || at.hand[us] != 0) total += count_drops<us>(at, sight, sight.empty & answers);
    return static_cast<u64>(total);
  }

  /// The moves of one piece, promotions included, on a set of targets.
  template <int us>
  static int count_piece(std::size_t c, int from, Bits targets) {
    int total = popcount(targets);
    if (classes[c].promotes) total += popcount(B::has(zone<us>, from) ? targets : targets & zone<us>) - popcount(targets & dead_by_class<us>[c]);
    return total;
  }

  template <int us>
  PLY_NEVER_INLINE static int count_pinned(const Sight<us>& sight, Bits targets) {
    int total = 0;
    for (Bits rest = sight.pinned; any(rest);) {
      const int from = pop_lowest(rest);
      const std::size_t c = class_on(sight.sets, from);
      total += count_piece<us>(c, from, reach<us>(c, from, sight.occupied) & targets & sight.pin_line(from));
    }
    return total;
  }

  static std::size_t class_on(const Sets<variant>& sets, int square) {
    std::size_t c = 0;
    while (!B::has(sets.of[c], square)) ++c;
    return c;
  }

  /// Moves of pieces that promote and start in the zone, to squares outside it: each is one more.
  template <int us>
  PLY_NEVER_INLINE static int count_leaving(const Sight<us>& sight, Bits pieces, Bits targets) {
    int total = 0;
    while (any(pieces)) {
      const int from = pop_lowest(pieces);
      total += popcount(reach<us>(class_on(sight.sets, from), from, sight.occupied) & targets & ~zone<us>);
    }
    return total;
  }

  template <int us>
  PLY_ALWAYS_INLINE static Bits promoting_pieces(const Sight<us>& sight) {
    Bits pieces = none;
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      if constexpr (classes[c].promotes) pieces = pieces | sight.sets.of[c];
    });
    return pieces;
  }

  template <int us>
  PLY_ALWAYS_INLINE static int count_all_at_once(const Sight<us>& sight, Bits pieces, Bits targets) {
    Words8 promoting = directions<us, false, true, false>(sight.sets, pieces);
    Words8 others = directions<us, false, false, true>(sight.sets, pieces);
    if constexpr (all_slides != 0) {
      const typename B::Passable passable(sight.empty);
      promoting = promoting | passable.filled(directions<us, true, true, false>(sight.sets, pieces));
      others = others | passable.filled(directions<us, true, false, true>(sight.sets, pieces));
    }
    if constexpr (promotion_counts) {
      promoting = B::steps(promoting) & Words8(targets);
      others = promoting | (B::steps(others) & Words8(targets));
      promoting = promoting & Words8(zone<us>);
    } else {
      others = B::steps(promoting | others) & Words8(targets);
    }
    int total = 0;
    if constexpr (!promotion_counts) {
      total = B::count(others);
    } else if constexpr (2 * B::squares <= 64) {
      total = popcount(others | promoting.template raised<32>());
    } else {
      total = popcount(others, promoting);
    }
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      if constexpr (promotion_counts && classes[c].dead_ranks != 0) {
        static_assert(classes[c].moves.steps == 0 || classes[c].moves.steps == go::forward);
        const Bits able = sight.sets.of[c] & pieces;
        if constexpr (classes[c].moves.steps != 0) {
          total -= popcount(B::template step<forward<us>>(able) & targets & dead_squares<us, c>);
        } else if constexpr (classes[c].moves.slides != 0) {
          for (Bits rest = able; any(rest);) total -= popcount(slides<us, go::forward>(pop_lowest(rest), sight.occupied) & targets & dead_squares<us, c>);
        }
      }
    });
    total += count_leaps(sight, pieces, targets);
    if constexpr (all_seconds != 0) {
      for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
        if constexpr ((seen_by(us, all_seconds) >> d & 1) != 0) {
          total += popcount(B::template step<d>(B::template step<d>(second_movers<us, d>(sight.sets) & pieces) & sight.empty) & targets);
        }
      });
    }
    if constexpr (promotion_counts) {
      const Bits leaving = promoting_pieces(sight) & pieces & zone<us>;
      if (any(leaving)) total += count_leaving(sight, leaving, targets);
    }
    return total;
  }

  template <int us>
  PLY_ALWAYS_INLINE static int count_leaps(const Sight<us>& sight, Bits pieces, Bits targets) {
    int total = 0;
    leaps<us>(sight.sets, pieces, [&](auto c, Bits set) PLY_INLINE_LAMBDA {
      const Bits reached = set & targets;
      total += popcount(reached);
      if constexpr (classes[c].promotes) total += popcount(reached & zone<us>) - popcount(reached & dead_squares<us, c>);
    });
    return total;
  }

  template <int us>
  PLY_ALWAYS_INLINE static int count_one_by_one(const Sight<us>& sight, Bits pieces, Bits targets) {
    int total = 0;
    for_each_index<8>([&](auto d) PLY_INLINE_LAMBDA {
      Bits promoting = none;
      Bits others = none;
      for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
        if constexpr ((seen_by(us, classes[c].moves.steps) >> d & 1) != 0) (classes[c].promotes ? promoting : others) |= sight.sets.of[c];
      });
      const Bits reached = B::template step<d>(promoting & pieces) & targets;
      total += popcount(reached | (B::template step<d>(others & pieces) & targets)) + popcount(reached & zone<us>);
    });
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      const Bits able = sight.sets.of[c] & pieces;
      if constexpr (classes[c].dead_ranks != 0 && classes[c].moves.steps != 0) {
        static_assert(classes[c].moves.steps == go::forward);
        total -= popcount(B::template step<forward<us>>(able) & targets & dead_squares<us, c>);
      }
      if constexpr (classes[c].moves.slides != 0) {
        for (Bits rest = able; any(rest);) {
          const Bits reached = slides<us, classes[c].moves.slides>(pop_lowest(rest), sight.occupied) & targets;
          total += popcount(reached);
          if constexpr (classes[c].promotes) total += popcount(reached & zone<us>);
          if constexpr (classes[c].dead_ranks != 0) total -= popcount(reached & dead_squares<us, c>);
        }
      }
    });
    total += count_leaps(sight, pieces, targets);
    if constexpr (promotion_counts) {
      const Bits leaving = promoting_pieces(sight) & pieces & zone<us>;
      if (any(leaving)) total += count_leaving(sight, leaving, targets);
    }
    return total;
  }

  // ---- Drops

  /// Where a piece of this number may be dropped on empty squares that answer.
  template <int us, std::size_t number>
  PLY_ALWAYS_INLINE static Bits drop_targets(const S& at, const Sight<us>& sight, Bits open) {
    constexpr const Piece& piece = variant.pieces[number];
    if constexpr (piece.dead_ranks != 0 && !variant.dead_drops) open = open & ~B::template far_ranks<us>(piece.dead_ranks);
    if constexpr (static_cast<int>(number) == variant.pawn) {
      const Bits pawns = at.numbered(number) & ~at.promoted() & sight.own;
      if constexpr (variant.pawns_on_file != 0) open = open & ~B::template crowded_files<variant.pawns_on_file - 1>(pawns);
      if constexpr (!variant.drop_mate) {
        const Bits front = open & B::template step<opposite(forward<us>)>(sight.sets.kings & sight.enemy);
        if (any(front) && mates<us>(at, lowest(front))) open = open & ~front;
      }
    }
    return open;
  }

  /// Whether the enemy has no answer to a pawn dropped before its king.
  template <int us>
  PLY_NEVER_INLINE static bool mates(const S& at, int square) {
    S after = at;
    play_as<variant, us>(after, Move(Move::drop(variant.pawn) | static_cast<unsigned>(square)));
    return count_in_check<1 - us>(after) == 0;
  }

  /// Whether drops depend on empty squares only: then they are counted without branches.
  static constexpr bool plain_drops = variant.pawns_on_file == 0 && variant.drop_mate;

  /// All ones in each byte of a hand whose pieces may be dropped anywhere.
  static constexpr u64 anywhere = [] {
    u64 bytes = 0;
    for (std::size_t n = 0; n < variant.pieces.size; ++n) {
      const bool limited = static_cast<int>(n) == variant.pawn || (variant.pieces[n].dead_ranks != 0 && !variant.dead_drops);
      if (!limited) bytes |= u64{255} << 8 * n;
    }
    return bytes;
  }();

  template <int us>
  PLY_ALWAYS_INLINE static int count_drops(const S& at, const Sight<us>& sight, Bits open) {
    if (!plain_drops && !any(open)) return 0;
    constexpr u64 low = 0x7F7F7F7F7F7F7F7F;
    const u64 held = at.hand[us] & anywhere;
    int total = popcount((((held & low) + low) | held) & ~low) * popcount(open);
    for_each_index<variant.pieces.size>([&](auto n) PLY_INLINE_LAMBDA {
      if constexpr ((anywhere >> 8 * n & 1) == 0 && static_cast<int>(n) != variant.king) {
        if constexpr (plain_drops) {
          total += popcount(drop_targets<us, n>(at, sight, open) & when<Bits>(at.in_hand(us, n) != 0));
        } else {
          if (at.in_hand(us, n) != 0) total += popcount(drop_targets<us, n>(at, sight, open));
        }
      }
    });
    return total;
  }

  // ---- Listing

  template <int us>
  static void list_for(const S& at, Groups<variant>& groups) {
    if (home_for<us>(at)) return;
    const Sight<us> sight(at);
    const Bits answers = sight.in_check() ? sight.answers() : B::all;
    const Bits targets = B::all & ~sight.own & answers;
    groups.add(Move::board_move(sight.king_square, false), sight.king_targets());
    if (!any(answers)) return;
    for_each_index<classes.size>([&](auto c) PLY_INLINE_LAMBDA {
      for (Bits rest = sight.sets.of[c] & sight.own; any(rest);) {
        const int from = pop_lowest(rest);
        Bits reached = reach<us, c>(from, sight.occupied) & targets;
        if (B::has(sight.pinned, from)) [[unlikely]]
          reached &= sight.pin_line(from);
        groups.add(Move::board_move(from, false), reached & ~dead_squares<us, c>);
        if constexpr (classes[c].promotes) groups.add(Move::board_move(from, true), B::has(zone<us>, from) ? reached : reached & zone<us>);
      }
    });
    if (at.hand[us] == 0) return;
    for_each_index<variant.pieces.size>([&](auto n) PLY_INLINE_LAMBDA {
      if constexpr (static_cast<int>(n) != variant.king) {
        if (at.in_hand(us, n) != 0) groups.add(Move::drop(n), drop_targets<us, n>(at, sight, sight.empty & answers));
      }
    });
  }
};

}  // namespace ply::shogi

// The legal moves of the members on the 8x8 board: legal by construction, counted without being made.
//
// What the enemy attacks, what is pinned along which line and where a check can be answered are found for all directions at once (geometry/rays8.hpp).
// With these, every set of destinations below is a set of legal moves. Only an en passant capture, which empties two squares, is tried out.
#pragma once

#include "games/chess/position.hpp"
#include "geometry/rays8.hpp"
#include "geometry/sliders8.hpp"

namespace ply::chess {

/// A position as the side `us` must look at it before it moves.
template <int us>
struct Sight {
  u64 own, enemy, occupied, king;
  int king_square;
  Passable passable;
  Words8 king_rays;  ///< from our king up to the first piece in each direction
  Words8 attackers;  ///< the enemy's sliders that move in each direction
  Words8 attacks;    ///< of these
  u64 attacked;      ///< by any of the enemy's pieces
  Words8 pinned;     ///< our piece that shields the king from an attacker in each direction seen from the king

  PLY_ALWAYS_INLINE explicit Sight(const Board& at)
      : own(at.side[us]),
        enemy(at.side[1 - us]),
        occupied(own | enemy),
        king(at.kings() & own),
        king_square(lowest(king)),
        passable(~occupied),
        king_rays(rays(Words8(king), passable)),
        attackers(sliders(at, enemy)),
        attacks(rays(attackers, passable)),
        attacked((attacks | leaps(Words8(at.ways[as_knight] & enemy))).united() | pawn_attacks<1 - us>(at.ways[as_pawn] & enemy) |
                 king_steps[static_cast<std::size_t>(lowest(at.kings() & enemy))]),
        pinned(king_rays & attacks.opposite() & Words8(own)) {}

  bool in_check() const { return (attacked & king) != 0; }

  /// Where the king may go if it is not in check.
  u64 free_king_moves() const { return king_steps[static_cast<std::size_t>(king_square)] & ~(own | attacked); }
  /// Where it may go at all: not on along the ray that hits it.
  u64 king_moves() const { return free_king_moves() & ~steps(attacks & Words8(king)).united(); }

  /// For each direction the pieces among `whose` that slide in it.
  static PLY_ALWAYS_INLINE Words8 sliders(const Board& at, u64 whose) {
    return Words8::choose<straight_directions>(Words8(at.ways[as_rook] & whose), Words8(at.ways[as_bishop] & whose));
  }

  /// Where a piece other than the king answers a check: on the one checker or in between; nowhere if there are two.
  u64 answers(const Board& at) const {
    u64 checkers = (knight_leaps[static_cast<std::size_t>(king_square)] & at.ways[as_knight]) | (pawn_attacks<us>(king) & at.ways[as_pawn]);
    checkers &= enemy;
    u64 between = 0;
    const auto seen = king_rays.array();
    const auto sliding = attackers.array();
    for (std::size_t direction = 0; direction < 8; ++direction) {
      if ((seen[direction] & sliding[direction]) == 0) continue;
      checkers |= seen[direction] & sliding[direction];
      between |= seen[direction];
    }
    return popcount(checkers) == 1 ? checkers | between : 0;
  }
};

/// Which pieces may move in a direction: a pinned piece only along its pin.
template <int us>
class Freedom {
 public:
  PLY_ALWAYS_INLINE explicit Freedom(const Sight<us>& sight)
      : words_(sight.pinned | sight.pinned.opposite()), along_(words_.array()), free_(~sight.pinned.united()), king_square_(sight.king_square) {}

  u64 of(u64 pieces) const { return pieces & free_; }
  u64 of(u64 pieces, Direction direction) const { return pieces & (free_ | along_[direction]); }
  Words8 of(Words8 sliders) const { return sliders & (Words8(free_) | words_); }

  /// The squares that a piece on `square` may go to for all that pins forbid.
  u64 line_of(int square) const {
    if ((free_ & bit(square)) != 0) return ~u64{0};
    constexpr Line line_in[] = {along_file, along_rank, along_diagonal, along_antidiagonal};
    std::size_t direction = 0;
    while ((along_[direction] & bit(square)) == 0) ++direction;
    return lines[line_in[direction]][static_cast<std::size_t>(king_square_)];
  }

 private:
  Words8 words_;
  Words8::Array along_;
  u64 free_;
  int king_square_;
};

/// The same where nothing is pinned, as in most positions.
struct AllFree {
  static u64 of(u64 pieces) { return pieces; }
  static u64 of(u64 pieces, Direction) { return pieces; }
  static Words8 of(Words8 sliders) { return sliders; }
};

/// The squares pawns reach, as sets: nothing here is one pawn's.
template <int us>
struct PawnMoves {
  u64 steps, double_steps, east_captures, west_captures;

  static constexpr int step = us == white ? 8 : -8;
  static constexpr u64 last_rank = rank_set(us == white ? 7 : 0);
  static constexpr u64 before_last = rank_set(us == white ? 6 : 1);
  static constexpr u64 passed = rank_set(us == white ? 2 : 5);

  template <class MayMove>
  PLY_ALWAYS_INLINE PawnMoves(const Sight<us>& sight, u64 pawns, const MayMove& freedom, u64 answers) {
    const u64 empty = ~sight.occupied;
    const u64 stepped = forward<us>(freedom.of(pawns, to_north)) & empty;
    steps = stepped & answers;
    double_steps = forward<us>(stepped & passed) & empty & answers;
    east_captures = forward<us>(east(freedom.of(pawns, us == white ? to_northeast : to_southeast))) & sight.enemy & answers;
    west_captures = forward<us>(west(freedom.of(pawns, us == white ? to_northwest : to_southwest))) & sight.enemy & answers;
  }
};

/// Those of `pawns` that may capture en passant. Each capture is tried out, for it can open lines in ways that no pin tells.
template <int us>
PLY_NEVER_INLINE u64 try_en_passant(const Board& at, u64 pawns) {
  const u64 target = at.marks & passed_ranks;
  const u64 captured = forward<1 - us>(target);
  u64 legal = 0;
  while (pawns != 0) {
    const u64 from = bit(pop_lowest(pawns));
    Board after = at;
    after.ways[as_pawn] ^= from | target | captured;
    after.side[us] ^= from | target;
    after.side[1 - us] ^= captured;
    if (!Sight<us>(after).in_check()) legal |= from;
  }
  return legal;
}

/// Pawns that may capture en passant.
template <int us>
PLY_ALWAYS_INLINE u64 en_passant_pawns(const Board& at) {
  const u64 pawns = pawn_attacks<1 - us>(at.marks & passed_ranks) & at.ways[as_pawn] & at.side[us];
  if (pawns == 0) [[likely]]
    return 0;
  return try_en_passant<us>(at, pawns);
}

/// The square passed over, if some pawn may capture there.
inline u64 live_en_passant(const Board& at) {
  const u64 pawns = at.mover() == white ? en_passant_pawns<white>(at) : en_passant_pawns<black>(at);
  return pawns != 0 ? at.marks & passed_ranks : 0;
}

inline bool operator==(const Board& a, const Board& b) {
  if (a.ways != b.ways || a.side != b.side || a.castling_rooks() != b.castling_rooks()) return false;
  if (a.mover() != b.mover() || a.move_number != b.move_number || a.quiet != b.quiet) return false;
  return (a.marks & passed_ranks) == (b.marks & passed_ranks) || live_en_passant(a) == live_en_passant(b);
}

/// Moves that share what `Move` needs beyond the destination: one move for each of `targets`.
struct Group {
  u64 targets;
  int origin;   ///< the square left is origin + (target & follows)
  int follows;  ///< 0: always the same square; 63: at a fixed distance
  unsigned kind;

  Move move(int target) const { return Move(origin + (target & follows), target, kind); }
};

class Groups {
 public:
  void piece(int from, u64 targets, unsigned kind = plain) { add({targets, from, 0, kind}); }
  void drops(unsigned number, u64 targets) { add({targets, static_cast<int>(number), 0, drop}); }
  void pawns(int distance, u64 targets, unsigned kind = pawn_move) { add({targets, -distance, 63, kind}); }
  const Group* begin() const { return items_; }
  const Group* end() const { return items_ + size_; }

 private:
  void add(const Group& group) {
    items_[size_] = group;
    size_ += group.targets != 0 ? 1 : 0;
  }
  // King and castling, 62 pieces, at most 24 for pawns, 16 and 6 with gates or 5 drops, and the one after the last.
  Group items_[112];
  std::size_t size_ = 0;
};

/// CastlingPath on one rank, by the files of king and rook.
struct RankPath {
  u8 empty, safe;
};
inline constexpr auto rank_paths = [] {
  std::array<std::array<RankPath, 8>, 8> table{};
  for (int king = 0; king < 8; ++king) {
    for (int rook = 0; rook < 8; ++rook) {
      if (king == rook) continue;
      const CastlingPath path = CastlingPath::of(king, rook);
      table[static_cast<std::size_t>(king)][static_cast<std::size_t>(rook)] = {static_cast<u8>(path.empty), static_cast<u8>(path.safe)};
    }
  }
  return table;
}();

inline constexpr u64 everywhere = ~u64{0};

template <const Description& variant>
class Generator {
 public:
  static bool in_check(const State<variant>& at) { return at.mover() == white ? Sight<white>(at).in_check() : Sight<black>(at).in_check(); }

  PLY_ALWAYS_INLINE static u64 count(const State<variant>& at) { return at.mover() == white ? count_for<white>(at) : count_for<black>(at); }

  /// All legal moves, in groups.
  static void list(const State<variant>& at, Groups& groups) { at.mover() == white ? list_for<white>(at, groups) : list_for<black>(at, groups); }

 private:
  /// The rooks with which the king may castle now.
  template <int us>
  PLY_ALWAYS_INLINE static u64 castling_moves(const State<variant>& at, const Sight<us>& sight) {
    constexpr int corner = us == white ? 0 : 56;
    u64 rooks = 0;
    if ((at.marks & rank_set(corner / 8)) == 0) return rooks;
    if constexpr (variant.any_array) {
      if ((at.marks & sight.king) == 0) return rooks;
      u64 unmoved = at.marks & rank_set(corner / 8) & ~sight.king;
      while (unmoved != 0) {
        const int rook = pop_lowest(unmoved);
        const RankPath path = rank_paths[static_cast<std::size_t>(file_of(sight.king_square))][static_cast<std::size_t>(file_of(rook))];
        const bool may = ((sight.occupied >> corner & path.empty) | (sight.attacked >> corner & path.safe)) == 0;
        rooks |= may ? bit(rook) : 0;
      }
      // A rook that shields the king along the rank leaves it open: it goes to the other side of it.
      if (rooks != 0) rooks &= ~sight.pinned.united();
    } else {
      constexpr CastlingPath paths[] = {CastlingPath::of(corner + 4, corner + 7), CastlingPath::of(corner + 4, corner)};
      for (const CastlingPath& path : paths) {
        const bool may = (at.marks & path.unmoved()) == path.unmoved() && (sight.occupied & path.empty) == 0 && (sight.attacked & path.safe) == 0;
        rooks |= may ? bit(path.rook) : 0;
      }
    }
    return rooks;
  }

  /// Squares behind whose pieces one in hand may be gated in.
  template <int us>
  static u64 gates(const State<variant>& at) {
    return at.gates & rank_set(us == white ? 0 : 7);
  }

  /// Squares on which a piece in hand may be dropped, for all that a check allows.
  static constexpr u64 droppable(unsigned ways, u64 empty) { return ways == pieces::pawn.ways ? empty & ~home_ranks : empty; }

  template <int us>
  PLY_ALWAYS_INLINE static int count_drops(const State<variant>& at, u64 empty) {
    const u64 kinds = kinds_in(at.hand[us]);
    const int pawns = popcount(droppable(pieces::pawn.ways, empty));
    const u64 pawn_kind = kinds_in(in_hand(pieces::pawn.ways));
    return popcount(kinds & ~pawn_kind) * popcount(empty) + ((kinds & pawn_kind) != 0 ? pawns : 0);
  }

  template <int us>
  PLY_ALWAYS_INLINE static u64 count_for(const State<variant>& at) {
    const Sight<us> sight(at);
    if (sight.in_check()) [[unlikely]]
      return count_in_check<us>(at);
    if (sight.pinned.any()) return count_all(at, sight, Freedom<us>(sight), sight.free_king_moves(), everywhere);
    return count_all(at, sight, AllFree(), sight.free_king_moves(), everywhere);
  }

  /// Apart, so that the usual case keeps to its registers.
  template <int us>
  PLY_NEVER_INLINE static u64 count_in_check(const State<variant>& at) {
    const Sight<us> sight(at);
    return count_all(at, sight, Freedom<us>(sight), sight.king_moves(), sight.answers(at));
  }

  template <int us, class MayMove>
  PLY_ALWAYS_INLINE static u64 count_all(const State<variant>& at, const Sight<us>& sight, const MayMove& freedom, u64 king_moves, u64 answers) {
    const Words8 targets(~sight.own & answers);
    const Words8 sliders = freedom.of(Sight<us>::sliders(at, sight.own));
    const Words8 knights(freedom.of(at.ways[as_knight] & sight.own));
    int total = popcount(rays(sliders, sight.passable) & targets, leaps(knights) & targets) + popcount(king_moves);

    const u64 pawns = at.ways[as_pawn] & sight.own;
    const PawnMoves<us> pawn_moves(sight, pawns, freedom, answers);
    total += popcount(pawn_moves.steps) + popcount(pawn_moves.double_steps) + popcount(pawn_moves.east_captures) + popcount(pawn_moves.west_captures);
    if ((pawns & pawn_moves.before_last) != 0) {
      const u64 last = pawn_moves.last_rank;
      const int promotions = popcount(pawn_moves.steps & last) + popcount(pawn_moves.east_captures & last) + popcount(pawn_moves.west_captures & last);
      total += promotions * static_cast<int>(variant.promotions.size - 1);
    }
    const int castlings = popcount(castling_moves<us>(at, sight));
    total += castlings + popcount(en_passant_pawns<us>(at));
    if constexpr (has_pocket<variant>) {
      if (at.hand[us] != 0) total += count_drops<us>(at, ~sight.occupied & answers);
    }
    if constexpr (has_reserve<variant>) {
      const u64 leaving = gates<us>(at);
      if (leaving != 0) {
        const int first_moves = popcount(rays(sliders & Words8(leaving), sight.passable) & targets, leaps(knights & Words8(leaving)) & targets) +
                                ((leaving & sight.king) != 0 ? popcount(king_moves) : 0) + 2 * castlings;
        total += first_moves * popcount(kinds_in(at.hand[us]));
      }
    }
    return static_cast<u64>(total);
  }

  template <int us>
  static void list_for(const State<variant>& at, Groups& groups) {
    const Sight<us> sight(at);
    const u64 answers = sight.in_check() ? sight.answers(at) : everywhere;
    const u64 targets = ~sight.own & answers;
    const Freedom<us> freedom(sight);

    const u64 castling_rooks = castling_moves<us>(at, sight);
    groups.piece(sight.king_square, sight.king_moves());
    groups.piece(sight.king_square, castling_rooks, castling);
    if constexpr (has_reserve<variant>) {
      list_gating<us>(at, sight.king_square, sight.king_moves(), groups);
      list_castling_gating<us>(at, sight.king, castling_rooks, groups);
    }

    u64 pieces = sight.own & ~(at.ways[as_pawn] | sight.king);
    while (pieces != 0) {
      const int from = pop_lowest(pieces);
      u64 reach = 0;
      if ((at.ways[as_knight] & bit(from)) != 0) reach |= knight_leaps[static_cast<std::size_t>(from)];
      if ((at.ways[as_bishop] & bit(from)) != 0) reach |= bishop_attacks(from, sight.occupied);
      if ((at.ways[as_rook] & bit(from)) != 0) reach |= rook_attacks(from, sight.occupied);
      reach &= targets & freedom.line_of(from);
      groups.piece(from, reach);
      if constexpr (has_reserve<variant>) list_gating<us>(at, from, reach, groups);
    }

    const PawnMoves<us> pawn_moves(sight, at.ways[as_pawn] & sight.own, freedom, answers);
    list_pawns<us>(pawn_moves, groups);
    u64 capturing = en_passant_pawns<us>(at);
    while (capturing != 0) groups.piece(pop_lowest(capturing), at.marks & passed_ranks, en_passant);

    if constexpr (has_pocket<variant>) {
      for (unsigned number = 0; number < variant.pocket.size; ++number) {
        const Piece& piece = variant.pocket[number];
        if (in_hand(at.hand[us], piece) != 0) groups.drops(number, droppable(piece.ways, ~sight.occupied & answers));
      }
    }
  }

  /// The moves of a piece from its gate once more with each piece of the reserve.
  template <int us>
  static void list_gating(const State<variant>& at, int from, u64 reach, Groups& groups) {
    if ((gates<us>(at) & bit(from)) == 0) return;
    for (unsigned number = 0; number < variant.reserve.size; ++number) {
      if (in_hand(at.hand[us], variant.reserve[number]) != 0) groups.piece(from, reach, gating + number);
    }
  }

  /// Castling once more with each piece of the reserve on either square.
  template <int us>
  static void list_castling_gating(const State<variant>& at, u64 king, u64 rooks, Groups& groups) {
    if (rooks == 0 || gates<us>(at) == 0) return;
    for (unsigned number = 0; number < variant.reserve.size; ++number) {
      if (in_hand(at.hand[us], variant.reserve[number]) == 0) continue;
      groups.piece(lowest(king), rooks, castling_gating + number);
      for (u64 left = rooks; left != 0;) groups.piece(pop_lowest(left), king, castling_gating + number);
    }
  }

  template <int us>
  static void list_pawns(const PawnMoves<us>& pawn_moves, Groups& groups) {
    struct {
      int distance;
      u64 targets;
    } const ways[] = {{pawn_moves.step, pawn_moves.steps}, {pawn_moves.step + 1, pawn_moves.east_captures}, {pawn_moves.step - 1, pawn_moves.west_captures}};
    for (const auto& way : ways) groups.pawns(way.distance, way.targets & ~pawn_moves.last_rank);
    groups.pawns(2 * pawn_moves.step, pawn_moves.double_steps, double_step);
    if (((pawn_moves.steps | pawn_moves.east_captures | pawn_moves.west_captures) & pawn_moves.last_rank) == 0) return;
    for (unsigned piece = 0; piece < variant.promotions.size; ++piece) {
      for (const auto& way : ways) groups.pawns(way.distance, way.targets & pawn_moves.last_rank, promotion + piece);
    }
  }
};

}  // namespace ply::chess

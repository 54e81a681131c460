// The legal moves of the members on boards wider than 8x8: legal by construction, counted without being made.
//
// As in generator.hpp what the enemy attacks and what is pinned are found for all directions at once, and every set of destinations is a set of legal
// moves. Pins are looked for only where an enemy's ray meets one of our pieces in line with the king, which is rare.
#pragma once

#include <string_view>

#include "games/chess/wide_position.hpp"

namespace ply::chess::wide {

/// Of a piece's ways, among the words of State::ways: the sliders or leapers in each direction.
PLY_ALWAYS_INLINE Sets8 sliders(Words8 ways) {
  constexpr int b = 2 * as_bishop;
  constexpr int r = 2 * as_rook;
  return {ways.rearranged<Words8::Choice{r, r, b, b, r + 1, r + 1, b + 1, b + 1}>(), ways.rearranged<Words8::Choice{r + 1, r + 1, b + 1, b + 1, r, r, b, b}>()};
}
PLY_ALWAYS_INLINE Sets8 leapers(Words8 ways) {
  constexpr int n = 2 * as_knight;
  return {ways.rearranged<Words8::Choice{n, n, n, n, n + 1, n + 1, n + 1, n + 1}>(), ways.rearranged<Words8::Choice{n + 1, n + 1, n + 1, n + 1, n, n, n, n}>()};
}

/// A position as the side `us` must look at it before it moves.
template <const Description& variant, int us>
struct Sight {
  using Board = BoardOf<variant>;

  u128 own, enemy, empty, king;
  std::size_t king_square;
  Words8 our_ways;
  typename Board::Passable passable;
  Sets8 attackers;  ///< the enemy's sliders that move in each direction
  Sets8 attacks;    ///< of these
  u128 attacked;    ///< by any of the enemy's pieces; guard columns not cut off

  PLY_ALWAYS_INLINE explicit Sight(const State<variant>& at)
      : own(at.squares_of(us)),
        enemy(at.squares_of(1 - us)),
        empty(Board::squares & ~(own | enemy)),
        king(Board::bit(at.king[us])),
        king_square(at.king[us]),
        our_ways(Words8(at.ways) & Words8(Words2(at.side[us]))),
        passable(empty),
        attackers(sliders(their_ways(at))),
        attacks(Board::rays(attackers, passable)),
        attacked((attacks | Board::leaps(leapers(their_ways(at)))).united() | pawn_attacks<variant, 1 - us>(at.set(as_pawn) & enemy) |
                 Board::king_steps[at.king[1 - us]]) {}

  bool in_check() const { return (attacked & king) != u128(0); }

  /// Where the king may go if it is not in check.
  u128 free_king_moves() const { return Board::king_steps[king_square] & ~(own | attacked); }
  /// Where it may go at all: not on along the ray that hits it.
  u128 king_moves() const { return free_king_moves() & ~Board::steps(attacks & Sets8(king)).united(); }

  /// Whether an attack meets one of our pieces on a line through the king, coming towards it. Without, nothing is pinned.
  PLY_ALWAYS_INLINE bool may_pin() const { return (attacks.opposite() & Sets8(Board::stars[king_square]) & Sets8(own)).any(); }
  /// From our king up to the first piece in each direction.
  PLY_ALWAYS_INLINE Sets8 king_rays() const { return Board::rays(Sets8(king), passable); }
  /// Our piece that shields the king from an attacker in each direction seen from the king.
  PLY_ALWAYS_INLINE Sets8 pinned() const { return king_rays() & attacks.opposite() & Sets8(own); }

  /// Where a piece other than the king answers a check: on the one checker or in between; nowhere if there are two.
  u128 answers(const State<variant>& at) const {
    u128 checkers = (Board::knight_leaps[king_square] & at.set(as_knight)) | (pawn_attacks<variant, us>(king) & at.set(as_pawn));
    checkers &= enemy;
    u128 between = 0;
    const Sets8::Array seen(king_rays());
    const Sets8::Array sliding(attackers);
    for (std::size_t direction = 0; direction < 8; ++direction) {
      if ((seen[direction] & sliding[direction]) == u128(0)) continue;
      checkers |= seen[direction] & sliding[direction];
      between |= seen[direction];
    }
    return popcount(checkers) == 1 ? checkers | between : u128(0);
  }

 private:
  static PLY_ALWAYS_INLINE Words8 their_ways(const State<variant>& at) { return Words8(at.ways) & Words8(Words2(at.side[1 - us])); }
};

/// Which pieces may move in a direction: a pinned piece only along its pin.
template <const Description& variant, int us>
class Freedom {
 public:
  using Board = BoardOf<variant>;

  PLY_ALWAYS_INLINE explicit Freedom(const Sight<variant, us>& sight) : Freedom(sight, sight.pinned()) {}

  Sets8 leapers(const Sets8& pieces) const { return pieces & Sets8(free_); }
  Sets8 sliders(const Sets8& pieces) const { return pieces & (Sets8(free_) | along_); }
  u128 pawns(u128 pieces, unsigned direction) const { return pieces & (free_ | along_in_[direction]); }

  /// The squares that a piece on `square` may go to for all that pins forbid.
  u128 line_of(int square) const {
    if ((free_ & Board::bit(square)) != u128(0)) return Board::squares;
    std::size_t direction = 0;
    while ((along_in_[direction] & Board::bit(square)) == u128(0)) ++direction;
    return Board::lines[direction][king_square_];
  }

 private:
  PLY_ALWAYS_INLINE Freedom(const Sight<variant, us>& sight, const Sets8& pinned)
      : along_(pinned | pinned.opposite()), along_in_(along_), free_(~pinned.united()), king_square_(sight.king_square) {}

  Sets8 along_;
  Sets8::Array along_in_;
  u128 free_;
  std::size_t king_square_;
};

/// The same where nothing is pinned, as in most positions.
struct AllFree {
  static Sets8 leapers(const Sets8& pieces) { return pieces; }
  static Sets8 sliders(const Sets8& pieces) { return pieces; }
  static u128 pawns(u128 pieces, unsigned) { return pieces; }
};

/// The squares pawns reach, as sets: nothing here is one pawn's.
template <const Description& variant, int us>
struct PawnMoves {
  using Board = BoardOf<variant>;

  u128 steps, double_steps, east_captures, west_captures;

  static constexpr int step = us == white ? Board::stride : -Board::stride;
  static constexpr u128 last_rank = own_rank<variant, us>(variant.height - 1);
  static constexpr u128 promoting = [] {
    u128 ranks = 0;
    for (int i = 1; i <= variant.promotion_ranks; ++i) ranks |= own_rank<variant, us>(variant.height - i);
    return ranks;
  }();
  static constexpr u128 passed = own_rank<variant, us>(variant.pawn_rank + 1);

  template <class MayMove>
  PLY_ALWAYS_INLINE PawnMoves(const Sight<variant, us>& sight, u128 pawns, const MayMove& freedom, u128 answers) {
    const u128 stepped = forward<variant, us>(freedom.pawns(pawns, us == white ? Board::to_north : Board::to_south)) & sight.empty;
    const u128 victims = sight.enemy & answers;
    steps = stepped & answers;
    double_steps = forward<variant, us>(stepped & passed) & sight.empty & answers;
    east_captures = forward<variant, us>(Board::east(freedom.pawns(pawns, us == white ? Board::to_northeast : Board::to_southeast))) & victims;
    west_captures = forward<variant, us>(Board::west(freedom.pawns(pawns, us == white ? Board::to_northwest : Board::to_southwest))) & victims;
  }

  bool promote() const { return ((steps | east_captures | west_captures) & promoting) != u128(0); }
};

/// The piece whose moves are exactly `ways`, among the words of State::ways.
template <const Description& variant>
u128 pieces_moving(const State<variant>& at, u128 whose, unsigned ways) {
  for (const Way way : {as_pawn, as_knight, as_bishop, as_rook}) whose &= (ways >> way & 1) != 0 ? at.set(way) : ~at.set(way);
  return whose;
}

/// What pawns of `us` may promote to: bit i for the i-th of the description's promotions.
template <const Description& variant, int us>
PLY_NEVER_INLINE unsigned available(const State<variant>& at) {
  if constexpr (!variant.promotes_to_captured) return (1u << variant.promotions.size) - 1;
  constexpr auto at_start = [] {
    std::array<int, 6> count{};
    for (std::size_t i = 0; i < variant.promotions.size; ++i) {
      for (const char* c = variant.start; *c != ' '; ++c) count[i] += *c == variant.promotions[i].letter ? 1 : 0;
    }
    return count;
  }();
  unsigned out = 0;
  for (std::size_t i = 0; i < variant.promotions.size; ++i) {
    out |= popcount(pieces_moving(at, at.squares_of(us), variant.promotions[i].ways)) < at_start[i] ? 1u << i : 0;
  }
  return out;
}

/// Those of `pawns` that may capture en passant. Each capture is tried out, for it can open lines in ways that no pin tells.
template <const Description& variant, int us>
PLY_NEVER_INLINE u128 try_en_passant(const State<variant>& at, u128 pawns) {
  u128 legal = 0;
  while (pawns != u128(0)) {
    const int from = pop_lowest(pawns);
    State<variant> after = at;
    play_as<variant, us>(after, Move(from, at.passed, en_passant));
    if (!Sight<variant, us>(after).in_check()) legal |= BoardOf<variant>::bit(from);
  }
  return legal;
}

/// Pawns that may capture en passant.
template <const Description& variant, int us>
PLY_ALWAYS_INLINE u128 en_passant_pawns(const State<variant>& at) {
  if (at.passed == 0) [[likely]]
    return 0;
  const u128 pawns = pawn_attacks<variant, 1 - us>(BoardOf<variant>::bit(at.passed)) & at.set(as_pawn) & at.squares_of(us);
  if (pawns == u128(0)) [[likely]]
    return 0;
  return try_en_passant<variant, us>(at, pawns);
}

/// The square passed over, if some pawn may capture there, else 0.
template <const Description& variant>
int live_en_passant(const State<variant>& at) {
  const u128 pawns = at.mover() == white ? en_passant_pawns<variant, white>(at) : en_passant_pawns<variant, black>(at);
  return pawns != u128(0) ? at.passed : 0;
}

template <const Description& variant>
bool operator==(const State<variant>& a, const State<variant>& b) {
  if (a.ways != b.ways || a.side != b.side || a.mover() != b.mover() || a.move_number != b.move_number || a.quiet != b.quiet) return false;
  return a.passed == b.passed || live_en_passant(a) == live_en_passant(b);
}

/// Moves that share what `Move` needs beyond the destination: one move for each of `targets`.
struct Group {
  std::array<u64, 2> targets;
  int origin;   ///< the square left is origin + (target & follows)
  int follows;  ///< 0: always the same square; 127: at a fixed distance
  unsigned kind;

  Move move(int target) const { return Move(origin + (target & follows), target, kind); }
  u128 target_set() const { return words(targets[0], targets[1]); }
};

class Groups {
 public:
  void piece(int from, u128 targets, unsigned kind = plain) { add({{low_word(targets), high_word(targets)}, from, 0, kind}); }
  void pawns(int distance, u128 targets, unsigned kind = pawn_move) { add({{low_word(targets), high_word(targets)}, -distance, 127, kind}); }
  const Group* begin() const { return items_; }
  const Group* end() const { return items_ + size_; }

 private:
  void add(const Group& group) {
    items_[size_] = group;
    size_ += (group.targets[0] | group.targets[1]) != 0 ? 1 : 0;
  }
  Group items_[128];  // king, 98 pieces, 4 + 3 * 6 for pawns, 2 en passant, and the one after the last
  std::size_t size_ = 0;
};

template <const Description& variant>
class Generator {
 public:
  using Board = BoardOf<variant>;

  static bool in_check(const State<variant>& at) { return at.mover() == white ? Sight<variant, white>(at).in_check() : Sight<variant, black>(at).in_check(); }

  PLY_ALWAYS_INLINE static u64 count(const State<variant>& at) { return at.mover() == white ? count_for<white>(at) : count_for<black>(at); }

  /// All legal moves, in groups.
  static void list(const State<variant>& at, Groups& groups) { at.mover() == white ? list_for<white>(at, groups) : list_for<black>(at, groups); }

 private:
  template <int us>
  PLY_ALWAYS_INLINE static u64 count_for(const State<variant>& at) {
    const Sight<variant, us> sight(at);
    if (sight.in_check() || sight.may_pin()) [[unlikely]]
      return count_hampered<us>(at);
    return count_all(at, sight, AllFree(), sight.free_king_moves(), Board::squares);
  }

  /// In check or, perhaps, with pins. Apart, so that the usual case keeps to its registers.
  template <int us>
  PLY_NEVER_INLINE static u64 count_hampered(const State<variant>& at) {
    const Sight<variant, us> sight(at);
    return count_all(at, sight, Freedom<variant, us>(sight), sight.king_moves(), sight.in_check() ? sight.answers(at) : Board::squares);
  }

  template <int us, class MayMove>
  PLY_ALWAYS_INLINE static u64 count_all(const State<variant>& at, const Sight<variant, us>& sight, const MayMove& freedom, u128 king_moves, u128 answers) {
    const Sets8 targets(answers & ~sight.own);
    const Sets8 slides = Board::rays(freedom.sliders(sliders(sight.our_ways)), sight.passable);
    const Sets8 leaps = Board::leaps(freedom.leapers(leapers(sight.our_ways)));
    int total = popcount(slides & targets, leaps & targets) + popcount(king_moves);

    const PawnMoves<variant, us> pawns(sight, at.set(as_pawn) & sight.own, freedom, answers);
    total += popcount(pawns.steps) + popcount(pawns.double_steps) + popcount(pawns.east_captures) + popcount(pawns.west_captures);
    if (pawns.promote()) [[unlikely]] {
      const int pieces = popcount(u64{available<variant, us>(at)});
      for (const u128 arrivals : {pawns.steps, pawns.east_captures, pawns.west_captures}) {
        total += pieces * popcount(arrivals & pawns.promoting) - popcount(arrivals & pawns.last_rank);
      }
    }
    total += popcount(en_passant_pawns<variant, us>(at));
    return static_cast<u64>(total);
  }

  template <int us>
  static void list_for(const State<variant>& at, Groups& groups) {
    const Sight<variant, us> sight(at);
    const u128 answers = sight.in_check() ? sight.answers(at) : Board::squares;
    const u128 targets = answers & ~sight.own;
    const u128 occupied = sight.own | sight.enemy;
    const Freedom<variant, us> freedom(sight);

    groups.piece(at.king[us], sight.king_moves());

    u128 pieces = sight.own & ~(at.set(as_pawn) | sight.king);
    while (pieces != u128(0)) {
      const int from = pop_lowest(pieces);
      const auto moves = [&](Way way) { return (low_word(at.set(way) >> from) & 1) != 0; };
      u128 reach = 0;
      if (moves(as_knight)) reach |= Board::knight_leaps[static_cast<std::size_t>(from)];
      if (moves(as_bishop)) reach |= Board::bishop_attacks(from, occupied);
      if (moves(as_rook)) reach |= Board::rook_attacks(from, occupied);
      groups.piece(from, reach & targets & freedom.line_of(from));
    }

    list_pawns<us>(at, PawnMoves<variant, us>(sight, at.set(as_pawn) & sight.own, freedom, answers), groups);
    u128 capturing = en_passant_pawns<variant, us>(at);
    while (capturing != u128(0)) groups.piece(pop_lowest(capturing), Board::bit(at.passed), en_passant);
  }

  template <int us>
  static void list_pawns(const State<variant>& at, const PawnMoves<variant, us>& pawns, Groups& groups) {
    struct {
      int distance;
      u128 targets;
    } const ways[] = {{pawns.step, pawns.steps}, {pawns.step + 1, pawns.east_captures}, {pawns.step - 1, pawns.west_captures}};
    for (const auto& way : ways) groups.pawns(way.distance, way.targets & ~pawns.last_rank);
    groups.pawns(2 * pawns.step, pawns.double_steps, double_step);
    if (!pawns.promote()) return;
    const unsigned pieces = available<variant, us>(at);
    for (unsigned piece = 0; piece < variant.promotions.size; ++piece) {
      if ((pieces >> piece & 1) == 0) continue;
      for (const auto& way : ways) groups.pawns(way.distance, way.targets & pawns.promoting, promotion + piece);
    }
  }
};

}  // namespace ply::chess::wide

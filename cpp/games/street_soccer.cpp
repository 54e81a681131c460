// Street soccer: five figures a side walk by a die and kick the ball, which may turn once and be passed on.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board. Field 10 * column + row, so that ascending numbers are ascending names. Yellow (player 0) plays up the rows.
//
//    9    9 19 29 39 49 59      Red's keeper fields 29 39, centre circle 24 25 34 35,
//    8    8 18 28 38 48 58      Yellow's keeper fields 20 30
//   ...
//    0    0 10 20 30 40 50
//         a  b  c  d  e  f

constexpr int fields_count = 60;
constexpr u8 nowhere = 60;  ///< the ball is with the keeper; as a destination: a goal

constexpr u64 bit(u64 field) { return u64{1} << field; }
constexpr u64 every_field = bit(fields_count) - 1;
constexpr u64 row_0 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | bit(40) | bit(50);
constexpr u64 row_9 = row_0 << 9;
constexpr u64 lower_half = row_0 * 31;
constexpr u64 circle = bit(24) | bit(25) | bit(34) | bit(35);
constexpr std::array<u64, 2> keeper_fields{bit(20) | bit(30), bit(29) | bit(39)};
constexpr u64 all_keeper_fields = keeper_fields[0] | keeper_fields[1];
constexpr std::array<u64, 2> half{lower_half, every_field & ~lower_half};
constexpr u64 setup_fields = every_field & ~circle & ~all_keeper_fields;

/// The fields one orthogonal step from the set.
constexpr u64 step(u64 set) { return (set & ~row_9) << 1 | (set & ~row_0) >> 1 | (set << 10 & every_field) | set >> 10; }

// ---- Lines of a kick. With one turn by 45 degrees the ball runs between any two fields in as many steps as a king: the straight part first or the diagonal
// part first.

constexpr int column_of(int field) { return field / 10; }
constexpr int row_of(int field) { return field % 10; }
constexpr int sign(int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; }
constexpr int magnitude(int n) { return n < 0 ? -n : n; }
constexpr int king_steps(int from, int to) { return std::max(magnitude(column_of(to) - column_of(from)), magnitude(row_of(to) - row_of(from))); }

struct Line {
  u64 between = 0;
  bool turned = false;
  int last_column = 0, last_row = 0;  ///< the last step
};
constexpr Line line(int from, int to, bool diagonal_first) {
  const int columns = column_of(to) - column_of(from);
  const int rows = row_of(to) - row_of(from);
  const int diagonal = std::min(magnitude(columns), magnitude(rows));
  const int steps = king_steps(from, to);
  Line out;
  out.turned = diagonal > 0 && diagonal < steps;
  int field = from;
  for (int i = 0; i < steps; ++i) {
    const bool both = diagonal_first ? i < diagonal : i >= steps - diagonal;
    out.last_column = both || magnitude(columns) > magnitude(rows) ? sign(columns) : 0;
    out.last_row = both || magnitude(columns) < magnitude(rows) ? sign(rows) : 0;
    field += 10 * out.last_column + out.last_row;
    if (i + 1 < steps) out.between |= bit(static_cast<u64>(field));
  }
  return out;
}

using Lines = std::array<u64, 2>;  ///< what must be free: one of the two
constexpr bool clear(const Lines& lines, u64 taken) { return (lines[0] & taken) == 0 || (lines[1] & taken) == 0; }

/// The fields between two fields.
constexpr auto lines_between = [] {
  std::array<std::array<Lines, fields_count>, fields_count> table{};
  for (int from = 0; from < fields_count; ++from) {
    for (int to = 0; to < fields_count; ++to) table[from][to] = {line(from, to, false).between, line(from, to, true).between};
  }
  return table;
}();
constexpr auto distance = [] {
  std::array<std::array<u8, fields_count>, fields_count> table{};
  for (int from = 0; from < fields_count; ++from) {
    for (int to = 0; to < fields_count; ++to) table[from][to] = static_cast<u8>(king_steps(from, to));
  }
  return table;
}();
/// The fields at each distance.
constexpr int longest_kick = 7;
constexpr auto rings = [] {
  std::array<std::array<u64, 10>, fields_count> table{};
  for (int from = 0; from < fields_count; ++from) {
    for (int to = 0; to < fields_count; ++to) table[from][distance[from][to]] |= bit(static_cast<u64>(to));
  }
  return table;
}();
/// The fields that the ball may touch in a kick of a length without a pass.
constexpr auto discs = [] {
  std::array<std::array<u64, longest_kick + 1>, fields_count> table{};
  for (int from = 0; from < fields_count; ++from) {
    for (int length = 1; length <= longest_kick; ++length) table[from][length] = table[from][length - 1] | rings[from][length];
  }
  return table;
}();
/// For each player, from each field to the two keeper fields that he attacks: what must be free, the keeper field with it, so that the ball can go on over the
/// end line. It turns into a forward step if it has not turned yet.
constexpr auto lines_to_goal = [] {
  std::array<std::array<std::array<Lines, 2>, fields_count>, 2> table{};
  for (int player = 0; player < 2; ++player) {
    const int forward = player == 0 ? 1 : -1;
    for (int from = 0; from < fields_count; ++from) {
      for (int side = 0; side < 2; ++side) {
        const int to = (player == 0 ? 29 : 20) + 10 * side;
        for (int way = 0; way < 2; ++way) {
          const Line run = line(from, to, way != 0);
          const bool goes_on = run.turned ? run.last_row == forward : run.last_row != -forward;
          table[player][from][side][way] = goes_on ? run.between | bit(static_cast<u64>(to)) : ~u64{0};
        }
      }
    }
  }
  return table;
}();

constexpr u64 choose2(u64 n) { return n < 2 ? 0 : n * (n - 1) / 2; }
constexpr u64 choose3(u64 n) { return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6; }

constexpr int normal_moves = 52;
constexpr int all_moves = 72;
constexpr int most_goals = 70;

class StreetSoccer {
 public:
  enum Phase : u8 { setup, roll, kick_roll, restart_roll, kick, walk, restart, finished };

  struct State {
    std::array<u64, 2> figures{bit(20) | bit(24), bit(39) | bit(35)};
    std::array<u8, 2> keeper{20, 39};
    std::array<u8, 2> goals{};
    u8 ball = 24;
    u8 last = nobody;  ///< who scored the last goal
    u8 made = 0;       ///< moves
    Phase phase = setup;
    u8 die = 0;  ///< where a move is due that depends on it
    friend bool operator==(const State&, const State&) = default;
  };

  /// What it is, and up to three bytes with fields or the die. A whole word, because less than one goes slowly through std::optional.
  struct Move {
    u64 code = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit StreetSoccer(const Options&) {}

  // ---- Setup
  State initial(Rng&) const { return {}; }

  int current_player(const State& at) const {
    if (at.phase == finished) return over;
    return at.phase == roll || at.phase == kick_roll || at.phase == restart_roll ? chance : mover(at);
  }

  // ---- Move. Setups in the order of their texts; then by place of the figure, walks before kicks, by target, a goal last.
  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    switch (at.phase) {
      case finished:
        return;
      case setup:
        setups(at, emit);
        return;
      case roll:
      case kick_roll:
      case restart_roll:
        for (u64 die = at.phase == restart_roll ? 2 : 1; die <= (at.phase == kick_roll ? 5U : 6U); ++die) {
          if (emit(made_of(rolls, die))) return;
        }
        return;
      default:
        break;
    }
    bool any = false;
    const bool stopped = turns(at, [&](Move move) {
      any = true;
      return emit(move);
    });
    if (!any && !stopped) emit(made_of(passes));
  }

  std::uint64_t weight(const State& at, Move move) const { return at.phase == kick_roll ? 12 - 2 * byte(move, 0) : 1; }

  void play(State& state, Move move) const {
    const int player = mover(state);
    u64& own = state.figures[player];
    const auto target = static_cast<u8>(byte(move, 1));
    switch (kind(move)) {
      case rolls:
        state.die = static_cast<u8>(byte(move, 0));
        state.phase = state.phase == roll ? walk : state.phase == kick_roll ? kick : restart;
        return;
      case places:
        own |= bit(byte(move, 0)) | bit(byte(move, 1)) | bit(byte(move, 2));
        ++state.made;
        if (state.made == 2) state.phase = kick_roll;
        return;
      case kicks_off:
        state.ball = target;
        break;
      case walks:
        step_to(state, player, static_cast<u8>(byte(move, 0)), target);
        break;
      case kicks:
        step_to(state, player, static_cast<u8>(byte(move, 0)), state.ball);
        state.ball = target;
        break;
      case restarts:
        step_to(state, player, state.keeper[player], static_cast<u8>(byte(move, 0)));
        state.ball = target;
        break;
      case passes:
        if (state.phase == restart) state.ball = state.keeper[player];
        break;
    }
    end_turn(state, player);
  }

  std::uint64_t count(const State& at) const {
    switch (at.phase) {
      case finished:
        return 0;
      case setup:
        return setup_count(candidates(at), mover(at));
      case roll:
        return 6;
      case kick_roll:
      case restart_roll:
        return 5;
      default: {
        u64 count = 0;
        turns(at, [&](Move) {
          ++count;
          return false;
        });
        return std::max<u64>(count, 1);
      }
    }
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    switch (at.phase) {
      case finished:
        return std::nullopt;
      case setup:
        return random_setup(at, rng);
      case roll:
        return made_of(rolls, 1 + rng.below(6));
      case restart_roll:
        return made_of(rolls, 2 + rng.below(5));
      case kick_roll: {
        const u64 draw = rng.below(15);
        return made_of(rolls, draw < 5 ? 1 : draw < 9 ? 2 : draw < 12 ? 3 : draw < 14 ? 4 : 5);
      }
      default:
        break;
    }
    if (at.phase != walk) return random_kick(at, rng);
    if (const Turn turn = random_turn(Sides(at), mover(at), at.ball, at.die, rng); turn.found) {
      return made_of(turn.kicked ? kicks : walks, turn.from, turn.target);
    }
    return random_of_list(at, rng);
  }

  /// Rolls and ordinary turns of a game are made in turn, without listing anything.
  GameLength random_game(State& state, Rng& random, std::uint64_t max_plies) const {
    GameLength length;
    Rng rng = random;
    while (length.plies < max_plies && state.phase != finished) {
      if (state.phase == roll && max_plies - length.plies >= 2) {
        const u64 turns = random_turns(state, rng, (max_plies - length.plies) / 2);
        length.plies += 2 * turns;
        length.chance_plies += turns;
        continue;
      }
      length.chance_plies += current_player(state) == chance ? 1 : 0;
      play(state, *random_move(state, rng));
      ++length.plies;
    }
    random = rng;
    return length;
  }

  /// The setups, and the five outcomes of the die for the kick-off.
  std::optional<std::uint64_t> perft(const State& at, int depth) const {
    if (at.phase != setup) return std::nullopt;
    if (depth > (at.made == 0 ? 3 : 2)) return std::nullopt;
    const u64 free = candidates(at);
    if (at.made == 1 || depth == 1) return setup_count(free, mover(at)) * (depth == 2 ? 5 : 1);
    const auto low = static_cast<u64>(popcount(free & half[0]));
    const auto high = static_cast<u64>(popcount(free & half[1]));
    u64 nodes = 0;
    for (u64 k = 1; k <= 3; ++k) {
      const std::array<u64, 4> in_high{1, high, choose2(high), choose3(high)};
      const std::array<u64, 4> in_low{1, low, choose2(low), choose3(low)};
      if (k <= high && 3 - k <= low) nodes += in_high[k] * in_low[3 - k] * (choose3(low + high - 3) - choose3(high - k));
    }
    return nodes * (depth == 3 ? 5 : 1);
  }

  std::uint64_t longest_game() const { return all_moves + all_moves - 2; }

  // ---- End
  Result result(const State& at) const {
    const bool level = at.goals[0] == at.goals[1];
    const int winner = level ? at.last : at.goals[0] > at.goals[1] ? 0 : 1;
    const char* reason = !level ? (at.made == normal_moves ? "normal time" : "sudden death") : at.last == nobody ? "no goals" : "last goal";
    Result result = winner == nobody ? Result::draw(2, reason) : Result::win(2, winner, reason);
    result.set_scores(at.goals);
    std::array<int, 2> points{2, 2};
    if (winner != nobody) {
      points[winner] = level ? 3 : at.made == normal_moves ? 5 : 4;
      points[1 - winner] = 5 - points[winner];
    }
    result.set_points(points);
    return result;
  }

  // ---- Notation
  std::string text(const State& at) const {
    std::string out;
    for (int player = 0; player < 2; ++player) {
      out += name(at.keeper[player]);
      for_each_bit(at.figures[player] & ~bit(at.keeper[player]), [&](int field) {
        out += ',' + name(field);
        return false;
      });
      out += '/';
    }
    out += at.ball == nowhere ? "k" : name(at.ball);
    out += '/' + std::to_string(at.goals[0]) + '-' + std::to_string(at.goals[1]) + '/' + "yr-"[at.last] + '/' + std::to_string(at.made) + '/';
    out += phase_names[at.phase];
    if (at.die != 0) out += static_cast<char>('0' + at.die);
    return out;
  }

  std::string text(const State& at, Move move) const {
    const std::string target = 'B' + (byte(move, 1) == nowhere ? "**" : name(byte(move, 1)));
    switch (kind(move)) {
      case rolls:
        return std::string(1, static_cast<char>('0' + byte(move, 0)));
      case places:
        return 'P' + name(byte(move, 0)) + name(byte(move, 1)) + name(byte(move, 2));
      case kicks_off:
        return target;
      case walks:
        return 'M' + name(byte(move, 0)) + name(byte(move, 1));
      case kicks:
        return 'M' + name(byte(move, 0)) + name(at.ball) + '|' + target;
      case restarts:
        return 'P' + name(byte(move, 0)) + '|' + target;
      default:
        return "pass";
    }
  }

  State parse(std::string_view in) const {
    const auto parts = split(in, '/');
    if (parts.size() != 7) throw TextError("position " + in_quotes(in) + " has " + std::to_string(parts.size()) + " fields, not 7");
    State state;
    state.made = static_cast<u8>(number(parts[5], 0, all_moves, "number of moves"));
    read_phase(state, parts[6]);
    for (int player = 0; player < 2; ++player) read_figures(state, player, parts[static_cast<std::size_t>(player)]);
    if ((state.figures[0] & state.figures[1]) != 0) throw TextError("figures " + in_quotes(parts[1]) + ": a field where a yellow figure stands");
    const auto goals = split(parts[3], '-');
    if (goals.size() != 2) throw TextError("goals " + in_quotes(parts[3]) + " are not two numbers joined by -");
    for (std::size_t player = 0; player < 2; ++player) state.goals[player] = static_cast<u8>(number(goals[player], 0, most_goals, "goals"));
    const std::size_t last = std::string_view("yr-").find(parts[4].size() == 1 ? parts[4][0] : ' ');
    if (last == std::string_view::npos) throw TextError("last scorer " + in_quotes(parts[4]) + " is not y, r or -");
    state.last = static_cast<u8>(last);
    const bool scored = state.goals[0] + state.goals[1] > 0;
    if (scored != (state.last != nobody) || (scored && state.goals[state.last] == 0)) {
      throw TextError("last scorer " + in_quotes(parts[4]) + " does not fit the goals " + in_quotes(parts[3]));
    }
    read_ball(state, parts[2], parts[6]);
    check_phase(state, parts[6]);
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    const Move move = read_move(at, in);
    if (at.phase == setup) {
      const u64 fields = bit(byte(move, 0)) | bit(byte(move, 1)) | bit(byte(move, 2));
      if (kind(move) != places || (fields & ~candidates(at)) != 0 || (fields & ~half[mover(at)]) == 0) illegal_move(in);
      return move;
    }
    return require_legal(*this, at, move, in);
  }

  std::uint64_t key(const State& at) const {
    const u64 fields = at.keeper[0] | u64{at.keeper[1]} << 8 | u64{at.ball} << 16 | u64{at.die} << 24;
    const u64 rest = fields | u64{at.goals[0]} << 32 | u64{at.goals[1]} << 40 | u64{at.made} << 48 | u64{at.last} << 56 | u64{at.phase} << 58;
    return scramble(scramble(scramble(at.figures[0]) ^ at.figures[1]) ^ rest);
  }

  /// Y and R are the keepers, y and r the others, o the ball (which a keeper has in a restart).
  std::string diagram(const State& at) const {
    return draw_rows(
        10, 6,
        [&](int row, int column) {
          const int field = 10 * column + 9 - row;
          if (at.ball == field) return (at.figures[0] & bit(at.ball)) != 0 ? '0' : (at.figures[1] & bit(at.ball)) != 0 ? '1' : 'o';
          for (int player = 0; player < 2; ++player) {
            if (at.keeper[player] == field) return "YR"[player];
            if ((at.figures[player] & bit(static_cast<u64>(field))) != 0) return "yr"[player];
          }
          return '.';
        },
        [](int row) { return std::to_string(9 - row); });
  }

 private:
  static constexpr u8 nobody = 2;
  static constexpr std::array<const char*, 8> phase_names{"setup", "roll", "kickroll", "restartroll", "kick", "move", "restart", "end"};

  enum Kind : u8 { rolls, places, kicks_off, walks, kicks, restarts, passes };
  static constexpr Move made_of(Kind kind, u64 a = 0, u64 b = 0, u64 c = 0) { return {kind | a << 8 | b << 16 | c << 24}; }
  static constexpr Kind kind(Move move) { return static_cast<Kind>(move.code & 0xFF); }
  static constexpr u64 byte(Move move, int i) { return move.code >> (8 * i + 8) & 0xFF; }

  static int mover(const State& at) { return at.made & 1; }
  static std::string name(u64 field) { return {static_cast<char>('a' + field / 10), static_cast<char>('0' + field % 10)}; }

  // ---- Setups
  static u64 candidates(const State& at) { return setup_fields & ~(at.figures[0] | at.figures[1]); }
  /// At least one of the three in the opponent's half.
  static u64 setup_count(u64 free, int player) { return choose3(static_cast<u64>(popcount(free))) - choose3(static_cast<u64>(popcount(free & half[player]))); }
  template <class Emit>
  static void setups(const State& at, Emit&& emit) {
    const u64 free = candidates(at);
    const u64 own = half[mover(at)];
    for (u64 first = free; first != 0;) {
      const auto a = static_cast<u64>(pop_lowest(first));
      for (u64 second = first; second != 0;) {
        const auto b = static_cast<u64>(pop_lowest(second));
        for (u64 third = second; third != 0;) {
          const auto c = static_cast<u64>(pop_lowest(third));
          if (((bit(a) | bit(b) | bit(c)) & ~own) != 0 && emit(made_of(places, a, b, c))) return;
        }
      }
    }
  }
  static Move random_setup(const State& at, Rng& rng) {
    const u64 free = candidates(at);
    const auto size = static_cast<u64>(popcount(free));
    while (true) {
      std::array<int, 3> drawn;
      u64 set = 0;
      for (int& field : drawn) {
        field = nth_bit(free, static_cast<int>(rng.below(size)));
        set |= bit(static_cast<u64>(field));
      }
      if (popcount(set) < 3 || (set & ~half[mover(at)]) == 0) continue;
      const auto a = static_cast<u64>(pop_lowest(set));
      const auto b = static_cast<u64>(pop_lowest(set));
      return made_of(places, a, b, static_cast<u64>(lowest(set)));
    }
  }

  // ---- Walks
  /// Where a walk of the figure may end, and the lengths with which it may kick (bit L for length L).
  struct Walk {
    u64 targets;
    u32 lengths;
  };
  static Walk walk_from(const State& at, int player, u64 from, int die) {
    const u64 ball = bit(at.ball);
    const u64 others = (at.figures[0] | at.figures[1]) & ~bit(from);
    const u64 closed = from == at.keeper[player] ? keeper_fields[1 - player] : all_keeper_fields;
    const u64 open = every_field & ~others & ~closed & ~ball;
    const u64 next_to_ball = (others & ball) == 0 ? step(ball) : 0;
    Walk walk{bit(from), 0};
    for (int length = die; length > 0; --length) {
      if ((walk.targets & next_to_ball) != 0) walk.lengths |= 1U << length;
      walk.targets = step(walk.targets) & open;
    }
    return walk;
  }

  // ---- Kicks
  /// A kick from a field: whom the ball may not cross, who passes it on, and with which lengths it leaves each of them.
  struct Kick {
    u64 taken = 0;  ///< fields of figures, the one with which it begins among them
    int player = 0;
    int size = 0;
    std::array<u8, 5> from{};
    std::array<u32, 5> lengths{};

    Kick(u64 field, u32 first_lengths, u64 friends, u64 opponents, int who) : taken(friends | opponents | bit(field)), player(who), size(1) {
      from[0] = static_cast<u8>(field);
      lengths[0] = first_lengths;
      for (friends &= ~bit(field); friends != 0;) from[size++] = static_cast<u8>(pop_lowest(friends));
    }

    /// Visits whoever the ball comes to, again when it may leave him with further lengths, until a visit returns true: visit(field, lengths).
    /// A step onto a friendly figure costs nothing: it gives one step back.
    template <class Visit>
    PLY_ALWAYS_INLINE bool pass_on(Visit&& visit) const {
      auto left = lengths;
      for (u32 pending = 1; pending != 0;) {
        const int i = std::countr_zero(pending);
        pending &= pending - 1;
        if (visit(from[i], left[i])) return true;
        for (int j = 0; j < size; ++j) {
          if (j == i) continue;
          const u32 gained = left[i] >> (distance[from[i]][from[j]] - 1) & ~1U & ~left[j];
          if (gained == 0 || !clear(lines_between[from[i]][from[j]], taken)) continue;
          left[j] |= gained;
          pending |= 1U << j;
        }
      }
      return false;
    }

    bool reaches(u64 target) const {
      return pass_on([&](u64 field, u32 left) { return (left >> distance[field][target] & 1) != 0 && clear(lines_between[field][target], taken); });
    }
    bool scores() const {
      return pass_on([&](u64 field, u32 left) {
        if ((keeper_fields[1 - player] & bit(field)) != 0) return true;
        for (int side = 0; side < 2; ++side) {
          const int steps = distance[field][(player == 0 ? 29 : 20) + 10 * side];
          if (left >> (steps + 1) != 0 && clear(lines_to_goal[player][field][side], taken)) return true;
        }
        return false;
      });
    }
    u64 destinations() const {
      u64 out = 0;
      pass_on([&](u64 field, u32 left) {
        for (; left != 0; left &= left - 1) {
          for_each_bit(rings[field][std::countr_zero(left)] & ~taken & ~out, [&](int target) {
            if (clear(lines_between[field][target], taken)) out |= bit(static_cast<u64>(target));
            return false;
          });
        }
        return false;
      });
      return out;
    }
  };

  /// Whether a figure of the player has a way to the ball. All are sets but the field of the ball.
  static bool reachable(u64 taken, u64 figures, int player, u64 keeper, u64 ball) {
    if ((bit(ball) & figures) != 0) return true;
    const auto flood = [&](u64 open, u64 goal) {
      u64 area = bit(ball);
      while (true) {
        u64 more = area;
        for (int i = 0; i < 3; ++i) more |= step(more) & open;
        const u64 around = step(more);
        if ((around & goal) != 0) return true;
        if ((around & open & ~more) == 0) return false;
        area = more;
      }
    };
    const u64 open = every_field & ~taken & ~all_keeper_fields;
    return flood(open, figures) || flood(open | (keeper_fields[player] & ~taken), keeper);
  }
  static bool opponent_reaches(const State& at, u64 own, u64 ball) {
    const int opponent = 1 - mover(at);
    return reachable(own | at.figures[opponent], at.figures[opponent], opponent, bit(at.keeper[opponent]), ball);
  }

  // ---- Turns
  /// Emits what may be kicked. `own` are the kicker's figures, of which the one on the ball's field begins.
  template <class Emit>
  static bool kicks_from(const State& at, u64 own, u64 ball, u32 lengths, bool may_score, Emit&& emit) {
    const Kick kick(ball, lengths, own, at.figures[1 - mover(at)], mover(at));
    const bool stopped =
        for_each_bit(kick.destinations(), [&](int target) { return opponent_reaches(at, own, static_cast<u64>(target)) && emit(static_cast<u64>(target)); });
    return stopped || (may_score && kick.scores() && emit(u64{nowhere}));
  }

  /// The moves with a figure or the ball: true if stopped.
  template <class Emit>
  static bool turns(const State& at, Emit&& emit) {
    const int player = mover(at);
    const u64 own = at.figures[player];
    if (at.phase == kick) {
      return kicks_from(at, own, at.ball, 2U << at.die, false, [&](u64 target) { return emit(made_of(kicks_off, 0, target)); });
    }
    if (at.phase == restart) {
      const u64 others = own & ~bit(at.keeper[player]);
      return for_each_bit(keeper_places(at, player), [&](int place) {
        const auto from = static_cast<u64>(place);
        return kicks_from(at, others | bit(from), from, 2U << at.die, true, [&](u64 target) { return emit(made_of(restarts, from, target)); });
      });
    }
    return for_each_bit(own, [&](int figure) {
      const auto from = static_cast<u64>(figure);
      const u64 others = own & ~bit(from);
      const Walk walk = walk_from(at, player, from, at.die);
      const bool stopped = for_each_bit(walk.targets, [&](int target) {
        return opponent_reaches(at, others | bit(static_cast<u64>(target)), at.ball) && emit(made_of(walks, from, static_cast<u64>(target)));
      });
      if (stopped) return true;
      if (walk.lengths == 0) return false;
      return kicks_from(at, others | bit(at.ball), at.ball, walk.lengths, true, [&](u64 target) { return emit(made_of(kicks, from, target)); });
    });
  }

  // ---- Random turns
  static PLY_NEVER_INLINE Move random_of_list(const State& at, Rng& rng) {
    u64 size = 0;
    turns(at, [&](Move) {
      ++size;
      return false;
    });
    if (size == 0) return made_of(passes);
    Move chosen;
    u64 left = rng.below(size);
    turns(at, [&](Move move) {
      chosen = move;
      return left-- == 0;
    });
    return chosen;
  }

  static constexpr int most_tries = 50;

  /// A kick-off or restart: any place of the keeper and any field or the goal, until it is a move.
  static PLY_NEVER_INLINE Move random_kick(const State& at, Rng& rng) {
    const int player = mover(at);
    const bool off = at.phase == kick;
    const u64 places_open = off ? bit(at.ball) : keeper_places(at, player);
    const u64 others = off ? at.figures[player] : at.figures[player] & ~bit(at.keeper[player]);
    for (int tries = 0; tries < most_tries; ++tries) {
      const auto place = static_cast<u64>(nth_bit(places_open, static_cast<int>(rng.below(static_cast<u64>(popcount(places_open))))));
      const auto target = rng.below(off ? fields_count : fields_count + 1);
      const u64 own = others | bit(place);
      const Kick drawn(place, 2U << at.die, own, at.figures[1 - player], player);
      const bool right = target == nowhere ? drawn.scores() : (drawn.taken & bit(target)) == 0 && drawn.reaches(target) && opponent_reaches(at, own, target);
      if (right) return off ? made_of(kicks_off, 0, target) : made_of(restarts, place, target);
    }
    return random_of_list(at, rng);
  }

  /// The figures one by one, the keepers first, and all together.
  struct Sides {
    std::array<Words8::Array, 2> each{};
    std::array<u64, 2> all;

    explicit Sides(const State& at) : all(at.figures) {
      for (int player = 0; player < 2; ++player) {
        each[player][0] = bit(at.keeper[player]);
        u64 rest = all[player] ^ each[player][0];
        for (int i = 1; rest != 0; ++i) {
          each[player][i] = rest & (~rest + 1);
          rest ^= each[player][i];
        }
      }
    }
  };
  static constexpr std::array<Words8::Array, 2> barred{{
      {keeper_fields[1], all_keeper_fields, all_keeper_fields, all_keeper_fields, all_keeper_fields},
      {keeper_fields[0], all_keeper_fields, all_keeper_fields, all_keeper_fields, all_keeper_fields},
  }};

  struct Turn {
    bool found = false;
    bool kicked = false;
    u8 figure = 0;
    u8 from = 0;
    u8 target = 0;
  };

  // Sums of five numbers in one word: lane i has that of the first i + 1.
  static constexpr int lane = 12;
  static constexpr u64 every_lane = 1 | u64{1} << lane | u64{1} << 2 * lane | u64{1} << 3 * lane | u64{1} << 4 * lane;
  static constexpr u64 lane_tops = every_lane << (lane - 1);
  static u64 sums_of(const Words8::Array& sets) {
    u64 sizes = 0;
    for (int i = 0; i < 5; ++i) sizes |= static_cast<u64>(popcount(sets[i])) << lane * i;
    return (sizes * every_lane) & ((u64{1} << 5 * lane) - 1);
  }

  /// By rejection: an entry of a list that is easily counted and contains every turn once, until it is a turn.
  /// The list has the ends of all walks, and for each figure that can reach the ball a goal and all fields to which it may hope to kick: those in a fitting
  /// distance, or all if the ball may come to a friend who passes it on.
  PLY_ALWAYS_INLINE static Turn random_turn(const Sides& sides, int player, u64 ball, int die, Rng& rng) {
    const u64 own = sides.all[player];
    const u64 opponents = sides.all[1 - player];
    const u64 taken = own | opponents;
    if ((taken & bit(ball)) != 0) return {};
    const u64 free = every_field & ~taken;
    const Words8 from(sides.each[player]);
    const Words8 open = (Words8(free & ~bit(ball)) | from).without(Words8(barred[player]));
    const Words8 open_up = open.without(Words8(row_0));
    const Words8 open_down = open.without(Words8(row_9));
    const Words8 next_to_ball(step(bit(ball)));
    Words8 ends(from);
    Words8 wanted(u64{0});
    Words8 near(u64{0});
    u64 reached = 0;  // byte L: the figures that may kick with length L
    for (int length = die; length > 0; --length) {
      reached |= static_cast<u64>(ends.sharing(next_to_ball)) << 8 * length;
      wanted = wanted | ends.where_sharing(next_to_ball, rings[ball][length] | bit(nowhere));
      near = near | ends.where_sharing(next_to_ball, discs[ball][length]);
      ends = (ends.raised<1>() & open_up) | (ends.lowered<1>() & open_down) | ((ends.raised<10>() | ends.lowered<10>()) & open);
    }
    wanted = (wanted | near.where_sharing(Words8(own).without(from), every_field & ~bit(ball))) & (Words8(free | bit(nowhere)) | from);

    std::array<Words8::Array, 2> entries;
    ends.store(entries[0]);
    wanted.store(entries[1]);
    const u64 walk_sums = sums_of(entries[0]);
    const u64 kick_sums = sums_of(entries[1]);
    const u64 size_of_walks = walk_sums >> 4 * lane;
    const u64 size = size_of_walks + (kick_sums >> 4 * lane);
    if (size == 0) return {};
    for (int tries = 0; tries < most_tries; ++tries) {
      u64 drawn = rng.below(size);
      const bool kicked = drawn >= size_of_walks;
      drawn -= kicked ? size_of_walks : 0;
      const u64 sums = kicked ? kick_sums : walk_sums;
      const auto figure = static_cast<std::size_t>(popcount((drawn * every_lane + lane_tops - sums) & lane_tops));  // no branch: it cannot be foreseen
      drawn -= sums << lane >> lane * figure & ((u64{1} << lane) - 1);
      const u64 place = sides.each[player][figure];
      const auto target = static_cast<u64>(nth_bit(entries[kicked ? 1 : 0][figure], static_cast<int>(drawn)));
      const u64 after = (own & ~place) | bit(kicked ? ball : target);
      if (kicked) {
        const auto lengths = static_cast<u32>((reached >> figure & 0x0101010101010101) * 0x0102040810204080 >> 56);
        if (!can_kick(ball, lengths, after, opponents, player, target)) continue;
      }
      if (target != nowhere && !reachable(after | opponents, opponents, 1 - player, sides.each[1 - player][0], kicked ? target : ball)) continue;
      return {true, kicked, static_cast<u8>(figure), static_cast<u8>(lowest(place)), static_cast<u8>(target)};
    }
    return {};
  }
  PLY_ALWAYS_INLINE static bool can_kick(u64 ball, u32 lengths, u64 own, u64 opponents, int player, u64 target) {
    if (target != nowhere) {
      if ((lengths >> distance[ball][target] & 1) != 0 && clear(lines_between[ball][target], own | opponents)) return true;
      if ((discs[ball][std::bit_width(lengths) - 1] & own) == 0) return false;
    }
    const Kick drawn(ball, lengths, own, opponents, player);
    return target == nowhere ? drawn.scores() : drawn.reaches(target);
  }

  /// Rolls and turns until one scores or the game is over, up to `most` of each. Returns how many. May leave a roll whose turn is not easily found.
  PLY_NEVER_INLINE u64 random_turns(State& state, Rng& rng, u64 most) const {
    Sides sides(state);
    u64 made = 0;
    for (; made < most && state.phase == roll; ++made) {
      const int player = mover(state);
      state.die = static_cast<u8>(1 + rng.below(6));
      const Turn turn = random_turn(sides, player, state.ball, state.die, rng);
      if (!turn.found) {
        state.phase = walk;
        play(state, random_of_list(state, rng));
        sides = Sides(state);
        continue;
      }
      const u64 to = bit(turn.kicked ? state.ball : turn.target);
      sides.all[player] ^= sides.each[player][turn.figure] ^ to;
      sides.each[player][turn.figure] = to;
      if (turn.kicked) state.ball = turn.target;
      state.figures[player] = sides.all[player];
      if (turn.figure == 0) state.keeper[player] = static_cast<u8>(lowest(to));
      end_turn(state, player);
    }
    return made;
  }

  /// Where the keeper may be put for a restart.
  static u64 keeper_places(const State& at, int player) {
    const u64 keeper = bit(at.keeper[player]);
    const u64 free = keeper_fields[player] & ~((at.figures[0] | at.figures[1]) & ~keeper);
    return free != 0 ? free : keeper;
  }

  static void step_to(State& state, int player, u8 from, u8 to) {
    state.figures[player] = (state.figures[player] & ~bit(from)) | bit(to);
    if (state.keeper[player] == from) state.keeper[player] = to;
  }

  static void end_turn(State& state, int player) {
    const bool goal = state.ball == nowhere;
    if (goal) {
      ++state.goals[player];
      state.last = static_cast<u8>(player);
    }
    ++state.made;
    state.die = 0;
    state.phase = goal ? restart_roll : roll;
    if (is_over(state)) state.phase = finished;
  }
  static bool is_over(const State& at) { return at.made == all_moves || (at.made >= normal_moves && at.goals[0] != at.goals[1]); }

  // ---- Reading
  static std::optional<u64> field_named(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'f' || name[1] < '0' || name[1] > '9') return std::nullopt;
    return static_cast<u64>(10 * (name[0] - 'a') + (name[1] - '0'));
  }

  static void read_phase(State& state, std::string_view in) {
    std::size_t letters = in.size();
    if (!in.empty() && in.back() >= '0' && in.back() <= '9') --letters;
    for (std::size_t i = 0; i < phase_names.size(); ++i) {
      if (in.substr(0, letters) != phase_names[i]) continue;
      state.phase = static_cast<Phase>(i);
      const bool with_die = state.phase == kick || state.phase == walk || state.phase == restart;
      const int die = letters < in.size() ? in.back() - '0' : 0;
      const bool right = with_die ? die >= (state.phase == restart ? 2 : 1) && die <= (state.phase == kick ? 5 : 6) : letters == in.size();
      if (!right) break;
      state.die = static_cast<u8>(die);
      return;
    }
    throw TextError("phase " + in_quotes(in) + " is none of setup, kickroll, kick1..5, roll, move1..6, restartroll, restart2..6, end");
  }

  static void read_figures(State& state, int player, std::string_view in) {
    const auto wrong = [&](const std::string& what) { return TextError("figures " + in_quotes(in) + ": " + what); };
    const auto names = split(in, ',');
    const std::size_t expected = state.made > player ? 5 : 2;
    if (names.size() != expected) throw wrong(std::to_string(names.size()) + " instead of " + std::to_string(expected));
    u64 set = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto field = field_named(names[i]);
      if (!field) throw wrong(in_quotes(names[i]) + " is no field");
      if ((set & bit(*field)) != 0) throw wrong(in_quotes(names[i]) + " is there twice");
      if (i == 0) {
        state.keeper[player] = static_cast<u8>(*field);
      } else if (i > 1 && names[i] < names[i - 1]) {
        throw wrong("not in ascending order behind the keeper");
      }
      set |= bit(*field);
    }
    state.figures[player] = set;
  }

  static void read_ball(State& state, std::string_view in, std::string_view phase) {
    const bool with_keeper = state.phase == restart_roll || state.phase == restart;
    if (in == "k" && (with_keeper || state.phase == finished)) {
      state.ball = nowhere;
      return;
    }
    const auto field = field_named(in);
    if (!field || with_keeper)
      throw TextError("ball " + in_quotes(in) + (with_keeper ? ": in phase " + in_quotes(phase) + " it is with the keeper, k" : " is no field"));
    state.ball = static_cast<u8>(*field);
    const bool kick_off = state.made <= 2;
    if (kick_off && (state.figures[0] & bit(*field)) == 0)
      throw TextError("ball " + in_quotes(in) + ": before the kick-off it is where a yellow figure stands");
  }

  static void check_phase(const State& state, std::string_view in) {
    const auto wrong = [&](const std::string& what) { return TextError("phase " + in_quotes(in) + ": " + what); };
    if ((state.phase == setup) != (state.made < 2)) throw wrong("setups are moves 1 and 2");
    if ((state.phase == kick_roll || state.phase == kick) != (state.made == 2)) throw wrong("the kick-off is move 3");
    if ((state.phase == finished) != is_over(state)) throw wrong(is_over(state) ? "the game is over" : "the game is not over yet");
    if (state.made < 3 && state.last != nobody) throw wrong("no goal is possible before the kick-off");
    if ((state.phase == restart_roll || state.phase == restart) && (state.made < 4 || state.last == nobody || state.last == mover(state))) {
      throw wrong("the restart is for the side that conceded the last goal");
    }
  }

  static Move read_move(const State& at, std::string_view in) {
    if (in == "pass") return made_of(passes);
    if (in.size() == 1 && in[0] >= '1' && in[0] <= '6') return made_of(rolls, static_cast<u64>(in[0] - '0'));
    const auto field = [&](std::size_t from) {
      const auto found = from < in.size() ? field_named(in.substr(from, 2)) : std::nullopt;
      if (!found) unreadable_move(in);
      return *found;
    };
    const auto target = [&](std::size_t from) {
      if (in.size() != from + 3 || in[from] != 'B') unreadable_move(in);
      return in.substr(from + 1) == "**" ? u64{nowhere} : field(from + 1);
    };
    const char first = in.empty() ? ' ' : in[0];
    if (first == 'B') return made_of(kicks_off, 0, target(0));
    if (first == 'P' && in.size() == 7) {
      if (in[3] == '|') return made_of(restarts, field(1), target(4));
      const Move move = made_of(places, field(1), field(3), field(5));
      if (byte(move, 0) >= byte(move, 1) || byte(move, 1) >= byte(move, 2)) illegal_move(in);
      return move;
    }
    if (first != 'M') unreadable_move(in);
    if (in.size() == 5) return made_of(walks, field(1), field(3));
    if (in.size() != 9 || in[5] != '|') unreadable_move(in);
    if (field(3) != at.ball) illegal_move(in);
    return made_of(kicks, field(1), target(6));
  }
};

const Registration registration{{
    .id = "street_soccer",
    .title = "Street soccer",
    .page = "street_soccer",
    .source = "street_soccer.cpp",
    .make = [](const Options& options) { return as_game(StreetSoccer(options)); },
}};

}  // namespace

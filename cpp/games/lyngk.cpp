// LYNGK, Stack6. Page: docs/rules/lyngk.md.
//
// A set of points is a 64-bit word. The points are numbered 1 .. 43 in the page's order, column by column, each from its lowest point:
//
//    a1:1   b1:2 .. b4:5   c1:6 .. c7:12   d1:13 .. d6:18   e1:19 .. e7:25   f1:26 .. f6:31   g1:32 .. g7:38   h1:39 .. h4:42   i1:43
//
// Number 0 is no point: what lies over the edge. A stack is a number of 16 bits; what lies in which order below its top never matters, and the height tells how
// many jokers there are:
//
//    bits 0 .. 4: its colours W K R B G      bits 5 .. 7: the colour on top, 5 for a joker      from bit 8 on: its height
//
// A position also links each stack with the six it sees, and has at hand what they are: which stacks fit on the ones they see is found by comparing rows of
// bytes,
//
//    bits 0 .. 4: the colours of the stack      bits 5 .. 7: its height, 7 where there is none
//
// A move only ever empties a point, so that all of this changes along the lines through its two points.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/bits.hpp"

namespace {

using namespace ply;

// ---- Board

constexpr int points = 43;
constexpr int edge = 0;
constexpr int columns = 9;
constexpr std::array<int, columns> column_points{1, 4, 7, 6, 7, 6, 7, 4, 1};

constexpr int colours = 5;
constexpr int joker = 5;
constexpr char letters[] = "WKRBGJ";
constexpr int stones_of_colour = 8;
constexpr int jokers = 3;
constexpr int full_stack = 6;
constexpr int most_claims = 2;

constexpr int directions = 6;
constexpr int half = directions / 2;  ///< direction d + half is opposite to d; the first three lead to higher numbers
/// Columns, and half steps upwards: the points of a column are two apart.
constexpr int direction[directions][2] = {{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}};

constexpr u64 bit(int point) { return u64{1} << point; }

struct Place {
  int column = 0, number = 0;
};
constexpr auto place_of = [] {
  std::array<Place, points + 1> table{};
  int point = 1;
  for (int column = 0; column < columns; ++column) {
    for (int number = 1; number <= column_points[static_cast<std::size_t>(column)]; ++number) table[static_cast<std::size_t>(point++)] = {column, number};
  }
  return table;
}();
constexpr int point_at(int column, int number) {
  if (column < 0 || column >= columns || number < 1 || number > column_points[static_cast<std::size_t>(column)]) return edge;
  for (int before = 0; before < column; ++before) number += column_points[static_cast<std::size_t>(before)];
  return number;
}

/// neighbour[p][d]: the next point, or `edge`.
constexpr auto neighbour = [] {
  std::array<std::array<u8, 8>, points + 1> table{};
  for (int p = 1; p <= points; ++p) {
    const auto [column, number] = place_of[static_cast<std::size_t>(p)];
    const int height = 2 * number - column_points[static_cast<std::size_t>(column)];
    for (int d = 0; d < directions; ++d) {
      const int next = column + direction[d][0];
      if (next < 0 || next >= columns) continue;
      const int twice = height + direction[d][1] + column_points[static_cast<std::size_t>(next)];
      if (twice > 0) table[p][d] = static_cast<u8>(point_at(next, twice / 2));
    }
  }
  return table;
}();
static_assert([] {
  int pairs = 0;
  for (int p = 1; p <= points; ++p) {
    for (int d = 0; d < half; ++d) {
      const int q = neighbour[p][d];
      if (q != edge && (q < p || neighbour[q][d + half] != p)) return false;
      pairs += q != edge ? 1 : 0;
    }
  }
  return pairs == 102;
}());

// ---- Rules

class Lyngk {
 public:
  static constexpr u8 none = 63;  ///< no claim, or no point

  struct State {
    std::array<u16, 48> stack{};
    std::array<u8, 2> claims{};  ///< sets of colours
    u8 mover = 0;
    bool won = false;  ///< by a stack of six that the side not to move has made

    // What follows from the stacks. Links and what is seen mean nothing where none stands.
    std::array<std::array<u8, 64>, directions> seen{};  ///< the byte of the stack that a stack sees
    std::array<u8, 64> code{};                          ///< its own
    std::array<std::array<u8, 8>, points + 1> link{};   ///< the stack that a stack sees, or `edge`
    std::array<u64, colours + 1> top{};                 ///< stacks by the colour on top

    friend bool operator==(const State& a, const State& b) { return a.stack == b.stack && a.claims == b.claims && a.mover == b.mover && a.won == b.won; }
  };
  /// `from` and `to` are none: pass.
  struct Move {
    u8 claim = none, from = none, to = none;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Lyngk(const Options&) {}

  State initial(Rng& rng) const {
    std::string stones;
    for (int c = 0; c < colours; ++c) stones += std::string(stones_of_colour, letters[c]);
    stones += std::string(jokers, letters[joker]);
    rng.shuffle(stones, stones.size());
    State state;
    for (int p = 1; p <= points; ++p) state.stack[p] = single(stones[static_cast<std::size_t>(p) - 1]);
    connect(state);
    return state;
  }

  int current_player(const State& at) const {
    if (at.won) return over;
    return Moves(at, at.mover).total != 0 || !finished(at) ? at.mover : over;
  }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    const std::uint64_t total = count(at);
    const Moves all(at, at.mover);
    for (std::uint64_t i = 0; i < total; ++i) {
      if (emit(all.total != 0 ? all.nth(at, static_cast<int>(i)) : nth_pass(at, static_cast<int>(i)))) return;
    }
  }

  void play(State& state, Move move) const {
    if (move.claim != none) state.claims[state.mover] |= static_cast<u8>(1 << move.claim);
    if (move.from != none) {
      stack_up(state, move.from, move.to);
      state.won = height(state.stack[move.to]) == full_stack && (state.claims[state.mover] >> top_of(state.stack[move.to]) & 1) != 0;
    }
    state.mover ^= 1;
  }

  Result result(const State& at) const {
    if (at.won) return Result::win(2, 1 - at.mover, "stack of six");
    std::array<int, 2> scores{};
    for (int p = 1; p <= points; ++p) {
      if (at.stack[p] == 0) continue;
      int worth = 1;
      for (int h = 1; h < height(at.stack[p]); ++h) worth *= 10;
      for (int player = 0; player < 2; ++player) {
        if ((at.claims[static_cast<std::size_t>(player)] >> top_of(at.stack[p]) & 1) != 0) scores[static_cast<std::size_t>(player)] += worth;
      }
    }
    return Result::by_score(2, scores, "no moves left");
  }

  std::uint64_t count(const State& at) const {
    if (at.won) return 0;
    const int total = Moves(at, at.mover).total;
    return static_cast<std::uint64_t>(total != 0 ? total : passes(at));
  }

  Move nth(const State& at, std::uint64_t i) const {
    const Moves all(at, at.mover);
    return all.total != 0 ? all.nth(at, static_cast<int>(i)) : nth_pass(at, static_cast<int>(i));
  }

  std::optional<Move> random_move(const State& at, Rng& rng) const {
    if (at.won) return std::nullopt;
    const Moves all(at, at.mover);
    if (all.total != 0) return all.nth(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(all.total))));
    const int ways = passes(at);
    if (ways == 0) return std::nullopt;
    return nth_pass(at, static_cast<int>(rng.below(static_cast<std::uint64_t>(ways))));
  }

  /// 42 stack moves, each after one pass at most, and the passes that claim.
  std::uint64_t longest_game() const { return 2 * (points - 1) + 2 * most_claims; }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x6c796e676b, at.claims[0] + 32u * at.claims[1] + 1024u * at.mover + (at.won ? 2048u : 0u));
    for (std::size_t i = 0; i < at.stack.size(); i += 4) {
      u64 word;
      std::memcpy(&word, at.stack.data() + i, sizeof(word));
      key = scramble(key ^ word) + word;
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int p = 1; p <= points; ++p) {
      if (p > 1) out += ',';
      out += stack_text(at.stack[p]);
    }
    out += at.mover == 0 ? " w W:" : " b W:";
    out += claims_text(at.claims[0]) + " B:" + claims_text(at.claims[1]);
    return at.won ? out + " won" : out;
  }

  std::string text(const State&, Move move) const {
    const std::string claim = move.claim == none ? "" : std::string(1, letters[move.claim]) + '+';
    return claim + (move.from == none ? "pass" : name(move.from) + '-' + name(move.to));
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 5);
    State state;
    read_board(state, parts[0]);
    connect(state);
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is not w or b");
    state.mover = parts[1] == "b" ? 1 : 0;
    state.claims = {read_claims(parts[2], "W:"), read_claims(parts[3], "B:")};
    if ((state.claims[0] & state.claims[1]) != 0) throw TextError("claims " + in_quotes(parts[3]) + ": a colour that White has claimed");
    if (parts.size() == 4) return state;
    if (parts[4] != "won") throw TextError("end " + in_quotes(parts[4]) + " is not won");
    for (int p = 1; p <= points; ++p) {
      const u16 stack = state.stack[p];
      if (stack != 0 && height(stack) == full_stack && (state.claims[1 - state.mover] >> top_of(stack) & 1) != 0) state.won = true;
    }
    if (!state.won) throw TextError("end " + in_quotes(parts[4]) + ": the side that has just moved has no stack of six");
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    Move move;
    std::string_view rest = in;
    if (rest.size() > 1 && (rest[1] == '+' || rest[1] == ',')) {
      move.claim = static_cast<u8>(std::string_view(letters).find(rest[0]));
      if (move.claim >= colours) unreadable_move(in);
      rest.remove_prefix(2);
    }
    if (rest == "pass") {
      for (int i = 0; count(at) != 0 && Moves(at, at.mover).total == 0 && i < passes(at); ++i) {
        if (nth_pass(at, i) == move) return move;
      }
      illegal_move(in);
    }
    if (rest.size() != 5 || rest[2] != '-') unreadable_move(in);
    move.from = point_named(rest.substr(0, 2), in);
    move.to = point_named(rest.substr(3), in);
    const bool may_claim = move.claim == none || (claimable(at, at.mover) >> move.claim & 1) != 0;
    if (at.won || !may_claim || at.stack[move.from] == 0) illegal_move(in);
    const unsigned own = at.claims[at.mover] | (move.claim == none ? 0u : 1u << move.claim);
    const int colour = top_of(at.stack[move.from]);
    if (colour == joker || (at.claims[1 - at.mover] >> colour & 1) != 0) illegal_move(in);
    const Fits fits(at);
    for (int d = 0; d < directions; ++d) {
      const u64 allowed = (own >> colour & 1) != 0 ? fits.fits(d) : fits.level(d);
      if (at.link[move.from][d] == move.to && (allowed >> move.from & 1) != 0) return move;
    }
    illegal_move(in);
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int height = 7; height >= -5; --height) {
      std::string line;
      for (int column = 0; column < columns; ++column) {
        const int twice = height + column_points[static_cast<std::size_t>(column)];
        const int point = twice > 0 && twice % 2 == 0 ? point_at(column, twice / 2) : edge;
        std::string text = point == edge ? "" : at.stack[point] == 0 ? "." : stack_text(at.stack[point]);
        line += text + std::string(text.size() < 7 ? 7 - text.size() : 1, ' ');
      }
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out + "a      b      c      d      e      f      g      h      i\n" + "claims: White " + claims_text(at.claims[0]) + ", Black " +
           claims_text(at.claims[1]) + '\n';
  }

 private:
  static constexpr int height(u16 stack) { return stack >> 8; }
  static constexpr int top_of(u16 stack) { return stack >> 5 & 7; }
  static constexpr u16 single(char stone) {
    const int colour = static_cast<int>(std::string_view(letters).find(stone));
    return static_cast<u16>(1 << 8 | colour << 5 | (colour == joker ? 0 : 1 << colour));
  }
  /// All of the upper stack on the lower one.
  static constexpr u16 united(u16 upper, u16 lower) { return static_cast<u16>(upper + (lower & ~(7 << 5))); }

  static constexpr int no_height = 7;
  static constexpr u8 all_colours = (1 << colours) - 1;
  static constexpr u8 no_stack = no_height << colours | all_colours;
  static constexpr u8 code_of(u16 stack) { return stack == 0 ? no_stack : static_cast<u8>(height(stack) << colours | (stack & all_colours)); }

  /// Who fits on the stack that he sees in a direction.
  class Fits {
   public:
    explicit Fits(const State& at)
        : at_(at),
          codes_(at.code.data()),
          room_(((codes_ ^ Bytes64::all(no_height << colours)) & Bytes64::all(no_height << colours)) + Bytes64::all(255)),
          reach_(codes_ | Bytes64::all(all_colours)) {
      static_assert(full_stack + 1 == no_height);
    }
    u64 fits(int d) const {
      const Bytes64 seen(at_.seen[d].data());
      return at_most(seen, room_) & disjoint(seen & Bytes64::all(all_colours), codes_);
    }
    /// And is not lower.
    u64 level(int d) const { return fits(d) & at_most(Bytes64(at_.seen[d].data()), reach_); }

   private:
    const State& at_;
    Bytes64 codes_;
    Bytes64 room_;   ///< the highest byte of a stack for which there is room under this one
    Bytes64 reach_;  ///< and of one that is not higher
  };

  // ---- Moves

  /// Colours that the player may claim with his turn.
  static unsigned claimable(const State& at, int player) {
    constexpr unsigned all = (1u << colours) - 1;
    const u8 own = at.claims[static_cast<std::size_t>(player)];
    return popcount(u64{own}) < most_claims ? all & ~static_cast<unsigned>(at.claims[0] | at.claims[1]) : 0;
  }

  /// Stacks that move, by the direction.
  struct Steps {
    std::array<u64, directions> from;
    std::array<int, directions + 1> before{};

    void add(int d, u64 stacks) {
      from[d] = stacks;
      before[d + 1] = before[d] + popcount(stacks);
    }
    int count() const { return before[directions]; }
    Move nth(const State& at, int i) const {
      int d = 0;
      for (int next = 1; next < directions; ++next) d += i >= before[next] ? 1 : 0;
      const int point = nth_bit(from[d], i - before[d]);
      return {none, static_cast<u8>(point), at.link[point][d]};
    }
  };

  /// The stack moves of a player. A claim changes only what it unlocks: neutral stacks of that colour may climb.
  struct Moves {
    Steps plain;   ///< without a claim, and as well with any
    Steps climbs;  ///< if the colour of the stack that moves is claimed
    int total;
    unsigned claims;

    Moves(const State& at, int player) : claims(claimable(at, player)) {
      u64 own = 0;
      u64 neutral = 0;
      for (int c = 0; c < colours; ++c) {
        const bool mine = (at.claims[static_cast<std::size_t>(player)] >> c & 1) != 0;
        const bool theirs = (at.claims[static_cast<std::size_t>(1 - player)] >> c & 1) != 0;
        own |= mine ? at.top[c] : 0;
        neutral |= mine || theirs ? 0 : at.top[c];
      }
      const u64 climbers = claims != 0 ? neutral : 0;
      const Fits fits(at);
      for (int d = 0; d < directions; ++d) {
        const u64 fit = fits.fits(d);
        const u64 level = fits.level(d);
        plain.add(d, (own & fit) | (neutral & level));
        climbs.add(d, climbers & fit & ~level);
      }
      total = plain.count() * (1 + popcount(u64{claims})) + climbs.count();
    }

    /// Without a claim, then with each, then the climbs.
    Move nth(const State& at, int i) const {
      const int with_claim = plain.count() * (1 + popcount(u64{claims}));
      if (i >= with_claim) {
        Move move = climbs.nth(at, i - with_claim);
        move.claim = static_cast<u8>(top_of(at.stack[move.from]));
        return move;
      }
      if (i < plain.count()) return plain.nth(at, i);
      Move move = plain.nth(at, i % plain.count());
      move.claim = static_cast<u8>(nth_bit(u64{claims}, i / plain.count() - 1));
      return move;
    }
  };

  /// Both have two colours and nobody can move; the caller knows it of the mover.
  static bool finished(const State& at) { return claimable(at, 0) == 0 && claimable(at, 1) == 0 && Moves(at, 1 - at.mover).total == 0; }
  /// In how many ways a mover who has no stack move may pass: with each claim that is left to him, else plainly.
  static int passes(const State& at) {
    const unsigned claims = claimable(at, at.mover);
    return claims != 0 ? popcount(u64{claims}) : finished(at) ? 0 : 1;
  }
  static Move nth_pass(const State& at, int i) {
    const unsigned claims = claimable(at, at.mover);
    return {claims != 0 ? static_cast<u8>(nth_bit(u64{claims}, i)) : none, none, none};
  }

  // ---- What follows from the stacks

  static void connect(State& state) {
    for (std::size_t p = 0; p < state.code.size(); ++p) state.code[p] = code_of(p < state.stack.size() ? state.stack[p] : u16{0});
    for (int p = 1; p <= points; ++p) {
      if (state.stack[p] == 0) continue;
      state.top[top_of(state.stack[p])] |= bit(p);
      for (int d = 0; d < directions; ++d) {
        int q = neighbour[p][d];
        while (q != edge && state.stack[q] == 0) q = neighbour[q][d];
        state.link[p][d] = static_cast<u8>(q);
        state.seen[d][p] = state.code[q];
      }
    }
  }

  static void stack_up(State& state, int from, int to) {
    const u16 moved = united(state.stack[from], state.stack[to]);
    state.top[top_of(state.stack[to])] &= ~bit(to);
    u64& top = state.top[top_of(moved)];
    top = (top | bit(to)) & ~bit(from);
    state.stack[to] = moved;
    state.stack[from] = 0;
    state.code[to] = code_of(moved);
    state.code[from] = no_stack;
    // Who is next to the target is read before that changes: one who is no longer there may well be told of the stack, and one who is there instead learns of
    // it from the first loop.
    std::array<u8, directions> out;
    std::array<u8, directions> around;
    std::array<u8, directions> codes;
    for (int d = 0; d < directions; ++d) {
      out[d] = state.link[from][d];
      around[d] = state.link[to][d];
      codes[d] = state.code[out[d]];
    }
    const auto opposite = [](int d) { return d < half ? d + half : d - half; };
    for (int d = 0; d < directions; ++d) {
      state.link[out[d]][opposite(d)] = out[opposite(d)];
      state.seen[opposite(d)][out[d]] = codes[opposite(d)];
    }
    for (int d = 0; d < directions; ++d) state.seen[opposite(d)][around[d]] = state.code[to];
  }

  // ---- Text

  static std::string name(int point) {
    const auto [column, number] = place_of[static_cast<std::size_t>(point)];
    return {static_cast<char>('a' + column), static_cast<char>('0' + number)};
  }
  static u8 point_named(std::string_view text, std::string_view in) {
    const int point = point_at(text[0] - 'a', text[1] - '0');
    if (point == edge) unreadable_move(in);
    return static_cast<u8>(point);
  }

  static std::string stack_text(u16 stack) {
    if (stack == 0) return ".";
    std::string out(1, letters[top_of(stack)]);
    for (int c = 0; c < colours; ++c) {
      if ((stack >> c & 1) != 0 && c != top_of(stack)) out += letters[c];
    }
    return out + std::string(static_cast<std::size_t>(height(stack)) - out.size(), letters[joker]);
  }
  static std::string claims_text(u8 claims) {
    std::string out;
    for (int c = 0; c < colours; ++c) {
      if ((claims >> c & 1) != 0) out += letters[c];
    }
    return out.empty() ? "-" : out;
  }

  static void read_board(State& state, std::string_view text) {
    if (text.find(',') == std::string_view::npos) {
      if (text.size() != points) throw TextError("board " + in_quotes(text) + " has " + std::to_string(text.size()) + " stones, not 43");
      for (int p = 1; p <= points; ++p) state.stack[p] = read_stack(text.substr(static_cast<std::size_t>(p) - 1, 1), p);
      return;
    }
    const auto tokens = split(text, ',');
    if (tokens.size() != points) throw TextError("board " + in_quotes(text) + " has " + std::to_string(tokens.size()) + " points, not 43");
    for (int p = 1; p <= points; ++p) {
      const std::string_view token = tokens[static_cast<std::size_t>(p) - 1];
      if (token != ".") state.stack[p] = read_stack(token, p);
    }
  }
  static u16 read_stack(std::string_view text, int point) {
    const auto wrong = [&](const std::string& what) { return TextError("point " + name(point) + ": " + what + " in stack " + in_quotes(text)); };
    if (text.empty()) throw TextError("point " + name(point) + " is empty, which is written '.'");
    if (text.size() > full_stack) throw wrong("more than six stones");
    u16 stack = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
      if (std::string_view(letters).find(text[i]) == std::string_view::npos) throw wrong("unknown stone " + in_quotes(symbol_at(text, i)));
      const u16 stone = single(text[i]);
      if ((stack & stone & ((1 << colours) - 1)) != 0) throw wrong("a colour twice");
      stack = united(stone, stack);
    }
    if (text.size() > 1 && top_of(stack) == joker) throw wrong("a joker on top");
    return stack;
  }

  static u8 read_claims(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) throw TextError("claims " + in_quotes(text) + " do not begin with " + std::string(prefix));
    const std::string_view list = text.substr(prefix.size());
    if (list == "-") return 0;
    if (list.empty() || list.size() > most_claims) throw TextError("claims " + in_quotes(text) + ": one or two colours, or -");
    unsigned claims = 0;
    for (const char c : list) {
      const auto colour = std::string_view(letters).find(c);
      if (colour >= colours || (claims >> colour & 1) != 0) throw TextError("claims " + in_quotes(text) + ": two different colours of W K R B G");
      claims |= 1u << colour;
    }
    return static_cast<u8>(claims);
  }
};

const Registration registration{{
    .id = "lyngk",
    .title = "LYNGK",
    .page = "lyngk",
    .source = "lyngk.cpp",
    .make = [](const Options& options) { return as_game(Lyngk(options)); },
}};

}  // namespace

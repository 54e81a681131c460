// Tumbleweed. Page: docs/rules/tumbleweed.md.
//
// Cells are numbered row by row as in geometry/hexhex.hpp, y upwards. A stack is a byte, 8 * owner + height; 0 is an empty cell. What each player sees is kept
// for every cell, six directions at most: Black's number in the low half of a byte, White's in the high half. With it goes the set of cells where a player may
// place, those that he sees more often than what stands there is high.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "geometry/hexhex.hpp"

namespace {

using namespace ply;

constexpr int neutral = 2;
constexpr std::array<char, 3> letters{'B', 'W', 'N'};
/// What a stack of an owner adds to the byte of a cell that sees it.
constexpr std::array<int, 3> unit{1, 16, 0};
constexpr int neutral_height = 2;
constexpr int highest_stack = 6;

enum class Phase : u8 { setup, choice, play };
constexpr std::array<const char*, 3> phase_names{"setup", "choice", "play"};

/// For boards of up to so many cells.
template <int capacity>
class Tumbleweed {
 public:
  static constexpr int words = (capacity + 63) / 64;
  static constexpr u16 none = 999;  ///< no cell
  static constexpr u16 pass = 1000;
  static constexpr u16 accept = 1001;
  static constexpr u16 swap = 1002;

  struct State {
    std::array<u8, 64 * words> stack{};
    std::array<u8, 64 * words> seen{};
    std::array<WideBits<words>, 2> free{};  ///< where a player may place
    u8 mover = 0;
    Phase phase = Phase::setup;
    u8 passes = 0;  ///< those just made: two end the game

    friend bool operator==(const State&, const State&) = default;
  };
  /// A cell or a word; in the setup move the cell of the black stack, and that of the white one.
  struct Move {
    u16 to = none;
    u16 white = none;
    friend bool operator==(const Move&, const Move&) = default;
  };

  explicit Tumbleweed(int side) : grid_(HexGrid<capacity>::hexagon(side, Slant::rising)), centre_(grid_.cell(side - 1, side - 1)) {}

  State initial(Rng&) const { return start(); }

  int current_player(const State& at) const { return at.passes == 2 ? over : at.mover; }

  template <class Emit>
  void moves(const State& at, Emit&& emit) const {
    if (at.passes == 2) return;
    if (at.phase == Phase::setup) {
      for (std::uint64_t i = 0; i < setups(); ++i) {
        if (emit(setup(i))) return;
      }
    } else if (at.phase == Phase::choice) {
      if (!emit(Move{accept})) emit(Move{swap});
    } else if (!for_each_bit(at.free[at.mover], [&](int cell) { return emit(Move{static_cast<u16>(cell)}); })) {
      emit(Move{pass});
    }
  }

  void play(State& state, Move move) const {
    if (move.white != none) {
      put(state, move.to, 0, 1);
      put(state, move.white, 1, 1);
      state.phase = Phase::choice;
    } else if (state.phase == Phase::choice) {
      if (move.to == swap) {
        for (int cell = 0; cell < grid_.cells(); ++cell) {
          if (state.stack[cell] != 0 && owner(state, cell) != neutral) put(state, cell, 1 - owner(state, cell), 1);
        }
      }
      state.phase = Phase::play;
    } else if (move.to == pass) {
      ++state.passes;
    } else {
      put(state, move.to, state.mover, sees(state, state.mover, move.to));
      state.passes = 0;
    }
    state.mover ^= 1;
  }

  Result result(const State& at) const {
    std::array<int, 2> scores{};
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      const int difference = at.stack[cell] == 0 ? sees(at, 0, cell) - sees(at, 1, cell) : owner(at, cell) == neutral ? 0 : 1 - 2 * owner(at, cell);
      if (difference != 0) ++scores[difference > 0 ? 0 : 1];
    }
    return Result::by_score(2, scores, "two passes");
  }

  std::uint64_t count(const State& at) const {
    if (at.passes == 2) return 0;
    if (at.phase == Phase::setup) return setups();
    return at.phase == Phase::choice ? 2 : 1 + static_cast<std::uint64_t>(popcount(at.free[at.mover]));
  }

  Move nth(const State& at, std::uint64_t i) const {
    if (at.phase == Phase::setup) return setup(i);
    if (at.phase == Phase::choice) return {i == 0 ? accept : swap};
    const WideBits<words>& free = at.free[at.mover];
    return {i == static_cast<std::uint64_t>(popcount(free)) ? pass : static_cast<u16>(nth_bit(free, static_cast<int>(i)))};
  }

  /// A placement raises its cell, to no more than 6, and passes do not come in pairs before the end.
  std::uint64_t longest_game() const { return 2 + 2 * highest_stack * static_cast<std::uint64_t>(grid_.cells()) + 2; }

  std::uint64_t key(const State& at) const {
    std::uint64_t key = zobrist(0x74756d626c65, at.mover + 2u * static_cast<unsigned>(at.phase) + 8u * at.passes);
    for (int i = 0; i < grid_.cells(); i += 8) {
      u64 word;
      std::memcpy(&word, at.stack.data() + i, sizeof(word));
      key = scramble(key ^ word) + word;
    }
    return key;
  }

  // ---- Notation

  std::string text(const State& at) const {
    std::string out;
    for (int row = grid_.rows(); row-- > 0;) {
      for (int i = 0; i < grid_.row_length(row); ++i) {
        const int cell = grid_.first_in_row(row) + i;
        if (at.stack[cell] == 0) {
          out += '.';
        } else {
          (out += letters[owner(at, cell)]) += static_cast<char>('0' + height(at, cell));
        }
      }
      if (row > 0) out += '/';
    }
    out += at.mover == 0 ? " b " : " w ";
    return out + phase_names[static_cast<std::size_t>(at.phase)] + ' ' + std::to_string(at.passes);
  }

  std::string text(const State&, Move move) const {
    if (move.to == pass) return "pass";
    if (move.to == accept) return "accept";
    if (move.to == swap) return "swap";
    return move.white == none ? grid_.name(move.to) : grid_.name(move.to) + ',' + grid_.name(move.white);
  }

  State parse(std::string_view in) const {
    const auto parts = fields(in, 4, 4);
    State state;
    read_board(state, parts[0]);
    if (parts[1] != "b" && parts[1] != "w") throw TextError("side to move " + in_quotes(parts[1]) + " is not b or w");
    state.mover = parts[1] == "w" ? 1 : 0;
    const auto* phase = std::ranges::find(phase_names, parts[2]);
    if (phase == phase_names.end()) throw TextError("phase " + in_quotes(parts[2]) + " is not setup, choice or play");
    state.phase = static_cast<Phase>(phase - phase_names.begin());
    state.passes = static_cast<u8>(number(parts[3], 0, state.phase == Phase::play ? 2 : 0, "number of passes"));
    if (state.phase == Phase::play) return state;
    if (state.mover != (state.phase == Phase::setup ? 0 : 1))
      throw TextError("side to move " + in_quotes(parts[1]) + " does not fit the phase " + in_quotes(parts[2]));
    std::array<int, 2> lone{};
    bool fits = state.stack[centre_] == code(neutral, neutral_height);
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      if (state.stack[cell] == 0 || cell == centre_) continue;
      fits = fits && owner(state, cell) != neutral && height(state, cell) == 1;
      if (fits) ++lone[owner(state, cell)];
    }
    const int each = state.phase == Phase::setup ? 0 : 1;
    if (!fits || lone[0] != each || lone[1] != each) throw TextError("board " + in_quotes(parts[0]) + " does not fit the phase " + in_quotes(parts[2]));
    return state;
  }

  Move parse_move(const State& at, std::string_view in) const {
    Move move;
    if (in == "pass" || in == "accept" || in == "swap") {
      move.to = in == "pass" ? pass : in == "accept" ? accept : swap;
      const bool fits = at.passes < 2 && at.phase == (move.to == pass ? Phase::play : Phase::choice);
      if (!fits) illegal_move(in);
      return move;
    }
    const auto comma = in.find(',');
    const char mark = in.ends_with('x') || in.ends_with('+') ? in.back() : '\0';
    if (comma != std::string_view::npos) {
      move.to = cell_named(in.substr(0, comma), in);
      move.white = cell_named(in.substr(comma + 1), in);
      if (at.phase != Phase::setup || move.to == move.white || move.to == centre_ || move.white == centre_) illegal_move(in);
      return move;
    }
    move.to = cell_named(mark == '\0' ? in : in.substr(0, in.size() - 1), in);
    if (at.phase != Phase::play || at.passes == 2 || !at.free[at.mover].test(move.to)) illegal_move(in);
    const bool own = at.stack[move.to] != 0 && owner(at, move.to) == at.mover;
    if ((mark == '+' && !own) || (mark == 'x' && (own || at.stack[move.to] == 0))) illegal_move(in);
    return move;
  }

  std::string diagram(const State& at) const {
    std::string out;
    for (int row = grid_.rows(); row-- > 0;) {
      const std::string number = std::to_string(row + 1);
      out += std::string(2 - number.size(), ' ') + number + ' ' + std::string(static_cast<std::size_t>(2 * (grid_.rows() - grid_.row_length(row))), ' ');
      for (int i = 0; i < grid_.row_length(row); ++i) {
        const int cell = grid_.first_in_row(row) + i;
        out += "  ";
        out += at.stack[cell] == 0 ? '.' : letters[owner(at, cell)];
        out += at.stack[cell] == 0 ? ' ' : static_cast<char>('0' + height(at, cell));
      }
      out += "  " + grid_.name(grid_.first_in_row(row) + grid_.row_length(row) - 1) + '\n';
    }
    return out;
  }

 private:
  static constexpr u8 code(int owner, int height) { return static_cast<u8>(8 * owner + height); }
  static int owner(const State& at, int cell) { return at.stack[cell] >> 3; }
  static int height(const State& at, int cell) { return at.stack[cell] & 7; }
  static int sees(const State& at, int player, int cell) { return player == 0 ? at.seen[cell] & 15 : at.seen[cell] >> 4; }

  State start() const {
    State state;
    put(state, centre_, neutral, neutral_height);
    return state;
  }

  // ---- The setup move: two different cells that are not the centre

  std::uint64_t setups() const { return static_cast<std::uint64_t>(grid_.cells() - 1) * static_cast<std::uint64_t>(grid_.cells() - 2); }
  Move setup(std::uint64_t i) const {
    const auto others = static_cast<std::uint64_t>(grid_.cells() - 2);
    const auto black = static_cast<int>(i / others);
    const auto white = static_cast<int>(i % others);
    const auto skip_centre = [this](int cell) { return static_cast<u16>(cell + (cell >= centre_ ? 1 : 0)); };
    return {skip_centre(black), skip_centre(white + (white >= black ? 1 : 0))};
  }

  // ---- Stacks

  /// A stack on a cell, instead of what was there.
  void put(State& state, int cell, int player, int height) const {
    constexpr int half = HexGrid<capacity>::directions / 2;
    const u8 old = state.stack[cell];
    state.stack[cell] = code(player, height);
    for (int d = 0; d < half; ++d) {
      if (old != 0) {
        // Whoever saw the old stack sees the new one.
        const int change = unit[player] - unit[old >> 3];
        if (change == 0) break;
        look(state, sight(state, cell, d), change);
        look(state, sight(state, cell, d + half), change);
      } else {
        // The new stack is seen instead of the one behind it.
        const Sight up = sight(state, cell, d);
        const Sight down = sight(state, cell, d + half);
        look(state, up, unit[player] - down.end);
        look(state, down, unit[player] - up.end);
      }
    }
    refresh(state, cell);
  }

  /// The cells in a direction up to the first stack, and what that adds to cells that see it.
  struct Sight {
    std::array<std::int16_t, HexGrid<capacity>::longest> cells;
    int size = 0;
    int end = 0;
  };
  Sight sight(const State& at, int from, int direction) const {
    Sight out;
    grid_.for_each_on_ray(from, direction, [&](int cell) {
      out.cells[static_cast<std::size_t>(out.size++)] = static_cast<std::int16_t>(cell);
      if (at.stack[cell] == 0) return false;
      out.end = unit[at.stack[cell] >> 3];
      return true;
    });
    return out;
  }
  static void look(State& state, const Sight& sight, int change) {
    if (change == 0) return;
    for (int i = 0; i < sight.size; ++i) {
      const int cell = sight.cells[static_cast<std::size_t>(i)];
      state.seen[cell] = static_cast<u8>(state.seen[cell] + change);
      refresh(state, cell);
    }
  }
  static void refresh(State& state, int cell) {
    for (int player = 0; player < 2; ++player) {
      u64& word = state.free[player].holder(cell);
      const int place = cell % 64;
      word = (word & ~(u64{1} << place)) | static_cast<u64>(sees(state, player, cell) > height(state, cell)) << place;
    }
  }

  // ---- Text

  u16 cell_named(std::string_view name, std::string_view in) const {
    const auto cell = grid_.called(name);
    if (!cell) unreadable_move(in);
    return static_cast<u16>(*cell);
  }

  void read_board(State& state, std::string_view text) const {
    const auto lines = split(text, '/');
    if (lines.size() != static_cast<std::size_t>(grid_.rows())) {
      throw TextError("board " + in_quotes(text) + " has " + std::to_string(lines.size()) + " rows, not " + std::to_string(grid_.rows()));
    }
    for (int row = grid_.rows(); row-- > 0;) {
      const std::string_view line = lines[static_cast<std::size_t>(grid_.rows() - 1 - row)];
      const auto wrong = [&](const std::string& what) {
        return TextError("row " + std::to_string(row + 1) + " " + in_quotes(line) + " of the board: " + what);
      };
      const int cells = grid_.row_length(row);
      int column = 0;
      for (std::size_t i = 0; i < line.size(); ++i, ++column) {
        if (column == cells) throw wrong("more than " + std::to_string(cells) + " cells");
        if (line[i] == '.') continue;
        const auto* letter = std::ranges::find(letters, line[i]);
        if (letter == letters.end()) throw wrong("unknown character " + in_quotes(symbol_at(line, i)));
        const int player = static_cast<int>(letter - letters.begin());
        const int high = ++i < line.size() ? line[i] - '0' : 0;
        if (high < 1 || high > highest_stack) throw wrong("stack " + in_quotes(line.substr(i - 1, 2)) + " has no height from 1 to 6");
        if (player == neutral && high != neutral_height) throw wrong("a neutral stack has height 2");
        put(state, grid_.first_in_row(row) + column, player, high);
      }
      if (column != cells) throw wrong(std::to_string(column) + " cells, not " + std::to_string(cells));
    }
  }

  HexGrid<capacity> grid_;
  int centre_;
};

const Registration registration{{
    .id = "tumbleweed",
    .title = "Tumbleweed",
    .page = "tumbleweed",
    .source = "tumbleweed.cpp",
    .options = {{"size",
                 {Value(std::int64_t{8}), Value(std::int64_t{4}), Value(std::int64_t{6}), Value(std::int64_t{11}), Range{2, 11}},
                 "cells along a side"}},
    .make = [](const Options& options) -> std::unique_ptr<AnyGame> {
      const auto side = static_cast<int>(options.integer("size"));
      if (side <= 8) return as_game(Tumbleweed<HexGrid<1>::cells_of_hexagon(8)>(side));
      return as_game(Tumbleweed<HexGrid<1>::cells_of_hexagon(11)>(side));
    },
}};

}  // namespace

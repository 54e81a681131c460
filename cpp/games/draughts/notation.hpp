// Position texts, move texts and pictures.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/codec.hpp"
#include "games/draughts/generator.hpp"

namespace ply::draughts {

template <const Description& variant>
class Notation {
  using B = Board<variant.grid>;

 public:
  static std::string text(const State& at) {
    if constexpr (B::all_squares) {
      return write_rows(8, 8, [&](int row, int column) { return letter_on(at, 8 * (7 - row) + column); }) + (at.mover == white ? " w" : " b");
    } else {
      std::string out(1, at.mover == white ? 'W' : 'B');
      for (const int side : {white, black}) {
        out += side == white ? ":W" : ":B";
        char before = 0;
        for_each_bit(at.side[static_cast<std::size_t>(side)], [&](int square) {
          if (before != 0) out += before;
          before = ',';
          if ((at.kings & bit(square)) != 0) out += 'K';
          out += B::name(square);
          return false;
        });
      }
      return out;
    }
  }

  static State parse(std::string_view in) {
    State state;
    if constexpr (B::all_squares) {
      read_squares(state, in);
    } else {
      read_lists(state, in);
    }
    for (const std::size_t side : {white, black}) {
      const u64 stuck = state.side[side] & ~state.kings & B::far_row[side];
      if (stuck != 0) throw TextError(std::string("a man of ") + side_name(side) + " on " + B::name(lowest(stuck)) + ", where it would be a king");
      const int pieces = popcount(state.side[side]);
      if (pieces > variant.most_pieces) {
        throw TextError(side_name(side) + " has " + std::to_string(pieces) + " pieces, more than " + std::to_string(variant.most_pieces));
      }
    }
    return state;
  }

  static std::string text(const State&, const Move& move) {
    std::string out = B::name(move.from) + (move.captured == 0 ? '-' : 'x') + B::name(move.to);
    for (const int square : in_order(move.captured)) out += 'x' + B::name(square);
    return out;
  }

  /// Ends and what is captured; or only the ends; or every square on which the piece lands.
  static Move parse_move(const State& at, std::string_view in) {
    const char mark = in.find('x') == std::string_view::npos ? '-' : 'x';
    std::vector<int> squares;
    for (const std::string_view part : split(in, mark)) {
      const auto square = B::called(part);
      if (!square) unreadable_move(in);
      squares.push_back(*square);
    }
    if (squares.size() < 2 || (mark == '-' && squares.size() > 2)) unreadable_move(in);
    const auto from = static_cast<u8>(squares.front());
    const std::vector<int> rest(squares.begin() + 2, squares.end());
    const Move canonical{set_of(rest), from, static_cast<u8>(squares[1])};
    const bool in_canonical_order = in_order(canonical.captured) == rest;
    const auto by_route = route(at, squares);
    std::optional<Move> found;
    bool ambiguous = false;
    Generator<variant>::moves(at, [&](const Move& move) {
      if ((move.captured == 0) != (mark == '-')) return false;
      const bool by_ends = rest.empty() && move.from == canonical.from && move.to == canonical.to;
      if (!by_ends && !(in_canonical_order && move == canonical) && !(by_route && move == *by_route)) return false;
      ambiguous = found.has_value();
      found = move;
      return ambiguous;
    });
    if (ambiguous) ambiguous_move(in);
    if (!found) illegal_move(in);
    return *found;
  }

  static std::string diagram(const State& at) {
    if constexpr (B::all_squares) {
      const auto cell = [&](int row, int column) {
        const char letter = letter_on(at, 8 * (7 - row) + column);
        return letter == 0 ? '.' : letter;
      };
      return draw_rows(8, 8, cell, [](int row) { return std::to_string(8 - row); });
    } else {
      return draw_numbers(at);
    }
  }

 private:
  static std::string side_name(std::size_t side) { return side == white ? "White" : "Black"; }

  static char letter_on(const State& at, int square) {
    if (((at.side[white] | at.side[black]) & bit(square)) == 0) return 0;
    const bool king = (at.kings & bit(square)) != 0;
    if ((at.side[white] & bit(square)) != 0) return king ? 'W' : 'w';
    return king ? 'B' : 'b';
  }

  // ---- PDN: the side to move and two lists, `W:W31,K32:B1,2`

  static void read_lists(State& state, std::string_view in) {
    const auto parts = split(in, ':');
    if (parts.size() != 3) throw TextError("position " + in_quotes(in) + " has " + std::to_string(parts.size()) + " parts separated by ':', not 3");
    if (parts[0] != "W" && parts[0] != "B") throw TextError("side to move " + in_quotes(parts[0]) + " is neither 'W' nor 'B'");
    state.mover = parts[0] == "W" ? white : black;
    const auto side_of = [](std::string_view list) {
      if (list.empty() || (list[0] != 'W' && list[0] != 'B')) throw TextError("list " + in_quotes(list) + " begins with neither 'W' nor 'B'");
      return list[0] == 'W' ? white : black;
    };
    const int first = side_of(parts[1]);
    if (side_of(parts[2]) == first) throw TextError("position " + in_quotes(in) + " lists " + side_name(static_cast<std::size_t>(first)) + " twice");
    read_list(state, first, parts[1].substr(1));
    read_list(state, 1 - first, parts[2].substr(1));
  }

  static void read_list(State& state, int side, std::string_view list) {
    if (list.empty()) return;
    for (const std::string_view item : split(list, ',')) {
      const bool king = item.starts_with('K');
      const auto ends = split(item.substr(king ? 1 : 0), '-');
      const auto low = B::called(ends.front());
      const auto high = B::called(ends.back());
      if (!low || !high || ends.size() > 2)
        throw TextError("square " + in_quotes(item) + " of " + side_name(static_cast<std::size_t>(side)) + " is not on the board");
      if (*low > *high) throw TextError("range " + in_quotes(item) + " runs backwards");
      for (int number = B::number(*low); number <= B::number(*high); ++number) {
        const u64 square = bit(B::square(number));
        if (((state.side[white] | state.side[black]) & square) != 0) throw TextError("two pieces on " + std::to_string(number));
        state.side[static_cast<std::size_t>(side)] |= square;
        if (king) state.kings |= square;
      }
    }
  }

  // ---- Rows

  static void read_squares(State& state, std::string_view in) {
    const auto parts = fields(in, 2, 2);
    read_rows(parts[0], 8, 8, [&](int row, int column, char c) {
      const u64 square = bit(8 * (7 - row) + column);
      if (c != 'w' && c != 'b' && c != 'W' && c != 'B') return false;
      state.side[c == 'w' || c == 'W' ? white : black] |= square;
      if (c == 'W' || c == 'B') state.kings |= square;
      return true;
    });
    if (parts[1] != "w" && parts[1] != "b") throw TextError("side to move " + in_quotes(parts[1]) + " is neither 'w' nor 'b'");
    state.mover = parts[1] == "w" ? white : black;
  }

  // ---- Moves

  /// Captured squares as they are written: ascending; with letters, file by file.
  static std::vector<int> in_order(u64 set) {
    std::vector<int> squares;
    for_each_bit(set, [&](int square) {
      squares.push_back(square);
      return false;
    });
    if constexpr (B::all_squares) {
      std::stable_sort(squares.begin(), squares.end(), [](int a, int b) { return board8::file_of(a) < board8::file_of(b); });
    }
    return squares;
  }

  static u64 set_of(const std::vector<int>& squares) {
    u64 set = 0;
    for (const int square : squares) set |= bit(square);
    return set;
  }

  /// The capture of a piece that lands on these squares one after the other, if each is a jump over one enemy.
  static std::optional<Move> route(const State& at, const std::vector<int>& squares) {
    const u64 start = bit(squares.front());
    const auto enemy = at.side[1 - at.mover];
    const u64 open = (B::squares & ~(at.side[white] | at.side[black])) | start;
    const bool far = variant.flying_kings && (at.kings & start) != 0;
    u64 captured = 0;
    for (std::size_t i = 1; i < squares.size(); ++i) {
      u64 over = 0;
      for_directions<4>([&](auto d) {
        const u64 line = ray<B>[d][static_cast<std::size_t>(squares[i - 1])];
        if ((line & bit(squares[i])) == 0) return;
        const u64 between = line & ~ray<B>[d][static_cast<std::size_t>(squares[i])] & ~bit(squares[i]);
        if (far || popcount(between) == 1) over = between & ~open;
      });
      if (popcount(over) != 1 || (over & enemy & ~captured) == 0 || (bit(squares[i]) & open) == 0) return std::nullopt;
      captured |= over;
    }
    return Move{captured, static_cast<u8>(squares.front()), static_cast<u8>(squares.back())};
  }

  // ---- Pictures

  /// Pieces as letters, empty squares by their numbers; before each row the numbers of its squares.
  static std::string draw_numbers(const State& at) {
    const auto padded = [](const std::string& text, std::size_t width) { return std::string(width - text.size(), ' ') + text; };
    std::string out;
    for (int row = 0; row < B::rows; ++row) {
      const int first = row * B::half + 1;
      std::string line = padded(std::to_string(first) + '-' + std::to_string(first + B::half - 1), 5) + ' ';
      for (int i = 0; i < B::half; ++i) {
        const char letter = letter_on(at, B::square(first + i));
        line += padded(letter == 0 ? std::to_string(first + i) : std::string(1, letter), row % 2 == 0 ? 6 : i == 0 ? 3 : 6);
      }
      out += line + '\n';
    }
    return out;
  }
};

}  // namespace ply::draughts

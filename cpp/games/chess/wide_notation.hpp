// Position texts (FEN) and move texts (UCI) of the members on boards wider than 8x8. Ranks are written in decimal: e9e10q.
#pragma once

#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "games/chess/wide_generator.hpp"

namespace ply::chess::wide {

template <const Description& variant>
class Notation {
 public:
  using Board = BoardOf<variant>;
  using State = wide::State<variant>;

  static std::string text(const State& at) {
    std::string out = write_rows(Board::height, Board::width, [&](int row, int column) { return letter_on(at, square_in(row, column)); });
    out += at.mover() == white ? " w - " : " b - ";
    out += at.passed != 0 ? Board::square_name(at.passed) : "-";
    return out + ' ' + std::to_string(at.quiet) + ' ' + std::to_string(at.move_number);
  }

  static State parse(std::string_view in) {
    const auto given = fields(in, 2, 6);
    constexpr std::string_view missing[] = {"", "", "-", "-", "0", "1"};
    const auto field = [&](std::size_t i) { return i < given.size() ? given[i] : missing[i]; };
    State state;
    read_board(state, field(0));
    if (field(1) != "w" && field(1) != "b") throw TextError("side to move " + in_quotes(field(1)) + " is neither 'w' nor 'b'");
    state.black_to_move = field(1) == "b";
    if (field(2) != "-") throw TextError("castling rights " + in_quotes(field(2)) + ": there is no castling in this game, only '-'");
    read_en_passant(state, field(3));
    state.quiet = static_cast<u32>(number(field(4), 0, largest_clock, "half-move counter"));
    state.move_number = static_cast<u32>(number(field(5), 1, largest_clock, "move number"));
    State other = state;
    other.black_to_move = state.mover() == white;
    if (Generator<variant>::in_check(other)) {
      throw TextError(std::string("board ") + in_quotes(field(0)) + ": " + side_name(other.mover()) + " is in check, but it is not " +
                      side_name(other.mover()) + "'s move");
    }
    return state;
  }

  static std::string text(const State&, Move move) {
    std::string out = Board::square_name(move.from()) + Board::square_name(move.to());
    if (move.kind() >= promotion) out += lower(variant.promotions[move.kind() - promotion].letter);
    return out;
  }

  static Move parse_move(const State& at, std::string_view in) {
    std::string_view rest = in;
    const auto from = Board::take_square(rest);
    const auto to = from ? Board::take_square(rest) : std::nullopt;
    if (!from || !to || rest.size() > 1) unreadable_move(in);
    unsigned promoted = 0;
    if (rest.size() == 1) {
      while (promoted < variant.promotions.size && lower(variant.promotions[promoted].letter) != rest[0]) ++promoted;
      if (promoted == variant.promotions.size) unreadable_move(in);
      promoted += promotion;
    }
    Groups groups;
    Generator<variant>::list(at, groups);
    for (const Group& group : groups) {
      if ((group.kind >= promotion ? group.kind : 0) != promoted || (group.target_set() & Board::bit(*to)) == u128(0)) continue;
      const Move move = group.move(*to);
      if (move.from() == *from) return move;
    }
    illegal_move(in);
  }

  static std::string diagram(const State& at) {
    const auto cell = [&](int row, int column) {
      const char letter = letter_on(at, square_in(row, column));
      return letter == 0 ? '.' : letter;
    };
    return draw_rows(Board::height, Board::width, cell, [](int row) { return std::to_string(Board::height - row); });
  }

 private:
  static constexpr char lower(char letter) { return static_cast<char>(letter - 'A' + 'a'); }
  static std::string side_name(int side) { return side == white ? "White" : "Black"; }
  /// Texts begin with the last rank.
  static constexpr int square_in(int row, int column) { return Board::square_at(column, Board::height - 1 - row); }

  /// The letter of the piece on a square, or 0.
  static char letter_on(const State& at, int square) {
    const u128 bit = Board::bit(square);
    if ((at.occupied() & bit) == u128(0)) return 0;
    for (const Piece& piece : variant.pieces) {
      if ((pieces_moving(at, bit, piece.ways)) != u128(0)) return (at.squares_of(white) & bit) != u128(0) ? piece.letter : lower(piece.letter);
    }
    return '?';
  }

  static void read_board(State& state, std::string_view board) {
    std::array<int, 2> kings{};
    read_rows(board, Board::height, Board::width, [&](int row, int column, char c) {
      const int square = square_in(row, column);
      for (const Piece& piece : variant.pieces) {
        if (c != piece.letter && c != lower(piece.letter)) continue;
        const int side = c == piece.letter ? white : black;
        state.add(side, piece.ways, Board::bit(square));
        if (piece.ways == pieces::king.ways) {
          ++kings[static_cast<std::size_t>(side)];
          state.king[static_cast<std::size_t>(side)] = static_cast<u8>(square);
        }
        return true;
      }
      return false;
    });
    for (const int side : {white, black}) {
      const int count = kings[static_cast<std::size_t>(side)];
      if (count != 1) throw TextError("board " + in_quotes(board) + ": " + side_name(side) + " has " + std::to_string(count) + " kings, not 1");
    }
    const u128 stuck = state.set(as_pawn) & (Board::rank_set(0) | Board::rank_set(Board::height - 1));
    if (stuck != u128(0)) throw TextError("board " + in_quotes(board) + ": a pawn on " + Board::square_name(lowest(stuck)));
  }

  static void read_en_passant(State& state, std::string_view field) {
    if (field == "-") return;
    const auto square = Board::square_called(field);
    const auto wrong = [&](const std::string& why) { return TextError("e.p. square " + in_quotes(field) + ": " + why); };
    if (!square) throw wrong("neither a square nor '-'");
    const bool white_moves = state.mover() == white;
    const int rank = white_moves ? Board::height - 2 - variant.pawn_rank : variant.pawn_rank + 1;
    if (Board::rank_of(*square) != rank) throw wrong("not on rank " + std::to_string(rank + 1) + " (" + side_name(state.mover()) + " is to move)");
    const u128 passed = Board::bit(*square);
    const u128 origin = white_moves ? Board::north(passed) : Board::south(passed);
    const u128 arrived = white_moves ? Board::south(passed) : Board::north(passed);
    const u128 pawns = state.set(as_pawn) & state.squares_of(1 - state.mover());
    if ((pawns & arrived) == u128(0)) throw wrong("no pawn on " + Board::square_name(lowest(arrived)) + " has made a double step");
    if ((state.occupied() & (passed | origin)) != u128(0)) throw wrong("the double step was not free");
    state.passed = static_cast<u8>(*square);
  }
};

}  // namespace ply::chess::wide

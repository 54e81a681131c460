// Position texts (FEN) and move texts (UCI) of the members on the 8x8 board.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "games/chess/generator.hpp"

namespace ply::chess {

template <const Description& variant>
class Notation {
 public:
  static std::string text(const State& at) {
    std::string out = write_rows(8, 8, [&](int row, int column) { return letter_on(at, 8 * (7 - row) + column); });
    out += at.mover() == white ? " w " : " b ";
    out += castling_text(at);
    const u64 passed = at.marks & passed_ranks;
    out += ' ' + (passed != 0 ? square_name(lowest(passed)) : "-");
    return out + ' ' + std::to_string(at.quiet) + ' ' + std::to_string(at.move_number);
  }

  static State parse(std::string_view in) {
    const auto given = fields(in, 2, 6);
    constexpr std::string_view missing[] = {"", "", "-", "-", "0", "1"};
    const auto field = [&](std::size_t i) { return i < given.size() ? given[i] : missing[i]; };
    State state;
    read_board(state, field(0));
    if (field(1) != "w" && field(1) != "b") throw TextError("side to move " + quoted(field(1)) + " is neither 'w' nor 'b'");
    state.black_to_move = field(1) == "b";
    read_castling(state, field(2));
    read_en_passant(state, field(3));
    state.quiet = static_cast<u32>(number(field(4), 0, largest_clock, "half-move counter")) & largest_clock;
    state.move_number = static_cast<u32>(number(field(5), 1, largest_clock, "move number"));
    State other = state;
    other.black_to_move = state.mover() == white;
    if (Generator<variant>::in_check(other)) {
      throw TextError(std::string("board ") + quoted(field(0)) + ": " + side_name(other.mover()) + " is in check, but it is not " + side_name(other.mover()) +
                      "'s move");
    }
    return state;
  }

  static std::string text(const State&, Move move) {
    std::string out = square_name(move.from());
    if (move.kind() == castling) return out + square_name(CastlingPath::of(move.from(), move.to()).king_to);
    out += square_name(move.to());
    if (move.kind() >= promotion) out += lower(variant.promotions[move.kind() - promotion].letter);
    return out;
  }

  static Move parse_move(const State& at, std::string_view in) {
    const auto from = square_called(in.substr(0, 2));
    const auto to = in.size() >= 4 ? square_called(in.substr(2, 2)) : std::nullopt;
    if (!from || !to || in.size() > 5) unreadable_move(in);
    unsigned promoted = 0;
    if (in.size() == 5) {
      while (promoted < variant.promotions.size && lower(variant.promotions[promoted].letter) != in[4]) ++promoted;
      if (promoted == variant.promotions.size) unreadable_move(in);
      promoted += promotion;
    }
    Groups groups;
    Generator<variant>::list(at, groups);
    for (const Group& group : groups) {
      if (group.kind == castling) {
        if (const auto move = castling_to(group, *from, *to); move && promoted == 0) return *move;
      } else if ((group.kind >= promotion ? group.kind : 0) == promoted && (group.targets & bit(*to)) != 0) {
        const Move move = group.move(*to);
        if (move.from() == *from) return move;
      }
    }
    illegal_move(in);
  }

  static std::string diagram(const State& at) {
    const auto cell = [&](int row, int column) {
      const char letter = letter_on(at, 8 * (7 - row) + column);
      return letter == 0 ? '.' : letter;
    };
    return draw_rows(8, 8, cell, [](int row) { return std::to_string(8 - row); });
  }

 private:
  static constexpr char lower(char letter) { return static_cast<char>(letter - 'A' + 'a'); }
  static std::string side_name(int side) { return side == white ? "White" : "Black"; }

  /// The letter of the piece on a square, or 0.
  static char letter_on(const State& at, int square) {
    if ((at.occupied() & bit(square)) == 0) return 0;
    unsigned ways = 0;
    for (std::size_t way = 0; way < way_count; ++way) ways |= (at.ways[way] & bit(square)) != 0 ? 1u << way : 0;
    for (const Piece& piece : variant.pieces) {
      if (piece.ways == ways) return (at.side[white] & bit(square)) != 0 ? piece.letter : lower(piece.letter);
    }
    return '?';
  }

  static void read_board(State& state, std::string_view board) {
    read_rows(board, 8, 8, [&](int row, int column, char c) {
      const u64 square = bit(8 * (7 - row) + column);
      for (const Piece& piece : variant.pieces) {
        if (c != piece.letter && c != lower(piece.letter)) continue;
        state.side[c == piece.letter ? white : black] |= square;
        for (std::size_t way = 0; way < way_count; ++way) state.ways[way] |= (piece.ways >> way & 1) != 0 ? square : 0;
        return true;
      }
      return false;
    });
    for (const int side : {white, black}) {
      const int kings = popcount(state.kings() & state.side[static_cast<std::size_t>(side)]);
      if (kings != 1) throw TextError("board " + quoted(board) + ": " + side_name(side) + " has " + std::to_string(kings) + " kings, not 1");
    }
    const u64 stuck = state.ways[as_pawn] & home_ranks;
    if (stuck != 0) throw TextError("board " + quoted(board) + ": a pawn on " + square_name(lowest(stuck)));
  }

  /// The wings with their letters, in the order in which they are written.
  struct Wing {
    char letter;
    CastlingPath path;
  };
  static constexpr Wing wings[] = {
      {'K', CastlingPath::of(4, 7)}, {'Q', CastlingPath::of(4, 0)}, {'k', CastlingPath::of(60, 63)}, {'q', CastlingPath::of(60, 56)}};

  static std::string castling_text(const State& at) {
    std::string out;
    for (const Wing& wing : wings) {
      if ((at.castling_rooks() & bit(wing.path.rook)) != 0) out += wing.letter;
    }
    return out.empty() ? "-" : out;
  }

  static void read_castling(State& state, std::string_view field) {
    if (field == "-") return;
    if (field.empty()) throw TextError("castling rights '' are empty; '-' says that there are none");
    std::string seen;
    for (const char c : field) {
      const Wing* wing = nullptr;
      for (const Wing& candidate : wings) wing = candidate.letter == c ? &candidate : wing;
      if (wing == nullptr) throw TextError("castling rights " + quoted(field) + ": unknown letter " + quoted(std::string(1, c)));
      if (seen.find(c) != std::string::npos) throw TextError("castling rights " + quoted(field) + ": " + quoted(std::string(1, c)) + " twice");
      seen += c;
      const u64 own = state.side[wing->path.king < 8 ? white : black];
      const bool king_home = (state.kings() & own & bit(wing->path.king)) != 0;
      const bool rook_home = (state.ways[as_rook] & ~state.ways[as_bishop] & ~state.ways[as_knight] & own & bit(wing->path.rook)) != 0;
      if (!king_home || !rook_home) {
        throw TextError("castling rights " + quoted(field) + ": " + quoted(std::string(1, c)) + " without its " +
                        (king_home ? "rook on " + square_name(wing->path.rook) : "king on " + square_name(wing->path.king)));
      }
      state.marks |= wing->path.unmoved();
    }
  }

  static void read_en_passant(State& state, std::string_view field) {
    if (field == "-") return;
    const auto square = square_called(field);
    const auto wrong = [&](const std::string& why) { return TextError("e.p. square " + quoted(field) + ": " + why); };
    if (!square) throw wrong("neither a square nor '-'");
    const bool white_moves = state.mover() == white;
    if (rank_of(*square) != (white_moves ? 5 : 2)) throw wrong(white_moves ? "not on rank 6 (White is to move)" : "not on rank 3 (Black is to move)");
    const u64 passed = bit(*square);
    const u64 origin = white_moves ? north(passed) : south(passed);
    const u64 arrived = white_moves ? south(passed) : north(passed);
    const u64 pawns = state.ways[as_pawn] & state.side[white_moves ? black : white];
    if ((pawns & arrived) == 0) throw wrong("no pawn on " + square_name(lowest(arrived)) + " has made a double step");
    if ((state.occupied() & (passed | origin)) != 0) throw wrong("the double step was not free");
    state.marks |= passed;
  }

  // Castling is written as the king's move; the rook that the king goes towards is the one it castles with.
  static std::optional<Move> castling_to(const Group& group, int from, int to) {
    u64 rooks = group.targets;
    while (rooks != 0) {
      const int rook = pop_lowest(rooks);
      if (group.origin == from && CastlingPath::of(from, rook).king_to == to) return group.move(rook);
    }
    return std::nullopt;
  }
};

}  // namespace ply::chess

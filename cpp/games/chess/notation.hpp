// Position texts (FEN) and move texts (UCI) of the members on the 8x8 board.
#pragma once

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/codec.hpp"
#include "games/chess/generator.hpp"

namespace ply::chess {

template <const Description& variant>
class Notation {
 public:
  using State = chess::State<variant>;

  static std::string text(const State& at) {
    std::string out = board_text(at);
    if constexpr (in_brackets.size != 0) out += hands_text(at);
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
    if constexpr (in_brackets.size != 0) {
      const std::size_t bracket = field(0).find('[');
      if (bracket == std::string_view::npos) throw TextError("board " + in_quotes(field(0)) + ": no pieces in hand; '[]' says that there are none");
      read_board(state, field(0).substr(0, bracket));
      read_hands(state, field(0).substr(bracket));
    } else {
      read_board(state, field(0));
    }
    if (field(1) != "w" && field(1) != "b") throw TextError("side to move " + in_quotes(field(1)) + " is neither 'w' nor 'b'");
    state.black_to_move = field(1) == "b";
    read_rights(state, field(2));
    read_en_passant(state, field(3));
    state.quiet = static_cast<u32>(number(field(4), 0, largest_clock, "half-move counter")) & largest_clock;
    state.move_number = static_cast<u32>(number(field(5), 1, largest_clock, "move number"));
    State other = state;
    other.black_to_move = state.mover() == white;
    if (Generator<variant>::in_check(other)) {
      throw TextError(std::string("board ") + in_quotes(field(0)) + ": " + side_name(other.mover()) + " is in check, but it is not " +
                      side_name(other.mover()) + "'s move");
    }
    return state;
  }

  static std::string text(const State& at, Move move) {
    const unsigned kind = move.kind();
    if constexpr (has_pocket<variant>) {
      if (kind == drop) {
        std::string out(1, variant.pocket[static_cast<std::size_t>(move.from())].letter);
        out += '@';
        return out += square_name(move.to());
      }
    }
    std::string out = square_name(move.from());
    if constexpr (has_reserve<variant>) {
      if (kind >= castling_gating) {
        const bool on_kings_square = (at.kings() & bit(move.from())) != 0;
        out += square_name(on_kings_square ? CastlingPath::of(move.from(), move.to()).king_to : move.to());
        return out + lower(variant.reserve[kind - castling_gating].letter);
      }
      if (kind >= gating) return out + square_name(move.to()) + lower(variant.reserve[kind - gating].letter);
    }
    if (kind == castling && !variant.any_array) return out + square_name(CastlingPath::of(move.from(), move.to()).king_to);
    out += square_name(move.to());
    if (kind >= promotion) out += lower(variant.promotions[kind - promotion].letter);
    return out;
  }

  static Move parse_move(const State& at, std::string_view in) {
    const auto to = in.size() == 4 || in.size() == 5 ? square_called(in.substr(2, 2)) : std::nullopt;
    if (!to || !(is_drop(in) || (square_called(in.substr(0, 2)) && (in.size() == 4 || is_suffix(in[4]))))) unreadable_move(in);
    Groups groups;
    Generator<variant>::list(at, groups);
    for (const Group& group : groups) {
      // Only castling is written with another square than the one it is kept with.
      const bool castles = group.kind == castling || group.kind == castling_gating || group.kind == castling_gating + 1;
      for (u64 targets = castles ? group.targets : group.targets & bit(*to); targets != 0;) {
        const Move move = group.move(pop_lowest(targets));
        if (text(at, move) == in) return move;
      }
    }
    illegal_move(in);
  }

  static std::string diagram(const State& at) {
    const auto cell = [&](int row, int column) {
      const char letter = letter_on(at, 8 * (7 - row) + column);
      return letter == 0 ? '.' : letter;
    };
    std::string out = draw_rows(8, 8, cell, [](int row) { return std::to_string(8 - row); });
    if constexpr (in_brackets.size != 0) out += "in hand: " + hands_text(at) + '\n';
    if constexpr (has_pocket<variant>) {
      if (at.promoted != 0) {
        out += "promoted:";
        for (u64 squares = at.promoted; squares != 0;) out += ' ' + square_name(pop_lowest(squares));
        out += '\n';
      }
    }
    return out;
  }

 private:
  /// The pieces that the brackets after the board can hold.
  static constexpr auto in_brackets = [] {
    List<Piece, 5> all = variant.pocket;
    for (const Piece& piece : variant.reserve) all.items[all.size++] = piece;
    return all;
  }();
  /// How many pieces a text may have in the brackets, and how many of a kind a reserve.
  static constexpr std::size_t most_pieces = 64;
  static constexpr u64 largest_reserve = 1;

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

  static constexpr char promotion_mark = '~';

  static std::string board_text(const State& at) {
    if constexpr (has_pocket<variant>) {
      // Letters of promoted pieces get their high bit while a piece must be one character.
      constexpr int high_bit = 0x80;
      const std::string rows = write_rows(8, 8, [&](int row, int column) {
        const int square = 8 * (7 - row) + column;
        return static_cast<char>(letter_on(at, square) | ((at.promoted & bit(square)) != 0 ? high_bit : 0));
      });
      std::string out;
      for (const char c : rows) {
        out += static_cast<char>(c & ~high_bit);
        if ((c & high_bit) != 0) out += promotion_mark;
      }
      return out;
    } else {
      return write_rows(8, 8, [&](int row, int column) { return letter_on(at, 8 * (7 - row) + column); });
    }
  }

  /// A board's text without the marks of promoted pieces, and of each piece whether it had one.
  struct Unmarked {
    std::string board;
    std::vector<bool> promoted;

    explicit Unmarked(std::string_view marked) {
      bool after_piece = false;
      for (const char c : marked) {
        if (c == promotion_mark) {
          if (!after_piece) throw TextError("board " + in_quotes(marked) + ": '~' does not follow a piece");
          promoted.back() = true;
          after_piece = false;
          continue;
        }
        after_piece = c != '/' && (c < '0' || c > '9');
        if (after_piece) promoted.push_back(false);
        board += c;
      }
    }
  };

  static void read_board(State& state, std::string_view board) {
    if constexpr (has_pocket<variant>) {
      const Unmarked unmarked(board);
      std::size_t piece = 0;
      read_pieces(state, unmarked.board, [&](u64 square) { state.promoted |= unmarked.promoted[piece++] ? square : 0; });
      const u64 never = state.promoted & (state.ways[as_pawn] | state.kings());
      if (never != 0) throw TextError("board " + in_quotes(board) + ": '~' on " + square_name(lowest(never)) + ", which no promotion makes");
    } else {
      read_pieces(state, board, [](u64) {});
    }
  }

  template <class Each>
  static void read_pieces(State& state, std::string_view board, Each&& each) {
    read_rows(board, 8, 8, [&](int row, int column, char c) {
      const u64 square = bit(8 * (7 - row) + column);
      for (const Piece& piece : variant.pieces) {
        if (c != piece.letter && c != lower(piece.letter)) continue;
        state.side[c == piece.letter ? white : black] |= square;
        for (std::size_t way = 0; way < way_count; ++way) state.ways[way] |= (piece.ways >> way & 1) != 0 ? square : 0;
        each(square);
        return true;
      }
      return false;
    });
    for (const int side : {white, black}) {
      const int kings = popcount(state.kings() & state.side[static_cast<std::size_t>(side)]);
      if (kings != 1) throw TextError("board " + in_quotes(board) + ": " + side_name(side) + " has " + std::to_string(kings) + " kings, not 1");
    }
    const u64 stuck = state.ways[as_pawn] & home_ranks;
    if (stuck != 0) throw TextError("board " + in_quotes(board) + ": a pawn on " + square_name(lowest(stuck)));
  }

  static std::string hands_text(const State& at) {
    std::string out = "[";
    for (const int side : {white, black}) {
      for (const Piece& piece : in_brackets) {
        const u64 count = in_hand(at.hand[static_cast<std::size_t>(side)], piece);
        out.append(static_cast<std::size_t>(count), side == white ? piece.letter : lower(piece.letter));
      }
    }
    return out + ']';
  }

  static void read_hands(State& state, std::string_view brackets) {
    const auto wrong = [&](const std::string& why) { return TextError("in hand " + in_quotes(brackets) + ": " + why); };
    if (brackets.size() < 2 || brackets.back() != ']') throw wrong("no ']' at the end");
    const std::string_view letters = brackets.substr(1, brackets.size() - 2);
    // Captures and drops leave the sum as it is, so that what a game makes of the position can be read again.
    const auto pieces = static_cast<std::size_t>(popcount(state.occupied()) - 2) + letters.size();
    if (has_pocket<variant> && pieces > most_pieces) {
      throw wrong("with those on the board more than " + std::to_string(most_pieces) + " pieces besides the kings");
    }
    for (const char c : letters) {
      const Piece* found = nullptr;
      for (const Piece& piece : in_brackets) found = c == piece.letter || c == lower(piece.letter) ? &piece : found;
      if (found == nullptr) throw wrong("unknown letter " + in_quotes(std::string(1, c)));
      u64& hand = state.hand[c == found->letter ? white : black];
      if (has_reserve<variant> && in_hand(hand, *found) == largest_reserve) throw wrong(in_quotes(std::string(1, c)) + " twice");
      hand += in_hand(found->ways);
    }
  }

  // ---- Rights. The wings of a fixed array have letters, in the order in which they are written.
  struct Wing {
    char letter;
    CastlingPath path;
  };
  static constexpr Wing wings[] = {
      {'K', CastlingPath::of(4, 7)}, {'Q', CastlingPath::of(4, 0)}, {'k', CastlingPath::of(60, 63)}, {'q', CastlingPath::of(60, 56)}};

  static constexpr char file_letter(int side, int file) { return static_cast<char>((side == white ? 'A' : 'a') + file); }
  static constexpr int corner_of(int side) { return side == white ? 0 : 56; }

  static std::string castling_text(const State& at) {
    std::string out;
    for (const int side : {white, black}) {
      if constexpr (variant.any_array) {
        for (int file = 7; file >= 0; --file) {
          if ((at.castling_rooks() & bit(corner_of(side) + file)) != 0) out += file_letter(side, file);
        }
      } else {
        u64 implied = 0;
        for (const Wing& wing : wings) {
          if (wing.path.king / 8 != corner_of(side) / 8 || (at.castling_rooks() & bit(wing.path.rook)) == 0) continue;
          out += wing.letter;
          implied |= wing.path.unmoved();
        }
        if constexpr (has_reserve<variant>) {
          for (int file = 0; file < 8; ++file) {
            if ((at.gates & ~implied & bit(corner_of(side) + file)) != 0) out += file_letter(side, file);
          }
        }
      }
    }
    return out.empty() ? "-" : out;
  }

  static constexpr std::string_view rights_name = has_reserve<variant> ? "castling and gating rights " : "castling rights ";

  static void read_rights(State& state, std::string_view field) {
    if (field == "-") return;
    const auto wrong = [&](const std::string& why) { return TextError(std::string(rights_name) + in_quotes(field) + ": " + why); };
    if (field.empty()) throw wrong("empty; '-' says that there are none");
    std::string seen;
    for (const char c : field) {
      const std::string letter = in_quotes(std::string(1, c));
      if (seen.find(c) != std::string::npos) throw wrong(letter + " twice");
      seen += c;
      if constexpr (variant.any_array) {
        read_right_by_rook(state, c, wrong);
      } else {
        read_right(state, c, wrong);
      }
    }
    if constexpr (has_reserve<variant>) {
      for (const int side : {white, black}) {
        if (state.hand[static_cast<std::size_t>(side)] == 0) state.gates &= ~rank_set(corner_of(side) / 8);
      }
    }
  }

  /// Rooks that have been rooks from the start, for all that the board tells.
  static u64 rooks_of(const State& state, int side) {
    u64 rooks = state.ways[as_rook] & ~state.ways[as_bishop] & ~state.ways[as_knight] & state.side[static_cast<std::size_t>(side)];
    if constexpr (has_pocket<variant>) rooks &= ~state.promoted;
    return rooks;
  }

  template <class Wrong>
  static void read_right(State& state, char c, const Wrong& wrong) {
    const std::string letter = in_quotes(std::string(1, c));
    const Wing* wing = nullptr;
    for (const Wing& candidate : wings) wing = candidate.letter == c ? &candidate : wing;
    if constexpr (has_reserve<variant>) {
      if (wing == nullptr && ((c >= 'A' && c <= 'H') || (c >= 'a' && c <= 'h'))) {
        const int side = c <= 'H' ? white : black;
        const int square = corner_of(side) + c - file_letter(side, 0);
        if ((state.side[static_cast<std::size_t>(side)] & bit(square)) == 0) throw wrong(letter + " without a piece on " + square_name(square));
        state.gates |= bit(square);
        return;
      }
    }
    if (wing == nullptr) throw wrong("unknown letter " + letter);
    const int side = wing->path.king < 8 ? white : black;
    const bool king_home = (state.kings() & state.side[static_cast<std::size_t>(side)] & bit(wing->path.king)) != 0;
    const bool rook_home = (rooks_of(state, side) & bit(wing->path.rook)) != 0;
    if (!king_home || !rook_home) {
      throw wrong(letter + " without its " + (king_home ? "rook on " + square_name(wing->path.rook) : "king on " + square_name(wing->path.king)));
    }
    state.marks |= wing->path.unmoved();
    if constexpr (has_reserve<variant>) state.gates |= wing->path.unmoved();
  }

  /// A file letter names the rook; K and Q are the outermost rooks on that side of the king.
  template <class Wrong>
  static void read_right_by_rook(State& state, char c, const Wrong& wrong) {
    const std::string letter = in_quotes(std::string(1, c));
    const int side = c >= 'A' && c <= 'Z' ? white : black;
    const char white_letter = side == black && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const bool outermost = white_letter == 'K' || white_letter == 'Q';
    if (!outermost && (white_letter < 'A' || white_letter > 'H')) throw wrong("unknown letter " + letter);
    const u64 rank = rank_set(corner_of(side) / 8);
    const u64 king = state.kings() & state.side[static_cast<std::size_t>(side)] & rank;
    if (king == 0) throw wrong(letter + " without its king on rank " + std::to_string(corner_of(side) / 8 + 1));
    u64 rooks = rooks_of(state, side) & rank;
    if (white_letter == 'K') {
      rooks &= ~(king - 1);
      rooks = rooks == 0 ? 0 : std::bit_floor(rooks);
    } else if (white_letter == 'Q') {
      rooks &= king - 1;
      rooks &= ~rooks + 1;
    } else {
      rooks &= bit(corner_of(side) + white_letter - 'A');
    }
    if (rooks == 0) throw wrong(letter + " without its rook on rank " + std::to_string(corner_of(side) / 8 + 1));
    if ((state.marks & rooks) != 0) throw wrong(letter + " and another letter name the rook on " + square_name(lowest(rooks)) + " twice");
    const u64 wing = rooks > king ? ~(king - 1) : king - 1;
    if ((state.marks & rank & wing & ~king) != 0) throw wrong(letter + ": a second rook on the same side of the king");
    state.marks |= king | rooks;
  }

  static void read_en_passant(State& state, std::string_view field) {
    if (field == "-") return;
    const auto square = square_called(field);
    const auto wrong = [&](const std::string& why) { return TextError("e.p. square " + in_quotes(field) + ": " + why); };
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

  static bool is_drop(std::string_view in) {
    if (in.size() != 4 || in[1] != '@') return false;
    for (const Piece& piece : variant.pocket) {
      if (piece.letter == in[0]) return true;
    }
    return false;
  }
  static bool is_suffix(char c) {
    for (const Piece& piece : variant.promotions) {
      if (lower(piece.letter) == c) return true;
    }
    return false;
  }
};

}  // namespace ply::chess

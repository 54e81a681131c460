// Position texts (SFEN), move texts (USI) and pictures.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec.hpp"
#include "games/shogi/generator.hpp"

namespace ply::shogi {

template <const Description& variant>
class Notation {
  using S = State<variant>;
  using B = BoardOf<variant>;
  using Bits = typename B::Bits;

 public:
  static std::string text(const S& at) {
    std::string out;
    for (int rank = 0; rank < B::ranks; ++rank) {
      if (rank > 0) out += '/';
      int run = 0;
      for (int file = B::files; file-- > 0;) {
        const std::string piece = piece_on(at, file * B::ranks + rank);
        if (!piece.empty() && run > 0) out += std::to_string(std::exchange(run, 0));
        if (piece.empty()) ++run;
        out += piece;
      }
      if (run > 0) out += std::to_string(run);
    }
    out += at.mover == sente ? " b " : " w ";
    const std::string hands = hand_text(at, sente) + hand_text(at, gote);
    return out + (hands.empty() ? "-" : hands) + ' ' + std::to_string(at.move_number);
  }

  static S parse(std::string_view in) {
    const auto given = fields(in, 4, 4);
    S state;
    read_board(state, given[0]);
    if (given[1] != "b" && given[1] != "w") throw TextError("side to move " + in_quotes(given[1]) + " is neither 'b' nor 'w'");
    state.mover = given[1] == "b" ? sente : gote;
    read_hands(state, given[2]);
    state.move_number = static_cast<u32>(number(given[3], 1, largest_move_number, "move number"));
    check(state, given[0]);
    return state;
  }

  static std::string text(const S&, Move move) {
    if (move.is_drop()) return std::string(1, variant.pieces[static_cast<std::size_t>(move.number())].letter) + '*' + B::name(move.to());
    return B::name(move.from()) + B::name(move.to()) + (move.promotes() ? "+" : "");
  }

  static Move parse_move(const S& at, std::string_view in) {
    const auto wanted = read_move(in);
    if (!wanted) unreadable_move(in);
    Groups<variant> groups;
    Generator<variant>::list(at, groups);
    for (const auto& group : groups) {
      if (B::has(group.targets, wanted->to()) && *wanted == Move(group.move | static_cast<unsigned>(wanted->to()))) return *wanted;
    }
    illegal_move(in);
  }

  static std::string diagram(const S& at) {
    std::string out = in_front(at, gote);
    for (int file = B::files; file-- > 0;) (out += "  ") += static_cast<char>('1' + file);
    out += '\n';
    for (int rank = 0; rank < B::ranks; ++rank) {
      for (int file = B::files; file-- > 0;) {
        const std::string piece = piece_on(at, file * B::ranks + rank);
        out += std::string(piece.size() < 2 ? 3 - std::max<std::size_t>(piece.size(), 1) : 1, ' ') + (piece.empty() ? "." : piece);
      }
      (out += "  ") += static_cast<char>('a' + rank);
      out += '\n';
    }
    return out + in_front(at, sente);
  }

 private:
  static constexpr char lower(char letter) { return static_cast<char>(letter - 'A' + 'a'); }
  static std::string side_name(int side) { return side == sente ? "Sente" : "Gote"; }

  /// The number of the piece with this letter, or -1.
  static int number_of(char letter) {
    for (std::size_t n = 0; n < variant.pieces.size; ++n) {
      if (variant.pieces[n].letter == letter) return static_cast<int>(n);
    }
    return -1;
  }
  struct Owned {
    int side, number;
  };
  static std::optional<Owned> owned(char letter) {
    const bool small = letter >= 'a' && letter <= 'z';
    const int number = number_of(small ? static_cast<char>(letter - 'a' + 'A') : letter);
    if (number < 0) return std::nullopt;
    return Owned{small ? gote : sente, number};
  }

  static std::string piece_on(const S& at, int square) {
    std::string out;
    if (!B::has(at.occupied(), square)) return out;
    if (B::has(at.promoted(), square)) out += '+';
    const char letter = variant.pieces[static_cast<std::size_t>(at.number_on(square))].letter;
    out += B::has(at.side[sente], square) ? letter : lower(letter);
    return out;
  }

  static std::string hand_text(const S& at, int side) {
    std::string out;
    for (const char letter : std::string_view(variant.hand)) {
      const int count = at.in_hand(side, number_of(letter));
      if (count > 1) out += std::to_string(count);
      if (count > 0) out += side == sente ? letter : lower(letter);
    }
    return out;
  }
  static std::string in_front(const S& at, int side) {
    const std::string hand = hand_text(at, side);
    return side_name(side) + " in hand: " + (hand.empty() ? "-" : hand) + '\n';
  }

  static void read_board(S& state, std::string_view board) {
    const auto lines = split(board, '/');
    if (lines.size() != static_cast<std::size_t>(B::ranks)) {
      throw TextError("board " + in_quotes(board) + " has " + std::to_string(lines.size()) + " rows, not " + std::to_string(B::ranks));
    }
    for (int rank = 0; rank < B::ranks; ++rank) read_row(state, rank, lines[static_cast<std::size_t>(rank)]);
  }

  static void read_row(S& state, int rank, std::string_view line) {
    const auto wrong = [&](const std::string& what) { return TextError("row " + std::to_string(rank + 1) + " " + in_quotes(line) + " of the board: " + what); };
    const auto too_many = [&] { return wrong("more than " + std::to_string(B::files) + " cells"); };
    int column = 0;
    for (std::size_t i = 0; i < line.size();) {
      if (line[i] >= '0' && line[i] <= '9') {
        if (line[i] == '0') throw wrong("a run of empty cells cannot begin with 0");
        int run = 0;
        while (i < line.size() && line[i] >= '0' && line[i] <= '9') {
          run = run * 10 + (line[i++] - '0');
          if (column + run > B::files) throw too_many();
        }
        column += run;
        continue;
      }
      const bool promoted = line[i] == '+';
      if (promoted && ++i == line.size()) throw wrong("'+' without a piece");
      const auto piece = owned(line[i]);
      if (!piece) throw wrong("unknown character " + in_quotes(symbol_at(line, i)));
      if (promoted && !variant.pieces[static_cast<std::size_t>(piece->number)].promotes) throw wrong(in_quotes(symbol_at(line, i)) + " does not promote");
      if (column >= B::files) throw too_many();
      state.put(piece->side, piece->number, promoted, (B::files - 1 - column) * B::ranks + rank);
      ++column;
      ++i;
    }
    if (column != B::files) throw wrong(std::to_string(column) + " cells, not " + std::to_string(B::files));
  }

  static constexpr int largest_count = 99;

  static void read_hands(S& state, std::string_view hands) {
    if (hands == "-") return;
    const auto wrong = [&](const std::string& what) { return TextError("hands " + in_quotes(hands) + ": " + what); };
    if (hands.empty()) throw wrong("empty; '-' says that there are none");
    for (std::size_t i = 0; i < hands.size(); ++i) {
      const std::size_t begin = i;
      while (i < hands.size() && hands[i] >= '0' && hands[i] <= '9') ++i;
      const std::string_view digits = hands.substr(begin, i - begin);
      if (i == hands.size()) throw wrong("a count without a piece");
      const auto piece = owned(hands[i]);
      if (!piece || piece->number == variant.king) throw wrong("no piece " + in_quotes(symbol_at(hands, i)));
      const auto count = digits.empty() ? 1 : number(digits, 2, largest_count, "count in hand");
      if (state.in_hand(piece->side, piece->number) != 0) throw wrong(in_quotes(symbol_at(hands, i)) + " twice");
      state.hand[static_cast<std::size_t>(piece->side)] += static_cast<u64>(count) << 8 * piece->number;
    }
  }

  static void check(const S& state, std::string_view board) {
    const auto wrong = [&](const std::string& what) { return TextError("board " + in_quotes(board) + ": " + what); };
    for (const int side : {sente, gote}) {
      const int kings = popcount(state.kings() & state.side[static_cast<std::size_t>(side)]);
      const char king = variant.pieces[static_cast<std::size_t>(variant.king)].letter;
      if (kings != 1) {
        throw wrong(side_name(side) + " has " + std::to_string(kings) + " royal pieces " + in_quotes(std::string(1, side == sente ? king : lower(king))) +
                    ", not 1");
      }
      for (std::size_t n = 0; n < variant.pieces.size; ++n) {
        const Bits dead = Generator<variant>::dead(state, side, n);
        if (!variant.dead_drops && any(dead)) throw wrong("the piece on " + B::name(lowest(dead)) + " could never move");
      }
    }
    // Whatever is captured, a count in hand must stay one that can be read.
    for (std::size_t n = 0; n < variant.pieces.size; ++n) {
      const int on_board = popcount(state.numbered(n) & state.occupied());
      const int all = on_board + state.in_hand(sente, static_cast<int>(n)) + state.in_hand(gote, static_cast<int>(n));
      if (on_board > 0 && all > largest_count) {
        throw TextError(std::to_string(all) + " pieces " + in_quotes(std::string(1, variant.pieces[n].letter)) + " are more than " +
                        std::to_string(largest_count));
      }
    }
    S other = state;
    other.mover ^= 1;
    if (Generator<variant>::in_check(other)) {
      const std::string name = side_name(static_cast<int>(other.mover));
      throw wrong(name + " is in check, but it is not " + name + "'s move");
    }
  }

  static std::optional<Move> read_move(std::string_view in) {
    if (in.size() < 4 || in.size() > 5) return std::nullopt;
    const int to = B::called(in[2], in[3]);
    if (to < 0) return std::nullopt;
    if (in[1] == '*') {
      const int number = number_of(in[0]);
      if (number < 0 || number == variant.king || in.size() != 4) return std::nullopt;
      return Move(Move::drop(number) | static_cast<unsigned>(to));
    }
    const int from = B::called(in[0], in[1]);
    if (from < 0 || (in.size() == 5 && in[4] != '+')) return std::nullopt;
    return Move(Move::board_move(from, in.size() == 5) | static_cast<unsigned>(to));
  }
};

}  // namespace ply::shogi

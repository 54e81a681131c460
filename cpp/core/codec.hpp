// Reading and writing texts. Whatever comes from outside is checked here, completely, once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/rules.hpp"

namespace ply {

/// Reads one code point of UTF-8 and moves `at` behind it; nothing where the bytes are none (`at` stays).
std::optional<char32_t> read_code_point(std::string_view text, std::size_t& at);
/// The bytes of the code point at `at`; one byte where there is none.
std::string_view symbol_at(std::string_view text, std::size_t at);

/// The part in quotes, for a message: letters of all languages as they are; what cannot be seen, or is no UTF-8, byte by byte; shortened to `longest` symbols.
std::string in_quotes(std::string_view part, std::size_t longest = 60);

/// The parts between separators: "a//b" has three.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The fields of a position text, which are separated by exactly one space. Throws TextError unless there are `least` .. `most` of them.
std::vector<std::string_view> fields(std::string_view text, std::size_t least, std::size_t most);

/// A decimal number without sign or leading zeros, low .. high; `name` says what it is. Throws TextError.
std::int64_t number(std::string_view part, std::int64_t low, std::int64_t high, std::string_view name);

/// The length of a row where `columns` is a number for all rows or a function of the row.
template <class Columns>
constexpr int row_length(const Columns& columns, int row) {
  if constexpr (std::is_invocable_v<const Columns&, int>) {
    return columns(row);
  } else {
    return columns;
  }
}

/// Reads `rows` rows separated by '/', each `lengths` (see row_length) cells long: a decimal run of empty cells (greedy: `10` is ten) or a character for a
/// cell. `put(row, column, character)` says whether the character is one of the game's. Throws TextError naming row and column.
template <class Columns, class Put>
void read_rows(std::string_view board, int rows, const Columns& lengths, Put&& put) {
  const auto lines = split(board, '/');
  if (lines.size() != static_cast<std::size_t>(rows)) {
    throw TextError("board " + in_quotes(board) + " has " + std::to_string(lines.size()) + " rows, not " + std::to_string(rows));
  }
  for (int row = 0; row < rows; ++row) {
    const std::string_view line = lines[static_cast<std::size_t>(row)];
    const int columns = row_length(lengths, row);
    const auto wrong = [&](const std::string& what) { return TextError("row " + std::to_string(row + 1) + " " + in_quotes(line) + " of the board: " + what); };
    int column = 0;
    for (std::size_t i = 0; i < line.size();) {
      if (line[i] >= '0' && line[i] <= '9') {
        if (line[i] == '0') throw wrong("a run of empty cells cannot begin with 0");
        int run = 0;
        while (i < line.size() && line[i] >= '0' && line[i] <= '9') {
          run = run * 10 + (line[i++] - '0');
          if (run > columns) throw wrong("more than " + std::to_string(columns) + " cells");
        }
        column += run;
      } else {
        if (column >= columns) throw wrong("more than " + std::to_string(columns) + " cells");
        if (!put(row, column, line[i])) throw wrong("unknown character " + in_quotes(symbol_at(line, i)));
        ++column;
        ++i;
      }
      if (column > columns) throw wrong("more than " + std::to_string(columns) + " cells");
    }
    if (column != columns) throw wrong(std::to_string(column) + " cells, not " + std::to_string(columns));
  }
}

/// The inverse: `at(row, column)` is a character, or 0 for an empty cell.
template <class Columns, class At>
std::string write_rows(int rows, const Columns& lengths, At&& at) {
  std::string out;
  for (int row = 0; row < rows; ++row) {
    const int columns = row_length(lengths, row);
    if (row > 0) out += '/';
    int run = 0;
    for (int column = 0; column < columns; ++column) {
      const char cell = at(row, column);
      if (cell == 0) {
        ++run;
        continue;
      }
      if (run > 0) out += std::to_string(run);
      run = 0;
      out += cell;
    }
    if (run > 0) out += std::to_string(run);
  }
  return out;
}

/// A board for people: `rows` lines with labels in front and column letters below. `at(row, column)` is a character.
template <class At, class RowLabel>
std::string draw_rows(int rows, int columns, At&& at, RowLabel&& label) {
  std::string out;
  for (int row = 0; row < rows; ++row) {
    std::string name = label(row);
    out += std::string(name.size() < 3 ? 3 - name.size() : 0, ' ') + name;
    for (int column = 0; column < columns; ++column) (out += ' ') += at(row, column);
    out += '\n';
  }
  out += "   ";
  for (int column = 0; column < columns; ++column) (out += ' ') += static_cast<char>(column < 26 ? 'a' + column : 'A' + column - 26);
  return out + '\n';
}

/// The errors of parse_move. The boundary adds the position.
[[noreturn]] void unreadable_move(std::string_view text);
[[noreturn]] void illegal_move(std::string_view text);
[[noreturn]] void ambiguous_move(std::string_view text);

/// The legal move whose text is `in`: parse_move for games with short lists and one spelling.
template <class R>
typename R::Move find_move(const R& rules, const typename R::State& at, std::string_view in) {
  std::optional<typename R::Move> found;
  rules.moves(at, [&](const typename R::Move& move) {
    if (rules.text(at, move) == in) found = move;
    return found.has_value();
  });
  if (!found) illegal_move(in);
  return *found;
}

/// The legal move equal to `wanted`, else IllegalMove: for games that read the text themselves.
template <class R>
typename R::Move require_legal(const R& rules, const typename R::State& at, const typename R::Move& wanted, std::string_view in) {
  bool found = false;
  rules.moves(at, [&](const typename R::Move& move) { return found = move == wanted; });
  if (!found) illegal_move(in);
  return wanted;
}

}  // namespace ply

// Names of the squares of a board: letters for the file, a number from 1 on for the rank. Boards with up to 26 files, `a1` to `z26`; then boards with more:
// a .. z, aa, ab, ...
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ply {

/// Files and ranks are counted from 0.
struct Square {
  int file = 0;
  int rank = 0;
};

inline std::string column_name(int column) {
  const std::string last(1, static_cast<char>('a' + column % 26));
  return column < 26 ? last : static_cast<char>('a' + column / 26 - 1) + last;
}

inline std::string square_name(int file, int rank) {
  std::string out = column_name(file);
  return out += std::to_string(rank + 1);
}

/// Takes the name of a square off the front of `rest`. Nothing, if there is none on a board of so many files and ranks (at most 26, and 99).
inline std::optional<Square> take_square(std::string_view& rest, int files, int ranks) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (rest.size() < 2 || rest[0] < 'a' || rest[0] >= 'a' + files || !digit(rest[1]) || rest[1] == '0') return std::nullopt;
  const bool two_digits = ranks > 9 && rest.size() > 2 && digit(rest[2]);
  const int rank = two_digits ? 10 * (rest[1] - '0') + (rest[2] - '0') : rest[1] - '0';
  if (rank > ranks) return std::nullopt;
  const Square square{rest[0] - 'a', rank - 1};
  rest.remove_prefix(two_digits ? 3 : 2);
  return square;
}

/// Takes `mark` off the front of `rest` if it is there.
inline bool take_mark(std::string_view& rest, char mark) {
  if (rest.empty() || rest[0] != mark) return false;
  rest.remove_prefix(1);
  return true;
}

/// A column, from 0, and the number behind it.
struct SquareName {
  int column;
  int number;
};

/// Takes a name such as `c12` or `ab7` off the front of a text; nothing if there is none. Numbers begin with 1 .. 9 and are at most 999.
inline std::optional<SquareName> take_square(std::string_view& text) {
  const auto count = [&](std::size_t from, char low, char high) {
    std::size_t n = 0;
    while (from + n < text.size() && text[from + n] >= low && text[from + n] <= high) ++n;
    return n;
  };
  const std::size_t letters = count(0, 'a', 'z');
  const std::size_t digits = count(letters, '0', '9');
  if (letters < 1 || letters > 2 || digits < 1 || digits > 3 || text[letters] == '0') return std::nullopt;
  SquareName name{text[letters - 1] - 'a', 0};
  if (letters == 2) name.column += 26 * (text[0] - 'a' + 1);
  for (std::size_t i = letters; i < letters + digits; ++i) name.number = 10 * name.number + (text[i] - '0');
  text.remove_prefix(letters + digits);
  return name;
}

/// A board for people: `label(row)` in front, column names below, their letters one under the other. `at(row, column)` is a character.
template <class At, class RowLabel>
std::string draw_squares(int rows, int columns, At&& at, RowLabel&& label) {
  std::string out;
  for (int row = 0; row < rows; ++row) {
    const std::string name = label(row);
    out += std::string(name.size() < 3 ? 3 - name.size() : 0, ' ') + name;
    for (int column = 0; column < columns; ++column) (out += ' ') += at(row, column);
    out += '\n';
  }
  for (std::size_t line = 0; line < (columns > 26 ? 2U : 1U); ++line) {
    out += "   ";
    for (int column = 0; column < columns; ++column) {
      const std::string name = column_name(column);
      (out += ' ') += line < name.size() ? name[line] : ' ';
    }
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace ply

// Names of the squares of a board: the file is a letter from a on, the rank a number from 1 on, `a1` to `z26`.
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

inline std::string square_name(int file, int rank) { return static_cast<char>('a' + file) + std::to_string(rank + 1); }

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

}  // namespace ply

#include "core/codec.hpp"

namespace ply {

std::string in_quotes(std::string_view part) {
  constexpr std::size_t longest = 60;
  static constexpr char hex[] = "0123456789abcdef";
  std::string out = "'";
  for (const char c : part.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    }
  }
  return out + (part.size() > longest ? "'..." : "'");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::vector<std::string_view> fields(std::string_view text, std::size_t least, std::size_t most) {
  auto parts = split(text, ' ');
  if (parts.size() < least || parts.size() > most) {
    const std::string wanted = least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    throw TextError("position " + in_quotes(text) + " has " + std::to_string(parts.size()) + " fields separated by single spaces, not " + wanted);
  }
  return parts;
}

std::int64_t number(std::string_view part, std::int64_t low, std::int64_t high, std::string_view name) {
  const auto wrong = [&] {
    return TextError(std::string(name) + " " + in_quotes(part) + " is not a number from " + std::to_string(low) + " to " + std::to_string(high));
  };
  if (part.empty() || part.size() > 18 || (part[0] == '0' && part.size() > 1)) throw wrong();
  std::int64_t value = 0;
  for (const char c : part) {
    if (c < '0' || c > '9') throw wrong();
    value = value * 10 + (c - '0');
  }
  if (value < low || value > high) throw wrong();
  return value;
}

void unreadable_move(std::string_view text) { throw IllegalMove("move " + in_quotes(text) + " cannot be read"); }
void illegal_move(std::string_view text) { throw IllegalMove("move " + in_quotes(text) + " is not legal"); }
void ambiguous_move(std::string_view text) { throw IllegalMove("move " + in_quotes(text) + " is ambiguous"); }

}  // namespace ply

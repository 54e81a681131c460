#include "core/codec.hpp"

#include <algorithm>
#include <array>

#include "core/unicode.hpp"

namespace ply {

std::optional<char32_t> read_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (at >= text.size()) return std::nullopt;
  const unsigned lead = byte(at);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4) return std::nullopt;
  char32_t point = lead & (0x3Fu >> more);
  for (int i = 1; i <= more; ++i) {
    const unsigned next = byte(at + static_cast<std::size_t>(i));
    if ((next & 0xC0) != 0x80) return std::nullopt;
    point = point << 6 | (next & 0x3F);
  }
  // Longer than need be, half of a surrogate pair, or beyond the last code point.
  constexpr std::array<char32_t, 4> least{0, 0x80, 0x800, 0x10000};
  if (point < least[static_cast<std::size_t>(more)] || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF) return std::nullopt;
  at += static_cast<std::size_t>(more) + 1;
  return point;
}

std::string_view symbol_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  if (!read_code_point(text, end)) ++end;
  return text.substr(at, end - at);
}

namespace {

/// Nothing to see, or something that moves what stands next to it.
bool is_hidden(char32_t point) {
  const auto after = std::upper_bound(hidden_points.begin(), hidden_points.end(), point, [](char32_t left, const PointRun& run) { return left < run.first; });
  return after != hidden_points.begin() && point <= (after - 1)->last;
}

}  // namespace

std::string in_quotes(std::string_view part, std::size_t longest) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string out = "'";
  std::size_t at = 0;
  for (std::size_t symbols = 0; at < part.size() && symbols < longest; ++symbols) {
    const std::size_t begin = at;
    const auto point = read_code_point(part, at);
    if (point && !is_hidden(*point)) {
      out += part.substr(begin, at - begin);
      continue;
    }
    if (!point) ++at;
    for (const char c : part.substr(begin, at - begin)) {
      const auto byte = static_cast<unsigned char>(c);
      out += "\\x";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    }
  }
  return out + (at < part.size() ? "'..." : "'");
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

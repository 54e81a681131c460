// Options of a game: what they take, how a spec (`id:size=13,swap=false`) is read and written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.hpp"

namespace ply {

using Value = std::variant<bool, std::int64_t, double, std::string>;

/// The integers low, low + step, ... <= high.
struct Range {
  std::int64_t low, high, step = 1;
};
/// The multiples of 0.5 from low to high.
struct HalfIntegers {
  double low, high;
};
/// The texts `RxC` with both numbers from low to high.
struct Sizes {
  int low, high;
};
/// Any text that begins so and has no comma.
struct FreeText {
  std::string prefix;
};
using Choice = std::variant<Value, Range, HalfIntegers, Sizes, FreeText>;

struct OptionSpec {
  std::string name;
  std::vector<Choice> choices;  ///< in the page's order; the first is a Value: the default
  std::string doc;
  const Value& first() const { return std::get<Value>(choices.front()); }
};

/// Choices of a boolean option and of a list of names or numbers, default first.
std::vector<Choice> flag(bool by_default);
std::vector<Choice> one_of(std::initializer_list<Value> values);

/// The options of one game, every one with a value, in the order of the page.
class Options {
 public:
  struct Entry {
    std::string name;
    Value value;
    Value by_default;
    bool given;
  };

  bool flag(std::string_view name) const { return std::get<bool>(at(name).value); }
  std::int64_t integer(std::string_view name) const { return std::get<std::int64_t>(at(name).value); }
  double number(std::string_view name) const { return std::get<double>(at(name).value); }
  const std::string& text(std::string_view name) const { return std::get<std::string>(at(name).value); }
  const Value& value(std::string_view name) const { return at(name).value; }
  bool is(std::string_view name, std::string_view text) const {
    const auto* held = std::get_if<std::string>(&at(name).value);
    return held != nullptr && *held == text;
  }

  /// For a game's resolve step: what the option is when it was not given.
  void default_to(std::string_view name, Value value);
  bool given(std::string_view name) const { return at(name).given; }

  std::span<const Entry> entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }

 private:
  const Entry& at(std::string_view name) const;
  std::vector<Entry> entries_;
};

struct GameEntry;

/// Options by name as a caller gave them.
using Given = std::vector<std::pair<std::string, Value>>;

/// Splits a spec at its first ':' and then at ','. Values are still texts.
std::pair<std::string, std::vector<std::pair<std::string, std::string>>> split_spec(std::string_view spec);

/// Fills defaults, checks every value and the game's cross-constraints. Throws OptionError.
Options resolve(const GameEntry& game, const std::vector<std::pair<std::string, std::string>>& texts, const Given& values);

/// The spec of these options: those that differ from their resolved default.
std::string spec_of(std::string_view id, const Options& options);

std::string to_text(const Value& value);
std::string to_text(const Choice& choice);

}  // namespace ply

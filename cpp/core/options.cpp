#include "core/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace ply {

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || std::to_string(value) != text) return std::nullopt;
  return value;
}

/// "6", "6.5", "-0.5": digits and at most one decimal.
std::optional<double> half_in(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto whole = integer_in(text.substr(0, point));
  const bool minus_zero = text.substr(0, point) == "-0";
  if ((!whole && !minus_zero) || (whole && (*whole > 1'000'000'000 || *whole < -1'000'000'000))) return std::nullopt;
  const double base = whole ? static_cast<double>(*whole) : 0.0;
  if (point == std::string_view::npos) return minus_zero ? std::nullopt : std::optional(base);
  const std::string_view rest = text.substr(point + 1);
  if (rest == "0") return minus_zero ? std::nullopt : std::optional(base);
  if (rest != "5") return std::nullopt;
  return text.front() == '-' ? base - 0.5 : base + 0.5;
}

bool is_half_integer(double value) { return std::isfinite(value) && std::abs(value) < 1e9 && 2 * value == std::floor(2 * value); }

/// The value that `text` means under one choice, if any.
std::optional<Value> read(const Choice& choice, std::string_view text) {
  return std::visit(Overloaded{
                        [&](const Value& value) -> std::optional<Value> {
                          if (to_text(value) == text) return value;
                          if (const auto* held = std::get_if<double>(&value)) {
                            const auto half = half_in(text);
                            if (half && *half == *held) return value;
                          }
                          return std::nullopt;
                        },
                        [&](const Range& range) -> std::optional<Value> {
                          const auto value = integer_in(text);
                          if (!value || *value < range.low || *value > range.high || (*value - range.low) % range.step != 0) return std::nullopt;
                          return Value(*value);
                        },
                        [&](const HalfIntegers& range) -> std::optional<Value> {
                          const auto value = half_in(text);
                          if (!value || *value < range.low || *value > range.high) return std::nullopt;
                          return Value(*value == 0 ? 0.0 : *value);
                        },
                        [&](const Sizes& range) -> std::optional<Value> {
                          const std::size_t cross = text.find('x');
                          if (cross == std::string_view::npos) return std::nullopt;
                          for (const auto part : {text.substr(0, cross), text.substr(cross + 1)}) {
                            const auto value = integer_in(part);
                            if (!value || *value < range.low || *value > range.high) return std::nullopt;
                          }
                          return Value(std::string(text));
                        },
                        [&](const FreeText& free) -> std::optional<Value> {
                          // A spec splits at commas: with one in it, the value could not be written there. And no file has a zero byte in its name.
                          if (!text.starts_with(free.prefix) || text.find_first_of(std::string_view(",\0", 2)) != std::string_view::npos) return std::nullopt;
                          return Value(std::string(text));
                        },
                    },
                    choice);
}

/// A value given as such (not in a spec): its type must fit too, but for a whole number where half-integers are taken.
std::optional<Value> accept(const Choice& choice, const Value& value) {
  if (const auto* own = std::get_if<Value>(&choice)) {
    if (*own == value) return value;
    const auto* held = std::get_if<double>(own);
    const auto* whole = std::get_if<std::int64_t>(&value);
    return held && whole && *held == static_cast<double>(*whole) ? std::optional(*own) : std::nullopt;
  }
  if (const auto* halves = std::get_if<HalfIntegers>(&choice)) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    if (!whole && !real) return std::nullopt;
    const double number = real ? *real : static_cast<double>(*whole);
    if (!is_half_integer(number) || number < halves->low || number > halves->high) return std::nullopt;
    return Value(number == 0 ? 0.0 : number);
  }
  if (std::holds_alternative<Range>(choice) ? std::holds_alternative<std::int64_t>(value) : std::holds_alternative<std::string>(value)) {
    return read(choice, to_text(value));
  }
  return std::nullopt;
}

std::string choices_text(const OptionSpec& option) {
  std::string out;
  for (const Choice& choice : option.choices) out += (out.empty() ? "" : " | ") + to_text(choice);
  return out;
}

}  // namespace

std::vector<Choice> flag(bool by_default) { return {Value(by_default), Value(!by_default)}; }
std::vector<Choice> one_of(std::initializer_list<Value> values) { return {values.begin(), values.end()}; }

const Options::Entry& Options::at(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return entry;
  }
  throw OptionError("no option " + in_quotes(name));
}

void Options::default_to(std::string_view name, Value value) {
  for (Entry& entry : entries_) {
    if (entry.name != name) continue;
    entry.by_default = value;
    if (!entry.given) entry.value = std::move(value);
  }
}

std::pair<std::string, std::vector<std::pair<std::string, std::string>>> split_spec(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  std::pair<std::string, std::vector<std::pair<std::string, std::string>>> parts;
  parts.first = std::string(spec.substr(0, colon));
  if (colon == std::string_view::npos) return parts;
  for (const std::string_view item : split(spec.substr(colon + 1), ',')) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw OptionError("spec " + in_quotes(spec) + ": " + in_quotes(item) + " is not option=value");
    }
    parts.second.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
  return parts;
}

Options resolve(const GameEntry& game, const std::vector<std::pair<std::string, std::string>>& texts, const Given& values) {
  Options options;
  for (const OptionSpec& spec : game.options) options.entries().push_back({spec.name, spec.first(), spec.first(), false});
  const auto set = [&](const std::string& name, const std::string& shown, auto&& reading) {
    for (std::size_t i = 0; i < game.options.size(); ++i) {
      const OptionSpec& spec = game.options[i];
      Options::Entry& entry = options.entries()[i];
      if (spec.name != name) continue;
      if (entry.given) throw OptionError(game.id + ": option " + name + " is given twice");
      entry.given = true;
      for (const Choice& choice : spec.choices) {
        if (const std::optional<Value> value = reading(choice)) {
          entry.value = *value;
          return;
        }
      }
      throw OptionError(game.id + ": option " + name + " takes " + choices_text(spec) + ", not " + shown);
    }
    std::string known;
    for (const OptionSpec& spec : game.options) known += (known.empty() ? "" : ", ") + spec.name;
    throw OptionError(game.id + ": no option " + in_quotes(name) + (known.empty() ? "; it has none" : "; it has " + known));
  };
  for (const auto& [name, text] : texts) {
    set(name, in_quotes(text), [&, &given = text](const Choice& choice) { return read(choice, given); });
  }
  for (const auto& [name, value] : values) {
    std::string shown = to_text(value);
    if (std::holds_alternative<std::string>(value)) shown = "the text " + in_quotes(shown);
    if (std::holds_alternative<double>(value) && shown.find('.') == shown.npos) shown += ".0";  // 19.0 is not the 19 that is taken
    set(name, shown, [&, &given = value](const Choice& choice) { return accept(choice, given); });
  }
  if (game.resolve) game.resolve(options);
  return options;
}

std::string spec_of(std::string_view id, const Options& options) {
  std::string out(id);
  char separator = ':';
  for (const Options::Entry& entry : options.entries()) {
    if (entry.value == entry.by_default) continue;
    out += separator + entry.name + "=" + to_text(entry.value);
    separator = ',';
  }
  return out;
}

std::string to_text(const Value& value) {
  return std::visit(Overloaded{
                        [](bool flag) { return std::string(flag ? "true" : "false"); },
                        [](std::int64_t number) { return std::to_string(number); },
                        [](double number) {
                          if (!is_half_integer(number)) return std::to_string(number);
                          const auto twice = static_cast<std::int64_t>(2 * number);
                          std::string out = std::to_string(twice / 2);
                          if (twice < 0 && twice / 2 == 0) out = "-0";
                          return twice % 2 != 0 ? out + ".5" : out;
                        },
                        [](const std::string& text) { return text; },
                    },
                    value);
}

std::string to_text(const Choice& choice) {
  return std::visit(Overloaded{
                        [](const Value& value) { return to_text(value); },
                        [](const Range& range) {
                          return std::to_string(range.low) + ".." + std::to_string(range.high) +
                                 (range.step == 1 ? "" : " in steps of " + std::to_string(range.step));
                        },
                        [](const HalfIntegers& range) { return "multiples of 0.5 from " + to_text(Value(range.low)) + " to " + to_text(Value(range.high)); },
                        [](const Sizes& range) { return "RxC (" + std::to_string(range.low) + ".." + std::to_string(range.high) + ")"; },
                        [](const FreeText& free) { return free.prefix + "..."; },
                    },
                    choice);
}

}  // namespace ply

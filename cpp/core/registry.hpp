// The list of games. A game adds itself with a static `Registration` in its own file; nothing else knows it by name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/any_game.hpp"
#include "core/erased.hpp"
#include "core/options.hpp"

namespace ply {

struct GameEntry {
  std::string id;
  std::string title;
  std::string page;    ///< docs/rules/<page>.md; families share one
  std::string source;  ///< below cpp/games
  std::vector<OptionSpec> options{};
  /// Defaults that depend on other options, and cross-constraints (throws OptionError). May be empty.
  std::function<void(Options&)> resolve{};
  std::function<std::unique_ptr<AnyGame>(const Options&)> make;
  std::vector<int> players{2};  ///< ascending
};

/// Something that games share and that is loaded once: a word list. Held by the rules value, never by a state.
class Resource {
 public:
  virtual ~Resource() = default;
  /// What was read, for people and tests, in a fixed order.
  using Report = std::vector<std::pair<std::string, std::variant<std::string, std::uint64_t>>>;
  virtual Report report() const = 0;
  /// Writes it in a form that `load` of its kind reads; throws Error where there is none.
  virtual void save(const std::string& path) const;
};

struct ResourceEntry {
  std::string name;
  std::string doc;
  std::function<std::shared_ptr<const Resource>(const std::string& spec)> load;
  struct Source {
    std::string name;
    std::string version{};  ///< empty: there is none, or none any more
  };
  /// Where `load` would take it from: what comes from the same source in the same version is shared. Default: the spec.
  std::function<Source(const std::string& spec)> source{};
};

std::vector<GameEntry>& registered_games();
std::vector<ResourceEntry>& registered_resources();

struct Registration {
  explicit Registration(GameEntry entry) { registered_games().push_back(std::move(entry)); }
};
struct ResourceRegistration {
  explicit ResourceRegistration(ResourceEntry entry) { registered_resources().push_back(std::move(entry)); }
};

/// Sorted by id.
std::vector<const GameEntry*> games();
const GameEntry& find_game(std::string_view id);  ///< OptionError if unknown

/// Loads, or shares what is loaded already and still in use. A file that has changed is loaded anew; of one that is gone, what was last loaded will do.
std::shared_ptr<const Resource> load_resource(std::string_view name, const std::string& spec);

/// Where the files that ship with the package lie. Set once, when the package is imported.
const std::string& data_directory();
void set_data_directory(std::string path);

/// For `make`: the rules value behind the abstract class.
template <Rules R>
std::unique_ptr<AnyGame> as_game(R rules) {
  return std::make_unique<ErasedGame<R>>(std::move(rules));
}

}  // namespace ply

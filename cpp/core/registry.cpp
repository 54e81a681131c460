#include "core/registry.hpp"

#include <algorithm>
#include <mutex>

#include "core/codec.hpp"

namespace ply {

namespace {

std::string& data_directory_slot() {
  static std::string path;
  return path;
}

}  // namespace

void Resource::save(const std::string& path) const { throw Error("this resource cannot be written to " + in_quotes(path)); }

std::vector<GameEntry>& registered_games() {
  static std::vector<GameEntry> games;
  return games;
}

std::vector<ResourceEntry>& registered_resources() {
  static std::vector<ResourceEntry> resources;
  return resources;
}

std::vector<const GameEntry*> games() {
  std::vector<const GameEntry*> sorted;
  for (const GameEntry& game : registered_games()) sorted.push_back(&game);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  return sorted;
}

const GameEntry& find_game(std::string_view id) {
  for (const GameEntry& game : registered_games()) {
    if (game.id == id) return game;
  }
  std::string known;
  for (const GameEntry* game : games()) known += (known.empty() ? "" : ", ") + game->id;
  throw OptionError("no game " + in_quotes(id) + "; there are " + known);
}

std::shared_ptr<const Resource> load_resource(std::string_view name, const std::string& spec) {
  static std::mutex guard;
  struct Loaded {
    std::string version;
    std::weak_ptr<const Resource> resource;
  };
  static std::map<std::pair<std::string, std::string>, Loaded> loaded;
  for (const ResourceEntry& entry : registered_resources()) {
    if (entry.name != name) continue;
    const std::lock_guard lock(guard);
    const auto source = entry.source ? entry.source(spec) : ResourceEntry::Source{spec};
    Loaded& slot = loaded[{entry.name, source.name}];
    if (auto shared = slot.resource.lock(); shared && (source.version.empty() || source.version == slot.version)) return shared;
    auto fresh = entry.load(spec);
    slot = {source.version, fresh};
    return fresh;
  }
  throw Error("no resource " + in_quotes(name));
}

const std::string& data_directory() { return data_directory_slot(); }
void set_data_directory(std::string path) { data_directory_slot() = std::move(path); }

}  // namespace ply

// The core without Python: for sanitizers, profilers and instruction counts.
//   perft_main perft SPEC DEPTH [POSITION]       node count and time
//   perft_main divide SPEC DEPTH [POSITION]      node count below each move
//   perft_main moves SPEC [POSITION]             the legal moves
//   perft_main playouts SPEC GAMES [POSITION]    random games and time
//   perft_main check SPEC GAMES                  the contract on the positions of random games
//   perft_main table FILE [MAX_NODES]            every row of a table of node counts up to MAX_NODES (default 5000000)
// Environment: THREADS (default 1), SEED (default 0).
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"

namespace {

using namespace ply;

std::unique_ptr<AnyGame> make(const std::string& spec) {
  const auto [id, options] = split_spec(spec);
  const GameEntry& entry = find_game(id);
  return entry.make(resolve(entry, options, {}));
}

struct Bytes {
  explicit Bytes(std::size_t size) : words((size + 15) / 16) {}
  void* get() { return words.data(); }
  struct alignas(16) Word {
    unsigned char bytes[16];
  };
  std::vector<Word> words;
};

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

Bytes position(const AnyGame& game, const std::string& text) {
  Bytes state(game.state_size());
  if (text.empty()) {
    game.initial(environment("SEED", 0), state.get());
  } else {
    game.parse(text, state.get());
  }
  return state;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The cells of a line of comma-separated values, quotes as usual.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out(1);
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && inside && i + 1 < line.size() && line[i + 1] == '"') {
      out.back() += line[++i];
    } else if (c == '"') {
      inside = !inside;
    } else if (c == ',' && !inside) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

int table(const std::string& path, std::uint64_t budget) {
  std::ifstream file(path);
  if (!file) throw Error("cannot open " + in_quotes(path));
  std::string line;
  int rows = 0;
  int wrong = 0;
  int left = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#' || line.starts_with("game,")) continue;
    const auto row = cells(line);
    if (row.size() < 4) throw Error("row " + in_quotes(line));
    const std::uint64_t expected = std::strtoull(row[3].c_str(), nullptr, 10);
    if (expected > budget) {
      ++left;
      continue;
    }
    ++rows;
    std::string got;
    try {
      const auto game = make(row[0]);
      Bytes state = position(*game, row[1]);
      Watch watch;
      const std::uint64_t nodes = game->perft(state.get(), std::atoi(row[2].c_str()), static_cast<int>(environment("THREADS", 1)), watch);
      if (nodes == expected) continue;
      got = std::to_string(nodes);
    } catch (const std::exception& error) {
      got = error.what();
    }
    ++wrong;
    std::cout << "WRONG " << line << "\n  got " << got << "\n";
  }
  std::cout << path << ": " << rows << " rows, " << wrong << " wrong, " << left << " beyond the budget\n";
  return wrong == 0 ? 0 : 1;
}

int check(const AnyGame& game, std::uint64_t games) {
  std::size_t positions = 0;
  std::size_t faults = 0;
  for (std::uint64_t g = 0; g < games && faults < 20; ++g) {
    Bytes state(game.state_size());
    game.initial(g, state.get());
    Rng rng(environment("SEED", 0), g);
    for (std::uint64_t ply = 0; ply < 2000; ++ply) {
      const std::uint64_t count = game.count(state.get());
      if (rng.below(8) == 0 || count == 0 || ply == 0) {
        ++positions;
        for (const auto& fault : game.check(state.get(), g)) {
          std::cout << "FAULT " << fault << "\n";
          ++faults;
        }
      }
      if (count == 0) break;
      game.play_nth(state.get(), rng.below(count));
    }
  }
  std::cout << positions << " positions, " << faults << " faults\n";
  return faults == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) throw Error("usage: perft_main perft|divide|moves|playouts|check|table ... (see the head of perft_main.cpp)");
  const std::string& verb = arguments[0];
  const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : std::string(); };
  if (verb == "table") return table(arguments[1], argument(2).empty() ? 5'000'000 : std::strtoull(argument(2).c_str(), nullptr, 10));
  const auto game = make(arguments[1]);
  const int threads = static_cast<int>(environment("THREADS", 1));
  Watch watch;
  if (verb == "moves") {
    Bytes state = position(*game, argument(2));
    std::cout << game->text(state.get()) << "\n";
    for (const auto& text : game->move_texts(state.get(), watch)) std::cout << text << "\n";
    return 0;
  }
  const std::uint64_t n = std::strtoull(argument(2).c_str(), nullptr, 10);
  if (verb == "check") return check(*game, n);
  Bytes state = position(*game, argument(3));
  const double begin = seconds();
  if (verb == "perft") {
    const std::uint64_t nodes = game->perft(state.get(), static_cast<int>(n), threads, watch);
    const double time = seconds() - begin;
    std::cout << nodes << " nodes, " << time << " s, " << static_cast<double>(nodes) / time / 1e6 << " M/s\n";
    return 0;
  }
  if (verb == "divide") {
    for (const auto& [text, nodes] : game->divide(state.get(), static_cast<int>(n), threads, watch)) std::cout << text << " " << nodes << "\n";
    return 0;
  }
  if (verb == "playouts") {
    std::vector<Seen> seen{game->seen_now(state.get())};
    const PlayoutTotals totals = game->playouts(state.get(), seen, n, environment("SEED", 0), threads, game->ply_limit().value_or(no_limit), watch);
    const double time = seconds() - begin;
    std::cout << totals.games << " games, " << totals.plies << " plies, " << totals.draws << " draws, " << totals.cut << " cut;";
    for (int p = 0; p < game->players(); ++p) std::cout << " player " << p << " wins " << totals.wins[static_cast<std::size_t>(p)];
    std::cout << "; " << time << " s, " << static_cast<double>(totals.games) / time << " games/s, " << time / static_cast<double>(totals.plies) * 1e9
              << " ns/ply\n";
    return 0;
  }
  throw Error("no verb " + in_quotes(verb));
}

}  // namespace

#ifndef PLYGROUND_DATA
#define PLYGROUND_DATA "python/plyground/data"  // seen from the root of the repository
#endif

int main(int argc, char** argv) {
  try {
    set_data_directory(PLYGROUND_DATA);
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}

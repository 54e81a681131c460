// How fast the word games walk: edges of the automaton a second, next to nodes of chess.
//   words_main [RUNS]    medians of so many runs (default 9), all taken in turns
// The edges are those of the walk that the pages describe, counted here by a plain program of its own: from every cell along neighbours that are not on the
// path yet, with a letter on each cell that goes on in the automaton. The time is that of the game's own count of the distinct moves. WYPS counts those on an
// empty board without a walk, as a shape is the same in all places: `walked` is the list made by the walk over the whole board that the game has for other
// positions. Of the edges many lead nowhere, as no word ends behind them and no letter that is left goes on; the walk looks at such an edge once for all the
// cells to which it goes. The last column is of the others alone.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/codec.hpp"
#include "core/registry.hpp"
#include "games/wyps/turns.hpp"
#include "words/distinct.hpp"
#include "words/lexicon.hpp"

#ifndef PLYGROUND_DATA
#define PLYGROUND_DATA "python/plyground/data"  // seen from the root of the repository
#endif

namespace {

using namespace ply;

/// A board as a graph, with letters on some cells.
struct Graph {
  std::vector<std::vector<int>> near;
  std::vector<int> letter;  // -1: empty
};

class PlainWalk {
 public:
  PlainWalk(const Lexicon& words, Graph graph, std::vector<int> rack, int most_empty)
      : words_(words), graph_(std::move(graph)), rack_(std::move(rack)), most_empty_(most_empty), on_path_(graph_.letter.size()) {}

  /// All edges, and those that lead on.
  struct Edges {
    u64 all = 0;
    u64 leading = 0;
  };

  Edges edges() {
    for (std::size_t cell = 0; cell < on_path_.size(); ++cell) {
      // A path with one empty cell goes nowhere from one that has only such neighbours.
      const auto& near = graph_.near[cell];
      const bool alone =
          most_empty_ == 1 && std::none_of(near.begin(), near.end(), [&](int next) { return graph_.letter[static_cast<std::size_t>(next)] >= 0; });
      if (!alone) enter(cell, words_.root());
    }
    return edges_;
  }

 private:
  void enter(std::size_t cell, Automaton::Node node) {
    if (on_path_[cell]) return;
    const bool empty = graph_.letter[cell] < 0;
    if (empty && most_empty_ == 0) return;
    for (int letter = 0; letter < most_letters; ++letter) {
      if (empty ? rack_[static_cast<std::size_t>(letter)] == 0 : letter != graph_.letter[cell]) continue;
      if ((words_.next(node) >> letter & 1) == 0) continue;
      on_path_[cell] = true;
      most_empty_ -= empty ? 1 : 0;
      rack_[static_cast<std::size_t>(letter)] -= empty ? 1 : 0;
      ++edges_.all;
      if (leads_on(words_.child(node, letter))) ++edges_.leading;
      for (const int next : graph_.near[cell]) enter(static_cast<std::size_t>(next), words_.child(node, letter));
      rack_[static_cast<std::size_t>(letter)] += empty ? 1 : 0;
      most_empty_ += empty ? 1 : 0;
      on_path_[cell] = false;
    }
  }

  bool leads_on(Automaton::Node node) const {
    if (words_.is_word(node)) return true;
    for (int letter = 0; letter < most_letters; ++letter) {
      const bool on_board = std::find(graph_.letter.begin(), graph_.letter.end(), letter) != graph_.letter.end();
      if ((words_.next(node) >> letter & 1) != 0 && ((most_empty_ > 0 && rack_[static_cast<std::size_t>(letter)] > 0) || on_board)) return true;
    }
    return false;
  }

  const Lexicon& words_;
  Graph graph_;
  std::vector<int> rack_;
  int most_empty_;
  std::vector<bool> on_path_;
  Edges edges_;
};

Graph triangle(int side) {
  Graph graph;
  const auto number = [](int x, int y) { return y * (y + 1) / 2 + x; };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x <= y; ++x) {
      graph.letter.push_back(-1);
      graph.near.emplace_back();
      for (const auto& [i, j] : {std::pair{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}) {
        if (y + j >= 0 && y + j < side && x + i >= 0 && x + i <= y + j) graph.near.back().push_back(number(x + i, y + j));
      }
    }
  }
  return graph;
}

/// With NEB on the three cells through the centre.
Graph hexagon(int side) {
  Graph graph;
  const int reach = side - 1;
  std::vector<std::pair<int, int>> cells;
  for (int q = -reach; q <= reach; ++q) {
    for (int r = std::max(-reach, -reach - q); r <= std::min(reach, reach - q); ++r) cells.emplace_back(q, r);
  }
  const auto number = [&](int q, int r) {
    const auto found = std::find(cells.begin(), cells.end(), std::pair(q, r));
    return found == cells.end() ? -1 : static_cast<int>(found - cells.begin());
  };
  graph.letter.assign(cells.size(), -1);
  for (const auto& [q, r] : cells) {
    graph.near.emplace_back();
    for (const auto& [i, j] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}) {
      if (const int next = number(q + i, r + j); next >= 0) graph.near.back().push_back(next);
    }
  }
  for (int i = 0; i < 3; ++i) graph.letter[static_cast<std::size_t>(number(i - 1, 0))] = "NEB"[i] - 'A';
  return graph;
}

struct Case {
  std::string name;
  std::function<u64()> count;
  int repeat;      // counts a run
  double amount;   // edges or nodes of a count
  double leading;  // of them
  std::vector<double> speeds{};
};

std::unique_ptr<AnyGame> make(const std::string& spec) {
  const auto [id, options] = split_spec(spec);
  const GameEntry& entry = find_game(id);
  return entry.make(resolve(entry, options, {}));
}

/// Processor time: others may use the machine too.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void run(Case& test) {
  const double begin = seconds();
  for (int i = 0; i < test.repeat; ++i) test.count();
  test.speeds.push_back(test.amount * test.repeat / (seconds() - begin));
}

/// Counts the nodes of a game.
std::function<u64()> perft(const std::string& spec, const std::string& position, int depth) {
  struct alignas(16) Word {
    unsigned char bytes[16];
  };
  const std::shared_ptr<AnyGame> game = make(spec);
  std::vector<Word> state(game->state_size() / sizeof(Word) + 1);
  if (position.empty()) {
    game->initial(0, state.data());
  } else {
    game->parse(position, state.data());
  }
  return [game, state, depth] {
    Watch watch;
    return game->perft(state.data(), depth, 1, watch);
  };
}

/// The turns of WYPS on an empty board by a walk, as the game itself lists them on boards on which it knows no shapes.
u64 walked_turns(const Lexicon& lexicon, const std::string& rack) {
  using Bits = u64;
  static const Triangle<Bits> triangle(8);
  wyps::Table<Bits> table;
  table.triangle = &triangle;
  table.words = &lexicon;
  for (const char c : rack) {
    table.in_rack |= u64{1} << (c - 'A');
    ++table.count[static_cast<std::size_t>(c - 'A')];
  }
  Distinct<wyps::Turn<Bits>, wyps::TurnHash<Bits>> turns(16384);
  for_each_bit(triangle.board(), [&](int cell) {
    return for_each_bit(table.in_rack, [&](int letter) {
      turns.add({wyps::Placements<Bits>{}.with(cell, letter), 0});
      return false;
    });
  });
  wyps::Walk walk(table, [&](Bits, const wyps::Placements<Bits>& placed) {
    turns.add({placed, 0});
    return false;
  });
  walk.everywhere();
  return turns.items().size();
}

std::vector<Case> cases() {
  const auto lexicon = std::dynamic_pointer_cast<const Lexicon>(load_resource("lexicon", "en:en"));
  std::vector<Case> out;
  out.push_back({"chess, nodes of perft 5", perft("chess", "", 5), 2, 4865609, 4865609});
  for (const std::string rack : {"AEINS", "AEOSW", "EEGKN"}) {
    std::vector<int> counts(most_letters);
    for (const char c : rack) ++counts[static_cast<std::size_t>(c - 'A')];
    const auto edges = PlainWalk(*lexicon, triangle(8), counts, 36).edges();
    const auto all = static_cast<double>(edges.all);
    const auto leading = static_cast<double>(edges.leading);
    out.push_back({"wyps, " + rack, perft("wyps", "./../.../..../...../....../......./........ -|" + rack + " - 1 turn", 1), 20, all, leading});
    out.push_back({"wyps, " + rack + ", walked", [lexicon, rack] { return walked_turns(*lexicon, rack); }, 20, all, leading});
    if (out.back().count() != out[out.size() - 2].count()) throw Error("wyps, " + rack + ": the walk has other turns than the game");
  }
  for (const int side : {4, 3}) {
    const auto edges = PlainWalk(*lexicon, hexagon(side), std::vector<int>(most_letters, 1), 1).edges();
    const std::string position = side == 4 ? "..../...../..N.../...E.../...B../...../.... NEB 2.5-0 0" : ".../.N../..E../..B./... NEB 2.5-0 0";
    out.push_back({"oski, NEB on size " + std::to_string(side), perft("oski:size=" + std::to_string(side), position, 1), 500, static_cast<double>(edges.all),
                   static_cast<double>(edges.leading)});
  }
  return out;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  try {
    set_data_directory(PLYGROUND_DATA);
    auto all = cases();
    const int runs = argc > 1 ? std::atoi(argv[1]) : 9;
    for (int i = 0; i < std::max(runs, 1); ++i) {
      for (Case& test : all) run(test);
    }
    const double nodes = median(all[0].speeds);
    for (const Case& test : all) {
      const double speed = median(test.speeds);
      std::printf("%-28s %10.0f %7.1f M/s %7.3f of chess %7.3f\n", test.name.c_str(), test.amount, speed / 1e6, speed / nodes,
                  speed / nodes * test.leading / test.amount);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}

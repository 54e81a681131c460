// Node counts: the number of legal move sequences of a length. Copy-make, bulk count at depth 1, adjudicated ends ignored.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/rules.hpp"
#include "core/workers.hpp"

namespace ply {

inline constexpr int max_depth = 255;

namespace detail {

/// Adds, or notes the overflow and stops.
inline void add_nodes(std::uint64_t& total, std::uint64_t more, bool& overflow) {
  total += more;
  if (total < more) overflow = true;
}

template <Rules R>
std::uint64_t perft_below(const R& rules, const typename R::State& at, int depth, Poll& poll, bool& overflow) {
  if constexpr (HasPerft<R>) {
    if (depth > 1) {
      if (const auto closed = rules.perft(at, depth)) return *closed;
    }
  }
  if (depth == 1) return count_moves(rules, at);
  std::uint64_t total = 0;
  rules.moves(at, [&](const typename R::Move& move) {
    typename R::State child = at;
    rules.play(child, move);
    add_nodes(total, perft_below(rules, child, depth - 1, poll, overflow), overflow);
    return poll() || overflow;
  });
  return total;
}

/// Walks `levels` plies below `at` and hands over every position there with its running number.
template <Rules R, class Visit>
bool walk(const R& rules, const typename R::State& at, int levels, Visit&& visit) {
  if (levels == 0) return visit(at);
  bool stop = false;
  rules.moves(at, [&](const typename R::Move& move) {
    typename R::State child = at;
    rules.play(child, move);
    stop = walk(rules, child, levels - 1, visit);
    return stop;
  });
  return stop;
}

}  // namespace detail

/// The node count at `depth` (0 .. max_depth). Throws CountOverflow past 2^64 - 1 and Interrupted when the watch was told to stop.
/// Threads share the work without a list of it: each walks the upper plies and takes the next position that nobody has taken.
template <Rules R>
std::uint64_t perft(const R& rules, const typename R::State& at, int depth, int threads, Watch& watch) {
  if (depth == 0) return 1;
  if constexpr (HasPerft<R>) {
    if (const auto closed = rules.perft(at, depth)) return *closed;
  }
  if (depth == 1) return count_moves(rules, at);
  const int levels = depth > 3 ? 2 : 1;
  std::uint64_t items = 0;
  if (levels == 1) {
    items = count_moves(rules, at);
  } else {
    detail::walk(rules, at, 1, [&](const typename R::State& child) {
      items += count_moves(rules, child);
      return false;
    });
  }
  watch.expect(static_cast<double>(items));
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> overflowed{false};
  std::vector<std::uint64_t> totals(static_cast<std::size_t>(threads), 0);
  run_threads(threads, watch, [&](int index, Poll& poll) {
    std::uint64_t total = 0;
    std::uint64_t number = 0;
    bool overflow = false;
    std::uint64_t mine = next.fetch_add(1);
    detail::walk(rules, at, levels, [&](const typename R::State& below) {
      if (number++ != mine) return poll();
      detail::add_nodes(total, detail::perft_below(rules, below, depth - levels, poll, overflow), overflow);
      watch.advance();
      mine = next.fetch_add(1);
      if (overflow) {
        overflowed = true;
        watch.stop();
      }
      return poll() || overflow;
    });
    totals[static_cast<std::size_t>(index)] = total;
  });
  bool overflow = overflowed;
  std::uint64_t total = 0;
  for (const std::uint64_t part : totals) detail::add_nodes(total, part, overflow);
  if (overflow) throw CountOverflow("perft: more than 2^64 - 1 nodes");
  if (watch.stopped()) throw Interrupted();
  return total;
}

/// The node count below each legal move, with its text. depth >= 1.
template <Rules R>
std::vector<std::pair<std::string, std::uint64_t>> divide(const R& rules, const typename R::State& at, int depth, int threads, Watch& watch) {
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  rules.moves(at, [&](const typename R::Move& move) {
    typename R::State child = at;
    rules.play(child, move);
    rows.emplace_back(rules.text(at, move), perft(rules, child, depth - 1, threads, watch));
    return false;
  });
  return rows;
}

}  // namespace ply

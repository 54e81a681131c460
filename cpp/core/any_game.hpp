// The boundary: one abstract class, implemented once as a template (core/erased.hpp), crossed once a call and never once a node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/playout.hpp"
#include "core/rules.hpp"
#include "core/stop.hpp"

namespace ply {

/// Many games side by side.
class AnyBatch {
 public:
  virtual ~AnyBatch() = default;
  virtual std::size_t size() const = 0;
  virtual void current_players(std::span<std::int8_t> out) const = 0;
  virtual void counts(std::span<std::int64_t> out) const = 0;
  virtual void over(std::span<bool> out) const = 0;
  virtual void returns(std::span<float> out) const = 0;  ///< size() rows of `players`
  /// Plays the move with that number in each game, -1: none. All are checked first; throws IllegalMove and changes nothing.
  virtual void play(std::span<const std::int64_t> indices) = 0;
  virtual void play_random() = 0;
  virtual void reset(std::span<const bool> mask) = 0;
  /// Copies out one game; tells whether it was cut at the ply limit.
  virtual bool copy_state(std::size_t i, void* state, std::vector<Seen>& seen) const = 0;
};

/// A game with its options fixed, on states that are bytes. `state` arguments point to `state_size()` bytes aligned to 16.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual int players() const = 0;
  virtual std::size_t state_size() const = 0;
  virtual std::size_t move_size() const = 0;
  virtual std::optional<std::uint64_t> ply_limit() const = 0;
  virtual std::optional<std::uint64_t> longest_game() const = 0;
  virtual std::optional<std::uint64_t> actions() const = 0;
  virtual bool has_nth() const = 0;      ///< nth_move is cheap: no need to keep a list
  virtual bool adjudicates() const = 0;  ///< adjudicated ends are possible
  virtual int repetition_limit() const = 0;

  virtual void initial(std::uint64_t seed, void* state) const = 0;
  virtual void parse(std::string_view text, void* state) const = 0;
  virtual std::string text(const void* state) const = 0;
  virtual std::string diagram(const void* state) const = 0;
  virtual bool equal(const void* a, const void* b) const = 0;
  virtual std::uint64_t hash(const void* state) const = 0;
  virtual std::vector<std::uint64_t> counters(const void* state) const = 0;
  virtual bool set_counters(void* state, std::span<const std::uint64_t> values) const = 0;

  virtual int current_player(const void* state) const = 0;
  virtual std::uint64_t count(const void* state) const = 0;
  /// Lists can be longer than anybody wants to wait: they throw Interrupted when the watch was told to stop.
  virtual std::vector<std::string> move_texts(const void* state, Watch& watch) const = 0;
  virtual std::vector<std::pair<std::string, std::uint64_t>> outcomes(const void* state) const = 0;
  virtual std::vector<std::uint64_t> action_numbers(const void* state, Watch& watch) const = 0;
  /// All moves, as bytes, one after the other.
  virtual std::vector<unsigned char> list(const void* state) const = 0;
  virtual bool play_nth(void* state, std::uint64_t index) const = 0;  ///< false: no such move
  virtual void play_move(void* state, const void* move) const = 0;
  virtual void play_text(void* state, std::string_view text) const = 0;  ///< throws IllegalMove
  virtual std::optional<std::string> nth_text(const void* state, std::uint64_t index) const = 0;

  virtual Result result(const void* state) const = 0;
  virtual Result conceded(const void* state, int player) const = 0;
  virtual Result agreed(const void* state) const = 0;
  virtual Seen seen_now(const void* state) const = 0;
  virtual std::size_t look_back(const void* state) const = 0;
  /// The adjudicated end of a position that has legal moves. `seen`: the positions so far, this one last; empty where no repetition can count.
  virtual std::optional<Result> adjudicate(const void* state, std::span<const Seen> seen) const = 0;

  virtual std::uint64_t perft(const void* state, int depth, int threads, Watch& watch) const = 0;
  virtual std::vector<std::pair<std::string, std::uint64_t>> divide(const void* state, int depth, int threads, Watch& watch) const = 0;
  virtual PlayoutTotals playouts(const void* state, std::span<const Seen> seen, std::uint64_t games, std::uint64_t seed, int threads, std::uint64_t max_plies,
                                 Watch& watch) const = 0;
  /// Plays `state` out; `seen` grows with it.
  virtual Outcome playout(void* state, std::vector<Seen>& seen, std::uint64_t seed, std::uint64_t max_plies, Watch& watch) const = 0;
  virtual std::unique_ptr<AnyBatch> batch(std::size_t size, std::uint64_t seed, std::uint64_t max_plies) const = 0;

  /// Compares each refinement that the game offers with what is derived without it. Returns what is wrong.
  virtual std::vector<std::string> check(const void* state, std::uint64_t seed) const = 0;
};

}  // namespace ply

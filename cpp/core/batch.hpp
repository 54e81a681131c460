// Many games of one kind side by side.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/any_game.hpp"
#include "core/error.hpp"
#include "core/playout.hpp"

namespace ply {

template <Rules R>
class Batch final : public AnyBatch {
 public:
  /// Slot i draws from stream (seed, i), after its k-th reset from stream (seed, i + k * size).
  Batch(const R& rules, std::size_t size, std::uint64_t seed, std::uint64_t max_plies) : rules_(&rules), seed_(seed), max_plies_(max_plies) {
    slots_.reserve(size);
    for (std::size_t i = 0; i < size; ++i) slots_.emplace_back(rules);
    for (std::size_t i = 0; i < size; ++i) start(i);
  }

  std::size_t size() const override { return slots_.size(); }

  void current_players(std::span<std::int8_t> out) const override {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      out[i] = static_cast<std::int8_t>(slots_[i].over ? ply::over : rules_->current_player(slots_[i].state));
    }
  }
  void counts(std::span<std::int64_t> out) const override {
    for (std::size_t i = 0; i < slots_.size(); ++i) out[i] = static_cast<std::int64_t>(legal(slots_[i]));
  }
  void over(std::span<bool> out) const override {
    for (std::size_t i = 0; i < slots_.size(); ++i) out[i] = slots_[i].over;
  }
  void returns(std::span<float> out) const override {
    const auto players = static_cast<std::size_t>(players_of(*rules_));
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto row = out.subspan(i * players, players);
      std::fill(row.begin(), row.end(), 0.0F);
      if (!slots_[i].over || slots_[i].cut) continue;
      const Result result = slots_[i].adjudicated ? *slots_[i].adjudicated : rules_->result(slots_[i].state);
      std::copy_n(result.returns.begin(), players, row.begin());
    }
  }

  void play(std::span<const std::int64_t> indices) override {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (indices[i] == -1) continue;
      if (slots_[i].over) throw IllegalMove("batch: game " + std::to_string(i) + " is over: " + rules_->text(slots_[i].state));
      const std::uint64_t count = legal(slots_[i]);
      if (indices[i] < 0 || static_cast<std::uint64_t>(indices[i]) >= count) {
        throw IllegalMove("batch: game " + std::to_string(i) + ": move " + std::to_string(indices[i]) + " is not one of the " + std::to_string(count) +
                          " legal moves of " + rules_->text(slots_[i].state));
      }
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (indices[i] != -1) advance(slots_[i], *nth_move(*rules_, slots_[i].state, static_cast<std::uint64_t>(indices[i])));
    }
  }

  void play_random() override {
    for (Slot& slot : slots_) {
      if (slot.over) continue;
      if (const auto move = choose_(*rules_, slot.state, slot.rng)) advance(slot, *move);
    }
  }

  void reset(std::span<const bool> mask) override {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (!mask[i]) continue;
      ++slots_[i].resets;
      start(i);
    }
  }

  bool copy_state(std::size_t i, void* state, std::vector<Seen>& seen) const override {
    *static_cast<typename R::State*>(state) = slots_[i].state;
    const auto span = slots_[i].history.seen();
    seen.assign(span.begin(), span.end());
    return slots_[i].cut;
  }

 private:
  struct Slot {
    explicit Slot(const R& rules) : history(rules) {}
    typename R::State state{};
    Rng rng;
    std::uint64_t plies = 0;
    std::uint64_t resets = 0;
    bool over = false;
    bool cut = false;
    mutable std::int64_t count = -1;  ///< -1: not counted yet
    std::unique_ptr<Result> adjudicated;
    History<R> history;
  };

  std::uint64_t legal(const Slot& slot) const {
    if (slot.over) return 0;
    if (slot.count < 0) slot.count = static_cast<std::int64_t>(count_moves(*rules_, slot.state));
    return static_cast<std::uint64_t>(slot.count);
  }

  void start(std::size_t i) {
    Slot& slot = slots_[i];
    slot.rng = Rng(seed_, i + slot.resets * slots_.size());
    slot.state = rules_->initial(slot.rng);
    slot.plies = 0;
    slot.cut = false;
    slot.count = -1;
    slot.adjudicated.reset();
    slot.history.start(*rules_, slot.state);
    slot.over = !has_moves(*rules_, slot.state);
    if constexpr (HasAdjudicated<R>) {
      if (!slot.over) judge(slot, rules_->adjudicated(slot.state));
    }
  }

  void advance(Slot& slot, const typename R::Move& move) {
    rules_->play(slot.state, move);
    ++slot.plies;
    slot.count = -1;
    slot.over = !has_moves(*rules_, slot.state);
    if (slot.over) return;
    if constexpr (has_adjudication<R>) judge(slot, slot.history.adjudicate(*rules_, slot.state));
    if (!slot.over && slot.plies >= max_plies_) slot.over = slot.cut = true;
  }

  void judge(Slot& slot, const std::optional<Result>& verdict) {
    if (!verdict) return;
    slot.over = true;
    slot.adjudicated = std::make_unique<Result>(*verdict);
  }

  const R* rules_;
  std::uint64_t seed_;
  std::uint64_t max_plies_;
  std::vector<Slot> slots_;
  Chooser<R> choose_;
};

}  // namespace ply

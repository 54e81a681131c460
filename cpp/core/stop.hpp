// How long work is watched: a caller may look at progress and ask to stop (Ctrl-C), at a cost that no driver notices.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace ply {

/// Shared by the threads of one run. Only the thread that called (the owner) runs the hook; the others see the flag.
class Watch {
 public:
  /// `hook(done)` is called about ten times a second with the fraction done (0..1); it returns true to stop.
  using Hook = std::function<bool(double)>;

  explicit Watch(Hook hook = {}) : hook_(std::move(hook)), last_(Clock::now()) {}

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void expect(double total) { total_ = total; }
  void advance(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }

  /// Calls the hook if it is due. Owner only.
  void look() {
    if (!hook_) return;
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double total = total_ > 0 ? total_ : 1;
    if (hook_(static_cast<double>(done_.load(std::memory_order_relaxed)) / total)) stop();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> done_{0};
  double total_ = 0;
  Hook hook_;
  Clock::time_point last_;
};

/// One thread's view of a Watch: reads the clock only every so many polls.
class Poll {
 public:
  Poll(Watch& watch, bool owner) : watch_(&watch), owner_(owner) {}

  /// True if the work should be abandoned. `cost`: roughly the nodes since the last call.
  bool operator()(std::uint64_t cost = 1) {
    budget_ -= static_cast<std::int64_t>(cost);
    if (budget_ <= 0) {
      budget_ = 4096;
      if (owner_) watch_->look();
      stopped_ = watch_->stopped();
    }
    return stopped_;
  }
  Watch& watch() { return *watch_; }

 private:
  Watch* watch_;
  std::int64_t budget_ = 4096;
  bool owner_;
  bool stopped_ = false;
};

}  // namespace ply

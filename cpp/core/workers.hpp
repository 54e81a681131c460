// Running one body on several threads, the calling one among them.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace ply {

/// Calls `body(index, poll)` for index 0 .. threads-1, each on its own thread, index 0 on this one. Rethrows the first exception after all have ended.
template <class Body>
void run_threads(int threads, Watch& watch, Body&& body) {
  std::exception_ptr failure;
  std::mutex guard;
  std::atomic<int> running{threads - 1};
  const auto guarded = [&](int index) {
    try {
      Poll poll(watch, index == 0);
      body(index, poll);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
      watch.stop();
    }
  };
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads - 1));
  for (int index = 1; index < threads; ++index) {
    try {
      others.emplace_back([&, index] {
        guarded(index);
        running.fetch_sub(1, std::memory_order_release);
      });
    } catch (const std::system_error&) {  // no more threads to be had: fewer do the same work
      running.fetch_sub(threads - index, std::memory_order_release);
      break;
    }
  }
  guarded(0);
  while (running.load(std::memory_order_acquire) > 0) {
    watch.look();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (auto& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ply

#include "common/run/watchdog.hpp"

#include <chrono>

namespace gputest {

Watchdog::Watchdog(double seconds, std::function<void()> on_hang)
    : thread_([this, seconds, on_hang = std::move(on_hang)] {
        std::unique_lock lock(mutex_);
        const auto limit = std::chrono::duration<double>(seconds);
        if (!finished_.wait_for(lock, limit, [this] { return done_; })) on_hang();
      }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  finished_.notify_one();
  thread_.join();
}

}  // namespace gputest

// Notices calls that never come back.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace gputest {

/// Calls `on_hang` from a thread of its own if it is not destroyed within `seconds`.
class Watchdog {
 public:
  Watchdog(double seconds, std::function<void()> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace gputest

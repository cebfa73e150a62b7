#include "common/cpu/workers.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace gputest::cpu {
namespace {

/// Waits until the value changes: first by polling for a short time, because a step's next kernel
/// comes soon, then asleep.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t from) {
  constexpr std::chrono::microseconds kAwake{50};
  const auto end = std::chrono::steady_clock::now() + kAwake;
  for (;;) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != from) return now;
    if (std::chrono::steady_clock::now() > end) value.wait(from, std::memory_order_acquire);
    std::this_thread::yield();
  }
}

class Workers {
 public:
  ~Workers() {
    stopping_ = true;
    call();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(std::uint32_t threads, const std::function<void()>& work) {
    const std::unique_lock<std::mutex> only(busy_, std::try_to_lock);
    if (!only.owns_lock()) return work();
    while (threads_.size() + 1 < threads) threads_.emplace_back([this] { serve(); });
    work_ = &work;
    places_ = (threads - 1) * kSeat;
    call();
    work();
    std::uint32_t inside = places_.fetch_and(kInside) & kInside;  // no more threads begin
    while (inside != 0) inside = wait_for_change(places_, inside);
  }

 private:
  // The number of threads that may still begin, in units of kSeat, plus the number of threads that
  // have not finished.
  static constexpr std::uint32_t kSeat = 1 << 16, kInside = kSeat - 1;

  void call() {
    ++calls_;
    calls_.notify_all();
  }

  /// Takes a place for this thread; false if none is left.
  bool begin() {
    std::uint32_t places = places_;
    while (places >= kSeat)
      if (places_.compare_exchange_weak(places, places - kSeat + 1)) return true;
    return false;
  }

  void serve() {
    for (std::uint32_t seen = 0; !stopping_;) {
      if (begin()) {
        (*work_)();
        --places_;
        places_.notify_one();
      }
      seen = wait_for_change(calls_, seen);
    }
  }

  std::mutex busy_;
  std::vector<std::thread> threads_;
  const std::function<void()>* work_ = nullptr;
  std::atomic<std::uint32_t> places_ = 0, calls_ = 0;
  std::atomic<bool> stopping_ = false;
};

}  // namespace

void run_on_threads(std::uint32_t threads, const std::function<void()>& work) {
  static Workers workers;
  threads > 1 ? workers.run(threads, work) : work();
}

}  // namespace gputest::cpu

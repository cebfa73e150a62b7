#include "common/many/device_threads.hpp"

#include <omp.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "common/core/stopwatch.hpp"

namespace gputest::many {

void for_each_device(Communicators& direct, Ranks& ranks, std::size_t devices,
                     const std::function<void(std::size_t k)>& compute) {
  std::mutex ending;
  std::condition_variable has_ended;
  std::atomic<std::size_t> ended = 0;
  std::exception_ptr failure;  // the first
  const auto fail = [&] {
    {
      const std::lock_guard<std::mutex> lock(ending);
      if (!failure) failure = std::current_exception();
    }
    direct.abort();  // else the other devices wait for this one
  };
  const Stopwatch watch;
  const auto have_all = [&] {
    constexpr double kEager = 0.02;  // seconds; to sleep and be woken would take as long as a step
    if (ended == devices) return true;
    if (watch.seconds() < kEager) return false;
    std::unique_lock<std::mutex> lock(ending);
    if (has_ended.wait_for(lock, std::chrono::milliseconds(1), [&] { return ended == devices; }))
      return true;
    lock.unlock();
    try {
      direct.check();
    } catch (...) {
      fail();
    }
    return false;
  };
  omp_set_dynamic(0);  // with fewer threads than devices none would end
#pragma omp parallel num_threads(static_cast <int>(devices) + 1)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    if (thread == 0) {
      ranks.wait_for(have_all);
    } else {
      try {
        compute(thread - 1);
      } catch (...) {
        fail();
      }
      const std::lock_guard<std::mutex> lock(ending);
      ++ended;
      has_ended.notify_one();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::many

#include "common/many/device_threads.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
#include "common/device/lost_context.hpp"

namespace gputest::many {

std::exception_ptr failure_of(const std::string& device) {
  try {
    throw;
  } catch (const Error& error) {
    return std::make_exception_ptr(Error(error.status(),
                                         fmt::format("{} (seen on {})", error.what(), device),
                                         error.api_failure(), error.where()));
  } catch (...) {
    return std::current_exception();
  }
}

void for_each_device(Communicators& direct, Ranks& ranks, std::size_t devices,
                     const std::function<void(std::size_t k)>& compute,
                     const std::function<std::string(std::size_t k)>& id_of) {
  std::mutex ending;
  std::condition_variable has_ended;
  std::atomic<std::size_t> ended = 0;
  std::exception_ptr failure;  // the first
  const auto fail = [&](const std::exception_ptr& found) {
    {
      const std::lock_guard<std::mutex> lock(ending);
      if (!failure) failure = found;
    }
    direct.abort();  // otherwise the other devices wait for this one
  };
  const Stopwatch watch;
  const auto have_all = [&] {
    constexpr double kEager = 0.02;  // seconds; sleeping and waking would take as long as a step
    if (ended == devices) return true;
    if (watch.seconds() < kEager) return false;
    std::unique_lock<std::mutex> lock(ending);
    if (has_ended.wait_for(lock, std::chrono::milliseconds(1), [&] { return ended == devices; }))
      return true;
    lock.unlock();
    try {
      direct.check();
    } catch (...) {
      fail(std::current_exception());
    }
    return false;
  };
  omp_set_dynamic(0);  // with fewer threads than devices no device would finish
#pragma omp parallel num_threads(static_cast <int>(devices) + 1)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    if (thread == 0) {
      ranks.wait_for(have_all);
    } else {
      const LostContextKept kept;  // transfers of other devices read its memory until they end
      bool has_failed = false;
      try {
        compute(thread - 1);
      } catch (...) {
        has_failed = true;
        fail(failure_of(id_of(thread - 1)));
      }
      {
        const std::lock_guard<std::mutex> lock(ending);
        ++ended;
        has_ended.notify_one();
      }
      while (has_failed && ended < devices)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::many

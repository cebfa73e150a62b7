#include "common/texts/first_use.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/texts/image.hpp"

namespace gputest::texts {
namespace {

/// What threads share that compile.
struct Work {
  const std::vector<Wanted>& texts;
  const std::function<void(std::size_t)>& done;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> ends = false;
  std::mutex mutex{};
  std::size_t finished = 0;

  void compile() {
    for (std::size_t k = next++; k < texts.size() && !ends && !interrupted(); k = next++) {
      try {
        images_of(*texts[k].compiler, texts[k].file, texts[k].instances, texts[k].target);
      } catch (const Error& error) {
        if (error.status() == Status::unavailable) ends = true;
      } catch (const std::exception&) {  // which whoever asks again is told
      }
      const std::lock_guard lock(mutex);
      done(++finished);
    }
  }
};

}  // namespace

void compile_all(const std::vector<Wanted>& texts, const std::function<void(std::size_t)>& done) {
  Work work{texts, done};
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<std::jthread> others;
  others.reserve(cores);
  try {
    while (others.size() + 1 < std::min(cores, texts.size()))
      others.emplace_back([&] { work.compile(); });
  } catch (const std::system_error&) {  // fewer threads do
  }
  work.compile();
}

}  // namespace gputest::texts

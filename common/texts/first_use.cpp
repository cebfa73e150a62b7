#include "common/texts/first_use.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/texts/image.hpp"

namespace gputest::texts {
namespace {

/// The work shared by the compiling threads.
struct Work {
  const std::vector<Wanted>& texts;
  const std::function<void(std::size_t)>& done;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex{};
  std::size_t finished = 0;
  std::set<std::pair<const Compiler*, std::string>> refused{};  ///< targets and their compilers

  /// Ignores errors: the next request for the text reports them.
  void compile() {
    for (std::size_t k = next++; k < texts.size() && !interrupted(); k = next++) {
      try {
        compile(texts[k]);
        const std::lock_guard lock(mutex);
        done(++finished);
      } catch (const std::exception&) {
      }
    }
  }

  void compile(const Wanted& text) {
    const std::pair target(text.compiler, text.target);
    {
      const std::lock_guard lock(mutex);
      if (refused.count(target) > 0) return;
    }
    try {
      images_of(*text.compiler, text.file, text.instances, text.target);
    } catch (const Error& error) {
      const std::lock_guard lock(mutex);
      if (error.status() == Status::unavailable) refused.insert(target);
    }
  }
};

}  // namespace

void compile_all(const std::vector<Wanted>& texts, const std::function<void(std::size_t)>& done) {
  Work work{texts, done};
  constexpr unsigned kMost = 8;  // each writes two files that a signal handler may have to remove
  const std::size_t cores = std::clamp(std::thread::hardware_concurrency(), 1u, kMost);
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

#include "common/core/threads.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <pthread.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

// GCC's OpenMP run-time keeps a record of every thread on the caller's stack; about 80,000 fill it.
constexpr int kMostThreads = 16384;

/// The value of OMP_STACKSIZE in bytes: a number of KiB, or of the unit given by a letter. None if
/// it is unset or invalid; OpenMP ignores it then.
std::optional<std::uint64_t> stack_size() {
  const char* const variable = std::getenv("OMP_STACKSIZE");
  std::string text = variable == nullptr ? "" : variable;
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  if (text.empty()) return std::nullopt;
  std::uint64_t unit = 1024;
  const std::string units = "BKMG";
  const auto found = units.find(static_cast<char>(std::toupper(text.back())));
  if (found != units.npos) {
    unit = std::uint64_t{1} << (10 * found);
    text.pop_back();
  }
  const auto number = parse_number<std::uint64_t>(text);
  if (!number || *number > std::numeric_limits<std::size_t>::max() / unit) return std::nullopt;
  return *number * unit;
}

/// Threads that wait until all of them are ended.
class IdleThreads {
 public:
  explicit IdleThreads(std::optional<std::uint64_t> stack) {
    gate_.lock();
    pthread_attr_init(&attributes_);
    if (stack) pthread_attr_setstacksize(&attributes_, *stack);  // OpenMP ignores a bad size too
  }
  ~IdleThreads() {
    gate_.unlock();
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes_);
  }
  IdleThreads(const IdleThreads&) = delete;
  IdleThreads& operator=(const IdleThreads&) = delete;

  /// False if the system refuses a thread.
  bool start() {
    const auto wait = [](void* gate) -> void* {
      const std::lock_guard lock(*static_cast<std::mutex*>(gate));
      return nullptr;
    };
    threads_.emplace_back();  // first, because memory may run out: a started thread must be joined
    if (pthread_create(&threads_.back(), &attributes_, wait, &gate_) == 0) return true;
    threads_.pop_back();
    return false;
  }

 private:
  std::mutex gate_;
  pthread_attr_t attributes_{};
  std::vector<pthread_t> threads_;
};

}  // namespace

std::uint64_t thread_stacks() {
  std::size_t size = 0;
  pthread_attr_t attributes{};
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  return static_cast<std::uint64_t>(omp_get_max_threads()) * stack_size().value_or(size);
}

void require_threads() { require_threads(omp_get_max_threads(), "OMP_NUM_THREADS"); }

void require_threads(int wanted, const std::string& number) {
  if (wanted > kMostThreads)
    throw Error(Status::bad_input,
                fmt::format("{} must be at most {}, not {}", number, kMostThreads, wanted));
  const std::optional<std::uint64_t> stack = stack_size();
  IdleThreads threads(stack);
  for (int k = 1; k < wanted; ++k) {  // the first is the caller
    if (threads.start()) continue;
    throw Error(
        Status::out_of_memory,
        fmt::format("the system starts only {} of {} threads{}; set {} or OMP_STACKSIZE lower", k,
                    wanted, stack ? fmt::format(" with stacks of {}", format_bytes(*stack)) : "",
                    number));
  }
}

}  // namespace gputest

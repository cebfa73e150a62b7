// The order in which the threads of a block take their turns between two points of
// synchronisation. On a GPU there is none: a kernel whose result depends on it lacks a barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace hip_host {

/// Thread 0 first, thread 0 last, or shuffled anew after each point of synchronisation.
enum class Order { forward, reverse, random };

/// An order and, for Order::random, its seed: the same seed gives the same run.
struct ThreadOrder {
  Order order = Order::forward;
  std::uint64_t seed = 0;
};

/// Sets the order of the launches to come, from any host thread.
void set_thread_order(Order order, std::uint64_t seed = 0);

/// Goes back to the order that the environment variable GPUTEST_HIP_HOST_ORDER gives
/// (forward, reverse or random:SEED), which is forward where it is not set.
void reset_thread_order();

/// The order in force. Throws std::invalid_argument where the environment variable holds something
/// else.
ThreadOrder thread_order();

/// Reads "forward", "reverse" or "random:SEED", SEED a decimal number; nothing if it is none.
std::optional<ThreadOrder> parse_thread_order(std::string_view text);

namespace detail {

/// The turns of one block's threads.
class Turns {
 public:
  /// Starts a block of `threads` threads; `block` is its number in the grid, which makes each
  /// block's random order its own whichever worker runs it.
  void begin(const ThreadOrder& order, unsigned threads, std::uint64_t block);

  /// The threads in the order of the next round.
  const std::vector<unsigned>& next_round();

 private:
  std::uint64_t random();

  std::vector<unsigned> sequence_;
  bool shuffled_ = false;
  std::uint64_t state_ = 0;
};

}  // namespace detail
}  // namespace hip_host

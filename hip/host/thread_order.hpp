// The order in which the threads of a block take their turns between two points of synchronisation.
// A GPU has no such order: if a kernel's result depends on it, the kernel lacks a barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace hip_host {

/// Thread 0 first, thread 0 last, or shuffled again after each point of synchronisation.
enum class Order { forward, reverse, random };

/// An order and, for Order::random, its seed: the same seed gives the same run.
struct ThreadOrder {
  Order order = Order::forward;
  std::uint64_t seed = 0;
};

/// Sets the order of later launches, from any host thread.
void set_thread_order(Order order, std::uint64_t seed = 0);

/// Restores the order of the environment variable GPUTEST_HIP_HOST_ORDER (forward, reverse or
/// random:SEED); forward if it is not set.
void reset_thread_order();

/// The current order. Throws std::invalid_argument if the environment variable has another value.
ThreadOrder thread_order();

/// Reads "forward", "reverse" or "random:SEED" with a decimal number SEED; nothing for other texts.
std::optional<ThreadOrder> parse_thread_order(std::string_view text);

namespace detail {

/// The turns of one block's threads.
class Turns {
 public:
  /// Starts a block of `threads` threads. `block` is its number in the grid, so each block has its
  /// own random order, whichever worker runs it.
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

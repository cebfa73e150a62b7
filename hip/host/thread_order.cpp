#include "hip/host/thread_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace hip_host {
namespace {

constexpr const char* kVariable = "GPUTEST_HIP_HOST_ORDER";

std::mutex chosen_mutex;
std::optional<ThreadOrder> chosen;

}  // namespace

std::optional<ThreadOrder> parse_thread_order(std::string_view text) {
  if (text == "forward") return ThreadOrder{Order::forward, 0};
  if (text == "reverse") return ThreadOrder{Order::reverse, 0};
  constexpr std::string_view kRandom = "random:";
  if (!text.starts_with(kRandom)) return std::nullopt;
  text.remove_prefix(kRandom.size());
  ThreadOrder order{Order::random, 0};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, order.seed);
  if (error != std::errc() || rest != end) return std::nullopt;
  return order;
}

void set_thread_order(Order order, std::uint64_t seed) {
  const std::scoped_lock lock(chosen_mutex);
  chosen = ThreadOrder{order, seed};
}

void reset_thread_order() {
  const std::scoped_lock lock(chosen_mutex);
  chosen.reset();
}

ThreadOrder thread_order() {
  const std::scoped_lock lock(chosen_mutex);
  if (chosen) return *chosen;
  const char* const text = std::getenv(kVariable);
  if (text == nullptr) return {};
  if (const auto order = parse_thread_order(text)) return *order;
  throw std::invalid_argument(
      fmt::format("{} is \"{}\" and must be forward, reverse or random:SEED", kVariable, text));
}

namespace detail {

void Turns::begin(const ThreadOrder& order, unsigned threads, std::uint64_t block) {
  sequence_.resize(threads);
  std::iota(sequence_.begin(), sequence_.end(), 0u);
  if (order.order == Order::reverse) std::reverse(sequence_.begin(), sequence_.end());
  shuffled_ = order.order == Order::random;
  state_ = order.seed;
  state_ = random() + block;
}

const std::vector<unsigned>& Turns::next_round() {
  if (shuffled_)
    for (std::size_t left = sequence_.size(); left > 1; --left)
      std::swap(sequence_[left - 1], sequence_[random() % left]);
  return sequence_;
}

// SplitMix64 (Steele, Lea and Flood 2014): reproducible everywhere, and every seed is valid.
std::uint64_t Turns::random() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t bits = state_;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

}  // namespace detail
}  // namespace hip_host

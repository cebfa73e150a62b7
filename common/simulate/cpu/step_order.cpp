// step_order on the CPU: folds positions and finds the spatial order of particles.
#include <utility>

#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kDigits = 3;        // an odd number: the last pass writes to `order`
constexpr std::uint32_t kMaxParts = 64;     // `work` has words for the counters of that many parts
constexpr std::uint32_t kLeastPart = 4096;  // particles that are worth separate counters

/// A stable sort of numbers by key, digit by digit. The particles are cut into parts; each counts
/// and moves its own particles. Their new places follow from all counts and do not depend on
/// threads.
void sort_pairs(const OrderArguments& a) {
  const std::uint32_t digit_bits = (a.key_bits + kDigits - 1) / kDigits;
  const std::uint32_t digits = 1u << digit_bits;
  const std::uint32_t part = std::max(kLeastPart, a.n / kMaxParts + 1);
  const std::uint32_t parts = a.n / part + (a.n % part != 0 ? 1 : 0);
  std::uint32_t *keys = a.keys, *numbers = a.numbers;
  std::uint32_t *sorted_keys = a.sorted_keys, *sorted = a.order;
  for (std::uint32_t shift = 0; shift < kDigits * digit_bits; shift += digit_bits) {
    const auto digit = [&](std::uint32_t i) { return keys[i] >> shift & (digits - 1); };
    const auto counters = [&](std::uint32_t first) {
      return a.work + std::size_t{first / part} * digits;
    };
    parallel_for(a.n, part, [&](std::uint32_t first, std::uint32_t last) {
      std::uint32_t* const own = counters(first);
      std::fill_n(own, digits, 0u);
      for (std::uint32_t i = first; i < last; ++i) ++own[digit(i)];
    });
    std::uint32_t sum = 0;
    for (std::uint32_t d = 0; d < digits; ++d)
      for (std::uint32_t p = 0; p < parts; ++p)
        sum += std::exchange(a.work[std::size_t{p} * digits + d], sum);
    parallel_for(a.n, part, [&](std::uint32_t first, std::uint32_t last) {
      std::uint32_t* const own = counters(first);
      for (std::uint32_t i = first; i < last; ++i) {
        const std::uint32_t place = own[digit(i)]++;
        sorted_keys[place] = keys[i];
        sorted[place] = numbers[i];
      }
    });
    std::swap(keys, sorted_keys);
    std::swap(numbers, sorted);
  }
}

Launch bind_order(const KernelCall& call) {
  return [a = OrderArguments(call)] {
    for_each_particle(a.n, [&](std::uint32_t i) { a.prepare(i); });
    sort_pairs(a);
  };
}

}  // namespace

extern const Declaration step_order_cpu{nullptr, bind_order};

}  // namespace gputest::cpu

// step_order on the CPU: folds positions and finds the order in which particles lie in space.
#include <omp.h>

#include <utility>

#include "common/cpu/declaration.hpp"
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kDigits = 3;  // an odd number: the last pass writes to `order`
constexpr int kMaxThreads = 64;       // for whose counters `work` has words

/// A stable sort of numbers by key, digit by digit. Each thread counts and moves a range of its
/// own; where its range's go follows from all counts, so that the order does not depend on threads.
void sort_pairs(const OrderArguments& a) {
  const std::uint32_t digit_bits = (a.key_bits + kDigits - 1) / kDigits;
  const std::uint32_t digits = 1u << digit_bits;
#pragma omp parallel num_threads(std::min(kMaxThreads, omp_get_max_threads()))
  {
    const auto thread = static_cast<std::uint32_t>(omp_get_thread_num());
    const auto threads = static_cast<std::uint32_t>(omp_get_num_threads());
    const auto first = static_cast<std::uint32_t>(std::uint64_t{a.n} * thread / threads);
    const auto last = static_cast<std::uint32_t>(std::uint64_t{a.n} * (thread + 1) / threads);
    std::uint32_t* const own = a.work + std::size_t{thread} * digits;
    std::uint32_t *keys = a.keys, *numbers = a.numbers;
    std::uint32_t *sorted_keys = a.sorted_keys, *sorted = a.order;
    for (std::uint32_t shift = 0; shift < kDigits * digit_bits; shift += digit_bits) {
      const auto digit = [&](std::uint32_t i) { return keys[i] >> shift & (digits - 1); };
      std::fill_n(own, digits, 0u);
      for (std::uint32_t i = first; i < last; ++i) ++own[digit(i)];
#pragma omp barrier
#pragma omp single
      {
        std::uint32_t sum = 0;
        for (std::uint32_t d = 0; d < digits; ++d)
          for (std::uint32_t t = 0; t < threads; ++t)
            sum += std::exchange(a.work[std::size_t{t} * digits + d], sum);
      }
      for (std::uint32_t i = first; i < last; ++i) {
        const std::uint32_t place = own[digit(i)]++;
        sorted_keys[place] = keys[i];
        sorted[place] = numbers[i];
      }
#pragma omp barrier
      std::swap(keys, sorted_keys);
      std::swap(numbers, sorted);
    }
  }
}

Launch bind(const KernelCall& call) {
  return [a = OrderArguments(call)] {
    for_each_particle(a.n, [&](std::uint32_t i) { a.prepare(i); });
    sort_pairs(a);
  };
}

}  // namespace

extern const Declaration step_order_cpu{nullptr, bind};

}  // namespace gputest::cpu

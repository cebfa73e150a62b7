#include "common/memory/oracle.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/arrays/index_hash.hpp"
#include "common/memory/shuffle.hpp"
#include "common/memory/values.hpp"

// The amounts of work per element are repeated here, so that the check does not share the kernels'
// header.
namespace gputest::memory {
namespace {

constexpr double kFactor = 0.375;

// Bits that results need beyond those of the arrays' values, so that nothing is rounded: for
// a + 3/8 b in units of 1/8, and for the sum of 256 numbers.
constexpr std::uint32_t kSpareOfStreams = 4, kSpareOfTile = 8;

ExpectedResults dot_product(const Task& task) {
  std::int64_t sum = 0;
  const auto n = static_cast<std::int64_t>(task.n);
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (std::int64_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::uint64_t>(k);
    sum += static_cast<std::int64_t>(value_of_a(task, i) * value_of_b(task, i));
  }
  return {1, [sum](std::uint64_t) { return Expected{0, static_cast<double>(sum)}; }};
}

/// Column by column of an array with rows of `stride` elements.
ExpectedResults strided(const Task& task) {
  std::uint64_t rows = task.n / task.stride;
  if (rows * task.stride != task.n) ++rows;
  return {task.n, [task, rows](std::uint64_t i) {
            const std::uint64_t row = i % rows, column = i / rows;
            std::uint64_t place = row * task.stride + column;
            if (place >= task.n) place -= task.n;
            return Expected{i, value_of_a(task, place)};
          }};
}

/// The end of the chase, and the sum of its indices, each plus 1, modulo 2^32.
ExpectedResults chase(const Task& task) {
  const Ring ring(task);
  const std::uint64_t nodes = task.nodes(), hops = task.hops();
  std::uint32_t once_round = 0, of_the_rest = 0;
  for (std::uint64_t k = 1; k <= nodes && k <= hops; ++k) {
    const auto came_by = static_cast<std::uint32_t>(ring.element(k) + 1);
    once_round += came_by;
    if (k <= hops % nodes) of_the_rest += came_by;
  }
  const auto sum = static_cast<std::uint32_t>(hops / nodes) * once_round + of_the_rest;
  const auto end = static_cast<double>(ring.element(hops));
  return {2, [=](std::uint64_t k) { return Expected{k, k == 0 ? end : static_cast<double>(sum)}; }};
}

ExpectedResults broadcast(const Task& task) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = word_of_a(task, k);
  return {task.n, [words](std::uint64_t i) {
            auto number = static_cast<std::uint32_t>(i);
            for (const std::uint32_t word : words) number = (number ^ word) * 0x9E3779B1u;
            return Expected{i, static_cast<double>(number)};
          }};
}

ExpectedResults banks(const Task& task) {
  std::vector<double> sums(64);
  for (std::uint64_t thread = 0; thread < sums.size(); ++thread)
    for (std::uint64_t read = 0; read < 256; ++read)
      sums[thread] += value_of_a(task, (thread * task.stride + 33 * read) % 2048);
  return {task.n, [sums](std::uint64_t i) { return Expected{i, sums[i % 64]}; }};
}

ExpectedResults counters(const Task& task) {
  std::array<std::uint32_t, 64> of_item{};  // items i and i + 64 are alike
  std::uint32_t of_all = 0;
  for (std::size_t i = 0; i < of_item.size(); ++i) {
    for (std::uint64_t k = 0; k < 16; ++k) of_item[i] += word_of_a(task, (i + k) % 64);
    of_all += of_item[i];
  }
  return {task.counters(), [=](std::uint64_t counter) {
            const std::uint64_t size = std::uint64_t{1} << task.counter_shift;
            const std::uint64_t first = counter * size, items = std::min(size, task.n - first);
            std::uint32_t sum = static_cast<std::uint32_t>(items / 64) * of_all;
            for (std::uint64_t i = first + items / 64 * 64; i < first + items; ++i)
              sum += of_item[i % 64];
            return Expected{counter, static_cast<double>(sum)};
          }};
}

}  // namespace

double value_of_a(const Task& task, std::uint64_t i) {
  if (task.access == Access::dot)
    return static_cast<double>(Factors{task.n, task.seed, task.digits, true}.at(i));
  const std::uint32_t spare = task.access == Access::bank ? kSpareOfTile : kSpareOfStreams;
  return static_cast<double>(Values{task.seed, task.digits - spare}.at(i));
}

double value_of_b(const Task& task, std::uint64_t i) {
  const std::uint64_t seed = task.seed + (std::uint64_t{1} << 40);
  if (task.access == Access::dot)
    return static_cast<double>(Factors{task.n, seed, task.digits, false}.at(i));
  return static_cast<double>(Values{seed, task.digits - kSpareOfStreams}.at(i));
}

std::uint32_t word_of_a(const Task& task, std::uint64_t i) {
  return static_cast<std::uint32_t>(arrays::mixed(i + 1 + task.seed * 0x9E3779B97F4A7C15u)) &
         0x7FFFFFFFu;
}

ExpectedResults expected_results(const Task& task) {
  const auto of_values = [&](auto value) {
    return ExpectedResults{task.n, [=](std::uint64_t i) { return Expected{i, value(i)}; }};
  };
  switch (task.access) {
    case Access::copy:
      return of_values([task](std::uint64_t i) { return value_of_a(task, i); });
    case Access::scale:
      return of_values([task](std::uint64_t i) { return kFactor * value_of_a(task, i); });
    case Access::add:
      return of_values(
          [task](std::uint64_t i) { return value_of_a(task, i) + value_of_b(task, i); });
    case Access::triad:
      return of_values(
          [task](std::uint64_t i) { return value_of_a(task, i) + kFactor * value_of_b(task, i); });
    case Access::dot:
      return dot_product(task);
    case Access::stride:
      return strided(task);
    case Access::gather:
      return of_values([task, indices = Indices(task)](std::uint64_t i) {
        return value_of_a(task, indices.at(i));
      });
    case Access::scatter:
      return {task.n, [task, indices = Indices(task)](std::uint64_t i) {
                return Expected{indices.at(i), value_of_a(task, i)};
              }};
    case Access::chase:
      return chase(task);
    case Access::broadcast:
      return broadcast(task);
    case Access::bank:
      return banks(task);
    case Access::atomic:
      return counters(task);
    case Access::texture:
      return {4 * task.n, [task, walked = Walked(task)](std::uint64_t k) {
                return Expected{k, value_of_a(task, 4 * walked.at(k / 4) + k % 4)};
              }};
    case Access::transfer:
      return of_values([task](std::uint64_t i) { return value_of_a(task, i); });
    case Access::launch:
      return {1, [task](std::uint64_t) {
                const std::uint32_t counting = task.launches_empty ? 1 : task.launches;
                return Expected{0, static_cast<double>(word_of_a(task, 0) + counting)};
              }};
  }
  return {};
}

}  // namespace gputest::memory

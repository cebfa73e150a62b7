// The sort and the running sums of common/simt on the host device, for both wavefront sizes.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "common/core/sanitizers.hpp"
#include "hip/host_calls.hpp"
#include "hip/platform.hpp"
#include "tests/support/on_device.hpp"
// After the platform's header.
#include "common/simt/sort_passes.hpp"

#if GT_HIP_HOST_WAVEFRONT == 32
#define SUITE HipHostSort32
#else
#define SUITE HipHostSort64
#endif

namespace gputest {
namespace {

using hip_host::Simt;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kAlone = simt::kMostThreads * simt::kSortItems;

class Array {
 public:
  explicit Array(const Words& words) : memory_(bytes_of(words)) {}
  std::uint32_t* get() const { return static_cast<std::uint32_t*>(memory_.get()); }
  Words read() const {
    const std::vector<std::byte> bytes = memory_.read();
    Words words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
  }

 private:
  static std::vector<std::byte> bytes_of(const Words& words) {
    std::vector<std::byte> bytes(words.size() * sizeof(std::uint32_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
  }
  test::OnDevice memory_;
};

/// Scratch of exactly the required size, with no word 0.
simt::SortStorage storage_of(const Array& array, std::uint64_t n) {
  return {array.get(), sort_storage_words(n)};
}
Words spoiled(std::uint64_t n) { return Words(sort_storage_words(n), 0xffffffffu); }

void launch(const simt::Binding& binding) {
  binding.enqueue();
  EXPECT_EQ(hipGetLastError(), hipSuccess) << ::hip_host::last_launch_message();
}

KernelCall call_of_device() {
  KernelCall call;
  call.warp_size = GT_HIP_HOST_WAVEFRONT;
  return call;
}

/// Sorts them by add(binding, storage, pairs).
template <class Add>
void expect_sorted(const Words& keys, std::uint32_t key_bits, Add&& add) {
  const auto n = static_cast<std::uint32_t>(keys.size());
  SCOPED_TRACE(testing::Message() << n << " keys of " << key_bits << " bits");
  Words order(n);
  std::iota(order.begin(), order.end(), 7u);
  const Array of_keys(keys), of_values(order), sorted_keys(Words(n, 1)), sorted(Words(n, 1)),
      work(spoiled(n));
  const hip_host::HostCalls calls;
  simt::Binding binding(&calls);
  add(binding, storage_of(work, n),
      simt::KeyedValues{of_keys.get(), sorted_keys.get(), of_values.get(), sorted.get(), n,
                        key_bits});
  for (int time = 0; time < 2; ++time)
    launch(binding);  // leftovers of a launch must not matter to the next
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a - 7] < keys[b - 7]; });
  EXPECT_EQ(sorted.read(), order);
  Words expected = keys;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted_keys.read(), expected);
  EXPECT_EQ(of_keys.read(), keys);
}

void expect_sorted(const Words& keys, std::uint32_t key_bits) {
  expect_sorted(keys, key_bits,
                [](simt::Binding& binding, const simt::SortStorage& storage, const auto& pairs) {
                  simt::add_sort<Simt>(call_of_device(), binding, storage, pairs);
                });
}

Words random_words(std::uint32_t n, std::uint32_t bits, std::uint32_t seed) {
  std::mt19937 random(seed);
  Words words(n);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random()) >> (32 - bits);
  return words;
}

TEST(SUITE, SortsAsManyAsOneBlockTakes) {
  for (const std::uint32_t n : {1u, 2u, 63u, 64u, 65u, 2047u, 2048u, 2049u, 4097u, kAlone})
    expect_sorted(random_words(n, 13, n), 13);
  for (const std::uint32_t bits : {1u, 6u, 8u, 9u, 17u, 31u, 32u})
    expect_sorted(random_words(777, bits, bits), bits);
}

TEST(SUITE, SortsWithSeveralBlocks) {
  for (const std::uint32_t n : {kAlone + 1, 6 * kLeastTile - 1, 6 * kLeastTile, 6 * kLeastTile + 1})
    expect_sorted(random_words(n, 12, n), 12);
  for (const std::uint32_t bits : {1u, 7u, 8u, 24u, 32u})
    expect_sorted(random_words(10000, bits, bits), bits);
}

TEST(SUITE, SortsWithTilesOfTwiceTheSize) {
  for (const std::uint32_t n : {1u, 4095u, 4096u, 4097u, 20000u})
    expect_sorted(random_words(n, 16, n), 16,
                  [](simt::Binding& binding, const simt::SortStorage& storage, const auto& pairs) {
                    simt::detail::add_tiled_sort<Simt, 16>(binding, storage, pairs, 2, 8);
                  });
}

TEST(SUITE, KeepsTheOrderOfEqualKeys) {
  for (const std::uint32_t n : {1000u, 9000u}) {
    expect_sorted(Words(n, 0), 12);
    expect_sorted(Words(n, 0xfff), 12);
    Words few = random_words(n, 1, 5);
    for (std::uint32_t& key : few) key = key * 0xffffffffu;
    expect_sorted(few, 32);
  }
}

TEST(SUITE, SortsRandomNumbersOfKeysOfRandomWidth) {
  std::mt19937 random(11);
  for (int k = 0; k < (GT_ASAN || GT_TSAN ? 3 : 20); ++k) {
    const auto n = static_cast<std::uint32_t>(1 + random() % 12000);
    const auto bits = static_cast<std::uint32_t>(1 + random() % 32);
    expect_sorted(random_words(n, bits, n), bits);
  }
}

TEST(SUITE, AnEmptyArrayIsSortedAndSummed) {
  simt::Binding binding;
  simt::add_sort<Simt>(call_of_device(), binding, {}, {});
  simt::add_running_sums<Simt>(call_of_device(), binding, {}, nullptr, 0);
  EXPECT_TRUE(binding.plan().passes.empty());
}

TEST(SUITE, TooLittleStorageIsRefused) {
  simt::Binding binding;
  const simt::KeyedValues pairs{nullptr, nullptr, nullptr, nullptr, 100000, 32};
  EXPECT_THROW(simt::add_sort<Simt>(call_of_device(), binding, {nullptr, 200000}, pairs),
               std::logic_error);
}

TEST(SUITE, RunningSums) {
  constexpr std::uint32_t kTile = simt::kSumTile, kMost = simt::kSumAlone;
  for (const std::uint32_t n : {1u, 2u, 63u, 64u, 65u, kTile - 1, kTile, kTile + 1, 4 * kTile + 1,
                                kMost, kMost + 1, 10 * kTile - 1, 10 * kTile, 80 * kTile + 1}) {
    if ((GT_ASAN || GT_TSAN) && n > 10 * kTile)
      continue;  // 80 tiles are more than a wavefront looks at
    SCOPED_TRACE(testing::Message() << n << " numbers");
    Words numbers = random_words(n, 32, n);
    const Array of_numbers(numbers), work(spoiled(n));
    const hip_host::HostCalls calls;
    simt::Binding binding(&calls);
    simt::add_running_sums<Simt>(call_of_device(), binding, storage_of(work, n), of_numbers.get(),
                                 n);
    launch(binding);
    std::partial_sum(numbers.begin(), numbers.end(), numbers.begin());
    EXPECT_EQ(of_numbers.read(), numbers);
  }
}

}  // namespace
}  // namespace gputest

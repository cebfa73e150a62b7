#include "common/simt/nvidia_sort.hpp"

#include <cstdio>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <stdexcept>

namespace gputest {
namespace simt {
namespace nvidia {
namespace {

/// The error of a call of CUB, which gives some and throws others: their number is in the text
/// alone.
template <class F>
cudaError_t error_of(F&& call) {
  try {
    return call();
  } catch (const std::runtime_error& thrown) {
    int code = cudaErrorUnknown;
    static_cast<void>(std::sscanf(thrown.what(), "cudaError %d", &code));
    static_cast<void>(cudaGetLastError());  // the same
    return static_cast<cudaError_t>(code);
  }
}

}  // namespace

void sort_pairs(const SortStorage& storage, const KeyedValues& p) {
  with_sort_storage("CUB", storage, [&](void* memory, std::size_t& bytes) {
    return error_of([&] {
      return cub::DeviceRadixSort::SortPairs(memory, bytes, p.keys, p.sorted_keys, p.values,
                                             p.sorted_values, p.n, 0, static_cast<int>(p.key_bits),
                                             static_cast<cudaStream_t>(storage.stream));
    });
  });
}

void running_sums(const SortStorage& storage, std::uint32_t* values, std::uint32_t n) {
  with_sort_storage("CUB", storage, [&](void* memory, std::size_t& bytes) {
    return error_of([&] {
      return cub::DeviceScan::InclusiveSum(memory, bytes, values, values, n,
                                           static_cast<cudaStream_t>(storage.stream));
    });
  });
}

}  // namespace nvidia
}  // namespace simt
}  // namespace gputest

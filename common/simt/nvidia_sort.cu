#include "common/simt/nvidia_sort.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

namespace gputest {
namespace simt {
namespace nvidia {

void sort_pairs(const SortStorage& storage, const KeyedValues& p) {
  with_sort_storage("CUB", storage, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, p.keys, p.sorted_keys, p.values,
                                           p.sorted_values, p.n, 0, static_cast<int>(p.key_bits),
                                           static_cast<cudaStream_t>(storage.stream));
  });
}

void running_sums(const SortStorage& storage, std::uint32_t* values, std::uint32_t n) {
  with_sort_storage("CUB", storage, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, values, values, n,
                                         static_cast<cudaStream_t>(storage.stream));
  });
}

}  // namespace nvidia
}  // namespace simt
}  // namespace gputest

#include "hip/amd/sort.hpp"

#include <hip/hip_runtime.h>

#include <rocprim/device/device_radix_sort.hpp>
#include <rocprim/device/device_scan.hpp>

namespace gputest::hip_amd {

void sort_pairs(const simt::SortStorage& storage, const simt::KeyedValues& p) {
  simt::with_sort_storage("rocPRIM", storage, [&](void* memory, std::size_t& bytes) {
    return rocprim::radix_sort_pairs(memory, bytes, p.keys, p.sorted_keys, p.values,
                                     p.sorted_values, p.n, 0, p.key_bits,
                                     static_cast<hipStream_t>(storage.stream));
  });
}

void running_sums(const simt::SortStorage& storage, std::uint32_t* values, std::uint32_t n) {
  simt::with_sort_storage("rocPRIM", storage, [&](void* memory, std::size_t& bytes) {
    return rocprim::inclusive_scan(memory, bytes, values, values, n, rocprim::plus<std::uint32_t>(),
                                   static_cast<hipStream_t>(storage.stream));
  });
}

}  // namespace gputest::hip_amd

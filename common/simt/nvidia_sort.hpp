// Sorting and prefix sums on an NVIDIA GPU, by CUB. They go to the storage's stream, and allocate
// and wait for nothing.
#pragma once

#include "common/simt/device_sort.hpp"

namespace gputest {
namespace simt {
namespace nvidia {

/// A stable sort by key. Throws like with_sort_storage().
void sort_pairs(const SortStorage& storage, const KeyedValues& pairs);

/// values[k] becomes values[0] + … + values[k]. Throws like sort_pairs().
void running_sums(const SortStorage& storage, std::uint32_t* values, std::uint32_t n);

}  // namespace nvidia
}  // namespace simt
}  // namespace gputest

// Sorting and prefix sums on an AMD GPU, by rocPRIM. They go to the storage's stream, and allocate
// and wait for nothing.
#pragma once

#include "common/simt/device_sort.hpp"

namespace gputest::hip_amd {

/// A stable sort by key. Throws like simt::with_sort_storage().
void sort_pairs(const simt::SortStorage& storage, const simt::KeyedValues& pairs);

/// values[k] becomes values[0] + … + values[k]. Throws like sort_pairs().
void running_sums(const simt::SortStorage& storage, std::uint32_t* values, std::uint32_t n);

}  // namespace gputest::hip_amd

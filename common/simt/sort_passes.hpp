// Sorting and prefix sums as passes of a Binding, by the platform's library of primitives. The
// platform's header has been included before.
#pragma once

#include "common/simt/device_sort.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Adds a stable sort by key.
template <class Simt>
void add_sort(Binding& binding, SortStorage storage, const KeyedValues& pairs) {
  storage.stream = binding.stream();
  binding.add({"sort", {}, {}, 0},
              [=, calls = binding.calls()] { calls->sort_pairs(storage, pairs); });
}

/// Adds values[k] = values[0] + … + values[k], for n of them.
template <class Simt>
void add_running_sums(Binding& binding, SortStorage storage, std::uint32_t* values,
                      std::uint32_t n) {
  storage.stream = binding.stream();
  binding.add({"prefix sum", {}, {}, 0},
              [=, calls = binding.calls()] { calls->running_sums(storage, values, n); });
}

}  // namespace simt
}  // namespace gputest

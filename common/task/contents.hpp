// The contents of a task's arrays before a launch.
#pragma once

#include <cstdint>
#include <string>

#include "common/core/arguments.hpp"
#include "common/task/task.hpp"

namespace gputest::task {

/// The array of that shape with the parameter's contents. `seed` chooses the random ones; `folder`
/// has the files. Throws Error(bad_input) if a bound, a value or a file does not fit the type.
HostArray contents_of(const Parameter& parameter, const ArrayShape& shape, const Values& values,
                      std::uint64_t seed, const std::string& folder);

/// Element k of the result is the place that the k-th of `count` elements takes: 0 to count - 1 in
/// random order.
std::vector<std::uint64_t> random_order(std::uint64_t count, std::uint64_t seed);

/// The data of a NumPy file (NEP 1). Throws Error(bad_input) unless it has the shape's type, and as
/// many numbers in C's order.
std::vector<std::byte> npy_data(const std::string& path, const ArrayShape& shape);

}  // namespace gputest::task

// A thread for each of a rank's devices that send to each other.
#pragma once

#include <cstddef>
#include <functional>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// Calls compute(k) of each of so many devices in a thread of its own. The calling thread, which
/// MPI knows, looks for what fails on the devices meanwhile, and for ranks that hang. What fails
/// ends the transfers of all. Throws the first failure.
void for_each_device(Communicators& direct, Ranks& ranks, std::size_t devices,
                     const std::function<void(std::size_t k)>& compute);

}  // namespace gputest::many

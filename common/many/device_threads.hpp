// A thread for each of a rank's devices that send to each other.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// The exception under way. The sentence of an Error then names the device that it was seen on,
/// which need not be the one that faulted.
std::exception_ptr failure_of(const std::string& device);

/// Calls compute(k) of each of so many devices in a thread of its own. The calling thread, which
/// MPI knows, looks for what fails on the devices meanwhile, and for ranks that hang. What fails
/// ends the transfers of all. Throws the first failure, with the device's id_of(k).
void for_each_device(Communicators& direct, Ranks& ranks, std::size_t devices,
                     const std::function<void(std::size_t k)>& compute,
                     const std::function<std::string(std::size_t k)>& id_of);

}  // namespace gputest::many

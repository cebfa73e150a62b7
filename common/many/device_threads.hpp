// A thread for each of a rank's devices that send to each other.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// The exception under way. The sentence of an Error then names the device that it was seen on,
/// which need not be the one that faulted.
std::exception_ptr failure_of(const std::string& device);

/// Calls compute(k) of each of the devices, whose ids these are, in a thread of its own. The
/// calling thread, which MPI knows, looks for what fails on the devices meanwhile, and for ranks
/// that hang. What fails ends the transfers of all. Throws the first failure.
void for_each_device(Communicators& direct, Ranks& ranks, const std::vector<std::string>& devices,
                     const std::function<void(std::size_t k)>& compute);

}  // namespace gputest::many

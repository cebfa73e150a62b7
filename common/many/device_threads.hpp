// Runs one thread for each of a rank's devices that send to each other.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// The current exception. If it is an Error, its sentence then names the device that reported it,
/// which need not be the one that faulted.
std::exception_ptr failure_of(const std::string& device);

/// Calls compute(k) for each of `devices` devices, each in its own thread. During this time the
/// calling thread, the one that MPI knows, checks for failures on the devices and for ranks that
/// hang. A failure ends the transfers of all devices. Throws the first failure, with the device's
/// id_of(k).
void for_each_device(Communicators& direct, Ranks& ranks, std::size_t devices,
                     const std::function<void(std::size_t k)>& compute,
                     const std::function<std::string(std::size_t k)>& id_of);

}  // namespace gputest::many

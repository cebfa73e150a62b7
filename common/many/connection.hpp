// Whether devices send to each other by themselves, or the host copies.
#pragma once

#include <memory>
#include <string>

#include "common/many/communicators.hpp"
#include "common/many/devices.hpp"

namespace gputest::many {

/// How numbers go from device to device.
struct Connection {
  std::shared_ptr<Communicators> direct;  ///< null where they go through the host
  /// In words: "NCCL 2.28.3", "through the host's pinned memory: libnccl.so.2 is not there". Empty
  /// of one device.
  std::string copies;
};

/// Connects all devices of all ranks. NCCL is taken where every device is a GPU that it takes, none
/// of them twice, and every rank opens the same version; else MPI where each rank has one GPU whose
/// memory the MPI takes; else the host copies. Every rank calls; rank 0 throws Error(unavailable)
/// where NCCL then fails. What was connected before, and has not failed since, is kept.
Connection connect(const ManyDevices& devices);

/// Ends the connection. Every rank calls, at once, since NCCL's communicators wait for each other's
/// end; nothing of a rank's uses it any more.
void disconnect(const ManyDevices& devices);

}  // namespace gputest::many

// Chooses whether devices send to each other directly or the host copies.
#pragma once

#include <memory>
#include <string>

#include "common/many/communicators.hpp"
#include "common/many/devices.hpp"

namespace gputest::many {

/// How data go from device to device.
struct Connection {
  std::shared_ptr<Communicators> direct;  ///< null if data go through the host
  /// In words: "NCCL 2.28.3", "through the host's pinned memory: libnccl.so.2 is not there". Empty
  /// for one device.
  std::string copies;
};

/// Connects all devices of all ranks. NCCL connects them if it takes every device, no GPU is listed
/// twice and every rank opens the same version. Otherwise MPI connects them if each rank has one
/// GPU and the MPI takes GPU memory. Otherwise the host copies. Every rank calls; rank 0 throws
/// Error(unavailable) if NCCL then fails. An earlier connection that has not failed is kept.
Connection connect(const ManyDevices& devices);

/// Ends the connection. All ranks call at the same time, since NCCL's communicators wait for each
/// other's end. Nothing on a rank may use the connection afterwards.
void disconnect(const ManyDevices& devices);

}  // namespace gputest::many

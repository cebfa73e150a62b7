// Copies memory from device to device by an MPI that takes GPU memory like host memory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// Whether MPI takes GPU memory, as the variable GPUTEST_GPU_AWARE_MPI says, yes or no; empty if
/// the variable is not set. Throws Error(bad_input) for another value.
std::optional<bool> said_of_mpi();

/// Every rank has one device, with the rank's number. If one rank fails, the others wait until
/// Ranks gives them up.
class MpiCommunicators : public Communicators {
 public:
  MpiCommunicators(Ranks& ranks, const std::string& name, Queue* device)
      : Communicators(name, static_cast<std::size_t>(ranks.rank()), {device}), ranks_(ranks) {}

  void transfer(std::size_t k, const std::vector<Transfer>& transfers) override;
  bool waits() const override { return true; }

 private:
  Ranks& ranks_;
};

}  // namespace gputest::many

// Memory from device to device by an MPI that takes it as it takes the host's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/many/communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {

/// Whether MPI takes GPUs' memory, as the variable GPUTEST_GPU_AWARE_MPI says, yes or no; nothing
/// where it is not there. Throws Error(bad_input) for another value.
std::optional<bool> said_of_mpi();

/// Every rank has one device, whose number is the rank's. What fails on one rank leaves the others
/// waiting until Ranks gives them up.
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

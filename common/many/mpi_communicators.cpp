#include "common/many/mpi_communicators.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <cstdlib>

#include "common/core/error.hpp"

namespace gputest::many {

std::optional<bool> said_of_mpi() {
  constexpr const char* kVariable = "GPUTEST_GPU_AWARE_MPI";
  const char* const text = std::getenv(kVariable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::string said = text;
  if (said == "yes" || said == "no") return said == "yes";
  throw Error(Status::bad_input, fmt::format("{} must be yes or no, not '{}'", kVariable, said));
}

/// The thread that otherwise calls MPI waits for this one during this time, and gives up ranks that
/// hang.
void MpiCommunicators::transfer(std::size_t k, const std::vector<Transfer>& transfers) {
  stream(k).wait();
  for (const Transfer& one : transfers) {
    const int peer = static_cast<int>(one.peer);
    if (one.sends)
      ranks_.begin_send(peer, one.memory, one.bytes);
    else
      ranks_.begin_receive(peer, one.memory, one.bytes);
  }
  while (!ranks_.done()) {
    if (aborted_) throw Error(Status::unavailable, name() + " has failed on another thread");
    sched_yield();
  }
}

}  // namespace gputest::many

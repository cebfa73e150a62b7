// A thread of the running block, in the block's view.
#pragma once

#include <cstdint>
#include <cstring>

#include "hip/host/call_site.hpp"
#include "hip/host/vector_types.hpp"
#include "hip/host/wavefront.hpp"

namespace hip_host::detail {

/// Whether a thread can continue, and if not, its reason for waiting.
enum class State : std::uint8_t { ready, at_barrier, at_wavefront_operation, returned };

/// A thread's contribution to a wavefront operation.
struct Offer {
  Lanes mask = kLanesPresent;
  bool shuffles = false;    ///< else it votes
  bool is_barrier = false;  ///< a vote that also orders the lanes' accesses before and after it
  unsigned source = 0;      ///< of a shuffle: the lane to read from
  std::uint64_t value = 0;  ///< of a shuffle: the thread's value
};

/// A thread of the running block.
struct Thread {
  uint3 index{};  ///< threadIdx
  State state = State::ready;
  CallSite site;                ///< where it waits
  bool predicate = false;       ///< its vote at a barrier or in a wavefront operation
  Offer offer;                  ///< to the last wavefront operation
  Ballot ballot;                ///< the result of the last vote
  std::uint64_t exchanged = 0;  ///< the result of the last shuffle
};

/// Whether two threads wait at the same line.
inline bool same_site(const CallSite& a, const CallSite& b) {
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

}  // namespace hip_host::detail

#include "hip/host/wavefront_operation.hpp"

#include <bit>
#include <cstring>

namespace hip_host::detail {
namespace {

Lanes bit(unsigned lane) { return Lanes{1} << lane; }

bool same_operation(const Thread& a, const Thread& b) {
  return a.offer.mask == b.offer.mask && a.offer.shuffles == b.offer.shuffles &&
         same_site(a.site, b.site);
}

/// Whether `a` comes before `b` in one file; false for lines in different files.
bool above(const CallSite& a, const CallSite& b) {
  return a.line < b.line && std::strcmp(a.file, b.file) == 0;
}

/// The lanes of `candidates` that wait for the same operation as lane `first`.
Lanes lanes_with(std::span<const Thread> lanes, Lanes candidates, unsigned first) {
  Lanes group = 0;
  for (unsigned lane = first; lane < lanes.size(); ++lane)
    if ((candidates & bit(lane)) != 0 && same_operation(lanes[first], lanes[lane]))
      group |= bit(lane);
  return group;
}

void carry_out(std::span<Thread> lanes, Lanes group) {
  Lanes votes = 0;
  for (Lanes left = group; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (lanes[lane].predicate) votes |= bit(lane);
  }
  for (Lanes left = group; left != 0; left &= left - 1) {
    Thread& thread = lanes[static_cast<unsigned>(std::countr_zero(left))];
    const unsigned source = thread.offer.source;
    const bool source_active = source < lanes.size() && (group & bit(source)) != 0;
    thread.exchanged = source_active ? lanes[source].offer.value : thread.offer.value;
    thread.ballot = {votes, group};
    thread.state = State::ready;
  }
}

}  // namespace

Lanes complete_wavefront_operation(std::span<Thread> lanes) {
  Lanes live = 0;
  Lanes waiting = 0;
  for (unsigned lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane].state != State::returned) live |= bit(lane);
    if (lanes[lane].state == State::at_wavefront_operation) waiting |= bit(lane);
  }

  Lanes chosen = 0;
  const CallSite* chosen_site = nullptr;
  while (waiting != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(waiting));
    const Lanes group = lanes_with(lanes, waiting, first);
    waiting &= ~group;
    const bool complete = (lanes[first].offer.mask & live & ~group) == 0;
    const CallSite& site = lanes[first].site;
    if (complete && (chosen_site == nullptr || above(site, *chosen_site))) {
      chosen = group;
      chosen_site = &site;
    }
  }
  carry_out(lanes, chosen);
  return chosen;
}

}  // namespace hip_host::detail

// Coordinates that a program counts in floats, counted in integers beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "il_reference/opencl/slot_facts.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// Slots of temporaries that are only ever set to a whole constant, or raised or lowered by one, as
/// the pointer of a walk over a resource is. For each register with such coordinates the
/// translation has an int4 beside it, so that a sample neither floors nor converts, and the floats
/// are computed only where something else reads them.
class Counters {
 public:
  /// In strict mode only what counts by ones, and stops at 2^24 as floats do. In fast mode a count
  /// may go on to the end of an int.
  Counters(const Program& program, Mode mode);

  /// Of two coordinates, where both are counted, as an int2; else nothing.
  std::optional<std::string> coordinates(const Source& source) const;
  /// The integers beside registers, with the 0 that they begin as; empty where there are none.
  std::string declarations() const;
  /// What keeps them up with an instruction, a statement for each slot.
  std::string update(const Instruction& instruction) const;

 private:
  bool holds(const Source& source) const;

  const Program& program_;
  Mode mode_;
  SlotFacts counted_;
  std::set<std::pair<std::uint32_t, unsigned>> uneven_;  ///< slots that strict mode leaves out
  std::set<std::pair<std::uint32_t, unsigned>> slots_;   ///< those that a sample reads so
};

}  // namespace gputest::il

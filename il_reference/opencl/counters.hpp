// Integer copies of coordinates that a program counts in floats.
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

/// Slots of temporaries that are only set to a whole constant, or raised or lowered by one, like
/// the pointer of a walk over a resource. The translation adds an int4 for each register with such
/// coordinates. So a sample neither floors nor converts, and the floats are computed only if
/// something else reads them.
class Counters {
 public:
  /// Strict mode takes only slots that count by ones, and stops at 2^24 as floats do. In fast mode
  /// a count may go on to the end of an int.
  Counters(const Program& program, Mode mode);

  /// Two coordinates as an int2, if both are counted; else nothing.
  std::optional<std::string> coordinates(const Source& source) const;
  /// Declares the integers, with their initial 0; empty if there are none.
  std::string declarations() const;
  /// Statements, one per slot, that update the integers after an instruction.
  std::string update(const Instruction& instruction) const;

 private:
  bool holds(const Source& source) const;

  const Program& program_;
  Mode mode_;
  SlotFacts counted_;
  std::set<std::pair<std::uint32_t, unsigned>> uneven_;  ///< slots that strict mode leaves out
  std::set<std::pair<std::uint32_t, unsigned>> slots_;   ///< slots that a sample reads
};

}  // namespace gputest::il

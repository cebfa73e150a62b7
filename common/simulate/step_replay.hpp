// Repeats a step of all particles on the host.
#pragma once

#include <string>

#include "common/simulate/integrator.hpp"

namespace gputest {

/// Kick, drift and kick with the forces of two moments, from the textbook's formulas and with no
/// code of the device's kernels. Also reflects particles at walls and applies a thermostat.
class StepReplay {
 public:
  /// `half_skin`: no particle may have moved farther from its position in the list; 0: any may.
  StepReplay(const ForceTraits& traits, double time_step, double half_skin)
      : traits_(traits), time_step_(time_step), half_skin_(half_skin) {}

  /// The fault of `after`, which is one step later than `before` or at the same step, a clause;
  /// empty if its particles are where the forces take them, to rounding. At the same step only the
  /// kick that is due may have been applied.
  std::string fault(const StepMoment& before, const StepMoment& after) const;

 private:
  std::string list_fault(const StepMoment& before, const StepMoment& after) const;

  ForceTraits traits_;
  double time_step_, half_skin_;
};

}  // namespace gputest

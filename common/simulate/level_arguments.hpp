// The arguments of the step kernels of block time steps if a kernel is a C++ function.
#pragma once

#include <cstdint>

#include "common/simulate/step_arguments.hpp"
#include "common/simulate/step_levels.h"

namespace gputest {

/// The arguments of step_drift.
template <class Real>
struct DriftArguments {
  const gt_substep* substep;
  const std::uint32_t* levels;
  double* state;
  PackedParticles<Real> packed;
  std::uint32_t* active;
  double shortest_step;
  std::uint32_t n;

  explicit DriftArguments(const KernelCall& call)
      : substep(static_cast<const gt_substep*>(call.inputs[0])),
        levels(static_cast<const std::uint32_t*>(call.inputs[1])),
        state(static_cast<double*>(call.outputs[0])),
        packed(call, 1),
        active(static_cast<std::uint32_t*>(call.outputs[4])),
        shortest_step(call.scalar<double>("shortest_step")),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void drift(std::uint32_t i) const {
    const gt_step_force at = gt_step_drift(state, i, n, shortest_step * substep->passed);
    packed.put(i, at.x, at.y, at.z);
    active[i] = gt_is_active(levels[i], substep->shortest, substep->now) ? 1 : 0;
  }
};

/// The arguments of step_level.
template <class Real>
struct LevelArguments {
  const Vector4<Real>* __restrict__ forces;
  double* state;
  std::uint32_t* levels;
  gt_substep* substep;
  gt_level_choice choice;
  std::uint32_t n;

  explicit LevelArguments(const KernelCall& call)
      : forces(static_cast<const Vector4<Real>*>(call.inputs[0])),
        state(static_cast<double*>(call.outputs[0])),
        levels(static_cast<std::uint32_t*>(call.outputs[1])),
        substep(static_cast<gt_substep*>(call.outputs[2])),
        choice{call.scalar<double>("shortest_step"), call.scalar<double>("excess")},
        n(call.scalar<std::uint32_t>("n")) {}

  /// Ends and begins body i's step, and counts it by count(level, too long).
  template <class Count>
  GT_MEMBER_FN void step(std::uint32_t i, const Count& count) const {
    const gt_chosen_level own =
        gt_step_level(state, levels, i, n, step_force(forces[i]), choice, substep->shortest,
                      substep->now, substep->ends, substep->begins);
    count(own.level, own.too_long);
  }
};

}  // namespace gputest

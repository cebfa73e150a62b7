// The arguments of the step kernels if a kernel is a C++ function, in the order of step_calls.cpp.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/layout/bodies.hpp"
#include "common/simulate/step_measure.h"
#include "common/simulate/step_move.h"
#include "common/simulate/step_order.h"

namespace gputest {

/// A force kernel's vector in double precision.
template <class Real>
GT_FN gt_step_force step_force(const Vector4<Real>& force) {
  return {static_cast<double>(force.x), static_cast<double>(force.y), static_cast<double>(force.z)};
}

/// Whether forces, and the particles that the force kernel reads, are in single precision.
inline bool forces_are_fp32(const KernelCall& call) {
  return call.specialization("force_bits") == 32;
}

/// The force kernel's arrays of particles: each component's first number, and the distance from one
/// particle to the next.
template <class Real>
struct PackedParticles {
  Real *x, *y, *z;
  std::uint32_t stride;

  PackedParticles(const KernelCall& call, std::size_t first)
      : x(static_cast<Real*>(call.outputs[first]) + call.scalar<std::uint32_t>("first_x")),
        y(static_cast<Real*>(call.outputs[first + 1]) + call.scalar<std::uint32_t>("first_y")),
        z(static_cast<Real*>(call.outputs[first + 2]) + call.scalar<std::uint32_t>("first_z")),
        stride(call.scalar<std::uint32_t>("stride")) {}

  GT_MEMBER_FN void put(std::uint32_t i, double at_x, double at_y, double at_z) const {
    const std::size_t place = std::size_t{i} * stride;
    x[place] = static_cast<Real>(at_x);
    y[place] = static_cast<Real>(at_y);
    z[place] = static_cast<Real>(at_z);
  }
};

/// The arguments of step_move: see move_particle().
template <class Real>
struct MoveArguments {
  const double* listed;
  const Vector4<Real>* __restrict__ forces;
  double* state;
  PackedParticles<Real> packed;
  gt_step_report* report;
  gt_step_progress* progress;
  double time_step, half_skin2;
  std::uint32_t n, acceleration;

  explicit MoveArguments(const KernelCall& call)
      : listed(static_cast<const double*>(call.inputs[0])),
        forces(static_cast<const Vector4<Real>*>(call.inputs[1])),
        state(static_cast<double*>(call.outputs[0])),
        packed(call, 1),
        report(static_cast<gt_step_report*>(call.outputs[4])),
        progress(static_cast<gt_step_progress*>(call.outputs[5])),
        time_step(call.scalar<double>("time_step")),
        half_skin2(call.scalar<double>("half_skin2")),
        n(call.scalar<std::uint32_t>("n")),
        acceleration(call.specialization("acceleration")) {}

  /// Moves particle i; returns whether that makes the list stale.
  GT_MEMBER_FN bool move(std::uint32_t i, std::uint32_t kicks) const {
    const gt_step_moved now = gt_step_move(state, listed, i, n, step_force(forces[i]), time_step,
                                           half_skin2, kicks, acceleration);
    packed.put(i, now.x, now.y, now.z);
    return now.stale != 0;
  }
};

/// The arguments of step_kick.
template <class Real>
struct KickArguments {
  const Vector4<Real>* __restrict__ forces;
  double* state;
  gt_step_progress* progress;
  double time_step;
  std::uint32_t n, acceleration;

  explicit KickArguments(const KernelCall& call)
      : forces(static_cast<const Vector4<Real>*>(call.inputs[0])),
        state(static_cast<double*>(call.outputs[0])),
        progress(static_cast<gt_step_progress*>(call.outputs[1])),
        time_step(call.scalar<double>("time_step")),
        n(call.scalar<std::uint32_t>("n")),
        acceleration(call.specialization("acceleration")) {}

  GT_MEMBER_FN void kick(std::uint32_t i) const {
    gt_step_kick(state, i, n, step_force(forces[i]), time_step, acceleration);
  }
};

/// The arguments of step_add.
template <class Real>
struct AddArguments {
  const Vector4<Real>* __restrict__ others;
  Vector4<Real>* __restrict__ sums;
  std::uint32_t n;

  explicit AddArguments(const KernelCall& call)
      : others(static_cast<const Vector4<Real>*>(call.inputs[0])),
        sums(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void add(std::uint32_t i) const {
    sums[i].x += others[i].x;
    sums[i].y += others[i].y;
    sums[i].z += others[i].z;
    sums[i].w += others[i].w;
  }
};

/// The arguments of step_pick: the copied particles are given by their indices.
template <class Real>
struct PickArguments {
  const Vector4<Real>* __restrict__ particles;
  const std::uint32_t* __restrict__ places;
  Vector4<Real>* __restrict__ picked;
  std::uint32_t n;  ///< places

  explicit PickArguments(const KernelCall& call)
      : particles(static_cast<const Vector4<Real>*>(call.inputs[0])),
        places(static_cast<const std::uint32_t*>(call.inputs[1])),
        picked(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void pick(std::uint32_t k) const { picked[k] = particles[places[k]]; }
};

/// The arguments of step_pack.
template <class Real>
struct PackArguments {
  const double* positions;
  const double* state;
  PackedParticles<Real> packed;
  Real* mass;
  std::uint32_t mass_stride;
  gt_step_report* report;
  std::uint32_t n;

  explicit PackArguments(const KernelCall& call)
      : positions(static_cast<const double*>(call.inputs[0])),
        state(static_cast<const double*>(call.inputs[1])),
        packed(call, 0),
        mass(static_cast<Real*>(call.outputs[3]) + call.scalar<std::uint32_t>("first_mass")),
        mass_stride(call.scalar<std::uint32_t>("mass_stride")),
        report(static_cast<gt_step_report*>(call.outputs[4])),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void pack(std::uint32_t i) const {
    const std::size_t next = n;
    packed.put(i, positions[i], positions[next + i], positions[2 * next + i]);
    mass[std::size_t{i} * mass_stride] = static_cast<Real>(state[6 * next + i]);
    if (i == 0) {
      report->stale_at = GT_NEVER;
      report->capacity = 0;
    }
  }
};

/// The arguments of step_order.
struct OrderArguments {
  const double* state;
  const std::uint32_t* source;
  double* folded;
  std::uint32_t *folded_source, *order;
  gt_step_report* report;
  std::uint32_t *keys, *sorted_keys, *numbers, *work;
  gt_step_edge box[3];
  gt_step_parts grid[3];
  std::uint32_t n, key_bits, work_words;

  explicit OrderArguments(const KernelCall& call)
      : state(static_cast<const double*>(call.inputs[0])),
        source(static_cast<const std::uint32_t*>(call.inputs[1])),
        folded(static_cast<double*>(call.outputs[0])),
        folded_source(static_cast<std::uint32_t*>(call.outputs[1])),
        order(static_cast<std::uint32_t*>(call.outputs[2])),
        report(static_cast<gt_step_report*>(call.outputs[3])),
        keys(static_cast<std::uint32_t*>(call.scratch[0])),
        sorted_keys(static_cast<std::uint32_t*>(call.scratch[1])),
        numbers(static_cast<std::uint32_t*>(call.scratch[2])),
        work(static_cast<std::uint32_t*>(call.scratch[3])),
        box{{call.scalar<double>("low_x"), call.scalar<double>("edge_x")},
            {call.scalar<double>("low_y"), call.scalar<double>("edge_y")},
            {call.scalar<double>("low_z"), call.scalar<double>("edge_z")}},
        grid{{call.scalar<double>("grid_low_x"), call.scalar<double>("parts_per_length_x"),
              call.scalar<std::uint32_t>("parts_x")},
             {call.scalar<double>("grid_low_y"), call.scalar<double>("parts_per_length_y"),
              call.scalar<std::uint32_t>("parts_y")},
             {call.scalar<double>("grid_low_z"), call.scalar<double>("parts_per_length_z"),
              call.scalar<std::uint32_t>("parts_z")}},
        n(call.scalar<std::uint32_t>("n")),
        key_bits(call.scalar<std::uint32_t>("key_bits")),
        work_words(call.scalar<std::uint32_t>("work_words")) {}

  /// Copies particle i into the box and makes its key.
  GT_MEMBER_FN void prepare(std::uint32_t i) const {
    keys[i] = gt_step_order(state, folded, i, n, box[0], box[1], box[2], grid[0], grid[1], grid[2]);
    numbers[i] = i;
    folded_source[i] = source[i];
    if (i == 0) report->lost = GT_NEVER;
  }
};

/// The arguments of step_gather.
struct GatherArguments {
  const double* folded;
  const std::uint32_t *folded_source, *order;
  double* state;
  std::uint32_t* source;
  double* listed;
  gt_step_report* report;
  gt_step_progress* progress;
  gt_step_edge box[3];
  double farthest;
  std::uint32_t n;

  explicit GatherArguments(const KernelCall& call)
      : folded(static_cast<const double*>(call.inputs[0])),
        folded_source(static_cast<const std::uint32_t*>(call.inputs[1])),
        order(static_cast<const std::uint32_t*>(call.inputs[2])),
        state(static_cast<double*>(call.outputs[0])),
        source(static_cast<std::uint32_t*>(call.outputs[1])),
        listed(static_cast<double*>(call.outputs[2])),
        report(static_cast<gt_step_report*>(call.outputs[3])),
        progress(static_cast<gt_step_progress*>(call.outputs[4])),
        box{{call.scalar<double>("low_x"), call.scalar<double>("edge_x")},
            {call.scalar<double>("low_y"), call.scalar<double>("edge_y")},
            {call.scalar<double>("low_z"), call.scalar<double>("edge_z")}},
        farthest(call.scalar<double>("farthest")),
        n(call.scalar<std::uint32_t>("n")) {}

  /// Puts the k-th particle in its place; returns whether it is in the box.
  GT_MEMBER_FN bool gather(std::uint32_t k) const {
    const std::uint32_t i = order[k];
    source[k] = folded_source[i];
    if (k % GT_STEP_BLOCK == 0) progress[k / GT_STEP_BLOCK].moves = 0;
    return gt_step_gather(folded, state, listed, i, k, n, box[0], box[1], box[2], farthest) != 0;
  }
};

/// The arguments of step_measure.
template <class Real>
struct MeasureArguments {
  const double* state;
  const Vector4<Real>* forces;
  const Real* virials;
  double* sums;
  double self;
  std::uint32_t n, acceleration;

  explicit MeasureArguments(const KernelCall& call)
      : state(static_cast<const double*>(call.inputs[0])),
        forces(static_cast<const Vector4<Real>*>(call.inputs[1])),
        virials(static_cast<const Real*>(call.inputs[2])),
        sums(static_cast<double*>(call.outputs[0])),
        self(call.scalar<double>("self")),
        n(call.scalar<std::uint32_t>("n")),
        acceleration(call.specialization("acceleration")) {}

  GT_MEMBER_FN gt_step_energies measure(std::uint32_t i) const {
    const double virial = acceleration ? 0 : static_cast<double>(virials[i]);
    return gt_step_measure(state, i, n, static_cast<double>(forces[i].w), virial, self,
                           acceleration);
  }
};

}  // namespace gputest

// The arguments of the step kernels that predict particles, where a kernel is a C++ function.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/simulate/step_predict.h"

namespace gputest {

/// What step_predict is given: known[17 i], … of particle i, and where it is at time[0], which goes
/// to arrays of the layout soa in the force kernel's precision.
template <class Real>
struct PredictArguments {
  const double *known, *time;
  Real *x, *y, *z, *m, *vx, *vy, *vz;
  std::uint32_t n;

  explicit PredictArguments(const KernelCall& call)
      : known(static_cast<const double*>(call.inputs[0])),
        time(static_cast<const double*>(call.inputs[1])),
        x(static_cast<Real*>(call.outputs[0])),
        y(static_cast<Real*>(call.outputs[1])),
        z(static_cast<Real*>(call.outputs[2])),
        m(static_cast<Real*>(call.outputs[3])),
        vx(static_cast<Real*>(call.outputs[4])),
        vy(static_cast<Real*>(call.outputs[5])),
        vz(static_cast<Real*>(call.outputs[6])),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void predict(std::uint32_t i) const {
    const double* const own = known + std::size_t{i} * GT_KNOWN_NUMBERS;
    const gt_predicted along_x = gt_predict(own, 0, time[0]);
    const gt_predicted along_y = gt_predict(own, 1, time[0]);
    const gt_predicted along_z = gt_predict(own, 2, time[0]);
    x[i] = static_cast<Real>(along_x.x);
    y[i] = static_cast<Real>(along_y.x);
    z[i] = static_cast<Real>(along_z.x);
    m[i] = static_cast<Real>(own[1]);
    vx[i] = static_cast<Real>(along_x.v);
    vy[i] = static_cast<Real>(along_y.v);
    vz[i] = static_cast<Real>(along_z.v);
  }
};

/// What step_renew is given: the particles at places[k] become renewed[17 k], …
template <class Real>
struct RenewArguments {
  const double* renewed;
  const std::uint32_t* places;
  double* known;
  std::uint32_t n;

  explicit RenewArguments(const KernelCall& call)
      : renewed(static_cast<const double*>(call.inputs[0])),
        places(static_cast<const std::uint32_t*>(call.inputs[1])),
        known(static_cast<double*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")) {}

  GT_MEMBER_FN void renew(std::uint32_t k) const {
    const std::size_t from = std::size_t{k} * GT_KNOWN_NUMBERS;
    const std::size_t to = std::size_t{places[k]} * GT_KNOWN_NUMBERS;
    for (std::size_t c = 0; c < GT_KNOWN_NUMBERS; ++c) known[to + c] = renewed[from + c];
  }
};

/// What step_place is given: targets[7 k], … of the k-th particle whose force is wanted, which goes
/// to place first + k of arrays of the layout soa; active[k] becomes which body does not pull it.
template <class Real>
struct PlaceArguments {
  const double* targets;
  Real *x, *y, *z, *vx, *vy, *vz;
  std::uint32_t* active;
  std::uint32_t n, first;

  explicit PlaceArguments(const KernelCall& call)
      : targets(static_cast<const double*>(call.inputs[0])),
        x(static_cast<Real*>(call.outputs[0])),
        y(static_cast<Real*>(call.outputs[1])),
        z(static_cast<Real*>(call.outputs[2])),
        vx(static_cast<Real*>(call.outputs[3])),
        vy(static_cast<Real*>(call.outputs[4])),
        vz(static_cast<Real*>(call.outputs[5])),
        active(static_cast<std::uint32_t*>(call.outputs[6])),
        n(call.scalar<std::uint32_t>("n")),
        first(call.scalar<std::uint32_t>("first")) {}

  GT_MEMBER_FN void put(std::uint32_t k) const {
    const double* const own = targets + std::size_t{k} * GT_TARGET_NUMBERS;
    active[k] = static_cast<std::uint32_t>(own[0]);
    x[first + k] = static_cast<Real>(own[1]);
    y[first + k] = static_cast<Real>(own[2]);
    z[first + k] = static_cast<Real>(own[3]);
    vx[first + k] = static_cast<Real>(own[4]);
    vy[first + k] = static_cast<Real>(own[5]);
    vz[first + k] = static_cast<Real>(own[6]);
  }
};

}  // namespace gputest

// The arguments of the step kernels that predict particles if a kernel is a C++ function.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/simulate/step_predict.h"

namespace gputest {

/// The arguments of step_predict: known[17 i], … describe particle i of the first n - targets. Its
/// position at the time requests[0] goes to arrays of the layout soa in the force kernel's
/// precision. requests[1 + 7 k], … describe the k-th particle with a requested force; it goes to
/// place first + k of them, and active[k] becomes the body that does not pull it.
template <class Real>
struct PredictArguments {
  const double *known, *requests;
  Real *x, *y, *z, *m, *vx, *vy, *vz;
  std::uint32_t* active;
  std::uint32_t n, targets, first, stride;

  explicit PredictArguments(const KernelCall& call)
      : known(static_cast<const double*>(call.inputs[0])),
        requests(static_cast<const double*>(call.inputs[1])),
        x(static_cast<Real*>(call.outputs[0])),
        y(static_cast<Real*>(call.outputs[1])),
        z(static_cast<Real*>(call.outputs[2])),
        m(static_cast<Real*>(call.outputs[3])),
        vx(static_cast<Real*>(call.outputs[4])),
        vy(static_cast<Real*>(call.outputs[5])),
        vz(static_cast<Real*>(call.outputs[6])),
        active(static_cast<std::uint32_t*>(call.outputs[7])),
        n(call.scalar<std::uint32_t>("n")),
        targets(call.scalar<std::uint32_t>("targets")),
        first(call.scalar<std::uint32_t>("first")),
        stride(call.scalar<std::uint32_t>("stride")) {}

  /// The known data of a particle, so that they can be read before the time is known.
  struct Known {
    double numbers[GT_KNOWN_NUMBERS];
  };

  GT_MEMBER_FN std::uint32_t predicted() const { return n - targets; }
  GT_MEMBER_FN Known known_of(std::uint32_t i) const {
    Known own;
    for (std::uint32_t c = 0; c < GT_KNOWN_NUMBERS; ++c)
      own.numbers[c] = known[std::size_t{c} * stride + i];
    return own;
  }
  /// Writes particle i at its position at that time.
  GT_MEMBER_FN void predict(std::uint32_t i, const Known& own, double time) const {
    const gt_predicted along_x = gt_predict(own.numbers, 1, 0, time);
    const gt_predicted along_y = gt_predict(own.numbers, 1, 1, time);
    const gt_predicted along_z = gt_predict(own.numbers, 1, 2, time);
    m[i] = static_cast<Real>(own.numbers[1]);
    put(i, along_x.x, along_y.x, along_z.x, along_x.v, along_y.v, along_z.v);
  }
  /// Writes the k-th particle with a requested force.
  GT_MEMBER_FN void place(std::uint32_t k) const {
    const double* const own = requests + GT_REQUEST_NUMBERS(std::size_t{k});
    active[k] = static_cast<std::uint32_t>(own[0]);
    put(first + k, own[1], own[2], own[3], own[4], own[5], own[6]);
  }

 private:
  GT_MEMBER_FN void put(std::uint32_t at, double to_x, double to_y, double to_z, double to_vx,
                        double to_vy, double to_vz) const {
    x[at] = static_cast<Real>(to_x);
    y[at] = static_cast<Real>(to_y);
    z[at] = static_cast<Real>(to_z);
    vx[at] = static_cast<Real>(to_vx);
    vy[at] = static_cast<Real>(to_vy);
    vz[at] = static_cast<Real>(to_vz);
  }
};

/// The arguments of step_renew: the numbers of the particle at places[k] become renewed[17 k], …; n
/// counts numbers.
template <class Real>
struct RenewArguments {
  const double* renewed;
  const std::uint32_t* places;
  double* known;
  std::uint32_t n, stride;

  explicit RenewArguments(const KernelCall& call)
      : renewed(static_cast<const double*>(call.inputs[0])),
        places(static_cast<const std::uint32_t*>(call.inputs[1])),
        known(static_cast<double*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        stride(call.scalar<std::uint32_t>("stride")) {}

  /// Replaces the i-th number.
  GT_MEMBER_FN void renew(std::uint32_t i) const {
    const std::uint32_t which = i % GT_KNOWN_NUMBERS;
    known[std::size_t{which} * stride + places[i / GT_KNOWN_NUMBERS]] = renewed[i];
  }
};

}  // namespace gputest

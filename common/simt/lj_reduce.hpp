// Sums that meet across the lanes of a wavefront.
#pragma once

#include "common/simt/lj_interaction.hpp"

namespace gputest {
namespace simt {

/// The sum over lanes that are equal modulo `Stride`, in each of them; every lane calls. A
/// butterfly of shuffles.
template <class Simt, unsigned Stride, class Real>
GT_DEVICE_FN Real sum_of_lanes(Real value) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  GT_UNROLL
  for (unsigned distance = Simt::kWarpSize / 2; distance >= Stride; distance /= 2)
    value += Simt::shuffle(value, lane ^ distance);
  return value;
}

template <class Simt, unsigned Stride, bool Energy, class Real>
GT_DEVICE_FN LjSums<Real> sum_of_lanes(const LjSums<Real>& sums) {
  LjSums<Real> total{};
  total.x = sum_of_lanes<Simt, Stride>(sums.x);
  total.y = sum_of_lanes<Simt, Stride>(sums.y);
  total.z = sum_of_lanes<Simt, Stride>(sums.z);
  if (Energy) {
    total.energy = sum_of_lanes<Simt, Stride>(sums.energy);
    total.virial = sum_of_lanes<Simt, Stride>(sums.virial);
  }
  return total;
}

}  // namespace simt
}  // namespace gputest

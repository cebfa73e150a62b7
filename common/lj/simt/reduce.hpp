// Sums over the lanes of a wavefront.
#pragma once

#include "common/lj/simt/interaction.hpp"
#include "common/simt/lanes.hpp"

namespace gputest {
namespace simt {

/// The sums of all lanes, in every lane.
template <class Simt, unsigned Lanes, bool Energy, class Real>
GT_DEVICE_FN LjSums<Real> sum_of_lanes(const LjSums<Real>& sums) {
  LjSums<Real> total{};
  total.x = sum_of_lanes<Simt, Lanes>(sums.x);
  total.y = sum_of_lanes<Simt, Lanes>(sums.y);
  total.z = sum_of_lanes<Simt, Lanes>(sums.z);
  if (Energy) {
    total.energy = sum_of_lanes<Simt, Lanes>(sums.energy);
    total.virial = sum_of_lanes<Simt, Lanes>(sums.virial);
  }
  return total;
}

/// Every lane passes Count values, a power of two. Lane l gets the sum over the wavefront of value
/// l % Count. Each step halves the values that a lane holds: it sends its partner's half to the
/// partner. This takes Count - 1 shuffles; a butterfly for each value would take 5 Count.
template <class Simt, unsigned Count, class Real>
GT_DEVICE_FN Real sum_and_spread(Real (&values)[Count]) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  GT_UNROLL
  for (unsigned half = Count / 2; half > 0; half /= 2) {
    const bool upper = (lane & half) != 0;
    GT_UNROLL
    for (unsigned m = 0; m < half; ++m) {
      const Real kept = upper ? values[m + half] : values[m];
      const Real given = upper ? values[m] : values[m + half];
      values[m] = kept + Simt::shuffle(given, lane ^ half);
    }
  }
  Real sum = values[0];
  GT_UNROLL
  for (unsigned distance = Count; distance < Simt::kWarpSize; distance *= 2)
    sum += Simt::shuffle(sum, lane ^ distance);
  return sum;
}

/// Every lane passes the sums of Count particles. Lane l gets those of particle l % Count, over the
/// whole wavefront.
template <class Simt, unsigned Count, bool Energy, class Real>
GT_DEVICE_FN LjSums<Real> sums_of_members(const LjSums<Real> (&sums)[Count]) {
  const auto total = [&](Real LjSums<Real>::*component) {
    Real values[Count];
    GT_UNROLL
    for (unsigned m = 0; m < Count; ++m) values[m] = sums[m].*component;
    return sum_and_spread<Simt>(values);
  };
  using Sums = LjSums<Real>;
  return {total(&Sums::x), total(&Sums::y), total(&Sums::z),
          Energy ? total(&Sums::energy) : Real(0), Energy ? total(&Sums::virial) : Real(0)};
}

}  // namespace simt
}  // namespace gputest

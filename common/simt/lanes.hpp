// Sums over threads of a wavefront.
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The sum over `Lanes` consecutive lanes, in each of them; every lane calls. A butterfly of
/// shuffles.
template <class Simt, unsigned Lanes, class Value>
GT_DEVICE_FN Value sum_of_lanes(Value value) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  GT_UNROLL
  for (unsigned distance = Lanes / 2; distance > 0; distance /= 2)
    value += Simt::shuffle(value, lane ^ distance);
  return value;
}

}  // namespace simt
}  // namespace gputest

// One pair under any force of common/lj/pair, and a particle's sums over pairs, which the kernels
// in this folder keep in registers.
#pragma once

#include "common/cells/nearest_image.hpp"
#include "common/lj/arguments.hpp"
#include "common/lj/pair.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Sums over a particle's pairs: the force, and half of their energies and virials.
template <class Real>
struct LjSums {
  Real x, y, z;
  Real energy, virial;
};

/// A pair's share of its particle i's sums. It counts only if the pair is `inside` the cutoff;
/// otherwise it may be any value, infinity or NaN included. The reaction on j has the opposite
/// force.
template <class Real>
struct LjPair {
  LjSums<Real> share;
  bool inside;
};

/// Adds b to a.
template <bool Energy, class Real>
GT_FN void accumulate(LjSums<Real>& a, const LjSums<Real>& b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  if (Energy) {
    a.energy += b.energy;
    a.virial += b.virial;
  }
}

/// Adds a pair's share if the pair is inside the cutoff.
template <bool Energy, class Real>
GT_FN void accumulate(LjSums<Real>& sums, const LjPair<Real>& pair) {
  if (pair.inside) accumulate<Energy>(sums, pair.share);
}

/// The difference of two coordinates, of the nearest image if the box is periodic.
template <bool Periodic, class Real>
GT_FN Real difference(Real a, Real b, const KernelBox<Real>& box, int axis) {
  return Periodic ? gt_nearest_image(a - b, box.edge[axis], box.inverse_edge[axis]) : a - b;
}

/// 1/x for a normal x, by the hardware, which is faster than a division.
template <class Simt>
GT_DEVICE_FN float reciprocal(float x) {
  return Simt::reciprocal(x);
}

/// In fp64: an estimate y and one step of third order. With e = 1 - x y, 1/x = y / (1 - e),
/// truncated after e^2. The relative truncation error is below 2^-57.
template <class Simt>
GT_DEVICE_FN double reciprocal(double x) {
  const double y = Simt::reciprocal_estimate(x);
  const double e = fma(-x, y, 1.0);
  return fma(y, fma(e, e, e), y);
}

/// The effect of j on i.
template <class Simt, class Force, bool Periodic, bool Energy, class Real>
GT_DEVICE_FN LjPair<Real> pair_of(const Body<Real>& i, const Body<Real>& j,
                                  const LjArguments<Real>& a) {
  const Real dx = difference<Periodic>(i.x, j.x, a.box, 0);
  const Real dy = difference<Periodic>(i.y, j.y, a.box, 1);
  const Real dz = difference<Periodic>(i.z, j.z, a.box, 2);
  const Real r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
  const auto pair = Force::at(r2, reciprocal<Simt>(r2), a.pair[0], a.pair[1], a.pair[2], a.shift);
  const Real f = pair.force_over_r, half = Real(0.5);
  return {{f * dx, f * dy, f * dz, Energy ? half * pair.energy : Real(0),
           Energy ? half * f * r2 : Real(0)},
          r2 < a.cutoff2};
}

/// Adds to particle i's results atomically, because other threads may add to them too; `sign` is
/// that of the force.
template <class Simt, bool Energy, class Real>
GT_DEVICE_FN void add_to_results(const LjArguments<Real>& a, std::uint32_t i, Real sign,
                                 const LjSums<Real>& sums) {
  Simt::add(a.forces + i, Vector4<Real>{sign * sums.x, sign * sums.y, sign * sums.z, sums.energy},
            Energy);
  if (Energy) atomicAdd(a.virials + i, sums.virial);
}

/// Stores particle i's results; with the third law, adds to them.
template <class Simt, bool Newton3, bool Energy, class Real>
GT_DEVICE_FN void store_results(const LjArguments<Real>& a, std::uint32_t i,
                                const LjSums<Real>& sums) {
  if (Newton3) {
    add_to_results<Simt, Energy>(a, i, Real(1), sums);
  } else {
    a.forces[i] = {sums.x, sums.y, sums.z, sums.energy};
    if (Energy) a.virials[i] = sums.virial;
  }
}

/// Entry k of particle i's list is entries[first + k * step], k < count.
template <class Simt, bool Ell>
struct EntryRow {
  const std::uint32_t* __restrict__ words;
  std::uint32_t step, count;

  GT_MEMBER_FN EntryRow(const KernelList& list, std::uint32_t i)
      : words(list.entries + (Ell ? i : list.starts[i])),
        step(Ell ? list.stride : 1),
        count(Ell ? list.starts[i] : list.starts[i + 1] - list.starts[i]) {}

  /// For threads that each have their own row. In an ell list a wavefront reads whole lines, once;
  /// in csr rows each of its threads returns to its line for the next word.
  __device__ __forceinline__ std::uint32_t entry(std::uint32_t k) const {
    return Ell ? Simt::load_once(words + static_cast<std::size_t>(k) * step) : words[k];
  }
};

}  // namespace simt
}  // namespace gputest

// hermite_double_single: positions, velocities, masses and sums are two floats; the second holds
// the rounding error of the first. It runs at about fp32's speed; only the rounding of each
// interaction remains. The bodies j are split over blocks as in hermite_blocked, and the parts are
// added in double precision.
#include "common/hermite/simt/parts.hpp"
#include "common/simt/double_single.hpp"

namespace gputest {
namespace simt {

/// Interactions of bodies of two floats; the view returns them as Real.
template <class Real>
struct HermiteSplitPairs {
  using Softening = float;
  struct Staged {
    DoubleSingle x, y, z, m, vx, vy, vz;
  };
  using Own = Staged;
  struct Sum {
    DoubleSingle ax, ay, az, over_r, jx, jy, jz;
    float least;
    std::uint32_t nearest;
  };

  /// The difference a - b, which keeps the digits if a and b are close.
  GT_DEVICE_FN float difference(const DoubleSingle& a, const DoubleSingle& b) {
    return (a.hi - b.hi) + (a.lo - b.lo);
  }
  GT_DEVICE_FN Staged staged(const hermite::MovingBody<Real>& body) {
    return {split(body.x),  split(body.y),  split(body.z), split(body.m),
            split(body.vx), split(body.vy), split(body.vz)};
  }
  GT_DEVICE_FN Own own(const hermite::MovingBody<Real>& body) { return staged(body); }
  GT_DEVICE_FN Sum none(std::uint32_t i) {
    return {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, INFINITY, i};
  }
  GT_DEVICE_FN void add(Sum& sum, std::uint32_t i, const Own& self, std::uint32_t j,
                        const Staged& other, float eps2) {
    const float dx = difference(other.x, self.x);
    const float dy = difference(other.y, self.y);
    const float dz = difference(other.z, self.z);
    const float dvx = difference(other.vx, self.vx);
    const float dvy = difference(other.vy, self.vy);
    const float dvz = difference(other.vz, self.vz);
    const bool apart = j != i;
    const float r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
    const float rv = gt_fma(dx, dvx, gt_fma(dy, dvy, dz * dvz));
    const auto pull = hermite::gt_hermite_pull_of(r2 + eps2, rv, 1.0f, apart);
    // A mass rounded to one float would have the same error in every interaction.
    const float weight = gt_fma(other.m.lo, pull.over_r3, other.m.hi * pull.over_r3);
    double_single_add(sum.ax, weight * dx);
    double_single_add(sum.ay, weight * dy);
    double_single_add(sum.az, weight * dz);
    double_single_add(sum.over_r, gt_fma(other.m.lo, pull.over_r, other.m.hi * pull.over_r));
    double_single_add(sum.jx, weight * (dvx - pull.approach * dx));
    double_single_add(sum.jy, weight * (dvy - pull.approach * dy));
    double_single_add(sum.jz, weight * (dvz - pull.approach * dz));
    const bool nearer = apart & (r2 < sum.least);
    sum.least = nearer ? r2 : sum.least;
    sum.nearest = nearer ? j : sum.nearest;
  }
  GT_DEVICE_FN hermite::Sum<Real> finished(const Sum& sum) {
    return {joined<Real>(sum.ax),     joined<Real>(sum.ay), joined<Real>(sum.az),
            joined<Real>(sum.over_r), joined<Real>(sum.jx), joined<Real>(sum.jy),
            joined<Real>(sum.jz),     Real(sum.least),      sum.nearest};
  }
};

#ifndef GPUTEST_TEXT
template <class Simt>
struct hermite_double_single_kernel {
  static constexpr const char* summary = "coordinates and sums as two floats, interactions in fp32";
  static constexpr const char* source =
      "Knuth, TAOCP 2, 4.2.2; Gaburov et al. 2009, New Astron. 14, 630";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<double>;
  static constexpr Precision arithmetic = Precision::fp32;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<hermite_double_single_kernel>(call),
           block_of<hermite_double_single_kernel>(call), [&](auto bodies, auto block) {
             using Real = typename decltype(bodies)::gt_real;
             HermiteParts<Simt, HermiteSplitPairs<Real>, 1>::bind(binding, "hermite_double_single",
                                                                  "hermite_double_single_total",
                                                                  call, bodies, block);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// The layouts of moving bodies in C++ kernels: views of the arrays, for g++, nvcc and hipcc, made
// from the same load headers as the OpenCL kernels.
#pragma once

#include <cstdint>

#include "common/hermite/pair.hpp"
#include "common/hermite/velocity.h"
#include "common/layout/bodies.hpp"

namespace gputest::hermite {

/// A body in the registers of a kernel.
template <class Real>
struct MovingBody {
  Real x, y, z, m, vx, vy, vz;
};

#define GPUTEST_DEFINE_MOVING_BODIES(View, Bodies, NAME)                                         \
  template <class Real>                                                                          \
  struct View {                                                                                  \
    using gt_real = Real;                                                                        \
    using gt_real4 = Vector4<Real>;                                                              \
    static constexpr const char* kLayout = Bodies<Real>::kLayout;                                \
    static constexpr unsigned kArrays =                                                          \
        0 GT_##NAME##_ARRAYS(GPUTEST_BODIES_COUNT) GT_##NAME##_VELOCITIES(GPUTEST_BODIES_COUNT); \
    GT_##NAME##_ARRAYS(GPUTEST_BODIES_FIELD) GT_##NAME##_VELOCITIES(GPUTEST_BODIES_FIELD)        \
        GT_MEMBER_FN MovingBody<Real> load(std::uint32_t j) const {                              \
      MovingBody<Real> body;                                                                     \
      GT_##NAME##_LOAD(body, j);                                                                 \
      GT_##NAME##_LOAD_VELOCITY(body, j);                                                        \
      return body;                                                                               \
    }                                                                                            \
  };

/// The layout float4, with an array of velocities in the same form.
GPUTEST_DEFINE_MOVING_BODIES(Float4Moving, Float4Bodies, FLOAT4)
/// The layout soa, with three arrays of velocities.
GPUTEST_DEFINE_MOVING_BODIES(SoaMoving, SoaBodies, SOA)
/// The layout aos: its records contain the velocities.
GPUTEST_DEFINE_MOVING_BODIES(AosMoving, AosBodies, AOS)

/// The sum of body i plus body j's interaction; if i = j, nothing is added.
template <class Real>
GT_FN Sum<Real> add(const Sum<Real>& sum, std::uint32_t i, const MovingBody<Real>& self,
                    std::uint32_t j, const MovingBody<Real>& other, Real eps2) {
  return gt_hermite_add(sum, i, j, other.x - self.x, other.y - self.y, other.z - self.z,
                        other.vx - self.vx, other.vy - self.vy, other.vz - self.vz, other.m, eps2);
}

/// Joins the sums over two parts of the bodies j, each a Sum<Real>. Among equally near bodies, the
/// one with the lower number is the nearest.
template <class Part>
GT_FN Part merged(Part sum, const Part& other) {
  sum.ax += other.ax;
  sum.ay += other.ay;
  sum.az += other.az;
  sum.over_r += other.over_r;
  sum.jx += other.jx;
  sum.jy += other.jy;
  sum.jz += other.jz;
  const bool nearer =
      other.least < sum.least || (other.least == sum.least && other.nearest < sum.nearest);
  sum.least = nearer ? other.least : sum.least;
  sum.nearest = nearer ? other.nearest : sum.nearest;
  return sum;
}

/// The places of the k-th active body's results.
template <class Real>
struct Results {
  Vector4<Real>* accelerations;
  Vector4<Real>* jerks;
  std::uint32_t* nearest;

  /// The results of body i.
  GT_MEMBER_FN void store(std::uint32_t k, std::uint32_t i, const Sum<Real>& sum) const {
    accelerations[k] = {sum.ax, sum.ay, sum.az, sum.over_r};
    jerks[k] = {sum.jx, sum.jy, sum.jz, gt_hermite_least(sum, i)};
    nearest[k] = sum.nearest;
  }
};

/// Sums over parts of the bodies j. For part s of `count` active bodies, the k-th body's results
/// are at s * count + k.
template <class Real>
struct Partial {
  Vector4<Real>* numbers;  ///< two per result: acceleration and m/r, jerk and squared distance
  std::uint32_t* nearest;

  GT_MEMBER_FN void store(std::size_t place, const Sum<Real>& sum) const {
    numbers[2 * place] = {sum.ax, sum.ay, sum.az, sum.over_r};
    numbers[2 * place + 1] = {sum.jx, sum.jy, sum.jz, sum.least};
    nearest[place] = sum.nearest;
  }

  /// The sum plus the one stored at this place.
  GT_MEMBER_FN Sum<Real> add(const Sum<Real>& sum, std::size_t place) const {
    const Vector4<Real> a = numbers[2 * place], jerk = numbers[2 * place + 1];
    return merged(sum,
                  Sum<Real>{a.x, a.y, a.z, a.w, jerk.x, jerk.y, jerk.z, jerk.w, nearest[place]});
  }
};

}  // namespace gputest::hermite

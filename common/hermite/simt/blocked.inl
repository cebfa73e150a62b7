// hermite_blocked: each thread keeps K active bodies in registers, so that one read of body j
// serves K interactions. The bodies j are split over blocks, so that a few active bodies fill the
// chip; if there are very few, threads share one. A second pass adds up the parts.
#include "common/hermite/simt/parts.hpp"

namespace gputest {
namespace simt {

/// Interactions in one precision. A staged body is two vector loads.
template <class Real>
struct HermitePairs {
  using Softening = Real;
  using Own = hermite::MovingBody<Real>;
  using Sum = hermite::Sum<Real>;
  struct Staged {
    Vector4<Real> place, velocity;
  };

  GT_DEVICE_FN Own own(const hermite::MovingBody<Real>& body) { return body; }
  GT_DEVICE_FN Staged staged(const hermite::MovingBody<Real>& body) {
    return {{body.m, body.x, body.y, body.z}, {body.vx, body.vy, body.vz, 0}};
  }
  GT_DEVICE_FN Sum none(std::uint32_t i) { return hermite::none<Real>(i); }
  GT_DEVICE_FN void add(Sum& sum, std::uint32_t i, const Own& self, std::uint32_t j,
                        const Staged& staged, Real eps2) {
    const hermite::MovingBody<Real> other{staged.place.y,   staged.place.z,    staged.place.w,
                                          staged.place.x,   staged.velocity.x, staged.velocity.y,
                                          staged.velocity.z};
    sum = hermite::add(sum, i, self, j, other, eps2);
  }
  GT_DEVICE_FN Sum finished(const Sum& sum) { return sum; }
};

#ifndef GPUTEST_TEXT
template <class Simt>
struct hermite_blocked_kernel {
  static constexpr const char* summary =
      "several active bodies per thread in registers, j split over blocks";
  static constexpr const char* source = "beyond IPSJ survey, Fig. 6, with the jerk";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<hermite_blocked_kernel>(call), block_of<hermite_blocked_kernel>(call),
           [&](auto bodies, auto block) {
             using Real = typename decltype(bodies)::gt_real;
             // If each thread holds several bodies, all threads of the block must.
             constexpr unsigned kMost = sizeof(Real) == 4 ? 4 : 2;
             HermiteParts<Simt, HermitePairs<Real>, kMost>::bind(
                 binding, "hermite_blocked", "hermite_blocked_total", call, bodies, block);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

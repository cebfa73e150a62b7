#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/gravity/pair.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {
namespace {

template <int Unsoftened, class Bodies, class Real = typename Bodies::gt_real>
void naive(const Bodies& bodies, std::uint32_t n, Real eps2, GravitySum<Real>* sums) {
  constexpr std::uint32_t kChunk = 64;  // bodies i a thread takes at a time
  parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Body<Real> self = bodies.load(i);
      GravitySum<Real> sum{};
      for (std::uint32_t j = 0; j < n; ++j) {
        const Body<Real> other = bodies.load(j);
        sum = gt_gravity_add(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.m,
                             eps2, Unsoftened);
      }
      sums[i] = sum;
    }
  });
}

/// The pair function in a double loop, threads over i.
struct gravity_naive_kernel {
  static constexpr const char* summary = "one i at a time, every j";
  static constexpr const char* source = "IPSJ survey, Fig. 4";
  using layouts = EveryLayout<AosBodies>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<gravity_naive_kernel>(call), switch_of(call, "unsoftened"),
           [&](auto bodies, auto unsoftened) {
             using Real = typename decltype(bodies)::gt_real;
             const auto n = call.scalar<std::uint32_t>("n");
             const auto eps2 = call.scalar<Real>("eps2");
             auto* sums = static_cast<GravitySum<Real>*>(call.outputs[0]);
             launch = [=] { naive<unsoftened>(bodies, n, eps2, sums); };
           });
    return launch;
  }
};

}  // namespace

extern const Declaration gravity_naive_cpu = declare<gravity_naive_kernel>();

}  // namespace gputest::cpu

#include "common/gravity/cpu/kernels.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/gravity/pair.hpp"

namespace gputest::cpu {
namespace {

template <int Unsoftened, class Bodies>
void naive(const Bodies& bodies, const KernelCall& call) {
  using Real = typename Bodies::gt_real;
  const auto n = call.scalar<std::uint32_t>("n");
  const auto eps2 = call.scalar<Real>("eps2");
  auto* sums = static_cast<GravitySum<Real>*>(call.outputs[0]);
#pragma omp parallel for schedule(static)
  for (std::uint32_t i = 0; i < n; ++i) {
    const Body<Real> self = bodies.load(i);
    GravitySum<Real> sum{};
    for (std::uint32_t j = 0; j < n; ++j) {
      const Body<Real> other = bodies.load(j);
      sum = gt_gravity_add(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.m, eps2,
                           Unsoftened);
    }
    sums[i] = sum;
  }
}

}  // namespace

void gravity_naive(const KernelCall& call) {
  const bool unsoftened = call.specialization("unsoftened") == 1;
  with_bodies(call, [&](const auto& bodies) {
    unsoftened ? naive<1>(bodies, call) : naive<0>(bodies, call);
  });
}

}  // namespace gputest::cpu

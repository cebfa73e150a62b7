#include "common/cpu/gravity.hpp"
#include "common/cpu/with_bodies.hpp"
#include "common/physics/gravity_pair.hpp"

namespace gputest::cpu {
namespace {

template <int Unsoftened, class Bodies>
void naive(const Bodies& bodies, const Arguments& arguments) {
  using Real = typename Bodies::gt_real;
  const auto n = arguments.scalar<std::uint32_t>("n");
  const auto eps2 = arguments.scalar<Real>("eps2");
  auto* sums = static_cast<GravitySum<Real>*>(arguments.outputs[0]);
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

void gravity_naive(const Arguments& arguments) {
  const bool unsoftened = arguments.scalar<double>("eps2") == 0;
  with_bodies(arguments, [&](const auto& bodies) {
    unsoftened ? naive<1>(bodies, arguments) : naive<0>(bodies, arguments);
  });
}

}  // namespace gputest::cpu

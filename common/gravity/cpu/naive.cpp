#include "common/cpu/parallel_for.hpp"
#include "common/gravity/cpu/sums.hpp"
#include "common/layout/bodies.hpp"

namespace gputest::cpu {
namespace {

template <int Unsoftened, class Bodies, class Real = typename Bodies::gt_real>
void naive(const Bodies& bodies, std::uint32_t n, Real eps2, GravitySum<Real>* sums) {
  constexpr std::uint32_t kChunk = 64;  // bodies i that a thread takes at a time
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

/// The pair function in a double loop; threads share the bodies i.
struct gravity_naive_kernel {
  static constexpr const char* summary = "one i at a time, every j";
  static constexpr const char* source = "IPSJ survey, Fig. 4";
  using layouts = EveryLayout<AosBodies>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    return bind_sums<gravity_naive_kernel>(
        call, [](const auto& bodies, auto unsoftened, std::uint32_t n, auto eps2, auto* sums) {
          naive<unsoftened>(bodies, n, eps2, sums);
        });
  }
};

}  // namespace

extern const Declaration gravity_naive_cpu = declare<gravity_naive_kernel>();

}  // namespace gputest::cpu

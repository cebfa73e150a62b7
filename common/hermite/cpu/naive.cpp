#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/hermite/arguments.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {
namespace {

template <class Bodies>
void compute_naive(const Bodies& bodies, const hermite::Arguments<typename Bodies::gt_real>& a) {
  using Real = typename Bodies::gt_real;
  constexpr std::uint32_t kChunk = 16;  // active bodies that a thread takes at a time
  parallel_for(a.active_count, kChunk, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t k = first; k < last; ++k) {
      const std::uint32_t i = a.active[k];
      const hermite::MovingBody<Real> self = bodies.load(a.places[k]);
      hermite::Sum<Real> sum = hermite::none<Real>(i);
      for (std::uint32_t j = 0; j < a.n; ++j)
        sum = hermite::add(sum, i, self, j, bodies.load(j), a.eps2);
      a.results.store(k, i, sum);
    }
  });
}

/// The pair function in a double loop; threads share the active bodies.
struct hermite_naive_kernel {
  static constexpr const char* summary = "one active body at a time, every j";
  static constexpr const char* source = "Makino and Aarseth 1992, PASJ 44, 141";
  using layouts = Layouts<hermite::AosMoving, hermite::SoaMoving, hermite::Float4Moving>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<hermite_naive_kernel>(call), [&](auto bodies) {
      const hermite::Arguments<typename decltype(bodies)::gt_real> a(call, bodies.kArrays);
      launch = [=] { compute_naive(bodies, a); };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration hermite_naive_cpu = declare<hermite_naive_kernel>();

}  // namespace gputest::cpu

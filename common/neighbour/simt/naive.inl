// neighbour_naive: one i per thread; each neighbour is written as it is found.
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// Makes the list of particle i. The grid has at least n threads.
template <class Simt, class Shape>
__global__ void neighbour_naive(NeighbourArguments<typename Shape::Real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  std::uint32_t length = 0;
  for_each_entry<Shape>(a, a.sorted[a.places[i]], [&](std::uint32_t j) {
    write_entry<Shape>(a, i, length, j);
    ++length;
  });
  write_length<Shape>(a, i, length);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct neighbour_naive_kernel {
  static constexpr const char* summary = "one i per thread, each neighbour written as it is found";
  static constexpr const char* source = "Verlet-list article, the start";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<neighbour_naive_kernel>(call), list_of<neighbour_naive_kernel>(call),
           [&](auto bodies, auto shape) {
             const unsigned block = call.configuration.block;
             build_list<Simt>(call, binding, bodies, shape, [&](auto of_pass, const auto& a) {
               using Pass = decltype(of_pass);
               add_kernel<Simt, neighbour_naive<Simt, Pass>>(binding, "neighbour_naive",
                                                             blocks_for(a.n, block), block, a);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// neighbour_naive: one i a thread, each neighbour written as it is found.
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// The list of particle i, for a grid of at least n threads.
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

template <class Simt>
void launch_neighbour_naive(const KernelCall& call) {
  build_neighbours<Simt>(call, [&](auto shape, const auto& a) {
    const unsigned block = call.configuration.block;
    GT_LAUNCH((neighbour_naive<Simt, decltype(shape)>), blocks_for(a.n, block), block, a);
  });
}

}  // namespace simt
}  // namespace gputest

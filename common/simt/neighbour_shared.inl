// neighbour_shared: one i a thread, entries buffered in shared memory. Each lane has a strip of
// kStrip words, word s of thread t at strips[s][t], so that no two lanes meet in a bank; when a
// vote says that some strip of the wavefront is full, all are written out together (Verlet-list
// article, figure 2 and its text).
#include "common/simt/gravity_launch.hpp"
#include "common/simt/neighbour_build.hpp"

namespace gputest {
namespace simt {

/// The list of particle i, for a grid of at least n threads. The lanes of a wavefront walk their
/// own cells, each with a place in them, until all are done, so that they can vote.
template <class Simt, class Shape, unsigned Block, class Bodies>
__global__ void neighbour_shared(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  constexpr unsigned kStrip = 16;
  __shared__ std::uint32_t strips[kStrip][Block];
  const unsigned t = threadIdx.x;
  const std::uint32_t i = blockIdx.x * Block + t;
  const auto self = position_of(bodies, i < a.n ? i : a.n - 1);
  const NearCells near = a.grid.near(a.grid.cell_of(self.x, self.y, self.z));
  const std::uint32_t cells = i < a.n ? near.number() : 0;
  std::uint32_t which = 0, k = 0, end = 0;
  std::uint32_t written = 0, buffered = 0;
  for (;;) {
    while (k == end && which < cells) {
      const std::uint32_t cell = near.cell(which++);
      k = a.cell_starts[cell];
      end = a.cell_starts[cell + 1];
    }
    const bool live = k < end;
    if (Simt::ballot(live) == 0) break;
    if (live) {
      const std::uint32_t j = a.order[k];
      if (is_entry<Shape>(a, self, a.sorted[k], i, j)) strips[buffered++][t] = j;
      ++k;
    }
    if (Simt::ballot(buffered == kStrip) == 0) continue;
    for (unsigned s = 0; s < buffered; ++s)
      a.list.template write<Shape::kKMajor>(i, written + s, strips[s][t]);
    written += buffered;
    buffered = 0;
  }
  for (unsigned s = 0; s < buffered; ++s)
    a.list.template write<Shape::kKMajor>(i, written + s, strips[s][t]);
  if (i < a.n) write_length<Shape>(a, i, written + buffered);
}

template <class Simt>
void launch_neighbour_shared(const KernelCall& call) {
  with_warp<Simt>(call, [&](auto simt) {
    using Platform = decltype(simt);
    build_neighbours<Platform>(call, [&](auto shape, auto bodies, const auto& a) {
      with_block<128, 64, 256>(call, [&](auto block) {
        GT_LAUNCH(
            (neighbour_shared<Platform, decltype(shape), decltype(block)::value, decltype(bodies)>),
            blocks_for(a.n, decltype(block)::value), decltype(block)::value, bodies, a);
      });
    });
  });
}

}  // namespace simt
}  // namespace gputest

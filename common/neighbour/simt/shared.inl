// neighbour_shared: one i per thread; entries are buffered in shared memory. Each lane has a strip
// of kStrip words, word s of thread t at strips[s][t], so that no two lanes share a bank. When a
// vote finds a full strip in the wavefront, all strips are written out together (Verlet-list
// article, figure 2 and its text).
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// Makes the list of particle i. The grid has at least n threads in blocks of at most kMaxThreads.
/// The lanes of a wavefront walk their own cells, each with its own position, until all are done,
/// so that they can vote.
template <class Simt, class Shape>
__global__ void neighbour_shared(NeighbourArguments<typename Shape::Real> a) {
  constexpr unsigned kStrip = 16, kMaxThreads = 256;
  GT_SHARED(std::uint32_t, strips, [kStrip][kMaxThreads]);
  Simt::check_wavefront();
  const unsigned t = threadIdx.x;
  const std::uint32_t i = blockIdx.x * blockDim.x + t;
  const auto self = a.sorted[a.places[i < a.n ? i : a.n - 1]];
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
      const auto other = a.sorted[k++];
      if (is_entry<Shape>(a, self, other)) strips[buffered++][t] = number_of(other);
    }
    if (Simt::ballot(buffered == kStrip) == 0) continue;
    for (unsigned s = 0; s < buffered; ++s) write_entry<Shape>(a, i, written + s, strips[s][t]);
    written += buffered;
    buffered = 0;
  }
  for (unsigned s = 0; s < buffered; ++s) write_entry<Shape>(a, i, written + s, strips[s][t]);
  if (i < a.n) write_length<Shape>(a, i, written + buffered);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct neighbour_shared_kernel {
  static constexpr const char* summary =
      "entries buffered in strips of shared memory, flushed by a vote";
  static constexpr const char* source = "Verlet-list article, its shared-memory tuning";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), any_bodies_of<neighbour_shared_kernel>(call),
           list_of<neighbour_shared_kernel>(call), [&](auto simt, auto bodies, auto shape) {
             using Platform = decltype(simt);
             const unsigned block = call.configuration.block;
             build_list<Platform>(call, binding, bodies, shape, [&](auto of_pass, const auto& a) {
               using Pass = decltype(of_pass);
               add_kernel<Platform, neighbour_shared<Platform, Pass>>(
                   binding, "neighbour_shared", blocks_for(a.n, block), block, a);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// fmm_lists: a block lists the cells that act on a cell, level by level from the root down.
// Expansions take one lane per acting cell, sums of bodies as many lanes per body as there are.
#include "common/fmm/simt/expansions.hpp"
#include "common/fmm/simt/listing.hpp"

namespace gputest {
namespace simt {

/// The sum of the values that the lanes below this one pass; `all` receives the sum over all lanes.
/// All of a wavefront's lanes must call it.
template <class Simt>
GT_DEVICE_FN std::uint32_t sum_below(std::uint32_t value, unsigned lane, std::uint32_t& all) {
  std::uint32_t upto = value;
  for (unsigned distance = 1; distance < Simt::kWarpSize; distance *= 2) {
    const std::uint32_t before = Simt::shuffle(upto, lane < distance ? lane : lane - distance);
    upto += lane < distance ? 0 : before;
  }
  all = Simt::shuffle(upto, Simt::kWarpSize - 1);
  return upto - value;
}

/// Shared memory of a block: bodies near by and, for as many cells as it has threads, the first
/// body and the number of bodies in the cells before.
template <unsigned Block, unsigned Warp, class Real>
struct NearRoom {
  static constexpr unsigned kBodies = 4 * Block;
  Vector4<Real> bodies[kBodies];  ///< later the threads' sums
  std::uint32_t firsts[Block], befores[Block], of_wavefronts[Block / Warp];
};

/// How many threads take two bodies each if `left` bodies are left: a power of 2. The block's other
/// threads take the same bodies. The result may be too small for all bodies, because twice as many
/// threads would have too little work each.
template <unsigned Block>
GT_DEVICE_FN unsigned threads_with_bodies(std::uint32_t left) {
  unsigned width = 1;
  while (width < Block && width * 3 < left) width *= 2;
  return width;
}

template <class Real>
GT_DEVICE_FN void add(Vector4<Real>& to, const Vector4<Real>& more) {
  to = {to.x + more.x, to.y + more.y, to.z + more.z, to.w + more.w};
}

/// The effect of a cell's local expansion on one of its bodies.
template <int Degree, class Real>
GT_DEVICE_FN Vector4<Real> pull_of_local(const fmm::Arguments<Real>& a, std::uint32_t cell,
                                         const Vector4<Real>& body) {
  const Vector4<Real> centre = a.base.tree.centres[cell];
  const Real radius = a.cells.radii[cell];
  const Real* const numbers = a.cells.locals + std::size_t{cell} * GT_TERMS(Degree);
  if constexpr (Degree > fmm::kMostWrittenOut) {
    return fmm::gt_local_at<Degree>(body, centre, radius, numbers);
  } else {
    const Real inverse = fmm::gt_inverse(radius);
    Real sum[4];
    fmm::local_at<Degree>(
        sum, [&](int place) { return numbers[place]; }, (body.x - centre.x) * inverse,
        (body.y - centre.y) * inverse, (body.z - centre.z) * inverse, radius);
    return {sum[0], sum[1], sum[2], sum[3]};
  }
}

/// Adds the effect of a cell on a body.
template <class Simt, int Degree, class Real>
GT_DEVICE_FN void add_whole(const fmm::Arguments<Real>& a, std::uint32_t cell,
                            const Vector4<Real>& body, Vector4<Real>& sum) {
  if constexpr (Degree > fmm::kMostWrittenOut) {
    fmm::gt_add_whole<Degree>(&sum, body, a.base.tree.centres, a.cells.radii, a.cells.multipoles,
                              a.base.eps2, cell);
  } else {
    const Vector4<Real> centre = a.base.tree.centres[cell];
    const Real x = body.x - centre.x, y = body.y - centre.y, z = body.z - centre.z;
    const Real* const moments = a.cells.multipoles + std::size_t{cell} * GT_TERMS(Degree);
    Real numbers[4];
    fmm::sum_of_cell<Degree>(
        numbers, [&](int place) { return moments[place]; }, x, y, z,
        DeviceRoot<Simt>::of(GT_SOFTENED(x, y, z, a.base.eps2)), a.cells.radii[cell]);
    add(sum, {numbers[0], numbers[1], numbers[2], numbers[3]});
  }
}

/// The accelerations of all bodies: each block has a leaf.
template <class Simt, int Degree, unsigned Block, class Real>
__global__ void __launch_bounds__(Block,
                                  Simt::launch_bound(Block, sizeof(Real) == sizeof(float) ? 4 : 0))
    fmm_lists(fmm::Arguments<Real> a) {
  using Root = DeviceRoot<Simt>;
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = NearRoom<Block, kWarp, Real>;
  GT_SHARED(Room, room);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t* const pool = a.cells.pool;
  const unsigned thread = threadIdx.x, lane = thread % kWarp, wavefront = thread / kWarp;
  const std::uint32_t cells = gt_first_cell(t.sums, tree::kLevels, a.base.n);
  for (std::uint32_t cell = blockIdx.x; cell < cells; cell += gridDim.x) {
    if (!gt_is_leaf(t.links[cell])) continue;
    const std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
    const std::uint32_t first = a.cells.ranges[2 * std::size_t{cell}],
                        count = a.cells.ranges[2 * std::size_t{cell} + 1];
    const std::uint32_t wholes = lists[GT_WHOLE_BEGIN], wholes_end = wholes + lists[GT_WHOLE_COUNT];
    const std::uint32_t nears = lists[GT_NEAR_BEGIN], nears_end = nears + lists[GT_NEAR_COUNT];
    unsigned width;
    for (std::uint32_t base = 0; base < count; base += 2 * width) {
      width = threads_with_bodies<Block>(count - base);
      const unsigned part = thread / width, parts = Block / width;
      Vector4<Real> bodies[2], sums[2];
      std::uint32_t own[2];
      GT_UNROLL
      for (unsigned k = 0; k < 2; ++k) {
        own[k] = base + k * width + thread % width;
        bodies[k] = t.sorted[first + (own[k] < count ? own[k] : count - 1)];
        sums[k] = {0, 0, 0, 0};
        if (part == k % parts) sums[k] = pull_of_local<Degree>(a, cell, bodies[k]);
      }
      for (std::uint32_t k = wholes + part; k < wholes_end; k += parts) {
        GT_UNROLL_BY(1)  // unrolled, the terms would take twice the registers
        for (unsigned which = 0; which < 2; ++which) {
          const Vector4<Real> lower = bodies[0], upper = bodies[1];
          Vector4<Real> more{0, 0, 0, 0};
          add_whole<Simt, Degree>(a, pool[k], which == 0 ? lower : upper, more);
          if (which == 0)
            add(sums[0], more);
          else
            add(sums[1], more);
        }
      }
      for (std::uint32_t from = nears; from < nears_end; from += Block) {
        const bool is_one = from + thread < nears_end;
        const std::uint32_t* const range =
            a.cells.ranges + 2 * std::size_t{pool[is_one ? from + thread : nears]};
        std::uint32_t of_wavefront, all = 0;
        std::uint32_t before = sum_below<Simt>(is_one ? range[1] : 0, lane, of_wavefront);
        if (lane == 0) room.of_wavefronts[wavefront] = of_wavefront;
        __syncthreads();
        for (unsigned other = 0; other < Block / kWarp; ++other) {
          before += other < wavefront ? room.of_wavefronts[other] : 0;
          all += room.of_wavefronts[other];
        }
        room.befores[thread] = before;
        room.firsts[thread] = range[0];
        __syncthreads();
        for (std::uint32_t window = 0; window < all; window += Room::kBodies) {
          const std::uint32_t staged = all - window < Room::kBodies ? all - window : Room::kBodies;
          for (std::uint32_t k = thread; k < staged; k += Block) {
            unsigned which = 0;  // the last cell with no more than this many bodies before it
            for (unsigned step = Block / 2; step > 0; step /= 2)
              if (room.befores[which + step] <= window + k) which += step;
            room.bodies[k] = t.sorted[room.firsts[which] + (window + k - room.befores[which])];
          }
          __syncthreads();
          GT_UNROLL_BY(4)
          for (std::uint32_t k = part; k < staged; k += parts) {
            const Vector4<Real> other = room.bodies[k];
            GT_UNROLL
            for (unsigned which = 0; which < 2; ++which)
              tree::add_body<Root>(sums[which], other.x - bodies[which].x,
                                   other.y - bodies[which].y, other.z - bodies[which].z, other.w,
                                   a.base.eps2);
          }
          __syncthreads();
        }
      }
      const unsigned apart = width < kWarp ? kWarp : width;  // distance of threads with the same
                                                             // bodies
      GT_UNROLL
      for (unsigned which = 0; which < 2; ++which) {
        Vector4<Real> sum = sums[which];
        for (unsigned distance = width; distance < kWarp; distance *= 2)
          add(sum, {Simt::shuffle(sum.x, lane ^ distance), Simt::shuffle(sum.y, lane ^ distance),
                    Simt::shuffle(sum.z, lane ^ distance), Simt::shuffle(sum.w, lane ^ distance)});
        room.bodies[thread] = sum;
        __syncthreads();
        if (part == 0 && own[which] < count) {
          for (unsigned other = thread + apart; other < Block; other += apart)
            add(sum, room.bodies[other]);
          a.base.accelerations[t.order[first + own[which]]] = sum;
        }
        __syncthreads();
      }
    }
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct fmm_lists_kernel {
  static constexpr const char* summary =
      "a block per cell makes its interaction lists, a wavefront expands them; a block per leaf "
      "sums bodies";
  static constexpr const char* source = "Dehnen 2002, J. Comput. Phys. 179, 27";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128>;
  using degree = AxisValues<"degree", "6", "4", "10">;
  using axes = AxisList<degree>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), any_bodies_of<fmm_lists_kernel>(call),
           block_of<fmm_lists_kernel>(call), on_axis<degree>(call),
           [&](auto simt, auto bodies, auto block, auto order) {
             using Platform = decltype(simt);
             using Real = typename decltype(bodies)::gt_real;
             constexpr int kDegree = fmm::degree_of<decltype(order)>();
             const fmm::Arguments<Real> a(call);
             const std::uint64_t n = a.base.n, cells = tree::most_cells(n, fmm::kLeaf);
             // Enough blocks for `threads` threads per cell of a level, and for all cells.
             const auto of_level = [n](std::uint32_t level, std::uint64_t threads) {
               return std::min(blocks_for(threads * tree::most_cells_of(level, n), kFmmBlock),
                               kMostBlocks);
             };
             const auto of_all = [cells](unsigned cells_per_block) {
               return std::min(blocks_for(cells, cells_per_block), 8 * kMostBlocks);
             };
             build_tree<Platform>(call, binding, a.base);
             add_series<Platform, fmm_gather<Platform, kDegree, Real>>(
                 binding, "fmm_gather", tree::kLevels,
                 [=](std::uint32_t below) {
                   return of_level(tree::kLevels - 1 - below, kLanesPerCell<Platform, kDegree>);
                 },
                 kFmmBlock, a);
             add_series<Platform, fmm_list<Platform, kDegree, Real>>(
                 binding, "fmm_list", tree::kLevels,
                 [=](std::uint32_t level) { return of_level(level, kFmmBlock); }, kFmmBlock, a);
             constexpr unsigned kExpandBlock = StagedCells<Platform, kDegree, Real>::kBlock;
             add_kernel<Platform, fmm_expand<Platform, kDegree, Real>>(
                 binding, "fmm_expand", of_all(kExpandBlock / Platform::kWarpSize), kExpandBlock,
                 a);
             add_series<Platform, fmm_shift<Platform, kDegree, Real>>(
                 binding, "fmm_shift", tree::kLevels - 1,
                 [=](std::uint32_t above) { return of_level(1 + above, Platform::kWarpSize); },
                 kFmmBlock, a);
             add_kernel<Platform, fmm_lists<Platform, kDegree, block, Real>>(binding, "fmm_lists",
                                                                             of_all(1), block, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

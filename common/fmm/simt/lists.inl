// fmm_lists: what acts on each cell is listed by a wavefront, level by level from the root down,
// and summed by another one: expansions a lane per acting cell, bodies as many lanes per body as
// there are.
#include "common/fmm/arguments.hpp"
#include "common/octree/simt/build.hpp"

namespace gputest {
namespace simt {

inline constexpr unsigned kFmmBlock = 128;  ///< threads of the passes before the last

/// The sum of what the lanes below this one pass, and in `all` what every one does; all of a
/// wavefront's lanes call.
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

/// What a wavefront keeps in shared memory of two cells: the numbers of one, and the monomials of
/// their centres' distance.
template <int Degree, class Real>
struct TermsRoom {
  Real numbers[GT_TERMS(Degree)], powers[GT_TERMS(Degree)];
};

/// Ranges, radii and multipoles of the level below which are `below` others: a cell is a
/// wavefront's, a term a lane's.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock)
    fmm_gather(fmm::Arguments<Real> a, std::uint32_t below) {
  constexpr unsigned kWarp = Simt::kWarpSize, kTerms = GT_TERMS(Degree);
  constexpr unsigned kOfLane = (kTerms + kWarp - 1) / kWarp;  // terms
  using Room = TermsRoom<Degree, Real>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  Room& room = rooms[threadIdx.x / kWarp];
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t level = tree::kLevels - 1 - below, n = a.base.n;
  const std::uint32_t end = gt_first_cell(t.sums, level + 1, n);
  const unsigned thread = blockIdx.x * kFmmBlock + threadIdx.x, lane = threadIdx.x % kWarp;
  if (thread == 0 && level == 0) {
    a.cells.pool[0] = GT_POOL_USED;
    a.cells.pool[1] = 0;
  }
  for (std::uint32_t cell = gt_first_cell(t.sums, level, n) + thread / kWarp; cell < end;
       cell += gridDim.x * (kFmmBlock / kWarp)) {
    const gt_ulong link = t.links[cell];
    const bool is_leaf = gt_is_leaf(link);
    const std::uint32_t first = gt_link_first(link), last = first + gt_link_count(link);
    const Vector4<Real> centre = t.centres[cell];
    Real radius = 0;
    std::uint32_t bodies = 0;
    for (std::uint32_t k = first + lane; k < last; k += kWarp) {
      const Vector4<Real> at = is_leaf ? t.sorted[k] : t.centres[k];
      const Real dx = at.x - centre.x, dy = at.y - centre.y, dz = at.z - centre.z;
      const Real reach = gt_sqrt(dx * dx + dy * dy + dz * dz) + (is_leaf ? 0 : a.cells.radii[k]);
      radius = reach > radius ? reach : radius;
      bodies += is_leaf ? 1 : a.cells.ranges[2 * std::size_t{k} + 1];
      if (!is_leaf) a.cells.parents[k] = cell;
    }
    for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
      const Real other = Simt::shuffle(radius, lane ^ distance);
      radius = other > radius ? other : radius;
      bodies += Simt::shuffle(bodies, lane ^ distance);
    }
    const Real corner = fmm::gt_farthest_corner(centre, t.boxes[2 * std::size_t{cell}],
                                                t.boxes[2 * std::size_t{cell} + 1]);
    radius = corner < radius ? corner : radius;
    const Real inverse = fmm::gt_inverse(radius);
    Real sums[kOfLane] = {};
    for (std::uint32_t k = first; k < last; ++k) {
      const Vector4<Real> at = is_leaf ? t.sorted[k] : t.centres[k];
      const Real x = (at.x - centre.x) * inverse, y = (at.y - centre.y) * inverse,
                 z = (at.z - centre.z) * inverse;
      const Real ratio = is_leaf ? 0 : a.cells.radii[k] * inverse;
      GT_UNROLL_BY(1)
      for (unsigned part = 0; part < kOfLane; ++part) {
        const unsigned term = part * kWarp + lane;
        if (term >= kTerms) break;
        int degree, m, c;
        gt_find_term(static_cast<int>(term), &degree, &m, &c);
        const Real power = gt_monomial(degree, m, c, x, y, z);
        if (is_leaf) {
          sums[part] += at.w * power;
        } else {
          Real number = a.cells.multipoles[std::size_t{k} * kTerms + term];
          for (int factor = 0; factor < degree; ++factor) number *= ratio;
          room.numbers[term] = number;
          room.powers[term] = power;
        }
      }
      if (is_leaf) continue;
      Simt::sync_warp();
      GT_UNROLL_BY(1)
      for (unsigned part = 0; part < kOfLane; ++part) {
        const unsigned term = part * kWarp + lane;
        if (term >= kTerms) break;
        int degree, m, c;
        gt_find_term(static_cast<int>(term), &degree, &m, &c);
        sums[part] += gt_convolved(room.numbers, room.powers, degree, m, c);
      }
      Simt::sync_warp();
    }
    for (unsigned part = 0; part < kOfLane; ++part)
      if (part * kWarp + lane < kTerms)
        a.cells.multipoles[std::size_t{cell} * kTerms + part * kWarp + lane] = sums[part];
    if (lane == 0) {
      if (cell == 0) a.cells.parents[cell] = 0;  // the root has none
      a.cells.radii[cell] = radius;
      a.cells.ranges[2 * std::size_t{cell}] =
          is_leaf ? first : a.cells.ranges[2 * std::size_t{first}];
      a.cells.ranges[2 * std::size_t{cell} + 1] = bodies;
    }
  }
}

/// The lists of a level's cells.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock) fmm_list(fmm::Arguments<Real> a, std::uint32_t level) {
  using Found = typename fmm::FoundOf<Real>::Type;
  constexpr unsigned kWarp = Simt::kWarpSize;
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t n = a.base.n, end = gt_first_cell(t.sums, level + 1, n);
  const std::uint32_t wavefronts = gridDim.x * (kFmmBlock / kWarp);
  std::uint32_t* const pool = a.cells.pool;
  for (std::uint32_t cell =
           gt_first_cell(t.sums, level, n) + (blockIdx.x * kFmmBlock + threadIdx.x) / kWarp;
       cell < end; cell += wavefronts) {
    const std::uint32_t* const from = a.cells.lists + GT_LISTS * std::size_t{a.cells.parents[cell]};
    const std::uint32_t begin = cell == 0 ? 1 : from[GT_NEAR_BEGIN],
                        count = cell == 0 ? 1 : from[GT_NEAR_COUNT];
    const auto look = [&](std::uint32_t* to, Found& found) {
      for (std::uint32_t k = begin + lane; k < begin + count; k += kWarp)
        fmm::gt_look_at(t.centres, a.cells.radii, t.links, a.cells.ranges, a.cells.multipoles, to,
                        cell, pool[k], a.pull, a.theta, a.share, Degree, &found);
    };
    Found found{};
    look(nullptr, found);
    std::uint32_t fars, wholes, nears;
    const std::uint32_t far_before = sum_below<Simt>(found.fars, lane, fars);
    const std::uint32_t whole_before = sum_below<Simt>(found.wholes, lane, wholes);
    const std::uint32_t near_before = sum_below<Simt>(found.nears, lane, nears);
    const std::uint32_t needed = fars + wholes + nears;
    std::uint32_t at = 0;
    if (lane == 0) at = atomicAdd(pool, needed);
    at = Simt::shuffle(at, 0);
    const bool has_room = at <= a.cells.capacity && needed <= a.cells.capacity - at;
    if (has_room) {
      found.far_at = at + far_before;
      found.whole_at = at + fars + whole_before;
      found.near_at = at + fars + wholes + near_before;
      look(pool, found);
    }
    if (lane == 0) {
      std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
      if (!has_room) atomicSub(pool, needed);
      lists[GT_FAR_BEGIN] = at;
      lists[GT_FAR_COUNT] = has_room ? fars : 0;
      lists[GT_WHOLE_BEGIN] = at + fars;
      lists[GT_WHOLE_COUNT] = has_room ? wholes : 0;
      lists[GT_NEAR_BEGIN] = has_room ? at + fars + wholes : begin;
      lists[GT_NEAR_COUNT] = has_room ? nears : count;
    }
  }
}

/// The local expansions of all cells by those that their lists have.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock) fmm_expand(fmm::Arguments<Real> a) {
  constexpr unsigned kWarp = Simt::kWarpSize;
  constexpr int kTerms = GT_TERMS(Degree);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t cells = gt_first_cell(t.sums, tree::kLevels, a.base.n);
  const std::uint32_t wavefronts = gridDim.x * (kFmmBlock / kWarp);
  for (std::uint32_t cell = (blockIdx.x * kFmmBlock + threadIdx.x) / kWarp; cell < cells;
       cell += wavefronts) {
    const std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
    const std::uint32_t begin = lists[GT_FAR_BEGIN], end = begin + lists[GT_FAR_COUNT];
    const Vector4<Real> centre = t.centres[cell];
    const Real radius = a.cells.radii[cell];
    Real local[kTerms];
    GT_UNROLL
    for (int term = 0; term < kTerms; ++term) local[term] = 0;
    for (std::uint32_t k = begin + lane; k < end; k += kWarp)
      fmm::gt_expand<Degree>(local, centre, radius, t.centres, a.cells.radii, a.cells.multipoles,
                             a.base.eps2, a.cells.pool[k]);
    Real* const to = a.cells.locals + std::size_t{cell} * kTerms;
    GT_UNROLL
    for (int term = 0; term < kTerms; ++term) {
      Real sum = local[term];
      for (unsigned distance = kWarp / 2; distance > 0; distance /= 2)
        sum += Simt::shuffle(sum, lane ^ distance);
      if (static_cast<unsigned>(term) % kWarp == lane) to[term] = sum;
    }
  }
}

/// Adds to the local expansions of a level's cells those of their parents: a cell is a wavefront's,
/// a term a lane's.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock)
    fmm_shift(fmm::Arguments<Real> a, std::uint32_t above) {
  constexpr unsigned kWarp = Simt::kWarpSize, kTerms = GT_TERMS(Degree);
  using Room = TermsRoom<Degree, Real>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  Room& room = rooms[threadIdx.x / kWarp];
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t level = 1 + above, n = a.base.n;
  const std::uint32_t end = gt_first_cell(t.sums, level + 1, n);
  const unsigned lane = threadIdx.x % kWarp;
  for (std::uint32_t cell =
           gt_first_cell(t.sums, level, n) + (blockIdx.x * kFmmBlock + threadIdx.x) / kWarp;
       cell < end; cell += gridDim.x * (kFmmBlock / kWarp)) {
    const std::uint32_t parent = a.cells.parents[cell];
    const Vector4<Real> centre = t.centres[cell], from = t.centres[parent];
    const Real radius = a.cells.radii[parent], inverse = fmm::gt_inverse(radius);
    const Real ratio = a.cells.radii[cell] * inverse;
    int degree, m, c;
    for (unsigned term = lane; term < kTerms; term += kWarp) {
      gt_find_term(static_cast<int>(term), &degree, &m, &c);
      room.numbers[term] = a.cells.locals[std::size_t{parent} * kTerms + term];
      room.powers[term] = gt_monomial(degree, m, c, (centre.x - from.x) * inverse,
                                      (centre.y - from.y) * inverse, (centre.z - from.z) * inverse);
    }
    Simt::sync_warp();
    for (unsigned term = lane; term < kTerms; term += kWarp) {
      gt_find_term(static_cast<int>(term), &degree, &m, &c);
      a.cells.locals[std::size_t{cell} * kTerms + term] +=
          gt_handed_down<Degree>(room.numbers, room.powers, ratio, radius, degree, m, c);
    }
    Simt::sync_warp();
  }
}

/// What a wavefront keeps in shared memory: bodies near by, and of as many cells as it has lanes
/// the first body and how many bodies the cells before have.
template <unsigned Warp, class Real>
struct NearRoom {
  static constexpr unsigned kBodies = 4 * Warp;
  Vector4<Real> bodies[kBodies];
  std::uint32_t firsts[Warp], befores[Warp];
};

/// The accelerations of all bodies: each leaf is a wavefront's.
template <class Simt, int Degree, unsigned Block, class Real>
__global__ void __launch_bounds__(Block) fmm_lists(fmm::Arguments<Real> a) {
  using Root = DeviceRoot<Simt>;
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = NearRoom<kWarp, Real>;
  GT_SHARED(Room, rooms, [Block / kWarp]);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t* const pool = a.cells.pool;
  Room& room = rooms[threadIdx.x / kWarp];
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t cells = gt_first_cell(t.sums, tree::kLevels, a.base.n);
  for (std::uint32_t cell = (blockIdx.x * Block + threadIdx.x) / kWarp; cell < cells;
       cell += gridDim.x * (Block / kWarp)) {
    if (!gt_is_leaf(t.links[cell])) continue;
    const std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
    const std::uint32_t first = a.cells.ranges[2 * std::size_t{cell}],
                        count = a.cells.ranges[2 * std::size_t{cell} + 1];
    const std::uint32_t wholes = lists[GT_WHOLE_BEGIN], wholes_end = wholes + lists[GT_WHOLE_COUNT];
    const std::uint32_t nears = lists[GT_NEAR_BEGIN], nears_end = nears + lists[GT_NEAR_COUNT];
    unsigned width = 1;  // lanes that have a body each; as many others have the same ones
    while (width < count && width < kWarp) width *= 2;
    const unsigned part = lane / width, parts = kWarp / width;
    for (std::uint32_t base = 0; base < count; base += width) {
      const std::uint32_t own = base + lane % width;
      const Vector4<Real> self = t.sorted[first + (own < count ? own : count - 1)];
      Vector4<Real> sum{0, 0, 0, 0};
      if (part == 0)
        sum = fmm::gt_local_at<Degree>(self, t.centres[cell], a.cells.radii[cell],
                                       a.cells.locals + std::size_t{cell} * GT_TERMS(Degree));
      for (std::uint32_t k = wholes + part; k < wholes_end; k += parts)
        fmm::gt_add_whole<Degree>(&sum, self, t.centres, a.cells.radii, a.cells.multipoles,
                                  a.base.eps2, pool[k]);
      for (std::uint32_t from = nears; from < nears_end; from += kWarp) {
        const bool is_one = from + lane < nears_end;
        const std::uint32_t* const range =
            a.cells.ranges + 2 * std::size_t{pool[is_one ? from + lane : nears]};
        std::uint32_t all;
        room.befores[lane] = sum_below<Simt>(is_one ? range[1] : 0, lane, all);
        room.firsts[lane] = range[0];
        Simt::sync_warp();
        for (std::uint32_t window = 0; window < all; window += Room::kBodies) {
          const std::uint32_t staged = all - window < Room::kBodies ? all - window : Room::kBodies;
          for (std::uint32_t k = lane; k < staged; k += kWarp) {
            unsigned which = 0;  // the last cell before which there are no more bodies
            for (unsigned step = kWarp / 2; step > 0; step /= 2)
              if (room.befores[which + step] <= window + k) which += step;
            room.bodies[k] = t.sorted[room.firsts[which] + (window + k - room.befores[which])];
          }
          Simt::sync_warp();
          for (std::uint32_t k = part; k < staged; k += parts) {
            const Vector4<Real> other = room.bodies[k];
            tree::add_body<Root>(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.w,
                                 a.base.eps2);
          }
          Simt::sync_warp();
        }
      }
      for (unsigned distance = width; distance < kWarp; distance *= 2) {
        sum.x += Simt::shuffle(sum.x, lane ^ distance);
        sum.y += Simt::shuffle(sum.y, lane ^ distance);
        sum.z += Simt::shuffle(sum.z, lane ^ distance);
        sum.w += Simt::shuffle(sum.w, lane ^ distance);
      }
      if (part == 0 && own < count) a.base.accelerations[t.order[first + own]] = sum;
    }
  }
}

template <class Simt>
struct fmm_lists_kernel {
  static constexpr const char* summary =
      "a wavefront lists what acts on a cell, another one sums it: a lane per acting cell";
  static constexpr const char* source = "Dehnen 2002, J. Comput. Phys. 179, 27";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128>;
  using degree = AxisValues<"degree", "4", "6", "10">;
  using axes = AxisList<degree>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), bodies_of<fmm_lists_kernel>(call),
           block_of<fmm_lists_kernel>(call), on_axis<degree>(call),
           [&](auto simt, auto bodies, auto block, auto order) {
             using Platform = decltype(simt);
             using Real = typename decltype(bodies)::gt_real;
             constexpr int kDegree = fmm::degree_of<decltype(order)>();
             const fmm::Arguments<Real> a(call);
             const std::uint64_t n = a.base.n, cells = tree::most_cells(n);
             // Blocks for so many threads per cell of a level, or of all.
             const auto of_level = [n](std::uint32_t level, std::uint64_t threads) {
               return std::min(blocks_for(threads * tree::most_cells_of(level, n), kFmmBlock),
                               kMostBlocks);
             };
             const auto of_all = [cells](unsigned threads) {
               return std::min(blocks_for(cells * Platform::kWarpSize, threads), 8 * kMostBlocks);
             };
             build_tree<Platform>(call, binding, a.base);
             add_series<Platform>(
                 binding, "fmm_gather", fmm_gather<Platform, kDegree, Real>, tree::kLevels,
                 [=](std::uint32_t below) {
                   return of_level(tree::kLevels - 1 - below, Platform::kWarpSize);
                 },
                 kFmmBlock, a);
             add_series<Platform>(
                 binding, "fmm_list", fmm_list<Platform, kDegree, Real>, tree::kLevels,
                 [=](std::uint32_t level) { return of_level(level, Platform::kWarpSize); },
                 kFmmBlock, a);
             add_kernel<Platform>(binding, "fmm_expand", fmm_expand<Platform, kDegree, Real>,
                                  of_all(kFmmBlock), kFmmBlock, a);
             add_series<Platform>(
                 binding, "fmm_shift", fmm_shift<Platform, kDegree, Real>, tree::kLevels - 1,
                 [=](std::uint32_t above) { return of_level(1 + above, Platform::kWarpSize); },
                 kFmmBlock, a);
             add_kernel<Platform>(binding, "fmm_lists", fmm_lists<Platform, kDegree, block, Real>,
                                  of_all(block), block, a);
           });
  }
};

}  // namespace simt
}  // namespace gputest

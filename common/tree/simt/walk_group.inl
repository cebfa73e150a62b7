// tree_walk_group: a wavefront walks for as many neighbouring bodies together. Its lanes test as
// many cells at a time. Interactions are listed in shared memory, and summed for all of the bodies
// once there are enough for a wavefront. A lane sums every other entry of the lists for two bodies,
// so that each value read from shared memory serves twice.
#include "common/octree/simt/build.hpp"

namespace gputest {
namespace simt {

/// A wavefront's third moments in shared memory.
template <tree::Multipole Order, unsigned Warp, class Real>
struct ThirdRoom {};
/// With octupoles: those of the cells being summed.
template <unsigned Warp, class Real>
struct ThirdRoom<tree::Multipole::octupole, Warp, Real> {
  Vector4<Real> third[3][Warp];
};

/// A wavefront's shared memory.
template <tree::Multipole Order, unsigned Warp, class Real>
struct WalkRoom : ThirdRoom<Order, Warp, Real> {
  Vector4<Real> centre[Warp], first[Warp], second[Warp];  ///< of the cells or bodies being summed
  gt_ulong leaves[Warp];                                  ///< links of leaves that a step opens
  // The waiting cells are sorted by level, since each step takes the last ones and their children
  // are a level below. A level never has more of them than one step makes.
  std::uint32_t waiting[Warp * (tree::kLevels - 1)];
  std::uint32_t far[2 * Warp];   ///< cells taken as a whole, including fewer than a step's from
                                 ///< before
  std::uint32_t near[2 * Warp];  ///< bodies of opened leaves, likewise
};

/// The accelerations of all bodies. The grid has at least n threads in blocks of Block.
template <class Simt, tree::Multipole Order, unsigned Block, class Real>
__global__ void __launch_bounds__(Block) tree_walk_group(tree::ArgumentsTo<Order, Real> a) {
  using Root = DeviceRoot<Simt>;
  using LaneMask = typename Simt::LaneMask;
  constexpr unsigned kWarp = Simt::kWarpSize, kHalf = kWarp / 2;
  constexpr unsigned kParents = kWarp / tree::kChildren;  // cells with children that are tested in
                                                          // one step
  using Room = WalkRoom<Order, kWarp, Real>;
  constexpr bool kHasThird = Order == tree::Multipole::octupole;
  GT_SHARED(Room, rooms, [Block / kWarp]);
  Simt::check_wavefront();
  Room& room = rooms[threadIdx.x / kWarp];
  const unsigned lane = threadIdx.x % kWarp, half = lane / kHalf;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const std::uint32_t k = blockIdx.x * Block + threadIdx.x;
  const std::uint32_t group = k - lane;
  if (group >= a.n) return;  // the whole wavefront
  if (Simt::ballot(k < a.n && a.is_active(k)) == 0) return;
  const std::uint32_t group_end = group + kWarp < a.n ? group + kWarp : a.n;
  const std::uint32_t lower = group + lane % kHalf, upper = lower + kHalf;  // the lane's bodies
  const Vector4<Real> body = a.tree.sorted[lower < a.n ? lower : a.n - 1],
                      other_body = a.tree.sorted[upper < a.n ? upper : a.n - 1];
  Vector4<Real> sum{0, 0, 0, 0}, other_sum{0, 0, 0, 0};

  const auto sum_far = [&](unsigned from, unsigned count) {
    if (lane < count) {
      const std::size_t cell = room.far[from + lane];
      room.centre[lane] = a.tree.centres[cell];
      room.first[lane] = a.tree.moments[2 * cell];
      if (Order != tree::Multipole::monopole) room.second[lane] = a.tree.moments[2 * cell + 1];
      if constexpr (kHasThird) {
        GT_UNROLL
        for (unsigned v = 0; v < 3; ++v) room.third[v][lane] = a.tree.octupoles[3 * cell + v];
      }
    }
    Simt::sync_warp();
    GT_UNROLL_BY(4)
    for (unsigned c = half; c < count; c += 2) {
      const Vector4<Real> centre = room.centre[c];
      tree::MomentsTo<Order, Real> moments;
      moments.p = room.first[c];
      moments.q = room.second[c];
      if constexpr (kHasThird) {
        moments.o = room.third[0][c];
        moments.v = room.third[1][c];
        moments.t = room.third[2][c];
      }
      tree::add_cell<Root, Order>(sum, centre.x - body.x, centre.y - body.y, centre.z - body.z,
                                  moments, a.eps2);
      tree::add_cell<Root, Order>(other_sum, centre.x - other_body.x, centre.y - other_body.y,
                                  centre.z - other_body.z, moments, a.eps2);
    }
    Simt::sync_warp();
  };
  const auto sum_near = [&](unsigned from, unsigned count) {
    if (lane < count) room.centre[lane] = a.tree.sorted[room.near[from + lane]];
    Simt::sync_warp();
    GT_UNROLL_BY(4)
    for (unsigned c = half; c < count; c += 2) {
      const Vector4<Real> met = room.centre[c];
      tree::add_body<Root>(sum, met.x - body.x, met.y - body.y, met.z - body.z, met.w, a.eps2);
      tree::add_body<Root>(other_sum, met.x - other_body.x, met.y - other_body.y,
                           met.z - other_body.z, met.w, a.eps2);
    }
    Simt::sync_warp();
  };

  // Roots have no parents: the first step tests only them.
  unsigned waiting = 0, far = 0, near = 0;
  std::uint32_t roots = 0;  // tested before this step
  std::uint32_t cell = a.first_root + (lane < a.roots ? lane : 0);
  bool tests = lane < a.roots;
  for (;;) {
    const gt_ulong link = a.tree.links[cell];
    const bool is_far =
        tests && tree::gt_is_far(a.tree.centres[cell], a.tree.groups, group, group_end);
    const bool is_leaf = tests && !is_far && gt_is_leaf(link);
    const bool is_open = tests && !is_far && !is_leaf;
    const LaneMask all_far = Simt::ballot(is_far), all_leaves = Simt::ballot(is_leaf),
                   all_open = Simt::ballot(is_open);
    if (is_far) room.far[far + static_cast<unsigned>(__popcll(all_far & below))] = cell;
    if (is_leaf) room.leaves[static_cast<unsigned>(__popcll(all_leaves & below))] = link;
    if (is_open) room.waiting[waiting + static_cast<unsigned>(__popcll(all_open & below))] = cell;
    far += static_cast<unsigned>(__popcll(all_far));
    waiting += static_cast<unsigned>(__popcll(all_open));
    const unsigned leaves = static_cast<unsigned>(__popcll(all_leaves));
    Simt::sync_warp();
    if (far >= kWarp) {
      far -= kWarp;
      sum_far(far, kWarp);
    }
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      const std::uint32_t first = gt_link_first(room.leaves[leaf]);
      std::uint32_t left = gt_link_count(room.leaves[leaf]);
      while (left > 0) {
        const unsigned taken = left < kWarp ? left : kWarp;
        left -= taken;
        if (lane < taken) room.near[near + lane] = first + left + lane;
        near += taken;
        Simt::sync_warp();
        if (near < kWarp) continue;
        near -= kWarp;
        sum_near(near, kWarp);
      }
    }
    if (waiting == 0) {
      roots += kWarp;
      if (roots >= a.roots) break;
      tests = roots + lane < a.roots;
      cell = a.first_root + roots + (tests ? lane : 0);
      Simt::sync_warp();
      continue;
    }
    const unsigned parents = waiting < kParents ? waiting : kParents;
    waiting -= parents;
    const unsigned own = lane / tree::kChildren, child = lane % tree::kChildren;
    const gt_ulong parent = a.tree.links[room.waiting[waiting + (own < parents ? own : 0)]];
    tests = own < parents && child < gt_link_count(parent);
    cell = tests ? gt_link_first(parent) + child : 0;
    Simt::sync_warp();
  }
  sum_far(0, far);
  sum_near(0, near);

  // Each half has sums over its entries for all bodies: the lower half passes on the sums of the
  // upper bodies.
  room.centre[lane] = half == 0 ? other_sum : sum;
  Simt::sync_warp();
  const Vector4<Real> rest = room.centre[(lane + kHalf) % kWarp];
  if (half != 0) sum = other_sum;
  if (k < a.n)
    a.accelerations[a.tree.order[k]] = {sum.x + rest.x, sum.y + rest.y, sum.z + rest.z,
                                        sum.w + rest.w};
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct tree_walk_group_kernel {
  static constexpr const char* summary =
      "a wavefront walks for as many bodies; interactions are listed in shared memory";
  static constexpr const char* source =
      "Bedorf, Gaburov and Portegies Zwart 2012, J. Comput. Phys. 231, 2825";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64>;
  using multipole = AxisValues<"multipole", "quadrupole", "monopole", "octupole">;
  using axes = AxisList<multipole>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), any_bodies_of<tree_walk_group_kernel>(call),
           block_of<tree_walk_group_kernel>(call), on_axis<multipole>(call),
           [&](auto simt, auto bodies, auto block, auto order) {
             using Platform = decltype(simt);
             using Real = typename decltype(bodies)::gt_real;
             constexpr tree::Multipole kOrder = tree::multipole_of<decltype(order)>();
             const tree::ArgumentsTo<kOrder, Real> a(call);
             const tree::TreeStages stages = tree::stages_of(call);
             if (stages != tree::TreeStages::walk) {
               build_tree<Platform>(call, binding, a);
               add_groups<Platform>(binding, a);
             }
             if (stages == tree::TreeStages::build) return;
             add_kernel<Platform, tree_walk_group<Platform, kOrder, block, Real>>(
                 binding, "tree_walk_group", blocks_for(a.n, block), block, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

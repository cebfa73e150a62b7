// tree_walk_group: a wavefront walks for as many neighbouring bodies together. Its lanes test as
// many cells at a time; what is met is listed in shared memory, and summed for all of the bodies
// when there is a wavefront's worth of it.
#include "common/tree/simt/build.hpp"

namespace gputest {
namespace simt {

/// What a wavefront keeps in shared memory.
template <unsigned Warp, class Real>
struct WalkRoom {
  // The cells that wait are sorted by level, since each step takes the last ones and their children
  // are a level below. Of one level at most a step's wait.
  std::uint32_t waiting[Warp * tree::kMaxLevels];
  std::uint32_t far[2 * Warp];     ///< cells taken as a whole, less than one step's from before
  std::uint32_t leaves[2 * Warp];  ///< leaves that are opened, likewise
  Vector4<Real> centre[Warp], first[Warp], second[Warp];  ///< of what is summed now
};

/// The accelerations of all bodies, for a grid of at least as many threads in blocks of Block.
template <class Simt, bool Quadrupole, unsigned Block, class Real>
__global__ void __launch_bounds__(Block) tree_walk_group(tree::Arguments<Real> a) {
  using Root = DeviceRoot<Simt>;
  using LaneMask = typename Simt::LaneMask;
  constexpr unsigned kWarp = Simt::kWarpSize;
  constexpr unsigned kParents = kWarp / tree::kChildren;  // whose children are tested in a step
  constexpr unsigned kLeaves = kWarp / tree::kLeaf;       // whose bodies are summed in a step
  using Room = WalkRoom<kWarp, Real>;
  GT_SHARED(Room, rooms, [Block / kWarp]);
  Simt::check_wavefront();
  Room& room = rooms[threadIdx.x / kWarp];
  const unsigned lane = threadIdx.x % kWarp;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const std::uint32_t k = blockIdx.x * Block + threadIdx.x;
  const std::uint32_t group = k - lane;
  if (group >= a.n) return;  // the whole wavefront
  Vector4<Real> low, high, sum{0, 0, 0, 0};
  tree::gt_group_box(a.tree.boxes, group, group + kWarp < a.n ? group + kWarp : a.n, &low, &high);
  const Vector4<Real> self = a.tree.sorted[k < a.n ? k : a.n - 1];

  const auto sum_far = [&](unsigned from, unsigned count) {
    if (lane < count) {
      const std::size_t cell = room.far[from + lane];
      room.centre[lane] = a.tree.centres[cell];
      room.first[lane] = a.tree.moments[2 * cell];
      if (Quadrupole) room.second[lane] = a.tree.moments[2 * cell + 1];
    }
    Simt::sync_warp();
    GT_UNROLL_BY(4)
    for (unsigned c = 0; c < count; ++c) {
      const Vector4<Real> centre = room.centre[c];
      tree::add_cell<Root, Quadrupole>(sum, centre.x - self.x, centre.y - self.y, centre.z - self.z,
                                       room.first[c], room.second[c], a.eps2);
    }
    Simt::sync_warp();
  };
  const auto sum_leaves = [&](unsigned from, unsigned count) {
    const unsigned own = lane / tree::kLeaf;
    Vector4<Real> body{self.x, self.y, self.z, 0};
    if (own < count) {
      const std::uint32_t j = room.leaves[from + own] * tree::kLeaf + lane % tree::kLeaf;
      if (j < a.n) body = a.tree.sorted[j];
    }
    room.centre[lane] = body;
    Simt::sync_warp();
    GT_UNROLL_BY(8)
    for (unsigned c = 0; c < kWarp; ++c) {
      const Vector4<Real> other = room.centre[c];
      tree::add_body<Root>(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.w,
                           a.eps2);
    }
    Simt::sync_warp();
  };

  // The root is a child of none: the first step tests it alone.
  unsigned waiting = 0, far = 0, leaves = 0;
  std::uint32_t level = a.levels.number - 1, cell = 0;
  bool tests = lane == 0;
  for (;;) {
    const std::size_t place = a.levels.first[level] + cell;
    const bool is_far = tests && tree::gt_is_far(a.tree.centres[place], low, high);
    const bool is_leaf = tests && !is_far && level == 0;
    const bool is_open = tests && !is_far && level != 0;
    const LaneMask all_far = Simt::ballot(is_far), all_leaves = Simt::ballot(is_leaf),
                   all_open = Simt::ballot(is_open);
    if (is_far)
      room.far[far + static_cast<unsigned>(__popcll(all_far & below))] =
          static_cast<std::uint32_t>(place);
    if (is_leaf) room.leaves[leaves + static_cast<unsigned>(__popcll(all_leaves & below))] = cell;
    if (is_open)
      room.waiting[waiting + static_cast<unsigned>(__popcll(all_open & below))] =
          gt_entry(level, cell);
    far += static_cast<unsigned>(__popcll(all_far));
    leaves += static_cast<unsigned>(__popcll(all_leaves));
    waiting += static_cast<unsigned>(__popcll(all_open));
    Simt::sync_warp();
    if (far >= kWarp) {
      far -= kWarp;
      sum_far(far, kWarp);
    }
    while (leaves >= kLeaves) {
      leaves -= kLeaves;
      sum_leaves(leaves, kLeaves);
    }
    if (waiting == 0) break;
    const unsigned parents = waiting < kParents ? waiting : kParents;
    const unsigned own = lane / tree::kChildren;
    tests = own < parents;
    const std::uint32_t parent = room.waiting[waiting - parents + (tests ? own : 0)];
    waiting -= parents;
    level = gt_entry_level(parent) - 1;
    cell = gt_entry_cell(parent) * tree::kChildren + lane % tree::kChildren;
    tests = tests && cell < a.levels.count[level];
    cell = tests ? cell : 0;
    Simt::sync_warp();
  }
  sum_far(0, far);
  if (leaves > 0) sum_leaves(0, leaves);
  if (k < a.n) a.accelerations[a.tree.order[k]] = sum;
}

template <class Simt>
struct tree_walk_group_kernel {
  static constexpr const char* summary =
      "a wavefront walks for as many bodies; what it meets is listed in shared memory";
  static constexpr const char* source =
      "Bedorf, Gaburov and Portegies Zwart 2012, J. Comput. Phys. 231, 2825";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64>;
  using multipole = AxisValues<"multipole", "quadrupole", "monopole">;
  using axes = AxisList<multipole>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), bodies_of<tree_walk_group_kernel>(call),
           block_of<tree_walk_group_kernel>(call), on_axis<multipole>(call),
           [&](auto simt, auto bodies, auto block, auto order) {
             using Platform = decltype(simt);
             using Real = typename decltype(bodies)::gt_real;
             const tree::Arguments<Real> a(call);
             build_tree<Platform>(call, binding, a);
             add_kernel<Platform>(
                 binding, "tree_walk_group",
                 tree_walk_group<Platform, decltype(order)::is("quadrupole"), block, Real>,
                 blocks_for(a.n, block), block, a);
           });
  }
};

}  // namespace simt
}  // namespace gputest

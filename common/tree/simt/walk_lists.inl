// tree_walk_lists: one kernel, with a thread per group, writes each group's interaction list to
// memory; another kernel, with a thread per body, sums the lists.
#include "common/octree/simt/build.hpp"
#include "common/tree/list_passes.hpp"
#include "common/tree/lists.hpp"

namespace gputest {
namespace simt {

/// The lists' lengths in units, after a 0.
template <class Simt, class Arguments>
__global__ void tree_list_count(Arguments a) {
  const std::uint32_t group = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t first = group * tree::kGroup;
  if (first >= a.n) return;
  a.tree.sums[1 + group] =
      a.any_active(first, a.n - first < tree::kGroup ? a.n : first + tree::kGroup)
          ? tree::gt_list_of_group(a.tree.centres, a.tree.links, a.tree.groups, group, a.n, nullptr)
          : 0;
  if (group == 0) a.tree.sums[0] = 0;
}

/// A group's list, if it has one and it begins in the window of the pass.
struct ListOfGroup {
  bool is_mine;
  std::uint32_t units;  ///< 0: the group walks
  std::uint32_t* list;

  template <class Arguments>
  __device__ ListOfGroup(const Arguments& a, std::uint32_t group, std::uint32_t pass) {
    const std::uint32_t window = GT_LIST_WINDOW(a.n), start = a.tree.sums[group];
    is_mine = start / window == pass;
    units = a.tree.sums[1 + group] - start;
    list = a.work + std::size_t{start % window} * GT_LIST_UNIT;
  }
};

template <class Simt, class Arguments>
__global__ void tree_list_write(Arguments a, std::uint32_t pass) {
  const std::uint32_t group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group * tree::kGroup >= a.n) return;
  const ListOfGroup of(a, group, pass);
  if (of.is_mine && of.units > 0)
    tree::gt_list_of_group(a.tree.centres, a.tree.links, a.tree.groups, group, a.n, of.list);
}

/// The accelerations of the bodies in groups with written lists.
template <class Simt, tree::Multipole Order, class Real>
__global__ void tree_walk_lists(tree::ArgumentsTo<Order, Real> a, std::uint32_t pass) {
  using Root = DeviceRoot<Simt>;
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= a.n || !a.is_active(k)) return;
  const ListOfGroup of(a, k / tree::kGroup, pass);
  if (!of.is_mine) return;
  Vector4<Real> sum{0, 0, 0, 0};
  const Vector4<Real> self = a.tree.sorted[k];
  const auto meet_cell = [&](std::uint32_t cell) {
    const Vector4<Real> centre = a.tree.centres[cell];
    tree::add_cell<Root, Order>(sum, centre.x - self.x, centre.y - self.y, centre.z - self.z,
                                tree::moments_of(a.tree, cell), a.eps2);
  };
  const auto meet_leaf = [&](gt_ulong link) {
    const std::uint32_t first = gt_link_first(link), last = first + gt_link_count(link);
    for (std::uint32_t j = first; j < last; ++j) {
      const Vector4<Real> other = a.tree.sorted[j];
      tree::add_body<Root>(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.w,
                           a.eps2);
    }
  };
  for (std::uint32_t at = 0; at < of.units * GT_LIST_UNIT; ++at) {
    const std::uint32_t entry = of.list[at];
    if (entry == GT_LIST_END) break;
    if ((entry & GT_LIST_LEAF) == 0)
      meet_cell(entry);
    else
      meet_leaf(a.tree.links[entry & ~GT_LIST_LEAF]);
  }
  if (of.units == 0) {
    const std::uint32_t group = k / tree::kGroup * tree::kGroup;
    const std::uint32_t group_end = group + tree::kGroup < a.n ? group + tree::kGroup : a.n;
    std::uint32_t stack[tree::kChildren * tree::kLevels];  // at most seven siblings per level wait
    std::uint32_t top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const std::uint32_t cell = stack[--top];
      const gt_ulong link = a.tree.links[cell];
      if (tree::gt_is_far(a.tree.centres[cell], a.tree.groups, group, group_end))
        meet_cell(cell);
      else if (gt_is_leaf(link))
        meet_leaf(link);
      else
        for (std::uint32_t child = 0; child < gt_link_count(link); ++child)
          stack[top++] = gt_link_first(link) + child;
    }
  }
  a.accelerations[a.tree.order[k]] = sum;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct tree_walk_lists_kernel {
  static constexpr const char* summary =
      "interaction lists of 32 bodies, written by one kernel and summed by the next";
  static constexpr const char* source =
      "Barnes 1990, J. Comput. Phys. 87, 161; Hamada et al. 2009, SC '09, 62";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using multipole = AxisValues<"multipole", "quadrupole", "monopole", "octupole">;
  using axes = AxisList<multipole>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<tree_walk_lists_kernel>(call), on_axis<multipole>(call),
           [&](auto bodies, auto order) {
             using Real = typename decltype(bodies)::gt_real;
             constexpr tree::Multipole kOrder = tree::multipole_of<decltype(order)>();
             using Arguments = tree::ArgumentsTo<kOrder, Real>;
             const Arguments a(call);
             build_tree<Simt>(call, binding, a);
             add_groups<Simt>(binding, a);
             const unsigned block = call.configuration.block;
             const auto groups = static_cast<std::uint32_t>(ceil_div(a.n, tree::kGroup));
             const unsigned group_blocks = blocks_for(groups, kBuildBlock);
             add_kernel<Simt, tree_list_count<Simt, Arguments>>(binding, "tree_list_count",
                                                                group_blocks, kBuildBlock, a);
             add_running_sums<Simt>(call, binding, sort_storage_of(a), a.tree.sums + 1, groups);
             for (std::uint32_t pass = 0; pass < tree::list_passes(a.n); ++pass) {
               add_kernel<Simt, tree_list_write<Simt, Arguments>>(
                   binding, "tree_list_write", group_blocks, kBuildBlock, a, pass);
               add_kernel<Simt, tree_walk_lists<Simt, kOrder, Real>>(
                   binding, "tree_walk_lists", blocks_for(a.n, block), block, a, pass);
             }
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// tree_walk_thread: a thread per body, each with its own stack.
#include "common/octree/simt/build.hpp"

namespace gputest {
namespace simt {

/// The accelerations of all bodies. The grid has at least n threads.
template <class Simt, tree::Multipole Order, class Real>
__global__ void tree_walk_thread(tree::ArgumentsTo<Order, Real> a) {
  using Root = DeviceRoot<Simt>;
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= a.n || !a.is_active(k)) return;
  const std::uint32_t group = k / tree::kGroup * tree::kGroup;
  const std::uint32_t group_end = group + tree::kGroup < a.n ? group + tree::kGroup : a.n;
  Vector4<Real> sum{0, 0, 0, 0};
  const Vector4<Real> self = a.tree.sorted[k];
  std::uint32_t stack[tree::kChildren * tree::kLevels];  // at most seven siblings per level wait
  std::uint32_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::uint32_t cell = stack[--top];
    const Vector4<Real> centre = a.tree.centres[cell];
    const gt_ulong link = a.tree.links[cell];
    const std::uint32_t first = gt_link_first(link), last = first + gt_link_count(link);
    if (tree::gt_is_far(centre, a.tree.groups, group, group_end)) {
      tree::add_cell<Root, Order>(sum, centre.x - self.x, centre.y - self.y, centre.z - self.z,
                                  tree::moments_of(a.tree, cell), a.eps2);
    } else if (gt_is_leaf(link)) {
      for (std::uint32_t j = first; j < last; ++j) {
        const Vector4<Real> other = a.tree.sorted[j];
        tree::add_body<Root>(sum, other.x - self.x, other.y - self.y, other.z - self.z, other.w,
                             a.eps2);
      }
    } else {
      for (std::uint32_t child = first; child < last; ++child) stack[top++] = child;
    }
  }
  a.accelerations[a.tree.order[k]] = sum;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct tree_walk_thread_kernel {
  static constexpr const char* summary = "a thread walks the tree for each body, with a stack";
  static constexpr const char* source = "Barnes and Hut 1986, Nature 324, 446";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using multipole = AxisValues<"multipole", "quadrupole", "monopole", "octupole">;
  using axes = AxisList<multipole>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<tree_walk_thread_kernel>(call), on_axis<multipole>(call),
           [&](auto bodies, auto order) {
             using Real = typename decltype(bodies)::gt_real;
             constexpr tree::Multipole kOrder = tree::multipole_of<decltype(order)>();
             const tree::ArgumentsTo<kOrder, Real> a(call);
             build_tree<Simt>(call, binding, a);
             add_groups<Simt>(binding, a);
             const unsigned block = call.configuration.block;
             add_kernel<Simt, tree_walk_thread<Simt, kOrder, Real>>(
                 binding, "tree_walk_thread", blocks_for(a.n, block), block, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

#include "common/cpu/parallel_for.hpp"
#include "common/tree/cpu/walk.hpp"

namespace gputest::cpu {
namespace {

template <tree::Multipole Order, class Arguments>
void walk_for_each(const Arguments& a) {
  using Real = typename Arguments::Real;
  constexpr std::uint32_t kChunk = 64;  // bodies that a thread takes at a time
  parallel_for(a.n, kChunk, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k) {
      if (!a.is_active(k)) continue;
      const std::uint32_t group = k / tree::kGroup * tree::kGroup;
      Vector4<Real> sum{0, 0, 0, 0};
      const Vector4<Real> self = a.tree.sorted[k];
      tree::walk(
          a.tree, group, std::min(group + tree::kGroup, a.n),
          [&](std::uint32_t cell) {
            const Vector4<Real> c = a.tree.centres[cell];
            tree::add_cell<tree::HostRoot, Order>(sum, c.x - self.x, c.y - self.y, c.z - self.z,
                                                  tree::moments_of(a.tree, cell), a.eps2);
          },
          [&](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t j = first; j < last; ++j) {
              const Vector4<Real> other = a.tree.sorted[j];
              tree::add_body<tree::HostRoot>(sum, other.x - self.x, other.y - self.y,
                                             other.z - self.z, other.w, a.eps2);
            }
          });
      a.accelerations[a.tree.order[k]] = sum;
    }
  });
}

/// Each body walks by itself.
struct tree_walk_thread_kernel : TreeKernel<tree_walk_thread_kernel> {
  static constexpr const char* summary = "each body walks the tree by itself, with a stack";
  static constexpr const char* source = "Barnes and Hut 1986, Nature 324, 446";

  template <tree::Multipole Order, class Arguments>
  static void walk(const Arguments& a) {
    walk_for_each<Order>(a);
  }
};

}  // namespace

extern const Declaration tree_walk_thread_cpu = declare<tree_walk_thread_kernel>();

}  // namespace gputest::cpu

// tree_walk_lists: each group's interaction list is written to memory, and summed from there. The
// host knows how many lists there are, so it makes no more passes than needed.
#include "common/cpu/parallel_for.hpp"
#include "common/tree/cpu/walk.hpp"
#include "common/tree/lists.hpp"

namespace gputest::cpu {
namespace {

/// Calls f(group, its first body, one past its last body) for all groups.
template <class F>
void for_each_group(std::uint32_t n, const F& f) {
  parallel_for(n, tree::kGroup, [&](std::uint32_t first, std::uint32_t last) {
    f(first / tree::kGroup, first, last);
  });
}

/// Writes where each group's list begins over the tree's sums of cells, which are no longer needed.
template <class Arguments>
void count_lists(const Arguments& a) {
  std::uint32_t* const starts = a.tree.sums;
  for_each_group(a.n, [&](std::uint32_t group, std::uint32_t first, std::uint32_t last) {
    starts[1 + group] = a.any_active(first, last)
                            ? tree::gt_list_of_group(a.tree.centres, a.tree.links, a.tree.groups,
                                                     group, a.n, nullptr)
                            : 0;
  });
  starts[0] = 0;
  for (std::uint32_t first = 0, group = 0; first < a.n; first += tree::kGroup, ++group)
    starts[1 + group] += starts[group];
}

/// Sums a group's list for one of its bodies after another.
template <tree::Multipole Order, class Arguments>
void evaluate(const Arguments& a, const std::uint32_t* list, std::uint32_t units,
              std::uint32_t first, std::uint32_t last) {
  using Real = typename Arguments::Real;
  const auto& t = a.tree;
  for (std::uint32_t k = first; k < last; ++k) {
    if (!a.is_active(k)) continue;
    Vector4<Real> sum{0, 0, 0, 0};
    const Vector4<Real> self = t.sorted[k];
    const auto meet_cell = [&](std::uint32_t cell) {
      const Vector4<Real> c = t.centres[cell];
      tree::add_cell<tree::HostRoot, Order>(sum, c.x - self.x, c.y - self.y, c.z - self.z,
                                            tree::moments_of(t, cell), a.eps2);
    };
    const auto meet_bodies = [&](std::uint32_t body, std::uint32_t end) {
      for (std::uint32_t j = body; j < end; ++j) {
        const Vector4<Real> other = t.sorted[j];
        tree::add_body<tree::HostRoot>(sum, other.x - self.x, other.y - self.y, other.z - self.z,
                                       other.w, a.eps2);
      }
    };
    if (units == 0) tree::walk(t, first, last, meet_cell, meet_bodies);
    for (std::uint32_t at = 0; at < units * GT_LIST_UNIT && list[at] != GT_LIST_END; ++at) {
      if ((list[at] & GT_LIST_LEAF) == 0) {
        meet_cell(list[at]);
      } else {
        const gt_ulong link = t.links[list[at] & ~GT_LIST_LEAF];
        meet_bodies(gt_link_first(link), gt_link_first(link) + gt_link_count(link));
      }
    }
    a.accelerations[t.order[k]] = sum;
  }
}

/// Writes the lists that begin in that window, then evaluates them.
template <tree::Multipole Order, class Arguments>
void evaluate_window(const Arguments& a, std::uint32_t pass) {
  const std::uint32_t *starts = a.tree.sums, window = GT_LIST_WINDOW(a.n);
  const auto list_of = [&](std::uint32_t group) {
    return a.work + std::size_t{starts[group] - pass * window} * GT_LIST_UNIT;
  };
  const auto is_mine = [&](std::uint32_t group) { return starts[group] / window == pass; };
  for_each_group(a.n, [&](std::uint32_t group, std::uint32_t, std::uint32_t) {
    if (is_mine(group) && starts[1 + group] > starts[group])
      tree::gt_list_of_group(a.tree.centres, a.tree.links, a.tree.groups, group, a.n,
                             list_of(group));
  });
  for_each_group(a.n, [&](std::uint32_t group, std::uint32_t first, std::uint32_t last) {
    if (is_mine(group))
      evaluate<Order>(a, list_of(group), starts[1 + group] - starts[group], first, last);
  });
}

/// Interaction lists of groups, written by one loop and evaluated by another.
struct tree_walk_lists_kernel : TreeKernel<tree_walk_lists_kernel> {
  static constexpr const char* summary =
      "interaction lists of 32 bodies, written by one loop and summed by the next";
  static constexpr const char* source =
      "Barnes 1990, J. Comput. Phys. 87, 161; Hamada et al. 2009, SC '09, 62";

  template <tree::Multipole Order, class Arguments>
  static void walk(const Arguments& a) {
    count_lists(a);
    const std::uint32_t groups = (a.n + tree::kGroup - 1) / tree::kGroup;
    const std::uint32_t last = a.tree.sums[groups] / GT_LIST_WINDOW(a.n);
    for (std::uint32_t pass = 0; pass <= last; ++pass) evaluate_window<Order>(a, pass);
  }
};

}  // namespace

extern const Declaration tree_walk_lists_cpu = declare<tree_walk_lists_kernel>();

}  // namespace gputest::cpu

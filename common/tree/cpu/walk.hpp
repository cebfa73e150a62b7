// Shared by the walks on the processor.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/cpu/declaration.hpp"
#include "common/layout/choose.hpp"
#include "common/octree/arguments.hpp"
#include "common/octree/host_tree.hpp"

namespace gputest::cpu {

/// The layouts and axes of a kernel Walk, and its launch: bodies are sorted, cells are made, and
/// Walk::walk<the multipole>(arguments) sums all interactions of every body.
template <class Walk>
struct TreeKernel {
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using multipole = AxisValues<"multipole", "quadrupole", "monopole", "octupole">;
  using axes = AxisList<multipole>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<Walk>(call), on_axis<multipole>(call), [&](auto bodies, auto order) {
      constexpr tree::Multipole kOrder = tree::multipole_of<decltype(order)>();
      const tree::ArgumentsTo<kOrder, typename decltype(bodies)::gt_real> a(call);
      const auto keyed = std::make_shared<std::vector<tree::Keyed>>(a.n);
      const auto walk = [=] { Walk::template walk<kOrder>(a); };
      if (tree::stages_of(call) == tree::TreeStages::walk) {
        launch = walk;
        return;
      }
      launch = {
          {"tree_bounds",
           [=] {
             tree::sort_bodies(a.tree, *keyed, a.n,
                               [&](std::uint32_t i) { return bodies.xyzm[i]; });
             tree::number_cells(a.tree, a.n, a.leaf);
           }},
          {"tree_cells", [=] { tree::make_cells(a.tree, a.n, a.reach); }},
          {"tree_walk",
           tree::stages_of(call) == tree::TreeStages::build ? std::function<void()>([] {}) : walk}};
    });
    return launch;
  }
};

}  // namespace gputest::cpu

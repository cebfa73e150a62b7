// fmm_lists on the processor: lists, level by level, the cells and bodies that act on each cell.
#include <memory>
#include <vector>

#include "common/cpu/declaration.hpp"
#include "common/fmm/arguments.hpp"
#include "common/fmm/host_fmm.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {
namespace {

struct fmm_lists_kernel {
  static constexpr const char* summary =
      "interaction lists of each cell, level by level; expansions of several cells in a vector";
  static constexpr const char* source = "Dehnen 2002, J. Comput. Phys. 179, 27";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using degree = AxisValues<"degree", "6", "4", "10">;
  using axes = AxisList<degree>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<fmm_lists_kernel>(call), on_axis<degree>(call), [&](auto bodies, auto order) {
      const fmm::Arguments<typename decltype(bodies)::gt_real> a(call);
      constexpr int kDegree = fmm::degree_of<decltype(order)>();
      const auto keyed = std::make_shared<std::vector<tree::Keyed>>(a.base.n);
      const auto t = a.base.tree;
      const std::uint32_t n = a.base.n;
      launch = {
          {"tree_bounds",
           [=] {
             tree::sort_bodies(t, *keyed, n, [&](std::uint32_t i) { return bodies.xyzm[i]; });
             tree::number_cells(t, n, a.base.leaf);
             tree::make_cells(t, n, a.base.reach);
           }},
          {"fmm_gather", [=] { fmm::gather<kDegree>(t, a.cells, n); }},
          {"fmm_list", [=] { fmm::make_lists<kDegree>(t, a.cells, n, a.pull, a.theta, a.share); }},
          {"fmm_expand", [=] { fmm::expand<kDegree>(t, a.cells, n, a.base.eps2); }},
          {"fmm_lists", [=] {
             const auto write = [&](std::uint32_t k, const auto& sum) {
               a.base.accelerations[t.order[k]] = sum;
             };
             fmm::sum_bodies<kDegree>(t, a.cells, n, a.base.eps2, write);
           }}};
    });
    return launch;
  }
};

}  // namespace

extern const Declaration fmm_lists_cpu = declare<fmm_lists_kernel>();

}  // namespace gputest::cpu

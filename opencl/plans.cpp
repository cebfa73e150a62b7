#include "opencl/plans.hpp"

#include <fmt/format.h>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"

namespace gputest::opencl {

const std::vector<LaunchKind>& launch_kinds() {
  static const std::string sort = "opencl/kernels/neighbour/sort.cl";
  static const std::vector<LaunchKind> kinds{
      {"blocked", plan_blocked, {"bodies_per_item"}},
      {"cell_builder", plan_cell_builder, {}, sort},
      {"central", plan_central, {}},
      {"ewald_mesh", plan_ewald_mesh, {}},
      {"ewald_wave", plan_ewald_wave, {}},
      {"fixed_point", plan_fixed_point, {}},
      {"fmm", plan_fmm, {}, "opencl/kernels/tree/build.cl"},
      {"group_builder", plan_group_builder, {}, sort},
      {"groups", plan_groups, {}},
      {"hermite_splits", plan_hermite_splits, {"bodies_per_item"}},
      {"item_builder", plan_item_builder, {}, sort},
      {"launches", plan_launches, {}},
      {"lu_wavefronts", plan_lu_wavefronts, {}, "opencl/kernels/lu/all_cells.cl"},
      {"mask_builder", plan_mask_builder, {}, sort},
      {"partial_sums", plan_partial_sums, {}},
      {"per_cluster", plan_per_cluster, {"lanes"}},
      {"per_item", plan_per_item, {}},
      {"per_particle", plan_per_particle, {"lanes"}},
      {"reorder_diagonal", plan_reorder_diagonal, {}},
      {"reorder_gather", plan_reorder_gather, {}},
      {"reorder_planned", plan_reorder_planned, {}},
      {"reorder_tiles", plan_reorder_tiles, {"rows_per_item"}},
      {"reorder_vectors", plan_reorder_vectors, {}},
      {"simd_builder", plan_simd_builder, {}, sort},
      {"step_essential", plan_step_essential, {}},
      {"step_order", plan_step_order, {}},
      {"sweep_diagonal_tiles", plan_sweep_diagonal_tiles, {}},
      {"sweep_tiles", plan_sweep_tiles, {}},
      {"sweep_wavefronts", plan_sweep_wavefronts, {}},
      {"symmetric", plan_symmetric, {}},
      {"task", plan_task, {}},
      {"transfer", plan_transfer, {}},
      {"tree", plan_tree, {}, "opencl/kernels/tree/build.cl"},
      {"tree_lists", plan_tree_lists, {}, "opencl/kernels/tree/build.cl"},
      {"vectors_on_host", plan_vectors_on_host, {}},
      {"zeroed", plan_zeroed, {}},
  };
  return kinds;
}

Plan plan_per_item(const Source& source, const Configuration& configuration,
                   const KernelSignature& signature, const DeviceInfo&) {
  Plan plan;
  plan.options = source.options;
  plan.passes = {{source.entry, {ceil_div(signature.items, configuration.block), 1}}};
  return plan;
}

Plan plan_task(const Source& source, const Configuration&, const KernelSignature& signature,
               const DeviceInfo&) {
  if (!signature.grid)
    throw Error(Status::bad_input,
                fmt::format("{} has launch = task, but its family fixes no grid", source.path));
  Plan plan;
  plan.options = source.options + " -cl-kernel-arg-info";
  plan.is_exact = plan.checks_types = true;
  Enqueue enqueue{source.entry, signature.grid->groups};
  enqueue.block = {signature.grid->block[0], signature.grid->block[1]};
  plan.passes = {enqueue};
  return plan;
}

Plan plan_groups(const Source& source, const Configuration&, const KernelSignature& signature,
                 const DeviceInfo&) {
  for (const LazyProperty& property : signature.properties) {
    if (property.name != "groups") continue;
    Plan plan;
    plan.options = source.options;
    plan.passes = {{source.entry, {static_cast<std::uint64_t>(property.value()), 1}}};
    return plan;
  }
  throw Error(Status::bad_input,
              fmt::format("{} has launch = groups, but its family states no number of groups",
                          source.path));
}

}  // namespace gputest::opencl

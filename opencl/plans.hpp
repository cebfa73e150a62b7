// The launch plans of the kernels of opencl/kernels/: `launch` in a manifest names one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"

namespace gputest::opencl {

/// One enqueue of a kernel function. All enqueues of a plan take the same arguments: the problem's
/// inputs, outputs and scratch, the plan's scratch, the problem's scalars, the plan's scalars.
struct Enqueue {
  std::string entry;
  std::array<std::uint64_t, 2> groups{1, 1};  ///< work-groups; zeros: a copy, not a kernel
  bool shared = false;                        ///< it is in the plan's shared program
  /// get_global_offset(1): the number of an enqueue in its series; its second number of groups is
  /// then 1. Other enqueues may lie between those of a series.
  std::uint64_t offset = 0;
  /// -1, or 1 for the inverse: it is the plan's transform, not a kernel.
  int transform = 0;
  std::array<std::size_t, 2> block{};  ///< items of a group; zeros: the program's, in one dimension
};

/// A real transform in three dimensions (opencl/vkfft.hpp) between two of a plan's arrays. Their
/// indices count inputs, outputs and scratch.
struct Transform {
  std::array<std::uint32_t, 3> points{};
  std::size_t values = 0, modes = 0;
};

/// Repeated enqueues of a plan: those from `first` to before `end`.
struct Loop {
  std::size_t first = 0, end = 0;
  std::uint32_t times = 1;
};

/// A file of kernel functions, and its build settings besides layout and precision.
struct Program {
  std::string path;                             ///< from the project's root
  std::size_t block;                            ///< work-items per group: GT_BLOCK
  std::vector<Specialization> specializations;  ///< -DGT_<NAME>=<value>
  std::string options;                          ///< for the compiler
  bool is_exact = false;  ///< operations are rounded as written and not reordered
};

/// The computation of a kernel for given arguments on a given device.
struct Plan {
  std::string options;              ///< for the compiler, for the kernel's own program
  bool is_exact = false;            ///< as in Program
  bool checks_types = false;        ///< of parameters, if the driver knows them
  std::optional<Program> shared;    ///< passes of several kernels, compiled once for all of them
  std::vector<ArrayShape> scratch;  ///< device memory that the host never sees
  std::vector<Scalar> scalars;
  std::vector<Enqueue> passes;
  Loop loop;
  std::optional<Transform> transform;  ///< of passes that are a transform
  /// The parameters of the division of work, for LaunchPlan.
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
};

struct Source;
using Planner = Plan (*)(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// A kernel's file, and its launch settings from the manifest.
struct Source {
  std::string path;     ///< from the project's root
  std::string entry;    ///< the function that computes the results
  std::string options;  ///< for the compiler
  std::string shared;   ///< the file of the plan's shared program; empty: none
  Planner plan = nullptr;
  std::map<std::string, std::uint32_t> numbers;  ///< the plan's own, by key
  std::uint32_t block = 0;    ///< work-items per group if a configuration names none
  std::string unroll;         ///< the default on the axis `unroll`; empty: no such axis
  bool fp64_scalars = false;  ///< scalars that are double are passed as such in every precision
  bool probes_local_values = false;  ///< skip rows if the compiler does not keep local values
  std::string fault;                 ///< a sentence about the manifest's fault; empty: none
};

/// Sources by the kernel's name.
using Sources = std::map<std::string, Source>;

/// A plan that a manifest can name.
struct LaunchKind {
  std::string_view name;
  Planner plan;
  /// Keys of the manifest that the plan needs, each a whole number above 0.
  std::vector<std::string> numbers;
  std::string shared = {};  ///< the file of the plan's shared program; empty: none
};

/// Every plan, by name.
const std::vector<LaunchKind>& launch_kinds();

/// "per_item": one work-item per result.
Plan plan_per_item(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "task": the signature's grid; operations are rounded as written.
Plan plan_task(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "groups": as many work-groups as the signature's property "groups". Throws Error(bad_input)
/// without this property.
Plan plan_groups(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "partial_sums": like "groups", followed by one group `<entry>_total` that adds up the results.
/// The plan's scalar is the number of groups. Throws as "groups" does.
Plan plan_partial_sums(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

/// "launches": the empty kernels `<entry>_empty`, then the counting kernels; the signature's
/// specializations empty_kernels and counting_kernels are their numbers. Each has an item per
/// result.
Plan plan_launches(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "transfer": no kernel, but a copy between the host's memory and the device's (transfer.hpp).
Plan plan_transfer(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "zeroed": like "per_item", after a pass `<entry>_zero` with one work-item for each number of the
/// output.
Plan plan_zeroed(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "blocked": `bodies_per_item` bodies per work-item. The range of j is split so that every compute
/// unit has work; a second pass, `<entry>_total`, adds up the splits.
Plan plan_blocked(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "fixed_point": like "per_item", with operations rounded as written. The plan's scalar is the
/// scale (common/gravity/fixed64_scale.hpp).
Plan plan_fixed_point(const Source&, const Configuration&, const KernelSignature&,
                      const DeviceInfo&);

/// "central": like "per_item", with operations rounded as written unless sums are plain.
Plan plan_central(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "symmetric": groups that fill the device share the ring of pairs
/// (common/gravity/symmetric_ring.h), after a pass `<entry>_zero`.
Plan plan_symmetric(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "ewald_wave": the passes of direct wave sums. `<entry>_sums` has a group for each part of the
/// particles and kWavesPerBlock waves, `<entry>_amplitudes` an item per wave, and the results an
/// item per particle.
Plan plan_ewald_wave(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "ewald_mesh": the passes of particle-mesh Ewald. `<entry>_zero` has an item per point of the
/// mesh, `<entry>_spread` one per particle. Then come a transform, `<entry>_multiply` with an item
/// per mode, the inverse transform, and the results.
Plan plan_ewald_mesh(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "hermite_splits": `bodies_per_item` active bodies per work-item. The family's scalar
/// bodies_per_split splits the range of j; a second pass, `<entry>_total`, adds up the parts.
Plan plan_hermite_splits(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// "per_particle": `lanes` work-items per particle; with the third law, the pass lj_zero comes
/// first.
Plan plan_per_particle(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

/// "per_cluster": `lanes` work-items per cluster of particles.
Plan plan_per_cluster(const Source&, const Configuration&, const KernelSignature&,
                      const DeviceInfo&);

/// Plans of list builders: the passes that sort particles into cells, those that a csr list needs,
/// and last the kernel, with one work-item per particle ("item_builder"),
Plan plan_item_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or one work-group per particle ("group_builder"),
Plan plan_group_builder(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);
/// or one work-group per cell, which also counts, as `<entry>_count` ("cell_builder"),
Plan plan_cell_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or one work-item per particle, which also counts, as `<entry>_count` ("mask_builder"),
Plan plan_mask_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or the same after a pass `<entry>_blocks` over blocks of sorted particles ("simd_builder").
Plan plan_simd_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

/// Plans of the family reorder. "reorder_vectors": an item for every 16 bytes, and for each
/// remaining 32-bit word.
Plan plan_reorder_vectors(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);
/// "reorder_gather": an item per element; its scalars are the result's dimensions.
Plan plan_reorder_gather(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);
/// "reorder_tiles": a group per square tile of REORDER_EDGE² = items × `rows_per_item` elements;
/// its scalars are a reorder::Tiling.
Plan plan_reorder_tiles(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);
/// "reorder_diagonal": a group per skewed tile of the same number of elements.
Plan plan_reorder_diagonal(const Source&, const Configuration&, const KernelSignature&,
                           const DeviceInfo&);
/// "reorder_planned": a group per tile or box of reorder::planned_for().
Plan plan_reorder_planned(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// "vectors_on_host": one work-item per body. On the host's processors, one per GT_PER_ITEM bodies,
/// with their numbers in vectors.
Plan plan_vectors_on_host(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// Plans of the family sweep: series of enqueues. "sweep_wavefronts": one enqueue per wavefront,
/// with an item for each place that a diagonal of each plane may have in it.
Plan plan_sweep_wavefronts(const Source&, const Configuration&, const KernelSignature&,
                           const DeviceInfo&);
/// "sweep_tiles": one enqueue per wavefront of tiles, with a group per tile. The tile's edge is the
/// square root of a group's items.
Plan plan_sweep_tiles(const Source&, const Configuration&, const KernelSignature&,
                      const DeviceInfo&);
/// "sweep_diagonal_tiles": the same with the tiles of common/arrays/diagonal_tile.h.
Plan plan_sweep_diagonal_tiles(const Source&, const Configuration&, const KernelSignature&,
                               const DeviceInfo&);

/// "lu_wavefronts": the steps of the family lu. Each of its two sweeps is a series of enqueues, one
/// per wavefront; the other passes have an item per cell.
Plan plan_lu_wavefronts(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);

/// "tree": the passes that build a tree of the bodies, then the walk, with an item per body. The
/// sort is a series of rounds, the cells a series of levels. The specialization "stages" may select
/// one of the two.
Plan plan_tree(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "tree_lists": the same build. A pass counts lists, with an item per group of bodies, and others
/// sum the counts. Then two passes alternate: one writes some of the lists, with an item per group,
/// and one sums their entries, with an item per body.
Plan plan_tree_lists(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "fmm": the same build; multipoles, with an item per cell, and lists, with a group per cell, both
/// in series of levels; expansions, with a group per cell; a series that passes them down; and a
/// group per leaf.
Plan plan_fmm(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);
/// The passes that build a tree of the bodies. `options` are additional build options of build.cl.
Plan plan_tree_build(const Source&, const KernelSignature&, const std::string& options);

/// "step_essential": three passes over a tree's cells; a group takes several cells.
Plan plan_step_essential(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// "step_order": counts particles into bins by the leading bits of their keys, sums the counts, and
/// sorts each bin by key.
Plan plan_step_order(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

}  // namespace gputest::opencl

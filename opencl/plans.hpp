// How the kernels of opencl/kernels/ are launched: what `launch` in a manifest names.
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

/// One enqueue of a kernel function. All of a plan's take the same arguments: the problem's inputs,
/// outputs and scratch, the plan's scratch, the problem's scalars, the plan's scalars.
struct Enqueue {
  std::string entry;
  std::array<std::uint64_t, 2> groups{1, 1};  ///< work-groups; zeros: it is a copy and no kernel
  bool shared = false;                        ///< of the plan's shared program
  /// get_global_offset(1): tells an enqueue of a series, in which the second of `groups` is 1, its
  /// number. Others may stand between those of a series.
  std::uint64_t offset = 0;
  /// -1, or 1 for the one back: it is the plan's transform and no kernel.
  int transform = 0;
};

/// A transform of real numbers in three dimensions (opencl/vkfft.hpp) between two of a plan's
/// arrays, by their places among inputs, outputs and scratch.
struct Transform {
  std::array<std::uint32_t, 3> points{};
  std::size_t values = 0, modes = 0;
};

/// Enqueues of a plan that are repeated as a whole: those from `first` to before `end`.
struct Loop {
  std::size_t first = 0, end = 0;
  std::uint32_t times = 1;
};

/// A file of kernel functions and what it is built with, besides layout and precision.
struct Program {
  std::string path;                             ///< from the project's root
  std::size_t block;                            ///< work-items per group: GT_BLOCK
  std::vector<Specialization> specializations;  ///< -DGT_<NAME>=<value>
  std::string options;                          ///< for the compiler
  bool is_exact = false;  ///< every operation is rounded as it stands, and none is reordered
};

/// How a kernel computes its results for given arguments on a given device.
struct Plan {
  std::string options;              ///< for the compiler, of the kernel's own program
  bool is_exact = false;            ///< as Program has it
  std::optional<Program> shared;    ///< passes of several kernels, compiled once for all of them
  std::vector<ArrayShape> scratch;  ///< device memory that the host never sees
  std::vector<Scalar> scalars;
  std::vector<Enqueue> passes;
  Loop loop;
  std::optional<Transform> transform;  ///< of passes that are one
  /// What LaunchPlan tells of how the work was cut.
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
};

struct Source;
using Planner = Plan (*)(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// A kernel's file, and what its manifest says of how it is launched.
struct Source {
  std::string path;     ///< from the project's root
  std::string entry;    ///< the function that computes the results
  std::string options;  ///< for the compiler
  std::string shared;   ///< the file of its plan's shared program; empty: there is none
  Planner plan = nullptr;
  std::map<std::string, std::uint32_t> numbers;  ///< the plan's own, by key
  std::uint32_t block = 0;    ///< work-items per group where a configuration names none
  std::string unroll;         ///< the default on the axis of that name; empty: it has none
  bool fp64_scalars = false;  ///< scalars that are double are passed as such in every precision
  bool probes_local_values = false;  ///< its rows are skipped where local values are not kept
  std::string fault;                 ///< of the manifest, a sentence; empty where it is sound
};

/// By the kernel's name.
using Sources = std::map<std::string, Source>;

/// A plan that a manifest can name.
struct LaunchKind {
  std::string_view name;
  Planner plan;
  /// Keys of a manifest that the plan reads, each a whole number above 0, and all compulsory.
  std::vector<std::string> numbers;
  std::string shared = {};  ///< the file of the plan's shared program; empty: there is none
};

/// Every plan, by name.
const std::vector<LaunchKind>& launch_kinds();

/// "per_item": one work-item per result.
Plan plan_per_item(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "groups": as many work-groups as the signature's property "groups" says. Throws
/// Error(bad_input) where it says nothing.
Plan plan_groups(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "partial_sums": as "groups", after which one more group, `<entry>_total`, adds up what each
/// gave. The plan's scalar is their number. Throws as "groups" does.
Plan plan_partial_sums(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

/// "launches": the empty kernels `<entry>_empty`, then those that count, as the signature's
/// specializations empty_kernels and counting_kernels say, each over an item for each result.
Plan plan_launches(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "transfer": no kernel, but a copy between the host's memory and the device's (transfer.hpp).
Plan plan_transfer(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "zeroed": as "per_item", after a pass `<entry>_zero` with one work-item for each number of the
/// output.
Plan plan_zeroed(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "blocked": `bodies_per_item` bodies per work-item, the range of j split so that every compute
/// unit has work; a second pass, `<entry>_total`, adds up what the splits give.
Plan plan_blocked(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "fixed_point": as "per_item", each operation as it stands. The plan's scalar is the scale
/// (common/gravity/fixed64_scale.hpp).
Plan plan_fixed_point(const Source&, const Configuration&, const KernelSignature&,
                      const DeviceInfo&);

/// "central": as "per_item", each operation as it stands where sums are not plain.
Plan plan_central(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "symmetric": groups that fill the device share the ring of pairs
/// (common/gravity/symmetric_ring.h), after a pass `<entry>_zero`.
Plan plan_symmetric(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "ewald_wave": the passes of direct wave sums, `<entry>_sums` with a group for each part of the
/// particles and kWavesPerBlock waves, `<entry>_amplitudes` with an item per wave, and the results
/// with one per particle.
Plan plan_ewald_wave(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "ewald_mesh": the passes of particle-mesh Ewald, `<entry>_zero` with an item per point of the
/// mesh,
/// `<entry>_spread` with one per particle, a transform, `<entry>_multiply` with one per mode, the
/// transform back, and the results.
Plan plan_ewald_mesh(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "hermite_splits": `bodies_per_item` active bodies per work-item, the range of j split as the
/// family's scalar bodies_per_split says; a second pass, `<entry>_total`, adds up what the parts
/// give.
Plan plan_hermite_splits(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// "per_particle": `lanes` work-items per particle; before them, with the third law, the pass
/// lj_zero.
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
/// or one work-group per cell, which counts too, as `<entry>_count` ("cell_builder"),
Plan plan_cell_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or one work-item per particle, which counts too, as `<entry>_count` ("mask_builder"),
Plan plan_mask_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or likewise, after a pass `<entry>_blocks` over blocks of sorted particles ("simd_builder").
Plan plan_simd_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

/// Plans of the family reorder. "reorder_vectors": an item for every 16 bytes, and for each word of
/// 32 bits that is left.
Plan plan_reorder_vectors(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);
/// "reorder_gather": an item per element; its scalars are the result's dimensions.
Plan plan_reorder_gather(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);
/// "reorder_tiles": a group per square tile of REORDER_EDGE² = items × `rows_per_item` elements;
/// its scalars are a reorder::Tiling.
Plan plan_reorder_tiles(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);
/// "reorder_diagonal": a group per skewed tile of as many elements.
Plan plan_reorder_diagonal(const Source&, const Configuration&, const KernelSignature&,
                           const DeviceInfo&);
/// "reorder_planned": a group per tile or box of what reorder::planned_for() says.
Plan plan_reorder_planned(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// "vectors_on_host": one work-item per body or, on the host's processors, for many bodies, whose
/// numbers it holds in vectors: GT_PER_ITEM.
Plan plan_vectors_on_host(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// Plans of the family sweep, a series of enqueues. "sweep_wavefronts": of a wavefront each, an
/// item for each place that a diagonal of each plane may have in it.
Plan plan_sweep_wavefronts(const Source&, const Configuration&, const KernelSignature&,
                           const DeviceInfo&);
/// "sweep_tiles": of a wavefront of tiles each, a group per tile, whose edge is the square root of
/// a group's items.
Plan plan_sweep_tiles(const Source&, const Configuration&, const KernelSignature&,
                      const DeviceInfo&);
/// "sweep_diagonal_tiles": likewise, of the tiles of common/arrays/diagonal_tile.h.
Plan plan_sweep_diagonal_tiles(const Source&, const Configuration&, const KernelSignature&,
                               const DeviceInfo&);

/// "lu_wavefronts": the steps of the family lu, whose two sweeps are series of enqueues, of a
/// wavefront each, and whose other passes have an item per cell.
Plan plan_lu_wavefronts(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);

/// "tree": the passes that make a tree of the bodies, whose sort is a series of rounds and whose
/// cells one of levels, and the walk, with an item per body; or one of the two alone, by the
/// specialization "stages".
Plan plan_tree(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// "tree_lists": the same passes; lists are counted, an item per group of bodies, and the counts
/// summed; then passes in turn, which write some of the lists, an item per group, and sum what is
/// in them, an item per body.
Plan plan_tree_lists(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

/// "fmm": the same passes; multipoles, an item per cell, lists, a group per cell, both series of
/// levels; expansions, a group per cell, a series that hands them down, and a group per leaf.
Plan plan_fmm(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);
/// The passes that make a tree of the bodies. `options`: what build.cl is built with beside.
Plan plan_tree_build(const Source&, const KernelSignature&, const std::string& options);

/// "step_essential": three passes over a tree's cells, in groups that take several each.
Plan plan_step_essential(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

/// "step_order": counts particles into bins by the leading bits of their keys, sums the counts, and
/// orders those of a bin by key.
Plan plan_step_order(const Source&, const Configuration&, const KernelSignature&,
                     const DeviceInfo&);

}  // namespace gputest::opencl

// common/octree/essential.h for C++, CUDA and HIP, and the arguments of its kernels.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/device/kernel_call.hpp"
#include "common/octree/cell.hpp"

namespace gputest::tree {
namespace fp32 {
#include "common/octree/essential.h"
}  // namespace fp32
namespace fp64 {
#include "common/octree/essential.h"
}  // namespace fp64

using fp32::gt_graft;
using fp32::gt_graft_own;
using fp32::gt_name_parent;
using fp32::gt_pack_cell;
using fp32::gt_places_wanted;
using fp64::gt_graft;
using fp64::gt_graft_own;
using fp64::gt_name_parent;
using fp64::gt_pack_cell;
using fp64::gt_places_wanted;

/// Vectors of a message with at most that many cells and bodies.
inline std::uint64_t essential_message(std::uint64_t cells, std::uint64_t bodies, bool has_third) {
  return 1 + cells * fp32::gt_essential_cell(has_third) + bodies;
}

/// The capacity or the content of a message.
struct Essential {
  std::uint32_t cells = 0, bodies = 0;
};

#ifndef GPUTEST_TEXT
/// The numbers of cells and bodies that a message states.
template <class Real>
Essential essential_of(const Vector4<Real>* message) {
  std::uint32_t words[2];
  std::memcpy(words, message, sizeof words);
  return {words[0], words[1]};
}
#endif

/// The arguments for a box's message: a completed tree, and memory for each of its cells.
template <class Real>
struct EssentialArguments {
  const Vector4<Real>*box, *sorted, *centres, *moments, *octupoles;  ///< the last may be null
  const gt_ulong* links;
  const std::uint32_t* sums;
  std::uint32_t *parents, *places;
  Vector4<Real>* message;
  std::uint32_t n;  ///< bodies
  Essential most;

#ifndef GPUTEST_TEXT
  /// For a tree on the host; `of_cells` has two numbers per cell.
  EssentialArguments(const Arrays<Real>& tree, const Vector4<Real>* third, std::uint32_t bodies,
                     std::vector<std::uint32_t>& of_cells, const Vector4<Real>* to_box,
                     Essential most_sent, Vector4<Real>* written)
      : box(to_box),
        sorted(tree.sorted),
        centres(tree.centres),
        moments(tree.moments),
        octupoles(third),
        links(tree.links),
        sums(tree.sums),
        parents(of_cells.data()),
        places(of_cells.data() + of_cells.size() / 2),
        message(written),
        n(bodies),
        most(most_sent) {}
#endif
  explicit EssentialArguments(const KernelCall& call)
      : box(reals(call.inputs[0]) + 2 * std::size_t{call.scalar<std::uint32_t>("box")}),
        sorted(reals(call.inputs[1])),
        centres(reals(call.inputs[2])),
        moments(reals(call.inputs[3])),
        octupoles(call.inputs.size() > 6 ? reals(call.inputs[6]) : nullptr),
        links(static_cast<const gt_ulong*>(call.inputs[4])),
        sums(static_cast<const std::uint32_t*>(call.inputs[5])),
        parents(static_cast<std::uint32_t*>(call.scratch[0])),
        places(static_cast<std::uint32_t*>(call.scratch[1])),
        message(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        most{call.scalar<std::uint32_t>("most_cells"), call.scalar<std::uint32_t>("most_bodies")} {}

  GT_MEMBER_FN std::uint32_t cells() const { return gt_first_cell(sums, kLevels, n); }
  GT_MEMBER_FN void name_parent(std::uint32_t cell) const {
    gt_name_parent(links, parents, message, cell);
  }
  /// Adds the places needed to a count by add(count, wanted), which returns the count before.
  template <class Add>
  GT_MEMBER_FN void claim(std::uint32_t cell, const Add& add) const {
    const std::uint32_t wanted = gt_places_wanted(centres, links, parents, box[0], box[1], cell);
    auto* const counts = reinterpret_cast<std::uint32_t*>(message);
    if (wanted > 0) places[cell] = add(counts + (gt_is_leaf(links[cell]) ? 1 : 0), wanted);
  }
  GT_MEMBER_FN void pack(std::uint32_t cell) const {
    gt_pack_cell(sorted, centres, moments, octupoles, links, parents, places, box[0], box[1],
                 most.cells, most.bodies, cell, message);
  }

 private:
  static const Vector4<Real>* reals(const void* array) {
    return static_cast<const Vector4<Real>*>(array);
  }
};

/// The arguments for grafting a message onto a tree.
template <class Real>
struct GraftArguments {
  const Vector4<Real>* message;
  Vector4<Real>*sorted, *centres, *moments, *octupoles;  ///< the last may be null
  gt_ulong* links;
  Essential most;
  std::uint32_t root, cells, bodies;  ///< their places
  std::uint32_t own_root;             ///< place of the tree's own root

  explicit GraftArguments(const KernelCall& call)
      : message(static_cast<const Vector4<Real>*>(call.inputs[0]) +
                call.scalar<std::uint32_t>("first")),
        sorted(reals(call.outputs[0])),
        centres(reals(call.outputs[1])),
        moments(reals(call.outputs[2])),
        octupoles(call.outputs.size() > 4 ? reals(call.outputs[4]) : nullptr),
        links(static_cast<gt_ulong*>(call.outputs[3])),
        most{call.scalar<std::uint32_t>("most_cells"), call.scalar<std::uint32_t>("most_bodies")},
        root(call.scalar<std::uint32_t>("root")),
        cells(call.scalar<std::uint32_t>("cells")),
        bodies(call.scalar<std::uint32_t>("bodies")),
        own_root(call.scalar<std::uint32_t>("own_root")) {}

  GT_MEMBER_FN std::uint32_t items() const { return most.cells + most.bodies; }
  GT_MEMBER_FN void graft(std::uint32_t item) const {
    gt_graft(message, most.cells, most.bodies, root, cells, bodies, sorted, centres, moments,
             octupoles, links, item);
    if (item == 0) gt_graft_own(centres, moments, octupoles, links, own_root);
  }

 private:
  static Vector4<Real>* reals(void* array) { return static_cast<Vector4<Real>*>(array); }
};

}  // namespace gputest::tree

// The arguments of a kernel in C++: see make_tree().
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/device/kernel_call.hpp"
#include "common/octree/cell.hpp"

namespace gputest::tree {

/// The multipole that a value of the axis names.
template <class Value>
constexpr Multipole multipole_of() {
  return Value::is("octupole")     ? Multipole::octupole
         : Value::is("quadrupole") ? Multipole::quadrupole
                                   : Multipole::monopole;
}

/// The stages of a launch: making the tree and walking it, or only one of them, as the
/// specialization "stages" says if there is one.
enum class TreeStages : std::uint32_t { all, build, walk };
inline TreeStages stages_of(const KernelCall& call) {
  for (const Specialization& one : call.specializations)
    if (one.name == "stages") return static_cast<TreeStages>(one.value);
  return TreeStages::all;
}

/// The arguments of a launch.
template <class R, class ArraysOfTree = Arrays<R>>
struct Arguments {
  using Real = R;
  ArraysOfTree tree;
  std::uint32_t n, leaf;  ///< bodies, and how many a leaf has at most
  Real eps2, reach;
  std::uint32_t* work;  ///< for the sort; then for lists
  Vector4<Real>* accelerations;
  /// Not 0 for bodies with wanted accelerations, by their numbers; null: all are wanted. The values
  /// written for others are undefined.
  const std::uint32_t* active;
  /// Consecutive cells from which walks begin: more than the tree's own root if other devices'
  /// trees are grafted onto it (essential.h).
  std::uint32_t first_root = 0, roots = 1;

  explicit Arguments(const KernelCall& call)
      : tree(arrays_of(call)),
        n(call.scalar<std::uint32_t>("n")),
        leaf(call.scalar<std::uint32_t>("leaf")),
        eps2(call.scalar<Real>("eps2")),
        reach(call.scalar<Real>("reach")),
        work(words(call, 10)),
        accelerations(static_cast<Vector4<Real>*>(call.outputs[0])),
        active(call.inputs.size() > 1 ? static_cast<const std::uint32_t*>(call.inputs[1])
                                      : nullptr) {
    if (stages_of(call) != TreeStages::walk) return;
    first_root = call.scalar<std::uint32_t>("first_root");
    roots = call.scalar<std::uint32_t>("roots");
  }

  /// Whether the k-th sorted body's acceleration is wanted.
  GT_MEMBER_FN bool is_active(std::uint32_t k) const {
    return active == nullptr || active[tree.order[k]] != 0;
  }
  /// Whether any of the sorted bodies first … last - 1 is wanted.
  GT_MEMBER_FN bool any_active(std::uint32_t first, std::uint32_t last) const {
    bool any = active == nullptr;
    for (std::uint32_t k = first; !any && k < last; ++k) any = is_active(k);
    return any;
  }

 private:
  static ArraysOfTree arrays_of(const KernelCall& call) {
    const Arrays<Real> base{reals(call, 0), words(call, 1), reals(call, 2), reals(call, 3),
                            reals(call, 4), reals(call, 5), longs(call, 6), longs(call, 7),
                            words(call, 8), words(call, 9)};
    if constexpr (std::is_same_v<ArraysOfTree, Arrays<Real>>)
      return base;
    else
      return {base, reals(call, 12)};
  }
  static Vector4<Real>* reals(const KernelCall& call, std::size_t array) {
    return static_cast<Vector4<Real>*>(call.scratch[array]);
  }
  static std::uint32_t* words(const KernelCall& call, std::size_t array) {
    return static_cast<std::uint32_t*>(call.scratch[array]);
  }
  static gt_ulong* longs(const KernelCall& call, std::size_t array) {
    return static_cast<gt_ulong*>(call.scratch[array]);
  }
};

/// The arguments of a walk that uses such moments.
template <Multipole Order, class Real>
using ArgumentsTo = Arguments<Real, ArraysTo<Order, Real>>;

}  // namespace gputest::tree

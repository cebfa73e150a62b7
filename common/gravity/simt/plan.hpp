// How the gravity kernels divide their work: ranges for the kernels, grids and passes for the host.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "common/core/ceil_div.hpp"
#include "common/core/precision.hpp"
#include "common/gravity/longest_run.h"
#include "common/gravity/symmetric_ring.h"

namespace gputest {
namespace simt {

/// Template arguments of gravity_blocked.
struct BlockedShape {
  unsigned block, blocks_per_multiprocessor, k;
  bool operator==(const BlockedShape&) const = default;
};

/// Template arguments of gravity_symmetric, which has one wavefront per block.
struct SymmetricShape {
  unsigned blocks_per_multiprocessor, k;
  bool operator==(const SymmetricShape&) const = default;
};

/// The shapes that a kernel is compiled for.
template <auto... All>
struct Shapes {};
template <class Real>
using BlockedShapes = std::conditional_t<
    sizeof(Real) == 8, Shapes<BlockedShape{128, 4, 2}, BlockedShape{128, 4, 4}>,
    Shapes<BlockedShape{64, 16, 2}, BlockedShape{128, 4, 8}, BlockedShape{256, 2, 8}>>;
/// Four sums per body instead of three leave registers for fewer wavefronts.
template <class Real, bool WithPotential>
using SymmetricShapes =
    std::conditional_t<sizeof(Real) == 8, Shapes<SymmetricShape{8, 4}, SymmetricShape{8, 8}>,
                       Shapes<SymmetricShape{16, 4}, SymmetricShape{16, 8},
                              SymmetricShape{WithPotential ? 8u : 12u, 12}>>;

#ifndef GPUTEST_TEXT
/// Chooses the shape that a plan names.
template <class Shape, Shape... All>
auto shape_among(Shapes<All...>, const Shape& wanted) {
  return [wanted](auto&& f) {
    if (!((wanted == All ? (f(std::integral_constant<Shape, All>()), true) : false) || ...))
      throw std::logic_error("a kernel is not compiled for the shape that its plan names");
  };
}
#endif
#ifndef GPUTEST_TEXT
/// Chooses this shape among the shapes of the list All.
template <class All, class Shape>
auto shape_of(const Shape& wanted) {
  return shape_among<Shape>(All(), wanted);
}

/// The shape that ran fastest on an H100 (docs/notes/gravity.md). Few bodies need small tiles to
/// keep every multiprocessor busy; with more bodies, a thread can hold more of them.
inline BlockedShape blocked_shape(std::uint32_t n, Precision precision) {
  if (precision == Precision::fp64)
    return n <= 8192 ? BlockedShape{128, 4, 2} : BlockedShape{128, 4, 4};
  if (n <= 8192) return {64, 16, 2};
  return n <= 131072 ? BlockedShape{128, 4, 8} : BlockedShape{256, 2, 8};
}

/// A shape, and the number of grids that fill the multiprocessors into which the work is cut. A
/// scheduler prefers the oldest of its wavefronts, so equal shares do not end together; the shorter
/// the shares, the sooner the last ends.
struct SymmetricPlan {
  SymmetricShape shape;
  unsigned rounds;
};
#endif
#ifndef GPUTEST_TEXT
/// The shape and rounds for n bodies, the fastest on an H100 for 4096 to 65,536 bodies
/// (docs/notes/gravity.md). A launch that yields multiprocessors has shorter shares. With very many
/// bodies a share takes 1 to 4 ms: longer ones would leave multiprocessors idle when two concurrent
/// kernels end.
inline SymmetricPlan symmetric_plan(std::uint32_t n, Precision precision, bool with_potential,
                                    bool yields) {
  if (precision == Precision::fp64) {
    if (n <= 8192) return {{8, 4}, 1};
    if (with_potential && n <= 49152) return {{8, 4}, 2};
    if (n <= 24576) return {{8, 8}, 1};
    return {{8, 8}, n <= 57344 ? 4u : 8u};
  }
  if (n > 393216) return {{with_potential ? 8u : 12u, 12}, yields ? 96u : 32u};
  if (n <= 6144) return {{16, 4}, 1};
  if (with_potential && n <= 10240) return {{16, 8}, 1};
  if (with_potential) return {{8, 12}, yields ? 3u : 1u};
  if (n <= 36864) return {{16, 8}, n <= 22528 ? 1u : 2u};
  return {{12, 12}, n <= 57344 ? 4u : 8u};
}

/// This number of blocks on every multiprocessor, but no block without work.
inline unsigned even_grid(unsigned multiprocessors, unsigned blocks_per_multiprocessor,
                          std::uint64_t units) {
  const std::uint64_t blocks = std::uint64_t(multiprocessors) * blocks_per_multiprocessor;
  return static_cast<unsigned>(units < blocks ? units : blocks);
}

/// Blocks of gravity_blocked for this number of results.
inline unsigned blocked_grid(std::uint32_t results, std::uint32_t n, unsigned multiprocessors,
                             BlockedShape shape) {
  const std::uint64_t tiles_i = ceil_div(results, shape.block * shape.k);
  return even_grid(multiprocessors, shape.blocks_per_multiprocessor,
                   tiles_i * ceil_div(n, shape.block));
}

/// The number of bodies that have as many pairs among them as these two sets have between them.
inline std::uint32_t bodies_with_pairs_of(std::uint32_t n, std::uint32_t targets) {
  return static_cast<std::uint32_t>(std::sqrt(2.0 * n * targets));
}

/// Blocks of gravity_symmetric between `targets` bodies and n others.
inline unsigned symmetric_grid(std::uint32_t n, std::uint32_t targets, unsigned multiprocessors,
                               unsigned warp_size, const SymmetricPlan& plan) {
  gt_symmetric_ring ring;
  gt_symmetric_rectangle_make(&ring, n, targets, warp_size * plan.shape.k, warp_size);
  return even_grid(multiprocessors, plan.shape.blocks_per_multiprocessor * plan.rounds,
                   gt_symmetric_units(&ring));
}

/// Blocks of gravity_symmetric, of one wavefront each.
inline unsigned symmetric_grid(std::uint32_t n, unsigned multiprocessors, unsigned warp_size,
                               const SymmetricPlan& plan) {
  gt_symmetric_ring ring;
  gt_symmetric_ring_make(&ring, n, warp_size * plan.shape.k, plan.shape.k);
  return even_grid(multiprocessors, plan.shape.blocks_per_multiprocessor * plan.rounds,
                   gt_symmetric_units(&ring));
}
#endif

}  // namespace simt
}  // namespace gputest

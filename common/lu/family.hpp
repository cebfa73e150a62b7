// The family "lu": a whole program, the solver of the NAS Parallel Benchmark LU.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// The pseudo-application LU (RNR-94-007, "The NAS Parallel Benchmarks", 1994): the equations of a
/// viscous flow in a cube, brought to rest by steps of symmetric successive overrelaxation. A step
/// is the residual of the equations, a lower and an upper triangular sweep whose cells need three
/// neighbours' new values, in blocks of 5 x 5, and the update of the flow. --class=S, W, A, B or C
/// says the cube's edge and the number of steps; a launch does all of them. -n has no use.
///
/// Arguments: the inputs "guess" (the flow before the first step) and "force" (what makes the exact
/// solution one), the outputs "flow" and "residual" after the last step, each [5][n][n][n], x
/// fastest; the scalars n, steps, dt and weight, what a step's change is multiplied by. The axis
/// `storage` says whether planes are stored by their diagonals in the meantime, which the launch
/// does and undoes: scratch are then the flow, its change and the force in that order. The axis
/// `jacobians` says whether blocks are in memory (scratch of 100 numbers a cell) or computed where
/// they are needed.
///
/// Verification: the norms of the residual and of the error and the surface integral are the
/// published, within 1e-8 of each. Of every cell the residual is that of the flow, and of class S
/// the flow that of the oracle, within 1e-8 of the component's largest.
///
/// A rate counts operations as the benchmark does: 1984.77 n^3 - 10923.3 n^2 + 27770.9 n - 144010 a
/// step.
std::unique_ptr<Family> make_lu();

/// The layout components_first, as kernels in C++ see it.
template <class Real>
struct LuComponents {
  using gt_real = Real;
  static constexpr const char* kLayout = "components_first";
  static constexpr std::size_t kArrays = 2;
  const Real* guess;
  const Real* force;
};

}  // namespace gputest

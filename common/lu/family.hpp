// The family "lu": a whole program, the solver of the NAS Parallel Benchmark LU.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// The pseudo-application LU (RNR-94-007, "The NAS Parallel Benchmarks", 1994): it solves the
/// equations of a viscous flow in a cube by steps of symmetric successive overrelaxation. A step
/// computes the residual of the equations, does a lower and an upper triangular sweep with 5 x 5
/// blocks, and updates the flow. In a sweep each cell needs three neighbours' new values.
/// --class=S, W, A, B or C selects the cube's edge and the number of steps; a launch does all of
/// them. -n is ignored.
///
/// Arguments: the inputs "guess" (the flow before the first step) and "force" (the forcing for
/// which the exact solution holds). The outputs are "flow" and "residual" after the last step. All
/// are [5][n][n][n], x fastest. The scalars are n, steps, dt and weight, the factor of a step's
/// change. The axis `storage` says whether planes are stored by diagonals between the steps. The
/// launch converts them there and back; its scratch has the flow, its change and the force in that
/// order. The axis `jacobians` says whether blocks are in memory (scratch of 100 numbers per cell)
/// or computed when needed.
///
/// Verification: the norms of the residual and of the error, and the surface integral, must equal
/// the published values within 1e-8 of each. In every cell the residual must be that of the flow,
/// and for class S the flow that of the oracle. The tolerance is 1e-8 of the component's largest.
///
/// A rate counts operations as the benchmark does: 1984.77 n^3 - 10923.3 n^2 + 27770.9 n - 144010
/// per step.
std::unique_ptr<Family> make_lu();

/// The layout components_first in C++ kernels.
template <class Real>
struct LuComponents {
  using gt_real = Real;
  static constexpr const char* kLayout = "components_first";
  static constexpr std::size_t kArrays = 2;
  const Real* guess;
  const Real* force;
};

}  // namespace gputest

// The arrays and scalars of a launch of LU.
#pragma once

#include <cstdint>

#include "common/arrays/wavefront.h"
#include "common/device/kernel_call.hpp"
#include "common/lu/blocks.h"
#include "common/lu/storage.hpp"

namespace gputest::lu {

/// The arguments of kernels (make_lu()), and the arrays that hold the flow between the steps.
struct CallArrays {
  const double *guess, *force_in;
  double *flow, *residual;
  double *u, *v;
  double* own_force;  ///< by diagonals; null: force_in is used
  const double* force;
  double* blocks;
  std::uint32_t n, steps;
  double dt, weight;

  CallArrays(const double* guess_of_call, const double* force_of_call, const KernelCall& call)
      : guess(guess_of_call),
        force_in(force_of_call),
        flow(static_cast<double*>(call.outputs[0])),
        residual(static_cast<double*>(call.outputs[1])),
        n(call.scalar<std::uint32_t>("n")),
        steps(call.scalar<std::uint32_t>("steps")),
        dt(call.scalar<double>("dt")),
        weight(call.scalar<double>("weight")) {
    const bool diagonals = is_by_diagonals(call);
    const auto scratch = [&](std::size_t k) { return static_cast<double*>(call.scratch[k]); };
    u = diagonals ? scratch(0) : flow;
    v = diagonals ? scratch(1) : residual;
    own_force = diagonals ? scratch(2) : nullptr;
    force = diagonals ? own_force : force_in;
    blocks = call.specialization("stored") != 0 ? scratch(call.scratch.size() - 1) : nullptr;
  }

  /// Depends on the kind of device: a GPU, where threads run in lockstep, or the processor.
  static bool is_by_diagonals(const KernelCall& call) {
    return by_diagonals(static_cast<Storage>(call.specialization("storage")),
                        2 * call.scalar<std::uint32_t>("steps"), call.warp_size != 0);
  }

  GT_MEMBER_FN std::uint32_t cells() const { return n * n * n; }
  GT_MEMBER_FN std::uint32_t inner() const { return n - 2; }
  GT_MEMBER_FN std::uint32_t wavefronts() const { return gt_wavefronts(inner(), inner(), inner()); }
};

}  // namespace gputest::lu

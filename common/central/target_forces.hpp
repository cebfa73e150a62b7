// Central forces at points that are none of the bodies, as a program asks of the kernels that
// gputest runs.
#pragma once

#include <cstdint>

#include "common/central/table.hpp"
#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Forces of the first `bodies` particles of the arrays on `targets` others, which stand from
/// `first_target` on. The arrays hold `capacity` particles. F_i = sum_j A g(B r^2) r_ij, and the
/// sum of A g, at r_ij = x_i - x_j or, with an edge, that of the nearest image.
struct CentralTargets {
  std::uint64_t capacity = 0;
  std::uint32_t bodies = 0;
  std::uint32_t first_target = 0;
  std::uint32_t targets = 0;
  unsigned law = 0;                     ///< the specialization `law`; of no meaning with a table
  const CentralTable* table = nullptr;  ///< what g is taken from, in fp32
  /// A and B, or the five numbers of tosi-fumi, belong to pairs of so many types, whose numbers are
  /// the particles' masses. 0: there is one A and one B, and the mass of body j is its charge,
  /// which multiplies A.
  std::uint32_t types = 0;
  double edge = 0;  ///< of a cube that repeats; 0 where none does
  /// Of x = B r^2 below `least_x` A g is `nearer` instead, and from `most_x` on 0. A table is
  /// always bounded, a law with charges never.
  bool is_bounded = false;
  double least_x = 0, most_x = 0, nearer = 0;
};

/// The way to add up of programs, on the axis `sum`: with Kahan's compensation in fp32, plain in
/// fp64, which has digits enough.
const char* central_sum_of_programs(Precision precision);

/// The arguments of central_direct or, with a table, central_table_global for that, in the layout
/// soa.
KernelSignature central_signature(const CentralTargets& forces, const Configuration& configuration);

}  // namespace gputest

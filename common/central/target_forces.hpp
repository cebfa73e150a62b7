// Central forces at points that are not among the bodies. Programs request them from the kernels
// that gputest runs.
#pragma once

#include <cstdint>

#include "common/central/table.hpp"
#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Forces of the first `bodies` particles of the arrays on `targets` others, which begin at
/// `first_target`. The arrays hold `capacity` particles. F_i = sum_j A g(B r^2) r_ij, and the sum
/// of A g. r_ij is x_i - x_j or, with an edge, the difference to the nearest image.
struct CentralTargets {
  std::uint64_t capacity = 0;
  std::uint32_t bodies = 0;
  std::uint32_t first_target = 0;
  std::uint32_t targets = 0;
  unsigned law = 0;                     ///< the specialization `law`; ignored with a table
  const CentralTable* table = nullptr;  ///< the source of g, in fp32
  /// The number of types. Each pair of types has one A and one B, or five numbers of tosi-fumi; a
  /// particle's mass is the number of its type. 0: there is only one A and one B, and A is
  /// multiplied by the mass of body j, its charge.
  std::uint32_t types = 0;
  double edge = 0;  ///< of a periodic cube; 0 if the box is open
  /// For x = B r^2 below `least_x`, A g is `nearer` instead, and from `most_x` on 0. A table is
  /// always bounded, a law with charges never.
  bool is_bounded = false;
  double least_x = 0, most_x = 0, nearer = 0;
};

/// The way in which programs add up, on the axis `sum`: with Kahan's compensation in fp32, plain in
/// fp64, which has enough digits.
const char* central_sum_of_programs(Precision precision);

/// The arguments of central_direct or, with a table, central_table_global for these forces, in the
/// layout soa.
KernelSignature central_signature(const CentralTargets& forces, const Configuration& configuration);

}  // namespace gputest

// The family "gravity": all pairs of bodies attract each other, G = 1, Plummer softening.
#pragma once

#include <cstdint>
#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a gravity kernel: the layout's arrays; one output "sums", four numbers per body,
/// acceleration and sum of m/r; the scalars n, eps2 and, with image2d, image_width. Constants:
/// `unsoftened`, 1 where eps is 0 and a body at distance 0 must pull nothing; `potential`, 0 where
/// the sum of m/r is not wanted and may be anything finite.
///
/// Verification: the error of body i is the larger of |Δa_i| / Σ_j |f_ij|/m_i and
/// |Δw_i| / w_i with w = Σ_j m_j/r; the tolerance is ε (8 + √N), ε the spacing at 1 of the
/// precision of an interaction.
/// The 8: a single interaction's own roundings, of which 1/√ to 2 ulp, cubed, gives 6 and the
/// differences and products the rest. The √N: the random walk of N roundings in a running sum,
/// whose standard deviation is about √N ε / 8. Nor may an error be over 8 ε and 16 times the root
/// mean square of all: a kernel's rounding errors are of one kind, and a body that stands out is
/// wrong. Either grows by what a running sum drifts by on a body far from all others, whose like
/// terms are rounded alike: ε N / 3 exp(-6 (r/R) / (ε N)), R its distance from the mean place and
/// r the median of those. A row has the error and the tolerance of the body that is farthest off
/// for its own. The bodies that all_checked() and results_to_check() say are compared with the
/// oracle. Where those are a sample, a GPU's every result is compared with that of another kernel
/// in fp64, which is held against the oracle's sample itself; elsewhere every result must be finite
/// and the total force Σ m_i a_i vanish.
std::unique_ptr<Family> make_gravity();

/// --eps, --potential and --image-width.
struct GravityOptions {
  double eps = 0.02;                ///< softening length; 0: none
  bool potential = true;            ///< the sum of m/r as well
  std::uint32_t image_width = 256;  ///< texels per row of a 2D resource
};
/// The options that make them.
const OptionSet<GravityOptions>& gravity_options();

}  // namespace gputest

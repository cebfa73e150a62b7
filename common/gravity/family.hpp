// The family "gravity": all pairs of bodies attract each other, G = 1, Plummer softening.
#pragma once

#include <cstdint>
#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a gravity kernel: the layout's arrays; one output "sums", four numbers per body,
/// acceleration and sum of m/r; the scalars n, eps2 and, with image2d, image_width. Constants:
/// `unsoftened`, 1 if eps is 0 and a body at distance 0 must pull nothing; `potential`, 0 if the
/// sum of m/r is not wanted and may be any finite number.
///
/// Verification: the error of body i is the larger of |Δa_i| / Σ_j |f_ij|/m_i and |Δw_i| / w_i with
/// w = Σ_j m_j/r. The tolerance is ε (8 + √N), with ε the spacing at 1 of the precision of an
/// interaction. The 8 covers the roundings of a single interaction: 1/√ to 2 ulp, cubed, gives 6,
/// the differences and products the rest. The √N covers the random walk of N roundings in a running
/// sum, which has a standard deviation of about √N ε / 8. In addition, no error may exceed the sum
/// of 8 ε and 16 times the root mean square of all: a kernel's rounding errors are of one kind, so
/// an outlier is wrong. Both limits grow by the drift of a running sum at a body far from all
/// others, because its like terms are rounded alike: ε N / 3 exp(-6 (r/R) / (ε N)), with R its
/// distance from the mean position and r the median of these distances. A row reports the error and
/// the tolerance of its worst body. The verdict compares the bodies that all_checked() and
/// results_to_check() choose with the oracle. If they are a sample, every result of a GPU is also
/// compared with that of another kernel in fp64. The other kernel itself is checked against the
/// oracle's sample. On other devices every result must be finite and the total force Σ m_i a_i must
/// vanish.
std::unique_ptr<Family> make_gravity();

/// --eps, --potential and --image-width.
struct GravityOptions {
  double eps = 0.02;                ///< softening length; 0: none
  bool potential = true;            ///< also compute the sum of m/r
  std::uint32_t image_width = 256;  ///< texels per row of a 2D resource
};
/// The options that set them.
const OptionSet<GravityOptions>& gravity_options();

}  // namespace gputest

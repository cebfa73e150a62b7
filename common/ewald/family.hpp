// The family "ewald": point charges in a periodic box.
#pragma once

#include <cstdint>
#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// Energies q q / r and forces of point charges and all their images in a rectangular box that is
/// periodic along all three axes. Ewald's method splits them into a real part, over pairs within a
/// cutoff, and a wave part. A kernel computes the part that its axis `part` names:
///
/// - wave: sums over wave vectors (ewald_wave_signature());
/// - mesh: the wave part by smooth particle-mesh Ewald (ewald_mesh_signature());
/// - real: sums over pairs within the cutoff, nearest images, erfc (ewald_real_signature()).
///
/// alpha, the cutoff and the waves follow from --accuracy and --cutoff (ewald_parameters()). All
/// parts use the same set, so that they add up. Output "forces" has the force in x y z and in w
/// half of the particle's energy q phi.
///
/// Verification (docs/ewald.md): results are compared with the part as the kernel should sum it,
/// within the rounding error, and with the converged part. The row's error is the root mean square
/// of the latter difference, over the force between typical neighbours (ChargedSystem). Its
/// tolerance is --accuracy and the rounding error.
std::unique_ptr<Family> make_ewald();

/// --accuracy, --cutoff, --spline-order, --skin and --sort.
struct EwaldOptions {
  double accuracy = 1e-4;  ///< of the forces of both parts together
  double cutoff = 0;       ///< of the real part; 0: automatic
  std::uint32_t spline_order = 6;
  double skin = 0;   ///< how far neighbour lists reach beyond the cutoff
  bool sort = true;  ///< kernels get particles in spatial order
};
/// The options that set them.
const OptionSet<EwaldOptions>& ewald_options();

}  // namespace gputest

// The mesh of smooth particle-mesh Ewald (U. Essmann et al., J. Chem. Phys. 103, 8577, 1995) for a
// given accuracy, and its factors in wave space.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/core/precision.hpp"
#include "common/ewald/mesh_columns.hpp"
#include "common/ewald/parameters.hpp"

namespace gputest {

/// Orders of B-splines that kernels support.
inline constexpr std::uint32_t kLeastOrder = 4, kMostOrder = 8;

/// Points along each axis and the order of the B-splines.
struct EwaldMesh {
  std::array<std::uint32_t, 3> points{};
  std::uint32_t order = 0;

  std::uint64_t count() const { return std::uint64_t{points[0]} * points[1] * points[2]; }
  /// The number of columns by which charges may be sorted (mesh_columns.hpp).
  std::uint64_t columns() const {
    return std::uint64_t{points[0]} * points[1] * columns_along(points[2]);
  }
  /// Modes of a real transform: half of the last axis, and one.
  std::uint64_t modes() const { return std::uint64_t{points[0]} * points[1] * (points[2] / 2 + 1); }
};

/// The root mean square error of a force on this mesh, for particles at random positions. A spline
/// produces each wave of wave vector k together with its images k + 2 pi j / h. Spreading and
/// gathering weight them by the ratio of the spline's transforms, (h k / (h k + 2 pi j))^order. M.
/// Deserno and C. Holm, J. Chem. Phys. 109, 7678 (1998), sum other schemes in the same way. j is 1
/// and 2. The effect of a particle on itself is added, because its waves are not random: V.
/// Ballenegger, J. J. Cerda and C. Holm, Comput. Phys. Commun. 182, 1919 (2011).
double mesh_error(const EwaldParameters& parameters, const ChargedSystem& system,
                  const EwaldMesh& mesh);

/// The mesh with the fewest points that has an error of a third of `accuracy`. The points along
/// each axis are products of 2, 3, 5 and 7 and hold the parameters' waves. Throws Error(bad_input)
/// if it has over 2^30 points.
EwaldMesh ewald_mesh(const EwaldParameters& parameters, const ChargedSystem& system,
                     double accuracy, std::uint32_t order);

/// For each mode, the last axis fastest: the factor 4 pi / V e^(-k^2 / 4 alpha^2) / k^2 |b|^2 that
/// turns charges into potentials. 1/b is the spline's transform. It is 0 for k = 0, and for waves
/// of two points if the order is odd, because splines cannot represent these.
std::vector<double> influence(const EwaldParameters& parameters, const ChargedSystem& system,
                              const EwaldMesh& mesh);

/// Standard deviations of rounding that the verdict allows.
inline constexpr double kRoundingDeviations = 4;

/// The rounding errors of forces and energies, as root mean squares times kRoundingDeviations.
struct MeshRounding {
  double force = 0, energy = 0;
};
/// From the roundings of positions, weights and transforms, in the field of particles at random
/// positions; docs/ewald.md derives it.
MeshRounding mesh_rounding(const EwaldParameters& parameters, const ChargedSystem& system,
                           const EwaldMesh& mesh, Precision precision);

}  // namespace gputest

// The mesh of smooth particle-mesh Ewald (U. Essmann et al., J. Chem. Phys. 103, 8577, 1995), which
// an accuracy wants, and what charges on it become in wave space.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/core/precision.hpp"
#include "common/ewald/mesh_columns.hpp"
#include "common/ewald/parameters.hpp"

namespace gputest {

/// Orders of B-splines that kernels have.
inline constexpr std::uint32_t kLeastOrder = 4, kMostOrder = 8;

/// Points along each axis and the order of the B-splines.
struct EwaldMesh {
  std::array<std::uint32_t, 3> points{};
  std::uint32_t order = 0;

  std::uint64_t count() const { return std::uint64_t{points[0]} * points[1] * points[2]; }
  /// By which charges may be sorted (mesh_columns.hpp).
  std::uint64_t columns() const {
    return std::uint64_t{points[0]} * points[1] * columns_along(points[2]);
  }
  /// Modes of a transform of real numbers: half of the last axis, and one.
  std::uint64_t modes() const { return std::uint64_t{points[0]} * points[1] * (points[2] / 2 + 1); }
};

/// The root mean square of a force's error on that mesh, for particles that stand at random: each
/// wave of wave vector k that a spline makes comes with its images k + 2 pi j / h, spread and
/// gathered, by the ratio of the spline's transforms (h k / (h k + 2 pi j))^order; M. Deserno and
/// C. Holm, J. Chem. Phys. 109, 7678 (1998), add them up likewise for other schemes. j is 1 and 2.
/// To that comes what a particle does to itself, whose waves are not at random: V. Ballenegger, J.
/// J. Cerda and C. Holm, Comput. Phys. Commun. 182, 1919 (2011).
double mesh_error(const EwaldParameters& parameters, const ChargedSystem& system,
                  const EwaldMesh& mesh);

/// The mesh with the fewest points, products of 2, 3, 5 and 7 that hold the parameters' waves,
/// whose error is a third of `accuracy`. Throws Error(bad_input) where that has over 2^30 points.
EwaldMesh ewald_mesh(const EwaldParameters& parameters, const ChargedSystem& system,
                     double accuracy, std::uint32_t order);

/// Of each mode, the last axis fastest: the factor 4 pi / V e^(-k^2 / 4 alpha^2) / k^2 |b|^2 that
/// makes the potential of the charges, b being what a spline's transform is divided by. 0 for k =
/// 0, and for waves of two points where the order is odd, of which splines make nothing.
std::vector<double> influence(const EwaldParameters& parameters, const ChargedSystem& system,
                              const EwaldMesh& mesh);

/// Standard deviations of roundings that are allowed.
inline constexpr double kRoundingDeviations = 4;

/// What rounding may make of root mean squares of forces and energies: that many deviations.
struct MeshRounding {
  double force = 0, energy = 0;
};
/// By the roundings of places, weights and transforms, in a field that particles at random would
/// make: docs/ewald.md derives it.
MeshRounding mesh_rounding(const EwaldParameters& parameters, const ChargedSystem& system,
                           const EwaldMesh& mesh, Precision precision);

}  // namespace gputest

#include "common/ewald/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "common/core/error.hpp"

namespace gputest {
namespace {

constexpr double kMeshPi = std::numbers::pi;

/// The least number from `least` on that has only the factors 2, 3, 5 and 7.
std::uint32_t smooth_from(double least) {
  for (auto number = static_cast<std::uint32_t>(std::ceil(least));; ++number) {
    std::uint32_t rest = number;
    for (const std::uint32_t factor : {2u, 3u, 5u, 7u})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return number;
  }
}

/// M_n(u), by its recurrence.
double cardinal_spline(std::uint32_t n, double u) {
  if (u <= 0 || u >= n) return 0;
  if (n == 2) return 1 - std::abs(u - 1);
  return (u * cardinal_spline(n - 1, u) + (n - u) * cardinal_spline(n - 1, u - 1)) / (n - 1);
}

/// b|^2 of the waves 0 … points - 1 along an axis; 0 where it does not exist.
std::vector<double> moduli(std::uint32_t points, std::uint32_t order) {
  std::vector<double> all(points);
  for (std::uint32_t m = 0; m < points; ++m) {
    std::complex<double> sum = 0;
    for (std::uint32_t k = 0; k + 1 < order; ++k)
      sum += cardinal_spline(order, k + 1) * std::polar(1.0, 2 * kMeshPi * m * k / points);
    const double squared = std::norm(sum);
    all[m] = squared > 1e-12 ? 1 / squared : 0;
  }
  return all;
}

/// The squared factors by which gathering damps white noise on the mesh, for potentials and for
/// fields in units of one over a mesh step. They are sums of squared weights over the points near a
/// particle; for a field one axis has squared slopes. They are means over positions between two
/// points.
struct Gathered {
  double value = 0, slope = 0;
};

Gathered gathered_noise(std::uint32_t order) {
  constexpr int kPlaces = 16;
  double values = 0, slopes = 0;
  for (int place = 0; place < kPlaces; ++place)
    for (std::uint32_t j = 0; j < order; ++j) {
      const double u = j + (place + 0.5) / kPlaces;
      const double slope = cardinal_spline(order - 1, u) - cardinal_spline(order - 1, u - 1);
      values += cardinal_spline(order, u) * cardinal_spline(order, u) / kPlaces;
      slopes += slope * slope / kPlaces;
    }
  return {values * values * values, 3 * slopes * values * values};
}

/// The contribution of a wave's images to its square and, with the gradient, to k^2 times its
/// square.
struct Images {
  double spread = 0, gathered = 0;
};

Images images_of(const std::array<double, 3>& h, const ChargedSystem& system,
                 const EwaldMesh& mesh) {
  std::array<double, 3> k{};
  double k2 = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    k[axis] = 2 * kMeshPi * h[axis] / system.edge[axis];
    k2 += k[axis] * k[axis];
  }
  Images images;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double points = mesh.points[axis];
    for (const int j : {-2, -1, 1, 2}) {
      const double image = h[axis] + j * points;
      const double weight = std::pow(h[axis] / image, 2.0 * mesh.order);
      const double along = 2 * kMeshPi * image / system.edge[axis];
      images.spread += weight;
      images.gathered += weight * (k2 - k[axis] * k[axis] + along * along);
    }
  }
  images.spread *= k2;
  return images;
}

}  // namespace

double mesh_error(const EwaldParameters& parameters, const ChargedSystem& system,
                  const EwaldMesh& mesh) {
  const auto factors = wave_factors(parameters, system);
  double of_others = 0;
  std::array<double, 3> of_itself{};
  for (std::size_t w = 0; w < factors.size(); w += 4) {
    const double* wave = &factors[w];
    const Images images = images_of({wave[0], wave[1], wave[2]}, system, mesh);
    of_others += wave[3] * wave[3] * (images.spread + images.gathered);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int j : {-1, 1}) {
        const double points = mesh.points[axis];
        of_itself[axis] += wave[3] * 2 * kMeshPi * points / system.edge[axis] *
                           std::pow(std::abs(wave[axis] / (wave[axis] + j * points)), mesh.order);
      }
  }
  const double q2 = system.squares / system.n;
  double sum = q2 * system.squares * of_others / 2;
  for (const double amplitude : of_itself) sum += q2 * q2 * amplitude * amplitude / 2;
  return std::sqrt(sum);
}

EwaldMesh ewald_mesh(const EwaldParameters& parameters, const ChargedSystem& system,
                     double accuracy, std::uint32_t order) {
  constexpr double kShareOfMesh = 1.0 / 3;
  constexpr double kStep = 1.04;
  constexpr double kMostPoints = 1073741824;
  const double error = kShareOfMesh * accuracy * system.typical_force();
  for (double spacing = kMeshPi / parameters.most_wave;; spacing /= kStep) {
    EwaldMesh mesh;
    mesh.order = order;
    double count = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double least = std::max(2.0 * order, system.edge[axis] / spacing + 1);
      count *= least;
      if (count < kMostPoints) mesh.points[axis] = smooth_from(least);
    }
    if (!(count < kMostPoints))
      throw Error(Status::bad_input,
                  fmt::format("a mesh of this accuracy takes {:.2g} points, and at most {:.2g} are "
                              "computed: a larger --spline-order or --cutoff takes fewer",
                              count, kMostPoints));
    if (mesh_error(parameters, system, mesh) <= error) return mesh;
  }
}

std::vector<double> influence(const EwaldParameters& parameters, const ChargedSystem& system,
                              const EwaldMesh& mesh) {
  std::array<std::vector<double>, 3> b, k;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t points = mesh.points[axis];
    b[axis] = moduli(points, mesh.order);
    for (std::uint32_t m = 0; m < points; ++m)
      k[axis].push_back(2 * kMeshPi / system.edge[axis] *
                        (2 * m <= points ? m : static_cast<double>(m) - points));
  }
  std::vector<double> factors;
  factors.reserve(mesh.modes());
  const double alpha4 = 4 * parameters.alpha * parameters.alpha;
  for (std::uint32_t x = 0; x < mesh.points[0]; ++x)
    for (std::uint32_t y = 0; y < mesh.points[1]; ++y)
      for (std::uint32_t z = 0; z <= mesh.points[2] / 2; ++z) {
        const double k2 = k[0][x] * k[0][x] + k[1][y] * k[1][y] + k[2][z] * k[2][z];
        const double of_splines = b[0][x] * b[1][y] * b[2][z];
        factors.push_back(
            k2 == 0 ? 0 : 4 * kMeshPi / system.volume() * std::exp(-k2 / alpha4) / k2 * of_splines);
      }
  return factors;
}

MeshRounding mesh_rounding(const EwaldParameters& parameters, const ChargedSystem& system,
                           const EwaldMesh& mesh, Precision precision) {
  const auto factors = wave_factors(parameters, system);
  const double length = std::max({system.edge[0], system.edge[1], system.edge[2]});
  // Variances in units of that of one rounding: of the transform of a number, with three roundings
  // in each step, and of a weight times a charge.
  const double transform = 3 * std::log2(static_cast<double>(mesh.count()));
  const double weights = 2.0 * mesh.order + 8;
  std::array<std::vector<double>, 3> b;
  double step = length;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    b[axis] = moduli(mesh.points[axis], mesh.order);
    step = std::min(step, system.edge[axis] / mesh.points[axis]);
  }
  const Gathered noise = gathered_noise(mesh.order);
  double fields = 0, potentials = 0;
  for (std::size_t w = 0; w < factors.size(); w += 4) {
    double k2 = 0, of_splines = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double k = 2 * kMeshPi * factors[w + axis] / system.edge[axis];
      k2 += k * k;
      of_splines *= b[axis][static_cast<std::size_t>(std::abs(factors[w + axis]))];
    }
    const double own = 2 * (k2 * length * length + weights) + transform * of_splines;
    const double back = transform * of_splines;
    const double f2 = factors[w + 3] * factors[w + 3];
    fields += f2 * (k2 * own + back * noise.slope / (step * step));
    potentials += f2 * (own + back * noise.value);
  }
  const double scale = kRoundingDeviations * epsilon(precision) / std::sqrt(12.0) * system.squares /
                       std::sqrt(2 * system.n);
  return {scale * std::sqrt(fields), scale / 2 * std::sqrt(potentials)};
}

}  // namespace gputest

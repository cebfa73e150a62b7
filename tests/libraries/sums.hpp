// The right results of the libraries, summed in double precision.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace library_tests {

using Vector = std::array<double, 3>;

/// Bodies in a cube of edge 2, with velocities and masses that sum to about 1.
struct Bodies {
  std::vector<Vector> x, v;
  std::vector<double> m;

  explicit Bodies(std::size_t n, unsigned seed = 1) : x(n), v(n), m(n) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t c = 0; c < 3; ++c) {
        x[k][c] = number(random);
        v[k][c] = number(random);
      }
      m[k] = (1.5 + number(random)) / static_cast<double>(n);
    }
  }
};

/// The vectors as a C array.
inline double (*rows(std::vector<Vector>& vectors))[3] {
  return reinterpret_cast<double(*)[3]>(vectors.data());
}

/// The field of the first n bodies at a point: acceleration, sum of m/r, and the sum of the pulls'
/// magnitudes.
struct Field {
  Vector a{};
  double p = 0, pulls = 0;
};
inline Field field_at(const Vector& point, const Bodies& bodies, std::size_t n, double eps2) {
  Field field;
  for (std::size_t j = 0; j < n; ++j) {
    Vector r;
    double r2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      r[c] = bodies.x[j][c] - point[c];
      r2 += r[c] * r[c];
    }
    if (r2 + eps2 == 0) continue;
    const double distance = std::sqrt(r2 + eps2);
    for (std::size_t c = 0; c < 3; ++c)
      field.a[c] += bodies.m[j] * r[c] / (distance * distance * distance);
    field.p += bodies.m[j] / distance;
    field.pulls += bodies.m[j] * std::sqrt(r2) / (distance * distance * distance);
  }
  return field;
}

/// The larger of the errors of a and p, each relative to the magnitudes of its terms.
inline double error_of(const Field& right, const Vector& a, double p) {
  double square = 0;
  for (std::size_t c = 0; c < 3; ++c) square += (a[c] - right.a[c]) * (a[c] - right.a[c]);
  const double error = std::max(std::sqrt(square) / right.pulls, std::abs(p - right.p) / right.p);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace library_tests

// Expansions of the family fmm against independent references: derivatives by the chain rule on
// polynomials, multipoles by sums over bodies, pulls by pairs. Also vectors of numbers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "common/core/lanes.hpp"
#include "common/fmm/expansion.h"
#include "common/fmm/host_fmm.hpp"
#include "common/particles/generators.hpp"
#include "tests/support/made_fmm.hpp"

namespace gputest::fmm_expansion_test {
namespace {

constexpr int kMostDegree = 10;

/// Calls f(place, a, b, c) for each monomial x^a y^b z^c up to a degree.
template <class F>
void for_each_term(int degree, const F& f) {
  for (int a = 0; a <= degree; ++a)
    for (int b = 0; a + b <= degree; ++b)
      for (int c = 0; a + b + c <= degree; ++c) f(gt_term(a + b + c, b + c, c), a, b, c);
}

long double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// (2 n - 1)!!, the magnitude of derivatives of degree n.
long double odd_factorial(int n) { return n < 1 ? 1 : (2 * n - 1) * odd_factorial(n - 1); }

/// The sum of c x^a y^b z^e s^(-j - 1/2) over its entries, with s = r^2 + eps2. Derivatives of
/// s^(-1/2) have this form.
class PowersOfDistance {
 public:
  using Powers = std::array<int, 4>;  // a, b, e and j

  PowersOfDistance() { terms_[{0, 0, 0, 0}] = 1; }

  /// The derivative by that coordinate, from the product and chain rules.
  PowersOfDistance derivative(std::size_t axis) const {
    PowersOfDistance made;
    made.terms_.clear();
    for (const auto& [powers, factor] : terms_) {
      if (powers[axis] > 0) {
        Powers lower = powers;
        --lower[axis];
        made.terms_[lower] += factor * powers[axis];
      }
      Powers higher = powers;
      ++higher[axis];
      ++higher[3];
      made.terms_[higher] -= factor * (2 * powers[3] + 1);
    }
    return made;
  }
  long double at(const std::array<long double, 3>& x, long double eps2) const {
    const long double s = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + eps2;
    long double sum = 0;
    for (const auto& [powers, factor] : terms_) {
      long double term = factor * std::pow(s, -powers[3] - 0.5L);
      for (std::size_t axis = 0; axis < 3; ++axis) term *= std::pow(x[axis], powers[axis]);
      sum += term;
    }
    return sum;
  }

 private:
  std::map<Powers, long double> terms_;
};

/// All derivatives of (r^2 + eps2)^(-1/2) to kMostDegree.
const std::vector<PowersOfDistance>& derivatives() {
  static const std::vector<PowersOfDistance> all = [] {
    std::vector<PowersOfDistance> made(GT_TERMS(kMostDegree));
    for (int n = 1; n <= kMostDegree; ++n)
      for_each_term(n, [&](int place, int a, int b, int c) {
        if (a + b + c != n) return;
        const auto [lower, axis] =
            a > 0   ? std::pair(gt_term(n - 1, b + c, c), std::size_t{0})
            : b > 0 ? std::pair(gt_term(n - 1, b + c - 1, c), std::size_t{1})
                    : std::pair(gt_term(n - 1, b + c - 1, c - 1), std::size_t{2});
        made[static_cast<std::size_t>(place)] =
            made[static_cast<std::size_t>(lower)].derivative(axis);
      });
    return made;
  }();
  return all;
}

TEST(FmmExpansion, EachMonomialHasItsOwnPlaceAndLowerDegreesComeFirst) {
  std::set<int> places;
  for_each_term(kMostDegree, [&](int place, int a, int b, int c) {
    EXPECT_TRUE(places.insert(place).second);
    const int n = a + b + c;
    EXPECT_GE(place, n == 0 ? 0 : GT_TERMS(n - 1));
    EXPECT_LT(place, GT_TERMS(n));
  });
  EXPECT_EQ(places.size(), 286u);
  EXPECT_EQ(*places.rbegin(), 285);
  EXPECT_EQ(GT_TERMS(4), 35);
  EXPECT_EQ(GT_TERMS(6), 84);
}

template <class Real>
void expect_monomials(Real x, Real y, Real z) {
  std::array<Real, GT_TERMS(kMostDegree)> made;
  gt_monomials<kMostDegree>(made.data(), x, y, z);
  for_each_term(kMostDegree, [&](int place, int a, int b, int c) {
    const long double right = std::pow(static_cast<long double>(x), a) / factorial(a) *
                              (std::pow(static_cast<long double>(y), b) / factorial(b)) *
                              (std::pow(static_cast<long double>(z), c) / factorial(c));
    EXPECT_NEAR(static_cast<double>(made[static_cast<std::size_t>(place)]),
                static_cast<double>(right),
                static_cast<double>(40 * std::numeric_limits<Real>::epsilon() * std::abs(right)))
        << a << b << c;
  });
}

TEST(FmmExpansion, MonomialsArePowersOverFactorials) {
  expect_monomials(0.7, -0.3, 0.9);
  expect_monomials(0.0, 1.0, -1.0);
  expect_monomials(0.7f, -0.3f, 0.9f);
}

template <class Real>
void expect_derivatives(double share, double x, double y, double z) {
  // The point with r^2 + eps2 = 1 at which r^2 is that share.
  const double r = std::hypot(x, y, z), scale = r > 0 ? std::sqrt(share) / r : 0;
  const std::array<Real, 3> at{static_cast<Real>(scale * x), static_cast<Real>(scale * y),
                               static_cast<Real>(scale * z)};
  std::array<Real, GT_TERMS(kMostDegree)> made;
  gt_derivatives<kMostDegree>(made.data(), at[0], at[1], at[2]);
  const std::array<long double, 3> exact{at[0], at[1], at[2]};
  const long double eps2 = 1 - exact[0] * exact[0] - exact[1] * exact[1] - exact[2] * exact[2];
  for_each_term(kMostDegree, [&](int place, int a, int b, int c) {
    const auto k = static_cast<std::size_t>(place);
    const auto allowed =
        static_cast<double>(20 * std::numeric_limits<Real>::epsilon() * odd_factorial(a + b + c));
    EXPECT_NEAR(static_cast<double>(made[k]), static_cast<double>(derivatives()[k].at(exact, eps2)),
                allowed)
        << a << b << c << " of " << x << " " << y << " " << z << ", share " << share;
  });
}

TEST(FmmExpansion, DerivativesMatchTheSoftenedDistanceToDegreeTen) {
  for (const double share : {1.0, 0.999, 0.5, 0.01, 0.0})
    for (const auto& [x, y, z] : {std::array{1.0, 2.0, -3.0}, std::array{-1.0, 0.1, 0.2},
                                  std::array{0.0, 0.0, 1.0}, std::array{1.0, 1.0, 0.0}}) {
      expect_derivatives<double>(share, x, y, z);
      expect_derivatives<float>(share, x, y, z);
    }
}

TEST(FmmExpansion, UnsoftenedDerivativesAreHarmonicAndSoftenedOnesAreNot) {
  const auto trace = [](double share) {
    std::array<double, GT_TERMS(4)> made;
    gt_derivatives<4>(made.data(), std::sqrt(share) * 0.6, 0.0, std::sqrt(share) * 0.8);
    return made[static_cast<std::size_t>(gt_term(2, 0, 0))] +
           made[static_cast<std::size_t>(gt_term(2, 2, 0))] +
           made[static_cast<std::size_t>(gt_term(2, 2, 2))];
  };
  EXPECT_NEAR(trace(1), 0, 1e-14);
  EXPECT_NEAR(trace(0.5), -1.5, 1e-14);  // -3 eps2
}

TEST(FmmExpansion, ALowerDegreeHasTheSameDerivatives) {
  std::array<double, GT_TERMS(kMostDegree)> all;
  std::array<double, GT_TERMS(4)> some;
  gt_derivatives<kMostDegree>(all.data(), 0.3, -0.5, 0.7);
  gt_derivatives<4>(some.data(), 0.3, -0.5, 0.7);
  for (std::size_t k = 0; k < some.size(); ++k)
    EXPECT_NEAR(some[k], all[k], 1e-12 * (1 + std::abs(all[k])));
}

/// Bodies in a ball.
std::vector<Vector4<double>> ball(Vector4<double> centre, double radius, std::size_t count,
                                  unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Vector4<double>> bodies;
  while (bodies.size() < count) {
    const double x = number(engine), y = number(engine), z = number(engine);
    if (x * x + y * y + z * z <= 1)
      bodies.push_back({centre.x + radius * x, centre.y + radius * y, centre.z + radius * z,
                        1 + 0.5 * number(engine)});
  }
  return bodies;
}

/// The pull of the bodies at a place: the acceleration, and the sum of m/r in w.
Vector4<double> pulled(const std::vector<Vector4<double>>& bodies, Vector4<double> at,
                       double eps2) {
  long double x = 0, y = 0, z = 0, w = 0;
  for (const auto& body : bodies) {
    const long double dx = body.x - at.x, dy = body.y - at.y, dz = body.z - at.z;
    const long double u = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + eps2);
    x += body.w * dx * u * u * u;
    y += body.w * dy * u * u * u;
    z += body.w * dz * u * u * u;
    w += body.w * u;
  }
  return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z),
          static_cast<double>(w)};
}

/// M_l over R^|l|, from the textbook.
template <int Degree, class Real>
std::vector<Real> multipoles_of(const std::vector<Vector4<double>>& bodies, Vector4<double> centre,
                                double radius) {
  std::vector<Real> made(GT_TERMS(Degree));
  for_each_term(Degree, [&](int place, int a, int b, int c) {
    long double sum = 0;
    for (const auto& body : bodies)
      sum += body.w * std::pow((body.x - centre.x) / radius, a) *
             std::pow((body.y - centre.y) / radius, b) * std::pow((body.z - centre.z) / radius, c) /
             (factorial(a) * factorial(b) * factorial(c));
    made[static_cast<std::size_t>(place)] = static_cast<Real>(sum);
  });
  return made;
}

struct Off {
  double acceleration, potential;  ///< the largest errors, relative to the right values
};

/// The error of an expansion about (0, 0, 0), within its radius `own`, of bodies in a ball of
/// radius `radius` at distance 1. With `by_body`, each place meets the cell separately. Lengths are
/// in units of `unit`.
template <int Degree, class Real = double>
Off expansion_error(double own, double radius, double eps, bool by_body = false, double unit = 1) {
  const Vector4<double> centre{0.6 * unit, -0.48 * unit, 0.64 * unit, 0};
  const double eps2 = eps * eps * unit * unit;
  const auto bodies = ball(centre, radius * unit, 20, 1);
  const auto moments = multipoles_of<Degree, Real>(bodies, centre, radius * unit);
  const auto inverse_distance = [&](double x, double y, double z) {
    return static_cast<Real>(1 / std::sqrt(x * x + y * y + z * z + eps2));
  };
  const auto real = [](double number) { return static_cast<Real>(number); };
  std::vector<Real> local(GT_TERMS(Degree));
  auto used = moments;
  gt_add_cell_to_local<Degree, Real>(
      local.data(), used.data(), real(-centre.x), real(-centre.y), real(-centre.z),
      inverse_distance(centre.x, centre.y, centre.z), real(own * unit), real(radius * unit));
  Off off{0, 0};
  for (const auto& place : ball({0, 0, 0, 0}, own * unit, 50, 2)) {
    const Vector4<Real> at{real(place.x), real(place.y), real(place.z), 0};
    Vector4<Real> sum{0, 0, 0, 0};
    if (by_body) {
      used = moments;
      Real numbers[4];
      const double x = place.x - centre.x, y = place.y - centre.y, z = place.z - centre.z;
      gt_sum_of_cell<Degree, Real>(numbers, used.data(), real(x), real(y), real(z),
                                   inverse_distance(x, y, z), real(radius * unit));
      sum = {numbers[0], numbers[1], numbers[2], numbers[3]};
    } else {
      sum = fmm::gt_local_at<Degree>(at, Vector4<Real>{0, 0, 0, 0}, real(own * unit), local.data());
    }
    const Vector4<double> right = pulled(bodies, place, eps2);
    off.acceleration =
        std::max(off.acceleration, std::hypot(sum.x - right.x, sum.y - right.y, sum.z - right.z) /
                                       std::hypot(right.x, right.y, right.z));
    off.potential = std::max(off.potential, std::abs(sum.w - right.w) / right.w);
  }
  return off;
}

TEST(FmmExpansion, ErrorsFallWithTheDegreeByTheRatioOfRadiiAndDistance) {
  for (const double eps : {0.0, 0.3})
    for (const bool by_body : {false, true}) {
      // The error is (r / d)^degree: 0.4^2 = 1/6 and 0.4^4 = 1/39.
      const Off four = expansion_error<4>(0.2, 0.2, eps, by_body),
                six = expansion_error<6>(0.2, 0.2, eps, by_body),
                ten = expansion_error<10>(0.2, 0.2, eps, by_body);
      EXPECT_LT(four.acceleration, 2e-2);
      EXPECT_LT(six.acceleration, four.acceleration / 3);
      EXPECT_LT(ten.acceleration, six.acceleration / 10);
      EXPECT_LT(four.potential, 4e-3);
      EXPECT_LT(six.potential, four.potential / 3);
      EXPECT_LT(ten.potential, six.potential / 10);
    }
}

TEST(FmmExpansion, ErrorsFallWithTheRadiiByThePowerOfTheDegree) {
  for (const double eps : {0.0, 0.3})
    for (const bool by_body : {false, true}) {
      // Half the radii divide the acceleration's error by 2^degree, or more if a term vanishes.
      const auto fall = [&](const auto& error) { return error(0.2) / error(0.1); };
      EXPECT_GT(fall([&](double r) { return expansion_error<4>(r, r, eps, by_body).acceleration; }),
                0.6 * 16);
      EXPECT_GT(fall([&](double r) { return expansion_error<6>(r, r, eps, by_body).acceleration; }),
                0.6 * 64);
      EXPECT_GT(
          fall([&](double r) { return expansion_error<10>(r, r, eps, by_body).acceleration; }),
          0.6 * 1024);
    }
}

TEST(FmmExpansion, SoftenedBodiesAreExpandedWithTheirSoftening) {
  // If eps is the distance, 1/r would be wrong by a half.
  EXPECT_LT(expansion_error<10>(0.1, 0.1, 1).acceleration, 1e-6);
  EXPECT_LT(expansion_error<10>(0.1, 0.1, 1).potential, 1e-6);
}

TEST(FmmExpansion, SmallCellsDoNotOverflowAFloat) {
  const Off usual = expansion_error<10, float>(0.1, 0.1, 0.01);
  EXPECT_LT(usual.acceleration, 1e-5);
  for (const double unit : {1e-8, 1e8}) {
    const Off off = expansion_error<10, float>(0.1, 0.1, 0.01, false, unit);
    EXPECT_LT(off.acceleration, 1e-5) << unit;
    EXPECT_LT(off.potential, 1e-5) << unit;
    EXPECT_LT((expansion_error<10, float>(0.1, 0.1, 0.01, true, unit).acceleration), 1e-5);
  }
}

TEST(FmmExpansion, ACellOfOneBodyPullsAsTheBodyDoes) {
  const Vector4<double> body{1, -2, 2, 3}, at{0.5, 0.25, 0, 0};
  for (const double eps2 : {0.0, 0.5}) {
    const double x = at.x - body.x, y = at.y - body.y, z = at.z - body.z;
    const double u = 1 / std::sqrt(x * x + y * y + z * z + eps2);
    const auto right = pulled({body}, at, eps2);
    const auto expect = [&](const Vector4<double>& sum) {
      EXPECT_NEAR(sum.x, right.x, 1e-14);
      EXPECT_NEAR(sum.y, right.y, 1e-14);
      EXPECT_NEAR(sum.z, right.z, 1e-14);
      EXPECT_NEAR(sum.w, right.w, 1e-14);
    };
    std::vector<double> moments(GT_TERMS(6)), local(GT_TERMS(6));
    moments[0] = body.w;
    auto used = moments;
    gt_add_cell_to_local<6, double>(local.data(), used.data(), x, y, z, u, 0, 0);
    expect(fmm::gt_local_at<6>(at, at, 0.0, local.data()));
    for (std::size_t k = 4; k < local.size(); ++k) EXPECT_EQ(local[k], 0) << k;
    double numbers[4];
    used = moments;
    gt_sum_of_cell<6, double>(numbers, used.data(), x, y, z, u, 0);
    expect({numbers[0], numbers[1], numbers[2], numbers[3]});
  }
}

ParticleSet at_one_point(std::uint64_t n) {
  ParticleSet p;
  p.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) p.x[i] = p.y[i] = p.z[i] = 0.25;
  return p;
}

/// Checks every cell: its bodies, its radius, and its multipoles against those of its bodies.
template <int Degree>
void expect_gathered(const ParticleSet& p) {
  test::MadeFmm<Degree> made(p);
  const tree::Arrays<double> t = made.tree.arrays();
  EXPECT_EQ(made.ranges[0], 0u);
  EXPECT_EQ(made.ranges[1], p.size());
  EXPECT_EQ(made.parents[0], 0u);
  for (std::size_t cell = 0; cell < made.tree.cells(); ++cell) {
    const std::uint32_t first = made.ranges[2 * cell], count = made.ranges[2 * cell + 1];
    ASSERT_LE(first + count, p.size());
    if (!made.is_leaf(cell)) {
      std::uint32_t next = first;  // children are consecutive and have all its bodies
      const gt_ulong link = t.links[cell];
      for (std::uint32_t k = gt_link_first(link); k < gt_link_first(link) + gt_link_count(link);
           ++k) {
        EXPECT_EQ(made.parents[k], cell);
        EXPECT_EQ(made.ranges[2 * std::size_t{k}], next);
        next += made.ranges[2 * std::size_t{k} + 1];
      }
      EXPECT_EQ(next, first + count);
    }
    std::vector<Vector4<double>> bodies;
    double mass = 0;
    for (std::uint32_t k = first; k < first + count; ++k) {
      bodies.push_back(t.sorted[k]);
      mass += t.sorted[k].w;
      EXPECT_LE(std::hypot(t.sorted[k].x - t.centres[cell].x, t.sorted[k].y - t.centres[cell].y,
                           t.sorted[k].z - t.centres[cell].z),
                made.radii[cell] * (1 + 1e-12));
    }
    const double radius = made.radii[cell];
    const double* const found = made.multipoles.data() + cell * GT_TERMS(Degree);
    if (radius == 0) {
      EXPECT_NEAR(found[0], mass, 1e-14 * mass);
      for (int k = 1; k < GT_TERMS(Degree); ++k) EXPECT_EQ(found[k], 0) << cell;
      continue;
    }
    const auto right = multipoles_of<Degree, double>(bodies, t.centres[cell], radius);
    for (std::size_t k = 0; k < right.size(); ++k)
      ASSERT_NEAR(found[k], right[k], 1e-13 * mass) << "cell " << cell << " term " << k;
  }
}

TEST(FmmExpansion, ACellsMultipolesEqualThoseOfItsBodies) {
  ParticleSet some_massless = generate_plummer(400, 2);
  for (std::size_t i = 0; i < some_massless.size(); i += 3) some_massless.mass[i] = 0;
  for (const ParticleSet& p : {generate_plummer(1000, 1), generate_plummer(17, 1),
                               generate_plummer(1, 1), at_one_point(100), some_massless}) {
    expect_gathered<4>(p);
    expect_gathered<6>(p);
  }
  expect_gathered<10>(generate_plummer(300, 1));
}

/// The polynomial of a cell's local expansion at a place: its gradient, and its value in w.
Vector4<double> polynomial_at(const double* local, int degree, double radius,
                              Vector4<double> centre, Vector4<double> at) {
  const std::array<long double, 3> x{at.x - centre.x, at.y - centre.y, at.z - centre.z};
  std::array<std::array<long double, kMostDegree + 1>, 3> powers;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int k = 0; k <= degree; ++k)
      powers[axis][static_cast<std::size_t>(k)] = std::pow(x[axis], k) / factorial(k);
  const auto power = [&](std::size_t axis, int exponent) {
    return exponent < 0 ? 0 : powers[axis][static_cast<std::size_t>(exponent)];
  };
  long double sum[4] = {0, 0, 0, 0};
  for_each_term(degree, [&](int place, int a, int b, int c) {
    const int n = a + b + c;
    if (n > 1 && radius == 0) return;
    const long double number = local[place] / (n > 1 ? std::pow(radius, n - 1.0L) : 1);
    sum[0] += number * power(0, a - 1) * power(1, b) * power(2, c);
    sum[1] += number * power(0, a) * power(1, b - 1) * power(2, c);
    sum[2] += number * power(0, a) * power(1, b) * power(2, c - 1);
    sum[3] += number * power(0, a) * power(1, b) * power(2, c);
  });
  return {static_cast<double>(sum[0]), static_cast<double>(sum[1]), static_cast<double>(sum[2]),
          static_cast<double>(sum[3])};
}

/// A leaf's local expansion is the sum of the polynomials of all cells that contain it, each about
/// its own centre.
template <int Degree>
void expect_shifted(const ParticleSet& p, double eps2) {
  test::MadeFmm<Degree> made(p);
  const tree::Arrays<double> t = made.tree.arrays();
  ASSERT_TRUE(made.list(1, 0.7, 0.1));
  constexpr std::size_t kTerms = GT_TERMS(Degree);
  for (std::uint32_t cell = 0; cell < made.tree.cells(); ++cell)
    fmm::expand_cell<Degree>(t, made.arrays(), cell, eps2);
  const std::vector<double> own = made.locals;
  fmm::expand<Degree>(t, made.arrays(), made.n, eps2);
  std::uint32_t with_some = 0;
  for (std::uint32_t cell = 0; cell < made.tree.cells(); ++cell) {
    if (!made.is_leaf(cell)) continue;
    for (std::uint32_t k = 0; k < made.ranges[2 * cell + 1]; k += 7) {  // some of them
      const Vector4<double> at = t.sorted[made.ranges[2 * cell] + k];
      Vector4<double> right{0, 0, 0, 0};
      double scale = 0;
      for (std::uint32_t above = cell;; above = made.parents[above]) {
        const auto part = polynomial_at(own.data() + above * kTerms, Degree, made.radii[above],
                                        t.centres[above], at);
        right = {right.x + part.x, right.y + part.y, right.z + part.z, right.w + part.w};
        scale += std::hypot(part.x, part.y, part.z);
        with_some += above != cell && part.w != 0;
        if (above == 0) break;
      }
      const auto sum = fmm::gt_local_at<Degree>(at, t.centres[cell], made.radii[cell],
                                                made.locals.data() + cell * kTerms);
      ASSERT_NEAR(sum.x, right.x, 1e-12 * scale);
      ASSERT_NEAR(sum.y, right.y, 1e-12 * scale);
      ASSERT_NEAR(sum.z, right.z, 1e-12 * scale);
      ASSERT_NEAR(sum.w, right.w, 1e-12 * (scale + std::abs(right.w)));
    }
  }
  EXPECT_GT(with_some, p.size() / 7);  // many had something to shift
}

TEST(FmmExpansion, ALeafsExpansionIncludesThoseOfAllCellsAbove) {
  for (const double eps2 : {0.0, 1e-2}) {
    expect_shifted<4>(generate_plummer(1500, 1), eps2);
    expect_shifted<6>(generate_plummer(1500, 1), eps2);
  }
  expect_shifted<10>(generate_plummer(1000, 2), 1e-4);
}

template <class Real>
void expect_lanes() {
  using Vector = Lanes<Real>;
  constexpr unsigned kLanes = Vector::kLanes;
  EXPECT_EQ(kLanes * sizeof(Real), sizeof(Vector));
  EXPECT_EQ(sizeof(Vector), 64u);
  // Reads one lane by setting the others to zero and summing.
  const auto lane_of = [](const Vector& v, unsigned lane) {
    Vector mask(0);
    mask.set(lane, Real(1));
    return (v * mask).sum();
  };
  EXPECT_EQ(Vector(Real(1.5)).sum(), Real(1.5) * kLanes);
  EXPECT_EQ(Vector(3).sum(), Real(3) * kLanes);
  Vector a(7), b(2);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    a.set(lane, Real(lane) + 1);
    EXPECT_EQ(lane_of(a, lane), Real(lane) + 1);
    EXPECT_EQ(lane_of(a + b, lane), Real(lane) + 3);
    EXPECT_EQ(lane_of(a * b, lane), 2 * (Real(lane) + 1));
    EXPECT_EQ(lane_of(a / b, lane), (Real(lane) + 1) / 2);
    EXPECT_EQ(lane_of(-a, lane), -(Real(lane) + 1));
    if (lane + 1 < kLanes) {
      EXPECT_EQ(lane_of(a, lane + 1), 7);  // the other lanes stay
    }
  }
  EXPECT_EQ(a.sum(), Real(kLanes * (kLanes + 1) / 2));
}

TEST(Lanes, HaveTheOperatorsOfOneNumberInEachLane) {
  expect_lanes<float>();
  expect_lanes<double>();
}

TEST(Lanes, AnExpansionInLanesEqualsThatOfEachLane) {
  using Vector = Lanes<double>;
  constexpr int kTerms = GT_TERMS(4);
  Vector local[kTerms], moments[kTerms], x, y, z, u, radius;
  double right[kTerms] = {};
  for (Vector& term : local) term = Vector(0);
  for (unsigned lane = 0; lane < Vector::kLanes; ++lane) {
    const double dx = 1 + 0.1 * lane, dy = -0.5, dz = 0.2 * lane, r = 0.1 + 0.01 * lane;
    const double inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    double one[kTerms];
    for (int k = 0; k < kTerms; ++k) {
      one[k] = 1.0 / (1 + k + static_cast<int>(lane));
      moments[k].set(lane, one[k]);
    }
    x.set(lane, dx);
    y.set(lane, dy);
    z.set(lane, dz);
    u.set(lane, inverse);
    radius.set(lane, r);
    gt_add_cell_to_local<4, double>(right, one, dx, dy, dz, inverse, 0.2, r);
  }
  gt_add_cell_to_local<4, Vector>(local, moments, x, y, z, u, Vector(0.2), radius);
  for (int k = 0; k < kTerms; ++k)
    EXPECT_NEAR(local[k].sum(), right[k], 1e-13 * (1 + std::abs(right[k])));
}

}  // namespace
}  // namespace gputest::fmm_expansion_test

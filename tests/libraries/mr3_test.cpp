// libgputest-mr3: the sums and the conventions of MDGRAPE's library, against plain sums in double
// precision.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <numbers>

#include "common/central/table.hpp"
#include "common/core/scratch_folder.hpp"
#include "libraries/mr3/mr3.h"
#include "tests/libraries/devices.hpp"
#include "tests/libraries/errors.hpp"
#include "tests/libraries/sums.hpp"

extern "C" {
void mr3calccoulomb_(double*, int*, double*, double*, int*, double*, int*, int*, double*);
void mr3calcvdw_(double*, int*, int*, int*, double*, double*, int*, double*, int*, int*, double*);
void mr3calcvdw_ij_exlist__(int*, double*, int*, double*, int*, double*, int*, int*, double*,
                            double*, int*, double*, int*, int*, int*);
void mr3settable_nf_(const char*, int*, int*, int*);
void mr3calccoulomb_vdw_ij_exlist_(int*, double*, double*, int*, double*, int*, double*, double*,
                                   int*, int*, double*, double*, double*, double*, int*, double*,
                                   double*, double*, int*, int*, int*, int*, int*);
void mr3calccoulomb_vdw_ij_ci_exlist_(int*, double*, double*, int*, double*, int*, double*, double*,
                                      int*, int*, double*, double*, double*, int*, double*, double*,
                                      double*, int*, int*, int*, int*);
void mr3calcvdw_nlist_ij_emu_(int*, double*, int*, double*, int*, double*, int*, int*, double*,
                              double*, int*, double*, int*, int*, int*, double*);
void mr3_set_rcut2_(double*);
}

namespace libraries_mr3_test {
namespace {

using namespace library_tests;

constexpr double kEdge = 8;

/// Ions in a cube of edge 8. Coordinates, charges and coefficients are exact in fp32, so that only
/// arithmetic is compared. Two ions coincide.
struct Ions {
  std::size_t n;
  std::vector<double> x, q;
  std::vector<int> type;
  int nat = 3;
  std::vector<double> gscale, rscale;

  explicit Ions(std::size_t count, unsigned seed = 1) : n(count) {
    std::mt19937_64 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<int>(random() % limit); };
    for (std::size_t k = 0; k < n; ++k) {
      // Even coordinates in one half and odd ones in the other: no two images are equally near.
      for (int c = 0; c < 3; ++c) {
        const int place = below(8192);
        x.push_back((place < 4096 ? place & ~1 : place | 1) / 1024.0);
      }
      q.push_back((below(2) == 0 ? 1 : -1) * (1 + below(8) / 8.0));
      type.push_back(below(3));
    }
    if (n > 7)
      for (std::size_t c = 0; c < 3; ++c) x[3 * 7 + c] = x[3 * 2 + c];
    for (int a = 0; a < nat; ++a)
      for (int b = 0; b < nat; ++b) {
        gscale.push_back(1 + 0.25 * (a + b));
        rscale.push_back(a + b == 4 ? 4 : 1 - 0.125 * (a + b));
      }
  }
  int count() const { return static_cast<int>(n); }
};

/// The term of a pair of i and j at distance r: its value (of a force, divided by r), and the
/// magnitude that an error is relative to.
struct Term {
  double value, magnitude;
};
using Law = std::function<Term(std::size_t i, std::size_t j, double r)>;

/// The sums for three numbers of each i, and for each i the magnitude that errors are relative to.
struct Expected {
  std::vector<double> sums, magnitudes;
};
using Counts = std::function<bool(std::size_t i, std::size_t j)>;
bool all_count(std::size_t, std::size_t) { return true; }
Expected expected(const std::vector<double>& xi, const std::vector<double>& xj, const Vector& edges,
                  bool potential, const Law& law, const Counts& counts = all_count,
                  double cut = 1e9) {
  Expected all{std::vector<double>(xi.size()), std::vector<double>(xi.size() / 3)};
  for (std::size_t i = 0; i < xi.size() / 3; ++i)
    for (std::size_t j = 0; j < xj.size() / 3; ++j) {
      Vector d;
      double r2 = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        d[c] = xi[3 * i + c] - xj[3 * j + c];
        while (d[c] > edges[c] / 2) d[c] -= edges[c];
        while (d[c] < -edges[c] / 2) d[c] += edges[c];
        r2 += d[c] * d[c];
      }
      if (r2 == 0 || !counts(i, j)) continue;
      const double r = std::sqrt(r2);
      if (r >= cut) continue;
      const Term term = law(i, j, r);
      all.magnitudes[i] += potential ? term.magnitude : term.magnitude * r;
      if (potential)
        all.sums[3 * i] += term.value;
      else
        for (std::size_t c = 0; c < 3; ++c) all.sums[3 * i + c] += term.value * d[c];
    }
  return all;
}

Expected expected(const std::vector<double>& xi, const std::vector<double>& xj, double edge,
                  bool potential, const Law& law, const Counts& counts = all_count,
                  double cut = 1e9) {
  return expected(xi, xj, Vector{edge, edge, edge}, potential, law, counts, cut);
}
/// The sums of both; those of b are at the next numbers of a particle with `shift` 1.
Expected both(Expected a, const Expected& b, std::size_t shift = 0) {
  for (std::size_t k = 0; k + shift < a.sums.size(); ++k) a.sums[k + shift] += b.sums[k];
  for (std::size_t k = 0; k < a.magnitudes.size(); ++k) a.magnitudes[k] += b.magnitudes[k];
  return a;
}

constexpr double kAlpha = 0.75;

/// The laws of the tables for charges.
Law coulomb(const Ions& i, const Ions& j, int table, bool times_q) {
  return [&i, &j, table, times_q](std::size_t of_i, std::size_t of_j, double r) {
    const double ar = kAlpha * r, q = j.q[of_j] * (times_q ? i.q[of_i] : 1);
    double f = q / r;
    if (table == 0) f = q / (r * r * r);
    if (table % 10 == 6)
      f = q * (2 * kAlpha / std::sqrt(std::numbers::pi) * std::exp(-ar * ar) / (r * r) +
               std::erfc(ar) / (r * r * r));
    if (table % 10 == 7) f = q * std::erfc(ar) / r;
    return Term{f, std::abs(f)};
  };
}

/// The laws of the tables for atom types.
Law vdw(const Ions& i, const Ions& j, int table) {
  return [&i, &j, table](std::size_t of_i, std::size_t of_j, double r) {
    const auto pair = static_cast<std::size_t>(i.type[of_i] * i.nat + j.type[of_j]);
    const double x = r * r * i.rscale[pair];
    if (x < 0.25 || x >= 64) return Term{0, 0};
    const double g = i.gscale[pair], s3 = 1 / (x * x * x);
    if (table == 2) return Term{g * s3 * (2 * s3 - 1) / x, g * s3 * (2 * s3 + 1) / x};
    return Term{g * s3 * (s3 - 1), g * s3 * (s3 + 1)};
  };
}

class Mr3 : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override {
    if (!is_there(GetParam().api)) GTEST_SKIP() << "no device of " << GetParam().api;
    choose(GetParam());
    MR3_set_error_handler(keep_error);
    MR3init();
    ASSERT_EQ(said(), "");
  }
  void TearDown() override {
    MR3free();
    MR3_set_coulomb_vdw_factor(1);
    MR3_set_error_handler(nullptr);
  }

  /// Expects that the right sums were added to `force`, which was `before` everywhere. A pair's
  /// error may be ε (3 s + o + 2) of its magnitude. The steepness s is at most 7. The roundings o
  /// of a formula are 24; those of erfc are 55 at (a r)^2 < 3, beyond which terms are small. A
  /// sum's error is larger by 2 ε in fp32 and by √n ε/2 in fp64.
  static void expect_right(const Expected& right, const std::vector<double>& force, double before,
                           double epsilon, const std::string& what) {
    for (std::size_t i = 0; i < right.magnitudes.size(); ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        const double allowed = 64 * epsilon * right.magnitudes[i] + 2e-15 * std::abs(before);
        ASSERT_NEAR(force[3 * i + c] - before, right.sums[3 * i + c], allowed)
            << what << ", particle " << i << ", component " << c;
      }
  }
  double epsilon_of(int table) const {
    return table >= 10                               ? 1.2e-7
           : GetParam().precision == "double-single" ? kDouble
                                                     : GetParam().epsilon;
  }
  static constexpr double kDouble = 2.3e-16;
};

INSTANTIATE_TEST_SUITE_P(Everywhere, Mr3, testing::ValuesIn(everywhere()), name_of);

TEST_P(Mr3, AddsForcesOfChargesOnEachOther) {
  Ions ions(101);
  for (const int table : {0, 1, 6, 7, 16, 17})
    for (const int flags : {0, 1, 2, 3}) {
      const bool times_q = table > 1 || (flags & 2) != 0;
      std::vector<double> force(3 * ions.n, 1.5), on_host(3 * ions.n, 1.5);
      MR3calccoulomb(ions.x.data(), ions.count(), ions.q.data(), kAlpha, table, kEdge, flags, 0,
                     force.data());
      MR3calccoulomb_host(ions.x.data(), ions.count(), ions.q.data(), kAlpha, table, kEdge, flags,
                          0, on_host.data());
      ASSERT_EQ(said(), "");
      const Expected right = expected(ions.x, ions.x, (flags & 1) != 0 ? kEdge : 2 * kEdge,
                                      table % 2 == 1, coulomb(ions, ions, table, times_q));
      const std::string what =
          "table " + std::to_string(table) + ", flags " + std::to_string(flags);
      expect_right(right, force, 1.5, epsilon_of(table), what);
      expect_right(right, on_host, 1.5, kDouble, what + " on the host");
    }
}

TEST_P(Mr3, ForcesOfChargesSumToZero) {
  Ions ions(150, 3);
  for (const int table : {0, 6, 16}) {
    std::vector<double> force(3 * ions.n);
    MR3calccoulomb(ions.x.data(), ions.count(), ions.q.data(), kAlpha, table, kEdge, 3, 0,
                   force.data());
    const Expected right = expected(ions.x, ions.x, kEdge, false, coulomb(ions, ions, table, true));
    double all = 0;
    for (const double magnitude : right.magnitudes) all += magnitude;
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (std::size_t i = 0; i < ions.n; ++i) sum += force[3 * i + c];
      // Both sides of a pair are rounded alike, except the products with charges.
      EXPECT_NEAR(sum, 0, 4 * epsilon_of(table) * all) << "table " << table;
    }
  }
}

TEST_P(Mr3, AddsForcesOfParticlesJOnOtherParticles) {
  for (const auto& [ni, nj] : {std::pair{1, 3}, {77, 20}, {5, 300}, {3, 1}}) {
    Ions i(static_cast<std::size_t>(ni), 4), j(static_cast<std::size_t>(nj), 5);
    for (const int table : {0, 7, 16}) {
      std::vector<double> force(3 * i.n);
      MR3calccoulomb_ij(ni, i.x.data(), i.q.data(), force.data(), nj, j.x.data(), j.q.data(),
                        kAlpha, table, kEdge, 1);
      ASSERT_EQ(said(), "");
      expect_right(expected(i.x, j.x, kEdge, table == 7, coulomb(i, j, table, table > 1)), force, 0,
                   epsilon_of(table), "charges");
    }
    for (const int table : {2, 3}) {
      std::vector<double> force(3 * i.n), on_host(3 * i.n);
      MR3calcvdw_ij(ni, i.x.data(), i.type.data(), force.data(), nj, j.x.data(), j.type.data(),
                    i.nat, i.gscale.data(), i.rscale.data(), table, kEdge, 1);
      MR3calcvdw_ij_host(ni, i.x.data(), i.type.data(), on_host.data(), nj, j.x.data(),
                         j.type.data(), i.nat, i.gscale.data(), i.rscale.data(), table, kEdge, 1);
      ASSERT_EQ(said(), "");
      const Expected right = expected(i.x, j.x, kEdge, table == 3, vdw(i, j, table));
      expect_right(right, force, 0, epsilon_of(table), "atom types");
      expect_right(right, on_host, 0, kDouble, "atom types on the host");
    }
  }
}

TEST_P(Mr3, AddsVanDerWaalsForcesWithinTheirRange) {
  Ions ions(140, 6);
  for (const int table : {2, 3})
    for (const int periodic : {0, 1}) {
      std::vector<double> force(3 * ions.n, -2);
      MR3calcvdw(ions.x.data(), ions.count(), ions.type.data(), ions.nat, ions.gscale.data(),
                 ions.rscale.data(), table, kEdge, periodic, 1, force.data());
      ASSERT_EQ(said(), "");
      const double edge = periodic == 1 ? kEdge : 2 * kEdge;
      int nearer = 0, farther = 0;
      const Expected right =
          expected(ions.x, ions.x, edge, table == 3, [&](std::size_t i, std::size_t j, double r) {
            const double x =
                r * r * ions.rscale[static_cast<std::size_t>(ions.type[i] * 3 + ions.type[j])];
            nearer += x < 0.25;
            farther += x >= 64;
            return vdw(ions, ions, table)(i, j, r);
          });
      EXPECT_GT(nearer, 0);
      EXPECT_GT(farther, 0);
      expect_right(right, force, -2, epsilon_of(table), "table " + std::to_string(table));
    }
}

TEST_P(Mr3, LeavesOutListedPairs) {
  Ions ions(60, 7);
  // Each ion with the two that follow it. `once` lists a pair at one of its ions, `twice` at both.
  // Negative entries are ignored.
  std::vector<int> once(ions.n), of_once, twice(ions.n), of_twice;
  const auto are_excluded = [](std::size_t i, std::size_t j) {
    return i != j && (i > j ? i - j : j - i) <= 2;
  };
  for (std::size_t i = 0; i < ions.n; ++i)
    for (std::size_t j = 0; j < ions.n; ++j) {
      if (!are_excluded(i, j)) continue;
      ++twice[i];
      of_twice.push_back(static_cast<int>(j));
      if (i > j) continue;
      once[i] += 2;
      of_once.insert(of_once.end(), {-1, static_cast<int>(j)});
    }
  const auto counts = [&](std::size_t i, std::size_t j) { return !are_excluded(i, j); };
  const int n = ions.count();
  for (const bool duplicates : {false, true})
    for (const bool host : {false, true}) {
      std::vector<int>& numex = duplicates ? twice : once;
      std::vector<int>& natex = duplicates ? of_twice : of_once;
      // A term that is added and subtracted again leaves a rounding error.
      const auto check = [&](const std::vector<double>& force, int table, const Law& law) {
        Expected right = expected(ions.x, ions.x, kEdge, table % 2 == 1, law, counts);
        right.magnitudes = expected(ions.x, ions.x, kEdge, table % 2 == 1, law).magnitudes;
        expect_right(right, force, 0, host ? kDouble : epsilon_of(table),
                     "table " + std::to_string(table));
      };
      const int flags = duplicates ? 3 : 1;
      for (const int table : {0, 1, 6, 7, 16}) {
        if (host && table == 16) continue;
        std::vector<double> force(3 * ions.n);
        (host ? MR3calccoulomb_ij_exlist_host : MR3calccoulomb_ij_exlist)(
            n, ions.x.data(), ions.q.data(), force.data(), n, ions.x.data(), ions.q.data(), kAlpha,
            table, kEdge, flags | 4, numex.data(), natex.data());
        ASSERT_EQ(said(), "");
        check(force, table, coulomb(ions, ions, table, true));
      }
      for (const int table : {2, 3}) {
        std::vector<double> force(3 * ions.n);
        (host ? MR3calcvdw_ij_exlist_host : MR3calcvdw_ij_exlist)(
            n, ions.x.data(), ions.type.data(), force.data(), n, ions.x.data(), ions.type.data(),
            ions.nat, ions.gscale.data(), ions.rscale.data(), table, kEdge, flags, numex.data(),
            natex.data());
        ASSERT_EQ(said(), "");
        check(force, table, vdw(ions, ions, table));
      }
    }
}

// Like bonds that stretch across the distance at which forces begin. If device and host put a pair
// on different sides of it, a force of 30000 times the coefficient would remain.
TEST_P(Mr3, LeavesOutPairsAtTheBoundOfTheirRange) {
  constexpr std::size_t kAlong = 7, kPairs = kAlong * kAlong * kAlong;
  constexpr std::int64_t kUnit = 65536;  // coordinates are multiples of 1/kUnit, exact in fp32
  constexpr double kApart = 40;
  std::mt19937_64 random(8);
  std::uniform_int_distribution<std::int64_t> within(-kUnit / 2, kUnit / 2);
  std::vector<double> x;
  std::vector<int> numex, natex;
  for (std::size_t k = 0; k < kPairs; ++k) {
    const double place[3]{double(k % kAlong), double(k / kAlong % kAlong),
                          double(k / kAlong / kAlong)};
    std::int64_t d[3], off;  // d/kUnit has length 1 to about 1e-8
    do {
      d[0] = within(random);
      d[1] = within(random);
      off = kUnit * kUnit - d[0] * d[0] - d[1] * d[1];
      d[2] = std::llround(std::sqrt(double(off)));
      off -= d[2] * d[2];
    } while (std::abs(off) > 128);
    for (const double side : {0, 1})
      for (std::size_t c = 0; c < 3; ++c)
        x.push_back(kApart * (place[c] - kAlong / 2.0) + side * double(d[c]) / double(kUnit));
    numex.insert(numex.end(), {1, 0});
    natex.push_back(static_cast<int>(2 * k + 1));
  }
  const int n = static_cast<int>(2 * kPairs);
  std::vector<int> types(2 * kPairs);
  double gscale = 1, rscale = 0.25;
  for (const int periodic : {0, 1}) {
    std::vector<double> force(6 * kPairs);
    MR3calcvdw_ij_exlist(n, x.data(), types.data(), force.data(), n, x.data(), types.data(), 1,
                         &gscale, &rscale, 2, kApart * kAlong, periodic, numex.data(),
                         natex.data());
    ASSERT_EQ(said(), "");
    double most = 0;
    for (const double f : force) most = std::max(most, std::abs(f));
    EXPECT_LT(most, 1) << "periodic " << periodic;
  }
}

TEST_P(Mr3, AppliesTheFactorToForcesOnCharges) {
  Ions ions(20);
  MR3_set_coulomb_vdw_factor(332.0716);
  for (const int flags : {1, 3}) {
    std::vector<double> force(3 * ions.n);
    MR3calccoulomb(ions.x.data(), ions.count(), ions.q.data(), 1, 0, kEdge, flags, 0, force.data());
    Expected right = expected(ions.x, ions.x, kEdge, false, coulomb(ions, ions, 0, flags == 3));
    if (flags == 3)
      for (auto* numbers : {&right.sums, &right.magnitudes})
        for (double& number : *numbers) number *= 332.0716;
    expect_right(right, force, 0, epsilon_of(0), "factor");
  }
}

/// The parameters of NaCl for Claret's call.
struct Salt {
  std::vector<double> pol{1.25, 1, 1, 0.75}, sigm{2.34, 2.755, 2.755, 3.17};
  std::vector<double> ipotro{4, 1 / 0.317, 1 / 0.317, 1 / 0.317};
  std::vector<double> pc{.0728676, .485784, .485784, 5.0313343};
  std::vector<double> pd{.0346989, .6028927, .6028927, 10.1060423}, zz{1, -1, -1, 1};
};

TEST_P(Mr3, ReplacesForcesByThoseOfASalt) {
  Salt salt;
  Ions ions(90, 8);
  for (double& x : ions.x) x *= 4;  // Å
  for (int& type : ions.type) type %= 2;
  for (const int periodic : {0, 1}) {
    std::vector<double> force(3 * ions.n, 7), on_host(3 * ions.n, 7);
    MR3calcnacl(ions.x.data(), ions.count(), ions.type.data(), 2, salt.pol.data(), salt.sigm.data(),
                salt.ipotro.data(), salt.pc.data(), salt.pd.data(), salt.zz.data(), 8, 4 * kEdge,
                periodic, force.data());
    MR3calcnacl_host(ions.x.data(), ions.count(), ions.type.data(), 2, salt.pol.data(),
                     salt.sigm.data(), salt.ipotro.data(), salt.pc.data(), salt.pd.data(),
                     salt.zz.data(), 8, 4 * kEdge, periodic, on_host.data());
    ASSERT_EQ(said(), "");
    const Expected right = expected(
        ions.x, ions.x, periodic == 1 ? 4 * kEdge : 8 * kEdge, false,
        [&](std::size_t i, std::size_t j, double r) {
          const auto k = static_cast<std::size_t>(2 * ions.type[i] + ions.type[j]);
          const double born = 0.338e-19 / 14.39 / 1.60219e-19 * salt.pol[k] * salt.ipotro[k] *
                              std::exp((salt.sigm[k] - r) * salt.ipotro[k]) / r;
          const double six = 6 * salt.pc[k] * std::pow(r, -8),
                       eight = 8 * salt.pd[k] * std::pow(r, -10);
          const double coulomb = salt.zz[k] * std::pow(r, -3);
          return Term{born - six - eight + coulomb, born + six + eight + std::abs(coulomb)};
        });
    expect_right(right, force, 0, epsilon_of(0), "salt");
    expect_right(right, on_host, 0, kDouble, "salt on the host");
  }
}

/// Waves of half of the space up to `most`.
std::vector<int> half_of_waves(int most) {
  std::vector<int> k;
  for (int a = 0; a <= most; ++a)
    for (int b = a == 0 ? 0 : -most; b <= most; ++b)
      for (int c = a == 0 && b == 0 ? 1 : -most; c <= most; ++c)
        if (a * a + b * b + c * c <= most * most) k.insert(k.end(), {a, b, c});
  return k;
}

TEST_P(Mr3, SumsTheWavesOfTheEwaldSum) {
  Ions ions(40, 9);
  std::vector<int> k = half_of_waves(4);
  const int waves = static_cast<int>(k.size() / 3);
  double cell[3][3] = {{8, 0, 0}, {0, 10, 0}, {0, 0, 9}};
  const double epsilon = 0.25 / std::numbers::pi, volume = 720;
  std::vector<double> force(3 * ions.n), potential(3 * ions.n);
  // For each particle, the sum of the magnitudes of its potential's terms, and of its force's.
  std::vector<double> of_potential(ions.n), of_force(ions.n);
  for (std::size_t i = 0; i < ions.n; ++i)
    for (std::size_t j = 0; j < ions.n; ++j)
      for (std::size_t w = 0; w < k.size(); w += 3) {
        double phase = 0, k2 = 0;
        Vector wave;
        for (std::size_t c = 0; c < 3; ++c) {
          wave[c] = 2 * std::numbers::pi * k[w + c] / cell[c][c];
          phase += wave[c] * (ions.x[3 * i + c] - ions.x[3 * j + c]);
          k2 += wave[c] * wave[c];
        }
        const double f = ions.q[i] * ions.q[j] * 2 / (epsilon * volume) *
                         std::exp(-k2 / (4 * kAlpha * kAlpha)) / k2;
        potential[3 * i] += f * std::cos(phase);
        of_potential[i] += std::abs(f);
        of_force[i] += std::abs(f) * std::sqrt(k2);
        for (std::size_t c = 0; c < 3; ++c) force[3 * i + c] += f * wave[c] * std::sin(phase);
      }
  double energy = 0;
  for (const double one : potential) energy += one / 2;
  std::vector<double> got(3 * ions.n, 5);
  double tpot = 0;
  for (const bool host : {false, true})
    for (const int sign : {1, -1}) {
      (host ? MR3calcewald_host : MR3calcewald)(k.data(), sign * waves, ions.x.data(), ions.count(),
                                                ions.q.data(), kAlpha, epsilon, cell, got.data(),
                                                &tpot, nullptr);
      ASSERT_EQ(said(), "");
      // A coordinate within half an edge has an error of ε/2 of the edge. A phase has that times
      // |kx| + |ky| + |kz| < 7, and three roundings of up to 3.5 turns: 2 π 6.5 ε for each particle
      // of a pair. This leaves 16 ε for the sums, each of up to 130 terms.
      const double allowed = 100 * (host ? kDouble : epsilon_of(0));
      double all = 0;
      for (const double one : of_potential) all += one / 2;
      EXPECT_NEAR(tpot, energy, allowed * all);
      for (std::size_t c = 0; c < got.size(); ++c)
        ASSERT_NEAR(got[c], sign > 0 ? force[c] : potential[c],
                    allowed * (sign > 0 ? of_force : of_potential)[c / 3])
            << c;
    }
}

TEST_P(Mr3, HasTheMadelungEnergyOfRockSalt) {
  // Eight ions at a distance of 1 in a cube of edge 2, with a real-space sum within it and waves up
  // to 9.
  constexpr double kMadelung = 1.747564594633182, kWide = 2.5;
  std::vector<double> x, q, force(24);
  for (int k = 0; k < 8; ++k) {
    for (const int bit : {0, 1, 2}) x.push_back((k >> bit) & 1);
    q.push_back(((k & 1) + (k >> 1 & 1) + (k >> 2)) % 2 == 0 ? 1 : -1);
  }
  std::vector<int> waves = half_of_waves(9);
  double cell[3][3] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, tpot = 0, stress[3][3];
  MR3calcewald(waves.data(), -static_cast<int>(waves.size() / 3), x.data(), 8, q.data(), kWide,
               0.25 / std::numbers::pi, cell, force.data(), &tpot, stress);
  double energy = tpot - 8 * kWide / std::sqrt(std::numbers::pi);
  std::fill(force.begin(), force.end(), 0);
  // A lattice of 2^3 such cells: its nearest images reach to a distance of 2.
  std::vector<double> more, charges;
  for (int c = 0; c < 8; ++c)
    for (std::size_t k = 0; k < 8; ++k) {
      for (std::size_t bit = 0; bit < 3; ++bit)
        more.push_back(x[3 * k + bit] + 2 * ((c >> bit) & 1));
      charges.push_back(q[k]);
    }
  MR3calccoulomb_ij(8, x.data(), q.data(), force.data(), 64, more.data(), charges.data(), kWide, 7,
                    4, 1);
  ASSERT_EQ(said(), "");
  for (std::size_t k = 0; k < 8; ++k) energy += force[3 * k] / 2;
  EXPECT_NEAR(energy / 4, -kMadelung, epsilon_of(7) > kDouble ? 8e-6 : 1e-10);
}

/// Writes the law's table, from x = low to high, to a file in the folder; returns its path.
std::string table_file(const gputest::ScratchFolder& folder, const char* name,
                       const gputest::CentralFunction& law, double low, double high,
                       const std::string& without = "") {
  const std::string path = folder.path(name);
  std::string text = gputest::central_table_text(gputest::make_central_table(law, low, high), name);
  if (!without.empty()) {
    const std::size_t line = text.find("\n" + without + " ");
    text.erase(line, text.find('\n', line + 1) - line);
  }
  std::ofstream(path) << text;
  return path;
}

TEST_P(Mr3, TakesTheClientsTables) {
  Ions ions(50, 10);
  const auto coulomb_law = [](long double x) { return 1 / (x * std::sqrt(x)); };
  const auto path = [](std::string text) { return text + std::string(3, ' '); };
  const gputest::ScratchFolder folder;
  std::string file = table_file(folder, "coulomb", coulomb_law, 1e-4, 300);
  std::vector<double> force(3 * ions.n);
  MR3SetTable(file.data(), 0, 0);
  MR3calccoulomb(ions.x.data(), ions.count(), ions.q.data(), 1, 0, kEdge, 3, 0, force.data());
  ASSERT_EQ(said(), "");
  expect_right(expected(ions.x, ions.x, kEdge, false, coulomb(ions, ions, 0, true)), force, 0,
               1.2e-7, "a table of Coulomb's law");
  // Another law for the same table number, by the Fortran function: x^-1, with the force q d/r^2.
  file = path(table_file(
      folder, "inverse", [](long double x) { return 1 / x; }, 1e-4, 300));
  int table = 0, flag = 0, length = static_cast<int>(file.size());
  mr3settable_nf_(file.c_str(), &table, &flag, &length);
  std::fill(force.begin(), force.end(), 0);
  MR3calccoulomb(ions.x.data(), ions.count(), ions.q.data(), 1, 0, kEdge, 1, 0, force.data());
  ASSERT_EQ(said(), "");
  expect_right(expected(ions.x, ions.x, kEdge, false,
                        [&](std::size_t, std::size_t j, double r) {
                          return Term{ions.q[j] / (r * r), std::abs(ions.q[j]) / (r * r)};
                        }),
               force, 0, 1.2e-7, "another table");
  // A table of atom types gives no force outside its range, below x = 1 and from 4 on.
  file = table_file(
      folder, "square", [](long double x) { return x * x; }, 1, 3.999);
  MR3SetTable(file.data(), 3, 1);
  std::fill(force.begin(), force.end(), 0);
  MR3calcvdw(ions.x.data(), ions.count(), ions.type.data(), ions.nat, ions.gscale.data(),
             ions.rscale.data(), 3, kEdge, 1, 0, force.data());
  ASSERT_EQ(said(), "");
  expect_right(expected(ions.x, ions.x, kEdge, true,
                        [&](std::size_t i, std::size_t j, double r) {
                          const auto k = static_cast<std::size_t>(3 * ions.type[i] + ions.type[j]);
                          const double x = r * r * ions.rscale[k];
                          const double f = x < 1 || x >= 4 ? 0 : ions.gscale[k] * x * x;
                          return Term{f, f};
                        }),
               force, 0, 1.2e-7, "a table of atom types");
  MR3init();  // restores the library's tables
  std::fill(force.begin(), force.end(), 0);
  MR3calcvdw(ions.x.data(), ions.count(), ions.type.data(), ions.nat, ions.gscale.data(),
             ions.rscale.data(), 3, kEdge, 1, 0, force.data());
  expect_right(expected(ions.x, ions.x, kEdge, true, vdw(ions, ions, 3)), force, 0, epsilon_of(3),
               "the library's");
}

TEST_P(Mr3, RefusesBadTablesAndPairsNearerThanATableBegins) {
  const auto law = [](long double x) { return 1 / x; };
  const gputest::ScratchFolder folder;
  std::string hole = table_file(folder, "hole", law, 1, 1.9, "1.5");
  MR3SetTable(hole.data(), 0, 0);
  EXPECT_EQ(last_error().status, 4);
  EXPECT_NE(said().find("the table has a hole"), std::string::npos);
  std::string whole = table_file(folder, "whole", law, 1, 200);
  MR3SetTable(whole.data(), 0, 1);
  EXPECT_EQ(said(), "MR3SetTable: table 0 is a table of a force; its flag is 0");
  MR3SetTable(whole.data(), 4, 0);
  EXPECT_EQ(said(), "MR3SetTable: the table number is 4, which is not 0, 1, 2, 3, 6, 7, 16 or 17");
  MR3SetTable(nullptr, 0, 0);
  EXPECT_EQ(said(), "MR3SetTable: the name of the file is a null pointer");
  std::vector<double> x{0, 0, 0, 0.5, 0, 0}, q{1, -1}, force(6, 3);
  const auto act = [&](int table) {
    MR3calccoulomb(x.data(), 2, q.data(), 1, table, kEdge, 3, 0, force.data());
  };
  act(0);  // the library has kept its own table
  EXPECT_EQ(said(), "");
  EXPECT_NEAR(force[0], 3 + 4, 1e-5);
  MR3SetTable(whole.data(), 0, 0);
  act(0);
  EXPECT_EQ(said(),
            "MR3calccoulomb: a particle is nearer to particle 0 than r = 1, where table 0 begins");
  x[3] = 0.03;
  act(16);
  EXPECT_EQ(said(),
            "MR3calccoulomb: a particle is nearer to particle 0 than r = 0.03125, where "
            "table 16 begins");
  EXPECT_NEAR(force[0], 3 + 4, 1e-5);
}

TEST_P(Mr3, HasFortranNamesThatCountFromOne) {
  Ions ions(30, 11);
  std::vector<double> c(3 * ions.n), fortran(3 * ions.n);
  int n = ions.count(), table = 6, flags = 1, change = 0, one = 1;
  double alpha = kAlpha, edge = kEdge;
  MR3calccoulomb(ions.x.data(), n, ions.q.data(), alpha, table, edge, flags, 0, c.data());
  mr3calccoulomb_(ions.x.data(), &n, ions.q.data(), &alpha, &table, &edge, &flags, &change,
                  fortran.data());
  EXPECT_EQ(c, fortran);
  std::vector<int> types = ions.type, numex(ions.n), natex{3, 4}, natex_c{2, 3};
  for (int& type : types) ++type;
  numex[0] = 2;
  table = 2;
  MR3calcvdw(ions.x.data(), n, ions.type.data(), ions.nat, ions.gscale.data(), ions.rscale.data(),
             table, edge, flags, 0, c.data());
  mr3calcvdw_(ions.x.data(), &n, types.data(), &ions.nat, ions.gscale.data(), ions.rscale.data(),
              &table, &edge, &flags, &change, fortran.data());
  EXPECT_EQ(c, fortran);
  MR3calcvdw_ij_exlist(n, ions.x.data(), ions.type.data(), c.data(), n, ions.x.data(),
                       ions.type.data(), ions.nat, ions.gscale.data(), ions.rscale.data(), table,
                       edge, flags, numex.data(), natex_c.data());
  mr3calcvdw_ij_exlist__(&n, ions.x.data(), types.data(), fortran.data(), &n, ions.x.data(),
                         types.data(), &ions.nat, ions.gscale.data(), ions.rscale.data(), &table,
                         &edge, &flags, numex.data(), natex.data());
  EXPECT_EQ(said(), "");
  EXPECT_EQ(c, fortran);
  types[4] = 0;
  mr3calcvdw_(ions.x.data(), &n, types.data(), &ions.nat, ions.gscale.data(), ions.rscale.data(),
              &table, &edge, &one, &change, fortran.data());
  EXPECT_EQ(said(), "MR3calcvdw: the atom type of particle 4 is 0, which is not between 1 and 3");
}

TEST_P(Mr3, NamesNullReferencesOfFortran) {
  Ions ions(10);
  std::vector<double> force(30, 7);
  int n = ions.count(), table = 6, flags = 1;
  double alpha = kAlpha, edge = kEdge;
  mr3calccoulomb_(ions.x.data(), nullptr, ions.q.data(), &alpha, &table, &edge, &flags, nullptr,
                  force.data());
  EXPECT_EQ(said(), "mr3calccoulomb_: the argument n is a null pointer");
  mr3calccoulomb_(ions.x.data(), &n, ions.q.data(), &alpha, &table, nullptr, &flags, nullptr,
                  force.data());
  EXPECT_EQ(said(), "mr3calccoulomb_: the argument xmax is a null pointer");
  mr3settable_nf_("file", nullptr, &flags, &n);
  EXPECT_EQ(said(), "mr3settable_nf_: the argument tblno is a null pointer");
  EXPECT_EQ(force, std::vector<double>(30, 7));
  mr3calccoulomb_(ions.x.data(), &n, ions.q.data(), &alpha, &table, &edge, &flags, nullptr,
                  force.data());  // the last is ignored
  EXPECT_EQ(said(), "");
}

TEST_P(Mr3, RefusesWithASentenceAndLeavesTheCallersArrays) {
  Ions ions(10);
  std::vector<double> force(30, 7);
  double tpot = 7;
  const auto act = [&](int n, double* x, double* q, int table, double xmax, double* f) {
    MR3calccoulomb(x, n, q, 1, table, xmax, 1, 0, f);
    return said();
  };
  double* const x = ions.x.data();
  double* const q = ions.q.data();
  EXPECT_EQ(act(-1, x, q, 0, 8, force.data()),
            "MR3calccoulomb: the number of particles is -1, which is not between 0 and 67108864");
  EXPECT_EQ(act(10, nullptr, q, 0, 8, force.data()),
            "MR3calccoulomb: the position is a null pointer");
  EXPECT_EQ(act(10, x, nullptr, 0, 8, force.data()),
            "MR3calccoulomb: the charge is a null pointer");
  EXPECT_EQ(act(10, x, q, 0, 8, nullptr), "MR3calccoulomb: the array of forces is a null pointer");
  EXPECT_EQ(act(10, x, q, 2, 8, force.data()),
            "MR3calccoulomb: the table number is 2, which is not 0, 1, 6, 7, 16 or 17");
  EXPECT_EQ(act(10, x, q, 0, 0, force.data()),
            "MR3calccoulomb: xmax is 0, which is not a finite number above 0");
  x[13] = NAN;
  EXPECT_EQ(act(10, x, q, 0, 8, force.data()),
            "MR3calccoulomb: the position of particle 4 is not finite");
  x[13] = 1;
  if (GetParam().precision == "fp32") {
    q[2] = 1e39;
    EXPECT_EQ(act(10, x, q, 0, 8, force.data()),
              "MR3calccoulomb: the charge of particle 2 is 1e+39, beyond single precision");
    q[2] = 1;
    for (const std::size_t c : {0, 1, 2}) x[c] = x[3 + c] = 0;
    x[0] = 1e-18;
    EXPECT_EQ(act(10, x, q, 0, 8, force.data()),
              "MR3calccoulomb: the force on particle 0 is beyond the range of fp32");
  }
  const auto act_vdw = [&](int nat) {
    MR3calcvdw(x, 10, ions.type.data(), nat, ions.gscale.data(), ions.rscale.data(), 2, 8, 1, 0,
               force.data());
    return said();
  };
  EXPECT_EQ(act_vdw(0),
            "MR3calcvdw: the number of atom types is 0, which is not between 1 and 1024");
  ions.type[6] = 3;
  EXPECT_EQ(act_vdw(3),
            "MR3calcvdw: the atom type of particle 6 is 3, which is not between 0 and 2");
  ions.type[6] = 0;
  ions.rscale[1] = INFINITY;
  EXPECT_EQ(act_vdw(3).substr(0, 60),
            "MR3calcvdw: rscale of types 0 and 1 is inf, which is not fin");
  std::vector<int> numex(10, 1), natex(10, 10);
  MR3calccoulomb_ij_exlist(10, x, q, force.data(), 10, x, q, 1, 0, 8, 5, numex.data(),
                           natex.data());
  EXPECT_EQ(said(),
            "MR3calccoulomb_ij_exlist: an excluded particle is 10, which is not between 0 "
            "and 9");
  int none[3] = {0, 0, 0};
  double cell[3][3] = {{8, 0, 0}, {0, 8, 0}, {0, 0, 8}};
  MR3calcewald(none, 1, x, 10, q, 1, 1, cell, force.data(), &tpot, nullptr);
  EXPECT_EQ(said(), "MR3calcewald: wave 0 is 0 in all directions");
  cell[1][1] = -8;
  MR3calcewald(none, 1, x, 10, q, 1, 1, cell, force.data(), &tpot, nullptr);
  EXPECT_EQ(said(),
            "MR3calcewald: an edge of the cell is -8, which is not a finite number above 0");
  Salt salt;
  salt.ipotro[3] = 0;
  std::vector<int> types(10);
  MR3calcnacl(x, 10, types.data(), 2, salt.pol.data(), salt.sigm.data(), salt.ipotro.data(),
              salt.pc.data(), salt.pd.data(), salt.zz.data(), 8, 8, 0, force.data());
  EXPECT_EQ(said(),
            "MR3calcnacl: ipotro of types 1 and 1 is 0, which is not a finite number above 0");
  EXPECT_EQ(tpot, 7);
  EXPECT_EQ(force, std::vector<double>(30, 7));
}

/// Excluded pairs of each ion with the next one, listed once or with both ions.
struct NextIons {
  std::vector<int> numex, natex;

  NextIons(std::size_t n, bool duplicates) : numex(n) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (are_next(i, j) && (duplicates || i < j)) {
          ++numex[i];
          natex.push_back(static_cast<int>(j));
        }
  }
  static bool are_next(std::size_t i, std::size_t j) { return i + 1 == j || j + 1 == i; }
  static bool are_not_next(std::size_t i, std::size_t j) { return !are_next(i, j); }
};

class Mr3Combined : public Mr3 {
 protected:
  void TearDown() override {
    MR3_set_rcut2(0);
    Mr3::TearDown();
  }

  Ions ions_{60, 7};
  std::vector<double> gscalesp_ = std::vector<double>(9, 0.5);

  /// The right forces and potentials of charges and of atom types, without listed pairs.
  Expected charges(int table, bool periodic, const Counts& counts, double cut = 1e9) const {
    return expected(ions_.x, ions_.x, periodic ? kEdge : 2 * kEdge, table % 2 == 1,
                    coulomb(ions_, ions_, table, true), counts, cut);
  }
  Expected types(int table, bool periodic, const Counts& counts, double cut = 1e9) const {
    Ions ions = ions_;
    if (table == 3) ions.gscale = gscalesp_;
    return expected(ions_.x, ions_.x, periodic ? kEdge : 2 * kEdge, table == 3,
                    vdw(ions, ions, table), counts, cut);
  }
  static double total(const Expected& all) {
    double sum = 0;
    for (std::size_t k = 0; k < all.sums.size(); k += 3) sum += all.sums[k];
    return sum;
  }
  static double magnitude(const Expected& all) {
    double sum = 0;
    for (const double number : all.magnitudes) sum += number;
    return sum;
  }
  /// The magnitudes of all pairs, because an excluded one is added and subtracted again.
  static Expected with_all(Expected right, const Expected& all) {
    right.magnitudes = all.magnitudes;
    return right;
  }
};

INSTANTIATE_TEST_SUITE_P(Everywhere, Mr3Combined, testing::ValuesIn(everywhere()), name_of);

TEST_P(Mr3Combined, EmulatesForcesOnTheProcessor) {
  const int n = ions_.count();
  std::vector<double> c(3 * ions_.n), v(c);
  MR3calccoulomb_ij_emu(n, ions_.x.data(), ions_.q.data(), c.data(), n, ions_.x.data(),
                        ions_.q.data(), kAlpha, 0, kEdge, 3);
  MR3calcvdw_ij_emu(n, ions_.x.data(), ions_.type.data(), v.data(), n, ions_.x.data(),
                    ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(), 2,
                    kEdge, 1);
  ASSERT_EQ(said(), "");
  expect_right(charges(0, true, all_count), c, 0, kDouble, "charges");
  expect_right(types(2, true, all_count), v, 0, kDouble, "types");
}

TEST_P(Mr3Combined, AddsBothKindsOfForcesAndTheirPotentials) {
  const auto calls = {MR3calccoulomb_vdw_ij_exlist, MR3calccoulomb_vdw_ij_exlist_host,
                      MR3calccoulomb_vdw_ij_exlist_host2};
  const int n = ions_.count();
  for (const auto call : calls)
    for (const int flags : {0, 1, 3})
      for (const int table : {0, 6, 16})
        for (const double cut : {0.0, 2.5}) {
          const bool on_host = call != MR3calccoulomb_vdw_ij_exlist || cut > 0;
          if (on_host && table == 16) continue;
          MR3_set_rcut2(cut * cut);
          NextIons lists(ions_.n, flags == 3);
          std::vector<double> force(3 * ions_.n, 0.25);
          double potc = 2, potv = 3;
          call(n, ions_.x.data(), ions_.q.data(), ions_.type.data(), force.data(), n,
               ions_.x.data(), ions_.q.data(), ions_.type.data(), ions_.nat, ions_.gscale.data(),
               gscalesp_.data(), ions_.rscale.data(), kAlpha, table, kEdge, &potc, &potv, flags, 1,
               0, lists.numex.data(), lists.natex.data());
          ASSERT_EQ(said(), "");
          const bool periodic = flags != 0;
          const double limit = cut > 0 ? cut : 1e9;
          const auto right = [&](int of_charges, int of_types, const Counts& counts) {
            return std::pair{charges(of_charges, periodic, counts, limit),
                             types(of_types, periodic, counts, limit)};
          };
          const double epsilon = on_host ? kDouble : epsilon_of(table);
          const auto [c, v] = right(table, 2, NextIons::are_not_next);
          const auto [all_c, all_v] = right(table, 2, all_count);
          expect_right(with_all(both(c, v), both(all_c, all_v)), force, 0.25,
                       std::max(epsilon, on_host ? 0 : epsilon_of(2)), "forces");
          const auto [pc, pv] = right(table + 1, 3, NextIons::are_not_next);
          const auto [all_pc, all_pv] = right(table + 1, 3, all_count);
          EXPECT_NEAR(potc - 2, total(pc), 64 * epsilon * magnitude(all_pc) + 1e-14);
          EXPECT_NEAR(potv - 3, total(pv),
                      64 * (on_host ? kDouble : epsilon_of(3)) * magnitude(all_pv) + 1e-14);
        }
}

TEST_P(Mr3Combined, HoldsForcesUntilTheyAreAskedFor) {
  const int n = ions_.count();
  NextIons lists(ions_.n, true);
  const auto compute = [&](int flags, int potflag) {
    std::vector<double> force(3 * ions_.n);
    double potc = 0, potv = 0;
    MR3calccoulomb_vdw_exlist(n, ions_.x.data(), ions_.q.data(), ions_.type.data(), ions_.nat,
                              force.data(), kAlpha, ions_.gscale.data(), gscalesp_.data(),
                              ions_.rscale.data(), 6, lists.numex.data(), lists.natex.data(), kEdge,
                              &potc, &potv, nullptr, potflag, flags);
    EXPECT_EQ(said(), "");
    EXPECT_EQ(potc != 0, potflag == 1);
    return force;
  };
  const std::vector<double> at_once = compute(3, 1), none(3 * ions_.n);
  EXPECT_NE(at_once, none);
  for (const auto& [flags, potflag] : {std::pair{3 + 64, 1}, {3 + 64, 0}, {3 + 4096, 0}}) {
    std::vector<double> force = compute(flags, potflag);
    EXPECT_EQ(force, none);
    for (int times = 0; times < 2; ++times) MR3_get_forces_overlap(force.data());
    EXPECT_EQ(force, at_once);
  }
  EXPECT_EQ(compute(3 + 4096, 1), at_once);
}

TEST_P(Mr3Combined, SumsPairsNearerThanACutoffInABox) {
  const int n = ions_.count();
  int ldim[]{3, 3, 3};
  const Vector boxes[]{{kEdge, kEdge, kEdge}, {kEdge, 16, 12}};
  for (const Vector& box : boxes)
    for (const double cut : {0.9, 2.0, 3.75}) {
      double volume[]{box[0], box[1], box[2]};
      for (const int table : {0, 1, 6, 7}) {
        const Law of_charges = coulomb(ions_, ions_, table, true);
        const Law of_types = vdw(ions_, ions_, 2 + table % 2);
        const auto right = [&](const Law& law, const Counts& counts) {
          return expected(ions_.x, ions_.x, box, table % 2 == 1, law, counts, cut);
        };
        std::vector<double> c(3 * ions_.n), c_ij(c), v(c), v_ij(c), of_both(c), listed(c);
        MR3calccoulomb_ci(n, ions_.x.data(), ions_.q.data(), c.data(), kAlpha, table, cut, 0,
                          volume, ldim);
        MR3calccoulomb_ij_ci(n, ions_.x.data(), ions_.q.data(), c_ij.data(), n, ions_.x.data(),
                             ions_.q.data(), kAlpha, table, cut, 0, volume, ldim);
        MR3calcvdw_ci(n, ions_.x.data(), ions_.type.data(), ions_.nat, v.data(),
                      ions_.gscale.data(), ions_.rscale.data(), 2 + table % 2, cut, 0, volume,
                      ldim);
        MR3calcvdw_ij_ci(n, ions_.x.data(), ions_.type.data(), v_ij.data(), n, ions_.x.data(),
                         ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
                         2 + table % 2, cut, 0, volume, ldim);
        (table < 6 ? MR3calccoulomb_vdw_ij_ci : MR3calccoulomb_vdw_ij_ci_old_09)(
            n, ions_.x.data(), ions_.q.data(), ions_.type.data(), of_both.data(), n, ions_.x.data(),
            ions_.q.data(), ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
            kAlpha, table, cut, 0, volume, ldim);
        NextIons lists(ions_.n, true);
        MR3calccoulomb_vdw_ij_ci_exlist(
            n, ions_.x.data(), ions_.q.data(), ions_.type.data(), listed.data(), n, ions_.x.data(),
            ions_.q.data(), ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
            kAlpha, table, cut, 0, volume, ldim, lists.numex.data(), lists.natex.data(), 3);
        ASSERT_EQ(said(), "");
        const Expected all_c = right(of_charges, all_count), all_v = right(of_types, all_count);
        const std::size_t shift = static_cast<std::size_t>(table % 2);
        expect_right(all_c, c, 0, kDouble, "charges");
        EXPECT_EQ(c, c_ij);
        expect_right(all_v, v, 0, kDouble, "types");
        EXPECT_EQ(v, v_ij);
        expect_right(both(all_c, all_v, shift), of_both, 0, kDouble, "both");
        const Expected without = both(right(of_charges, NextIons::are_not_next),
                                      right(of_types, NextIons::are_not_next), shift);
        expect_right(with_all(without, both(all_c, all_v)), listed, 0, kDouble, "listed");
      }
    }
}

TEST_P(Mr3Combined, AddsAFactorTimesListedPairsAlone) {
  const int n = ions_.count();
  for (const bool duplicates : {false, true}) {
    NextIons lists(ions_.n, duplicates);
    const int flags = duplicates ? 3 : 1;
    const auto scaled = [](Expected all) {
      for (double& sum : all.sums) sum *= -0.5;
      return all;
    };
    for (const int table : {0, 1, 6, 7}) {
      std::vector<double> force(3 * ions_.n, 2), emulated(force), of_n(force), plain(force);
      const auto ij = {std::pair{&MR3calccoulomb_nlist_ij_host, &force},
                       std::pair{&MR3calccoulomb_nlist_ij_emu, &emulated}};
      for (const auto& [call, to] : ij)
        call(n, ions_.x.data(), ions_.q.data(), to->data(), n, ions_.x.data(), ions_.q.data(),
             kAlpha, table, kEdge, flags, lists.numex.data(), lists.natex.data(), -0.5);
      MR3calccoulomb_nlist_host(ions_.x.data(), n, ions_.q.data(), kAlpha, table, kEdge, flags,
                                lists.numex.data(), lists.natex.data(), -0.5, of_n.data());
      MR3calccoulomb_nlist_emu(ions_.x.data(), n, ions_.q.data(), kAlpha, table, kEdge, flags + 4,
                               lists.numex.data(), lists.natex.data(), -0.5, plain.data());
      ASSERT_EQ(said(), "");
      expect_right(scaled(charges(table, true, NextIons::are_next)), force, 2, kDouble, "charges");
      EXPECT_EQ(force, emulated);
      EXPECT_EQ(force, of_n);
      expect_right(scaled(expected(ions_.x, ions_.x, kEdge, table % 2 == 1,
                                   coulomb(ions_, ions_, table, table > 1), NextIons::are_next)),
                   plain, 2, kDouble, "without q_i");
    }
    for (const int table : {2, 3}) {
      std::vector<double> force(3 * ions_.n, 2), emulated(force), of_n(force), of_n_emulated(force);
      const auto ij = {std::pair{&MR3calcvdw_nlist_ij_host, &force},
                       std::pair{&MR3calcvdw_nlist_ij_emu, &emulated}};
      for (const auto& [call, to] : ij)
        call(n, ions_.x.data(), ions_.type.data(), to->data(), n, ions_.x.data(), ions_.type.data(),
             ions_.nat, ions_.gscale.data(), ions_.rscale.data(), table, kEdge, flags,
             lists.numex.data(), lists.natex.data(), -0.5);
      const auto one = {std::pair{&MR3calcvdw_nlist_host2, &of_n},
                        std::pair{&MR3calcvdw_nlist_emu2, &of_n_emulated}};
      for (const auto& [call, to] : one)
        call(ions_.x.data(), n, ions_.type.data(), ions_.nat, ions_.gscale.data(),
             ions_.rscale.data(), table, kEdge, flags, lists.numex.data(), lists.natex.data(), -0.5,
             to->data());
      ASSERT_EQ(said(), "");
      expect_right(scaled(expected(ions_.x, ions_.x, kEdge, table == 3, vdw(ions_, ions_, table),
                                   NextIons::are_next)),
                   force, 2, kDouble, "types");
      EXPECT_EQ(force, emulated);
      EXPECT_EQ(force, of_n);
      EXPECT_EQ(force, of_n_emulated);
    }
    std::vector<double> force(3 * ions_.n, 2);
    double volume[]{kEdge, 16, 12};
    MR3calccoulomb_vdw_nlist_ij_emu(
        n, ions_.x.data(), ions_.q.data(), ions_.type.data(), force.data(), n, ions_.x.data(),
        ions_.q.data(), ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
        kAlpha, 1, volume, flags, lists.numex.data(), lists.natex.data(), -0.5);
    ASSERT_EQ(said(), "");
    const auto right = [&](const Law& law) {
      return expected(ions_.x, ions_.x, Vector{kEdge, 16, 12}, true, law, NextIons::are_next);
    };
    expect_right(
        scaled(both(right(coulomb(ions_, ions_, 1, true)), right(vdw(ions_, ions_, 3)), 1)), force,
        2, kDouble, "both");
  }
}

TEST_P(Mr3Combined, CountsFromOneInFortran) {
  int n = ions_.count(), table = 6, flags = 3, potflag = 1, change = 0, ldim[]{2, 2, 2};
  double alpha = kAlpha, edge = kEdge, cut = 2, skin = 0, factor = 1.5, volume[]{8, 9, 10};
  NextIons lists(ions_.n, true);
  std::vector<int> types = ions_.type, natex = lists.natex;
  for (int& type : types) ++type;
  for (int& other : natex) ++other;
  std::vector<double> c(3 * ions_.n), fortran(c);
  double c_potentials[2]{}, potentials[2]{};
  MR3calccoulomb_vdw_ij_exlist(n, ions_.x.data(), ions_.q.data(), ions_.type.data(), c.data(), n,
                               ions_.x.data(), ions_.q.data(), ions_.type.data(), ions_.nat,
                               ions_.gscale.data(), gscalesp_.data(), ions_.rscale.data(), alpha,
                               table, edge, &c_potentials[0], &c_potentials[1], flags, potflag,
                               change, lists.numex.data(), lists.natex.data());
  mr3calccoulomb_vdw_ij_exlist_(&n, ions_.x.data(), ions_.q.data(), types.data(), fortran.data(),
                                &n, ions_.x.data(), ions_.q.data(), types.data(), &ions_.nat,
                                ions_.gscale.data(), gscalesp_.data(), ions_.rscale.data(), &alpha,
                                &table, &edge, &potentials[0], &potentials[1], &flags, &potflag,
                                nullptr, lists.numex.data(), natex.data());
  EXPECT_EQ(c, fortran);
  EXPECT_EQ(c_potentials[0], potentials[0]);
  EXPECT_EQ(c_potentials[1], potentials[1]);
  MR3calccoulomb_vdw_ij_ci_exlist(n, ions_.x.data(), ions_.q.data(), ions_.type.data(), c.data(), n,
                                  ions_.x.data(), ions_.q.data(), ions_.type.data(), ions_.nat,
                                  ions_.gscale.data(), ions_.rscale.data(), alpha, table, cut, skin,
                                  volume, ldim, lists.numex.data(), lists.natex.data(), flags);
  mr3calccoulomb_vdw_ij_ci_exlist_(&n, ions_.x.data(), ions_.q.data(), types.data(), fortran.data(),
                                   &n, ions_.x.data(), ions_.q.data(), types.data(), &ions_.nat,
                                   ions_.gscale.data(), ions_.rscale.data(), &alpha, &table, &cut,
                                   &skin, volume, ldim, lists.numex.data(), natex.data(), &flags);
  EXPECT_EQ(c, fortran);
  table = 2;
  MR3calcvdw_nlist_ij_emu(n, ions_.x.data(), ions_.type.data(), c.data(), n, ions_.x.data(),
                          ions_.type.data(), ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
                          table, edge, flags, lists.numex.data(), lists.natex.data(), factor);
  mr3calcvdw_nlist_ij_emu_(&n, ions_.x.data(), types.data(), fortran.data(), &n, ions_.x.data(),
                           types.data(), &ions_.nat, ions_.gscale.data(), ions_.rscale.data(),
                           &table, &edge, &flags, lists.numex.data(), natex.data(), &factor);
  EXPECT_EQ(said(), "");
  EXPECT_EQ(c, fortran);
}

TEST_P(Mr3Combined, RefusesWithASentenceAndLeavesTheCallersArrays) {
  const int n = ions_.count();
  NextIons lists(ions_.n, true);
  std::vector<double> force(3 * ions_.n, 7);
  double potc = 7, volume[]{8, 8, 8};
  int ldim[]{2, 2, 2};
  const auto compute = [&](int table, double* potv) {
    MR3calccoulomb_vdw_ij_exlist(n, ions_.x.data(), ions_.q.data(), ions_.type.data(), force.data(),
                                 n, ions_.x.data(), ions_.q.data(), ions_.type.data(), ions_.nat,
                                 ions_.gscale.data(), gscalesp_.data(), ions_.rscale.data(), kAlpha,
                                 table, kEdge, &potc, potv, 3, 1, 0, lists.numex.data(),
                                 lists.natex.data());
    return said();
  };
  double potv = 7;
  EXPECT_EQ(compute(7, &potv),
            "MR3calccoulomb_vdw_ij_exlist: the table number is 7, which is not 0, 6 or 16");
  EXPECT_EQ(compute(6, nullptr), "MR3calccoulomb_vdw_ij_exlist: potv is a null pointer");
  ions_.type[3] = 9;
  EXPECT_EQ(compute(6, &potv),
            "MR3calccoulomb_vdw_ij_exlist: the atom type of particle 3 is 9, which is not between "
            "0 and 2");
  EXPECT_EQ(potc, 7);
  EXPECT_EQ(potv, 7);
  MR3calccoulomb_ci(n, ions_.x.data(), ions_.q.data(), force.data(), 1, 0, -1, 0, volume, ldim);
  EXPECT_EQ(said(),
            "MR3calccoulomb_ci: the square of the cutoff is -1, which is not a finite number above "
            "0");
  volume[1] = 0;
  MR3calccoulomb_ci(n, ions_.x.data(), ions_.q.data(), force.data(), 1, 0, 2, 0, volume, ldim);
  EXPECT_EQ(said(),
            "MR3calccoulomb_ci: an edge of the box is 0, which is not a finite number above 0");
  MR3calccoulomb_ci(n, ions_.x.data(), ions_.q.data(), force.data(), 1, 0, 2, 0, nullptr, ldim);
  EXPECT_EQ(said(), "MR3calccoulomb_ci: the array of edges is a null pointer");
  double negative = -1;
  mr3_set_rcut2_(&negative);
  EXPECT_EQ(said(),
            "MR3_set_rcut2: the square of the cutoff is -1, which is not a finite number >= 0");
  MR3_set_ldim(nullptr);
  EXPECT_EQ(said(), "MR3_set_ldim: the array ldim is a null pointer");
  EXPECT_EQ(force, std::vector<double>(3 * ions_.n, 7));
}

TEST(Mr3Arithmetic, IsThatOfTheProcessor) {
  MR3_set_error_handler(keep_error);
  float r[]{4, 0.25F, 3}, q[]{3, 8, 5}, to[3];
  vg_initialize_emu();
  vg_get_r1result(3, r, to);
  EXPECT_EQ(to[1], 4);
  EXPECT_EQ(to[2], vg_r1emu(3));
  vg_get_rsqrtresult(3, r, to);
  EXPECT_EQ(to[0], 0.5);
  EXPECT_EQ(to[2], vg_rsqrtemu(3));
  vg_get_mulresult(3, r, q, to);
  EXPECT_EQ(to[1], 2);
  EXPECT_EQ(said(), "");
  vg_get_r1result(3, r, nullptr);
  EXPECT_EQ(said(), "vg_get_r1result: the array of results is a null pointer");
  vg_get_mulresult(3, r, nullptr, to);
  EXPECT_EQ(said(), "vg_get_mulresult: the array of factors is a null pointer");
  EXPECT_EQ(vg_write_emufile(0), -1);
  EXPECT_NE(said().find("vg_write_emufile: there are no files of the emulator"), std::string::npos);
  EXPECT_EXIT(vg_exit(5), testing::ExitedWithCode(5), "");
  MR3_set_error_handler(nullptr);
}

TEST_P(Mr3, RefusesCallsBeforeItIsOpened) {
  MR3free();
  double x[3] = {0, 0, 0}, q[1] = {1}, force[3] = {7, 7, 7};
  MR3calccoulomb(x, 1, q, 1, 0, 8, 1, 0, force);
  EXPECT_EQ(said(), "MR3calccoulomb: the library has not been opened");
  EXPECT_EQ(force[0], 7);
}

TEST(Mr3Environment, ChoosesADeviceByVgDeviceid) {
  MR3_set_error_handler(keep_error);
  choose({"cpu", "", "fp32", 0});
  setenv("VG_DEVICEID", "three", 1);
  MR3init();
  EXPECT_EQ(last_error().status, 4);
  EXPECT_EQ(said(), "MR3init: VG_DEVICEID must be a number from 0 to 63, not three");
  setenv("VG_DEVICEID", "3", 1);  // with one device, every number means it
  MR3init();
  EXPECT_EQ(said(), "");
  MR3free();
  unsetenv("VG_DEVICEID");
  choose({"cpu", "no such device", "fp32", 0});
  MR3init();
  EXPECT_EQ(said(),
            "MR3init: there is no device for GPUTEST_API=cpu GPUTEST_DEVICE=no such device");
  MR3_set_error_handler(nullptr);
}

}  // namespace
}  // namespace libraries_mr3_test

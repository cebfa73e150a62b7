// Random calls in any order with any numbers. Each call succeeds or refuses with a message, and
// none reads or writes beyond its arrays. AddressSanitizer checks this, because the arrays are no
// longer than their counts.
#include <gtest/gtest.h>

#include <random>

#include "libraries/g5/gp5util.h"
#include "libraries/g6/gp6util.h"
#include "libraries/mr3/mr3.h"
#include "tests/libraries/devices.hpp"
#include "tests/libraries/errors.hpp"
#include "tests/libraries/sums.hpp"

namespace libraries_random_calls_test {
namespace {

using namespace library_tests;

constexpr int kClusters = 64;  // the most that may exist; any call may have opened one

class RandomCalls : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    choose({"cpu", "", GetParam() % 2 == 0 ? "fp32" : "fp64", 0});
    g5_set_error_handler(keep_error);
    g6_set_error_handler(keep_error);
    MR3_set_error_handler(keep_error);
  }
  void TearDown() override {
    g5_close();
    for (int cluster = 0; cluster < kClusters; ++cluster) g6_close(cluster);
    MR3free();
    MR3_set_coulomb_vdw_factor(1);
    said();
    g5_set_error_handler(nullptr);
    g6_set_error_handler(nullptr);
    MR3_set_error_handler(nullptr);
  }

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }
  /// Usually a valid count, sometimes an invalid one.
  int count() {
    const int rare[] = {-1, 0, 1, 97, 300, 1 << 30, std::numeric_limits<int>::min()};
    return below(8) == 0 ? rare[below(std::size(rare))] : static_cast<int>(below(60));
  }
  double number() {
    const double rare[] = {0, -0.0, NAN, INFINITY, 1e300, -1e39, 1e-310};
    return below(200) == 0 ? rare[below(std::size(rare))]
                           : std::uniform_real_distribution<double>(-2, 2)(random_);
  }
  /// Numbers for a count; fewer if the count is so large that it is refused before the array is
  /// read.
  std::vector<double> numbers(int count, std::size_t each) {
    const bool is_possible = 0 < count && count < 1000;
    std::vector<double> all(is_possible ? static_cast<std::size_t>(count) * each : each);
    for (double& one : all) one = number();
    return all;
  }
  static double (*rows_of(std::vector<double>& all))[3] {
    return reinterpret_cast<double(*)[3]>(all.data());
  }

  void call_g5();
  void call_g6();
  void call_mr3();

  std::mt19937_64 random_{GetParam()};
};

void RandomCalls::call_g5() {
  const int n = count();
  auto x = numbers(n, 3), m = numbers(n, 1), a = numbers(n, 3), p = numbers(n, 1);
  auto eps2 = numbers(n, 1);
  for (double& one : eps2) one = below(500) == 0 ? number() : std::abs(number());
  const int few = n > 1000 ? 1 : n;
  switch (below(18)) {
    case 0:
      return g5_open();
    case 1:
      return below(10) == 0 ? g5_close() : g5_open();
    case 2:
      return g5_set_n(n);
    case 3:
      return g5_set_xmj(count(), n, rows_of(x), m.data());
    case 4:
      return g5_set_mj(count(), n, m.data());
    case 5:
      return g5_set_xj(count(), n, rows_of(x));
    case 6:
      return g5_set_eps_to_all(number());
    case 7:
      return g5_set_xi(n, rows_of(x));
    case 8:
      return g5_run();
    case 9:
      return g5_get_force(n, rows_of(a), p.data());
    case 10:
      return g5_set_eta(below(3) == 0 ? std::abs(number()) : 0);
    case 11:
      return g5_set_xei(n, rows_of(x), eps2.data());
    case 12:
      return g5_set_eps(n, eps2.data());
    case 13:
      return g5_set_xmj0(count(), n, rows_of(x), m.data(), eps2.data());
    case 14:
      return g5_runMC0(0);
    case 15:
      return g5_calculate_force_on_xe(rows_of(x), eps2.data(), rows_of(a), p.data(), few);
    case 16:
      return g5_calculate_force_on_x0(rows_of(x), rows_of(a), p.data(), few, eps2.data());
    default:
      return g5_calculate_force_on_x(rows_of(x), rows_of(a), p.data(), few);
  }
}

void RandomCalls::call_g6() {
  const int n = count(), cluster = below(20) == 0 ? count() : static_cast<int>(below(2));
  auto x = numbers(n, 3), v = numbers(n, 3), a = numbers(n, 3), jerk = numbers(n, 3);
  auto p = numbers(n, 1), h2 = numbers(n, 1);
  std::vector<int> index(p.size()), nearest(p.size());
  for (int& one : index) one = static_cast<int>(below(70));
  switch (below(8)) {
    case 0:
      g6_open(cluster);
      break;
    case 1:
      below(10) == 0 ? g6_close(cluster) : g6_open(cluster);
      break;
    case 2:
      g6_set_ti(cluster, number());
      break;
    case 3:
      for (int k = 0; k < 20; ++k) {
        auto known = numbers(5, 3);
        g6_set_j_particle(cluster, below(10) == 0 ? count() : k, static_cast<int>(below(70)),
                          number(), 0, number(), &known[0], &known[3], &known[6], &known[9],
                          &known[12]);
      }
      break;
    case 4:
      g6calc_firsthalf(cluster, below(2) == 0 ? count() : 15, n, index.data(), rows_of(x),
                       rows_of(v), nullptr, nullptr, nullptr, std::abs(number()), nullptr);
      g6calc_lasthalf2n(cluster, 15, n, index.data(), rows_of(x), rows_of(v), 0, h2.data(),
                        rows_of(a), rows_of(jerk), p.data(), nearest.data());
      break;
    case 5:
      g6calc_lasthalf(cluster, 15, n, index.data(), rows_of(x), rows_of(v), 0, nullptr, rows_of(a),
                      rows_of(jerk), p.data());
      break;
    case 6:
      g6_read_neighbour_list(cluster);
      break;
    default: {
      int length = 0;
      g6_get_neighbour_list(cluster, count(), n, &length, nearest.data());
    }
  }
}

void RandomCalls::call_mr3() {
  const int n = count(), m = count(), tables[] = {0, 1, 2, 3, 6, 7, 16, 17, 5};
  const int table = tables[below(std::size(tables))], flags = static_cast<int>(below(8));
  auto xi = numbers(n, 3), qi = numbers(n, 1), force = numbers(n, 3);
  auto xj = numbers(m, 3), qj = numbers(m, 1);
  const double edge = below(20) == 0 ? number() : 4, alpha = below(20) == 0 ? number() : 1;
  std::vector<int> type_i(qi.size()), type_j(qj.size()), numex(qi.size()), natex(3 * qi.size());
  for (auto* types : {&type_i, &type_j})
    for (int& one : *types) one = static_cast<int>(below(300) == 0 ? below(5) : below(3));
  for (int& one : numex) one = static_cast<int>(below(4));
  for (int& one : natex) one = static_cast<int>(below(30)) - 2;
  const int nat = below(20) == 0 ? 0 : 3;
  auto gscale = numbers(9, 1), rscale = numbers(9, 1), more = numbers(9, 4);
  const bool on_host = below(4) == 0;
  double tpot = 0, cell[3][3] = {{edge, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  double volume[] = {edge, 5, 6}, potc = 0, potv = 0;
  int ldim[] = {2, 2, 2};
  switch (below(12)) {
    case 0:
      return MR3init();
    case 1:
      return below(10) == 0 ? MR3free() : MR3init();
    case 2:
      return MR3_set_coulomb_vdw_factor(number());
    case 3:
      return (on_host ? MR3calccoulomb_host : MR3calccoulomb)(xi.data(), n, qi.data(), alpha, table,
                                                              edge, flags, 0, force.data());
    case 4:
      return (on_host ? MR3calccoulomb_ij_exlist_host : MR3calccoulomb_ij_exlist)(
          n, xi.data(), qi.data(), force.data(), m, xj.data(), qj.data(), alpha, table, edge, flags,
          numex.data(), natex.data());
    case 5:
      return (on_host ? MR3calcvdw_ij_host : MR3calcvdw_ij)(
          n, xi.data(), type_i.data(), force.data(), m, xj.data(), type_j.data(), nat,
          gscale.data(), rscale.data(), table, edge, flags);
    case 6:
      return (on_host ? MR3calcvdw_ij_exlist_host : MR3calcvdw_ij_exlist)(
          n, xi.data(), type_i.data(), force.data(), m, xj.data(), type_j.data(), nat,
          gscale.data(), rscale.data(), table, edge, flags, numex.data(), natex.data());
    case 7:
      return (on_host ? MR3calcnacl_host : MR3calcnacl)(
          xi.data(), n, type_i.data(), nat, gscale.data(), more.data(), rscale.data(), &more[9],
          &more[18], &more[27], 8, edge, flags, force.data());
    case 8:
      return (on_host ? MR3calccoulomb_vdw_ij_exlist_host : MR3calccoulomb_vdw_ij_exlist)(
          n, xi.data(), qi.data(), type_i.data(), force.data(), m, xj.data(), qj.data(),
          type_j.data(), nat, gscale.data(), more.data(), rscale.data(), alpha, table, edge, &potc,
          &potv, flags, static_cast<int>(below(2)), 0, numex.data(), natex.data());
    case 9:
      return MR3calccoulomb_vdw_ij_ci_exlist(n, xi.data(), qi.data(), type_i.data(), force.data(),
                                             m, xj.data(), qj.data(), type_j.data(), nat,
                                             gscale.data(), rscale.data(), alpha, table, number(),
                                             0, volume, ldim, numex.data(), natex.data(), flags);
    case 10:
      return MR3calccoulomb_vdw_nlist_ij_emu(n, xi.data(), qi.data(), type_i.data(), force.data(),
                                             m, xj.data(), qj.data(), type_j.data(), nat,
                                             gscale.data(), rscale.data(), alpha, table, volume,
                                             flags, numex.data(), natex.data(), number());
    default: {
      int waves[12];
      for (int& one : waves) one = static_cast<int>(below(9)) - 4;
      const int most = below(9) == 0 ? 1 << 30 : static_cast<int>(below(9)) - 4;
      return (on_host ? MR3calcewald_host : MR3calcewald)(
          waves, most, xi.data(), n, qi.data(), alpha, 1, cell, force.data(), &tpot, nullptr);
    }
  }
}

TEST_P(RandomCalls, StayWithinTheirArrays) {
  int refused = 0, done = 0;
  for (int times = 0; times < 4500; ++times) {
    times % 3 == 0 ? call_g5() : times % 3 == 1 ? call_g6() : call_mr3();
    const int status = last_error().status;
    const std::string sentence = said();
    (sentence.empty() ? done : refused) += 1;
    EXPECT_TRUE(sentence.empty() || status == 4) << status << ' ' << sentence;
  }
  EXPECT_GT(refused, 450);
  EXPECT_GT(done, 450);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCalls, testing::Range(1u, 5u));

}  // namespace
}  // namespace libraries_random_calls_test

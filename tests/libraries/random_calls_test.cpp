// Any calls in any order with any numbers: each does what it says or refuses with a sentence, and
// none reads or writes beyond the arrays, which AddressSanitizer sees: they are no longer than the
// counts say.
#include <gtest/gtest.h>

#include <random>

#include "libraries/g5/gp5util.h"
#include "libraries/g6/gp6util.h"
#include "tests/libraries/devices.hpp"
#include "tests/libraries/errors.hpp"
#include "tests/libraries/sums.hpp"

namespace {

using namespace library_tests;

class RandomCalls : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    choose({"cpu", "", GetParam() % 2 == 0 ? "fp32" : "fp64", 0});
    g5_set_error_handler(keep_error);
    g6_set_error_handler(keep_error);
  }
  void TearDown() override {
    g5_close();
    g6_close(0);
    g6_close(1);
    said();
    g5_set_error_handler(nullptr);
    g6_set_error_handler(nullptr);
  }

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }
  /// Mostly a count that can be, at times one that cannot.
  int count() {
    const int rare[] = {-1, 0, 1, 97, 300, 1 << 30, std::numeric_limits<int>::min()};
    return below(8) == 0 ? rare[below(std::size(rare))] : static_cast<int>(below(60));
  }
  double number() {
    const double rare[] = {0, -0.0, NAN, INFINITY, 1e300, -1e39, 1e-310};
    return below(200) == 0 ? rare[below(std::size(rare))]
                           : std::uniform_real_distribution<double>(-2, 2)(random_);
  }
  /// As many as a count, of which one that is too large is refused before they are looked at.
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

  std::mt19937_64 random_{GetParam()};
};

void RandomCalls::call_g5() {
  const int n = count();
  auto x = numbers(n, 3), m = numbers(n, 1), a = numbers(n, 3), p = numbers(n, 1);
  switch (below(11)) {
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
    default:
      return g5_calculate_force_on_x(rows_of(x), rows_of(a), p.data(), n > 1000 ? 1 : n);
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

TEST_P(RandomCalls, StayWithinTheirArrays) {
  int refused = 0, done = 0;
  for (int times = 0; times < 3000; ++times) {
    times % 2 == 0 ? call_g5() : call_g6();
    const int status = last_error().status;
    const std::string sentence = said();
    (sentence.empty() ? done : refused) += 1;
    EXPECT_TRUE(sentence.empty() || status == 4) << status << ' ' << sentence;
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(done, 300);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCalls, testing::Range(1u, 5u));

}  // namespace

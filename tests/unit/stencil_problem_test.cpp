// The family stencil: a right sweep passes in any order of summation. A face off by one, a missed
// tile border, a wrong coefficient and one unwritten cell fail.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/run/family.hpp"
#include "common/stencil/family.hpp"

namespace gputest::stencil_problem_test {
namespace {

using Options = std::map<std::string, std::string>;

std::unique_ptr<Problem> make(std::uint64_t n, const Options& options = {},
                              std::uint64_t seed = 1) {
  const auto family = make_stencil();
  ProblemRequest request;
  request.n = n;
  request.seed = seed;
  for (const ProblemOption& option : family->options())
    request.options[option.name] = option.default_value;
  for (const auto& [name, value] : options) request.options[name] = value;
  return family->make_problem(request);
}

Configuration in(Precision precision) { return {"row_major", precision, 128, {}}; }

/// The edges of the box according to the problem's parameters.
struct Edges {
  std::int64_t x, y, z;
  explicit Edges(const Problem& problem) {
    const auto json = problem.parameters(in(Precision::fp32));
    x = json["nx"], y = json["ny"], z = json["nz"];
  }
  Edges(std::int64_t x_, std::int64_t y_, std::int64_t z_) : x(x_), y(y_), z(z_) {}
  bool operator==(const Edges&) const = default;
};

/// The state of a sweep at one inner cell.
template <class Real>
struct Cell {
  std::int64_t x, y, z;
  Real here, left, right, above, below, behind, before, c0, c1;
};

/// The verdict on a sweep in which `update` gives the inner cells. `spoil` may change the results
/// afterwards.
template <class Real>
Verification sweep(
    const std::function<Real(const Cell<Real>&)>& update, const Options& options = {},
    const std::function<void(Real*, const Real*)>& spoil = [](Real*, const Real*) {}) {
  const Precision precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
  Options given{{"grid", "40x20x10"}};
  for (const auto& [name, value] : options) given[name] = value;
  const auto problem = make(1, given);
  const Edges n(*problem);
  const KernelSignature shapes = problem->shapes(in(precision));
  const std::vector<HostArray> inputs = problem->inputs(in(precision));
  HostArray output{shapes.outputs.at(0), std::vector<std::byte>(shapes.outputs.at(0).bytes())};
  const Real* from = inputs.at(0).as<Real>();
  Real* to = output.as<Real>();
  const auto scalar = [&](std::size_t k) {
    return static_cast<Real>(std::get<double>(shapes.scalars.at(k).value));
  };
  for (std::int64_t z = 0; z < n.z; ++z)
    for (std::int64_t y = 0; y < n.y; ++y)
      for (std::int64_t x = 0; x < n.x; ++x) {
        const std::int64_t row = n.x, plane = n.x * n.y, i = z * plane + y * row + x;
        const bool on_face =
            x == 0 || y == 0 || z == 0 || x == n.x - 1 || y == n.y - 1 || z == n.z - 1;
        to[i] =
            on_face
                ? from[i]
                : update({x, y, z, from[i], from[i - 1], from[i + 1], from[i - row], from[i + row],
                          from[i - plane], from[i + plane], scalar(3), scalar(4)});
      }
  spoil(to, from);
  problem->make_reference(in(precision));
  return problem->verify(in(precision), precision, {output});
}

template <class Real>
Real plain(const Cell<Real>& c) {
  return c.c0 * c.here + c.c1 * (c.left + c.right + c.above + c.below + c.behind + c.before);
}

/// The same sum in another order, with each product separate.
template <class Real>
Real by_terms(const Cell<Real>& c) {
  return c.c1 * c.before + c.c1 * c.behind + c.c1 * c.below + c.c0 * c.here + c.c1 * c.above +
         c.c1 * c.right + c.c1 * c.left;
}

template <class Real>
Real fused(const Cell<Real>& c) {
  Real sum = c.c0 * c.here;
  for (const Real beside : {c.left, c.right, c.above, c.below, c.behind, c.before})
    sum = std::fma(c.c1, beside, sum);
  return sum;
}

TEST(Stencil, EveryOrderOfSummationIsRightToTheLastBit) {
  for (const Options& options : {Options{}, Options{{"c0", "-6"}, {"c1", "1"}},
                                 Options{{"c0", "15.99609375"}, {"c1", "-15.98828125"}}}) {
    for (const auto update : {plain<float>, by_terms<float>, fused<float>}) {
      const Verification verdict = sweep<float>(update, options);
      EXPECT_TRUE(verdict.passed) << verdict.reason;
      EXPECT_EQ(verdict.checked, 40u * 20 * 10);
      EXPECT_EQ(verdict.tolerance, 0);
    }
    for (const auto update : {plain<double>, by_terms<double>, fused<double>})
      EXPECT_TRUE(sweep<double>(update, options).passed);
  }
}

TEST(Stencil, PlantedFaultAFaceOffByOne) {
  const auto short_of_x = [](const Cell<float>& c) { return c.x == 38 ? c.here : plain(c); };
  const Verification verdict = sweep<float>(short_of_x);
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.reason.find("(38, "), std::string::npos) << verdict.reason;
  EXPECT_FALSE(
      sweep<float>([](const Cell<float>& c) { return c.y == 1 ? c.here : plain(c); }).passed);
  EXPECT_FALSE(
      sweep<float>([](const Cell<float>& c) { return c.z == 8 ? c.here : plain(c); }).passed);
  // A face that is updated, with 0 for its missing neighbours.
  const auto face = [](float* to, const float* from) { to[5] = 0.25f * from[5]; };
  EXPECT_FALSE(sweep<float>(plain<float>, {}, face).passed);
}

TEST(Stencil, PlantedFaultATilesBorderMissed) {
  const auto without_left = [](const Cell<float>& c) {
    Cell<float> faulty = c;
    if (c.x == 32 && c.y == 16 && c.z == 7) faulty.left = 0;
    return plain(faulty);
  };
  const Verification verdict = sweep<float>(without_left);
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.reason.find("(32, 16, 7)"), std::string::npos) << verdict.reason;
  const auto one_twice = [](const Cell<double>& c) {
    Cell<double> faulty = c;
    faulty.before = c.behind;
    return plain(faulty);
  };
  EXPECT_FALSE(sweep<double>(one_twice).passed);
}

TEST(Stencil, PlantedFaultAWrongCoefficient) {
  const auto exchanged = [](Cell<float> c) {
    std::swap(c.c0, c.c1);
    return plain(c);
  };
  const auto in_the_last_bit = [](Cell<double> c) {
    c.c1 = std::nextafter(c.c1, 1.0);
    return plain(c);
  };
  EXPECT_FALSE(sweep<float>(exchanged).passed);
  EXPECT_FALSE(sweep<double>(in_the_last_bit).passed);
}

TEST(Stencil, PlantedFaultALesserPrecision) {
  const auto in_fp32 = [](const Cell<double>& c) -> double { return static_cast<float>(plain(c)); };
  const auto in_fp16 = [](const Cell<float>& c) {  // rounds to eleven bits
    const float sum = plain(c), shift = sum * 8193;
    return shift - (shift - sum);
  };
  EXPECT_FALSE(sweep<double>(in_fp32).passed);
  EXPECT_FALSE(sweep<float>(in_fp16).passed);
}

TEST(Stencil, PlantedFaultACellNotWrittenStaleOrMisplaced) {
  const auto unwritten = [](float* to, const float*) { to[40 * 20 * 10 - 1] = NAN; };
  const auto infinite = [](float* to, const float*) { to[0] = INFINITY; };
  const auto stale = [](float* to, const float* from) { to[4321] = from[4321]; };
  const auto exchanged = [](float* to, const float*) { std::swap(to[4321], to[4322]); };
  const Verification verdict = sweep<float>(plain<float>, {}, unwritten);
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.reason, "cell (39, 19, 9) was not written or is not finite");
  EXPECT_FALSE(sweep<float>(plain<float>, {}, infinite).passed);
  EXPECT_FALSE(sweep<float>(plain<float>, {}, stale).passed);
  EXPECT_FALSE(sweep<float>(plain<float>, {}, exchanged).passed);
}

TEST(Stencil, CellsDependOnTheirIndexAndTheSeed) {
  const auto cells = [](std::uint64_t n, std::uint64_t seed) {
    const HostArray array = make(n, {}, seed)->inputs(in(Precision::fp64)).at(0);
    return std::vector<double>(array.as<double>(), array.as<double>() + n);
  };
  const std::vector<double> few = cells(8, 1), many = cells(4096, 1);
  EXPECT_EQ(few, std::vector<double>(many.begin(), many.begin() + 8));
  EXPECT_NE(few, cells(8, 2));
  const double largest = std::ldexp(1, 50);  // eight of them in units of 1/8
  double sum = 0;
  for (const double value : many) {
    EXPECT_LE(std::abs(value), largest);
    sum += value;
  }
  // Four standard deviations of a mean of 4096 values.
  EXPECT_LT(std::abs(sum / 4096), largest / std::sqrt(3.0) / 64 * 4);
}

TEST(Stencil, TheBoxHasExactlyNCells) {
  const auto box = [](std::uint64_t n) { return Edges(*make(n)); };
  EXPECT_EQ(box(1), Edges(1, 1, 1));
  EXPECT_EQ(box(2), Edges(2, 1, 1));
  EXPECT_EQ(box(63), Edges(7, 3, 3));
  EXPECT_EQ(box(64), Edges(4, 4, 4));
  EXPECT_EQ(box(65), Edges(13, 5, 1));
  EXPECT_EQ(box(127), Edges(127, 1, 1));
  EXPECT_EQ(box(1000), Edges(10, 10, 10));
  EXPECT_EQ(box(1 << 20), Edges(128, 128, 64));
  const auto given = make(1000, {{"grid", "7x5x3"}});
  EXPECT_EQ(Edges(*given), Edges(7, 5, 3));
  EXPECT_EQ(given->n(), 105u);
}

TEST(Stencil, WorkCountsCellsAndEachArrayOnce) {
  const Work work = make(1, {{"grid", "10x8x6"}})->work(in(Precision::fp64));
  EXPECT_EQ(work.items, 480);
  EXPECT_EQ(work.flops, 8.0 * 8 * 6 * 4);
  EXPECT_EQ(work.bytes, 2.0 * 8 * 480);
}

TEST(Stencil, TilesCoverTheBox) {
  for (const std::uint32_t block : {64u, 128u, 256u})
    for (const char* grid : {"1x1x1", "33x9x17", "256x256x256", "1x1x100000", "1x100000x1"}) {
      const auto problem = make(1, {{"grid", grid}});
      const Edges n(*problem);
      const auto shapes = problem->shapes({"row_major", Precision::fp32, block, {}});
      ASSERT_EQ(shapes.properties.at(0).name, "groups");
      const auto groups = static_cast<std::int64_t>(shapes.properties.at(0).value());
      const std::int64_t rows = block / 32;
      const std::int64_t columns = ((n.x + 31) / 32) * ((n.y + rows - 1) / rows);
      EXPECT_GE(groups, columns) << grid;
      EXPECT_EQ(groups % columns, 0) << grid;
      EXPECT_LE(groups / columns, (n.z + 7) / 8) << grid;
    }
}

TEST(Stencil, RefusesInvalidOptionsInOneSentence) {
  const auto refusal = [](std::uint64_t n, const Options& options) {
    try {
      make(n, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input) << error.what();
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refusal(0, {}), "stencil needs at least one cell, not n = 0");
  EXPECT_EQ(refusal(std::uint64_t{1} << 32, {}),
            "stencil takes at most 2147483648 cells, not 4294967296");
  EXPECT_EQ(refusal(1, {{"grid", "2048x2048x513"}}),
            "stencil takes at most 2147483648 cells, not 2048 x 2048 x 513");
  // The product overflows 64 bits.
  EXPECT_EQ(refusal(1, {{"grid", "4294967296x4294967296x4294967296"}}),
            "stencil takes at most 2147483648 cells, not 4294967296 x 4294967296 x 4294967296");
  for (const char* grid : {"", "0x4x4", "4x4x0", "4x4", "4x4x4x4", "4x4x4x", "x4x4", "-4x4x4",
                           "4x4x4.5", "4 x 4 x 4", "99999999999999999999x1x1", "sphere"})
    EXPECT_EQ(refusal(1, {{"grid", grid}}),
              "--grid takes three positive whole numbers of cells, such as 64x32x16, not '" +
                  std::string(grid) + "'");
  EXPECT_EQ(refusal(1, {{"c0", "0.1"}}),
            "--c0 takes a multiple of 1/256 between -16 and 16, not 0.1: others would be rounded");
  for (const char* value : {"16.00390625", "-1e30", "1e-9"})
    EXPECT_EQ(refusal(1, {{"c1", value}}).substr(0, 30), "--c1 takes a multiple of 1/256") << value;
  EXPECT_NE(refusal(1, {{"c1", "nan"}}), "nothing");
}

}  // namespace
}  // namespace gputest::stencil_problem_test

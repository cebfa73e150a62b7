// The family sweep: the sequential loop passes in every storage. An old cell in place of a new one,
// an unwritten cell and a wrong one fail. Wavefronts follow their definition.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/arrays/wavefront.h"
#include "common/core/error.hpp"
#include "common/run/family.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/lines.h"
#include "common/sweep/oracle.hpp"

namespace gputest::sweep_problem_test {
namespace {

using Options = std::map<std::string, std::string>;

std::unique_ptr<Problem> make(std::uint64_t n, const std::string& shape = "cube") {
  ProblemRequest request;
  request.n = n;
  request.options = {{"shape", shape}};
  return make_sweep()->make_problem(request);
}

Configuration of(const std::string& layout, Precision precision = Precision::fp32) {
  const bool is_of_components = layout.starts_with("components");
  return {layout, precision, 64, {{"update", is_of_components ? "components" : "neighbours"}}};
}

constexpr std::int64_t kX = 7, kY = 5, kZ = 6;  // the box of most tests
constexpr std::int64_t kRow = kX, kPlane = kX * kY, kCells = kX * kY * kZ;

template <class Real>
Configuration plain_of() {
  return of("row_major", sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64);
}

/// Computes an inner cell. The pointers are at this cell in the old and in the new array; i is its
/// index.
template <class Real>
using Update = std::function<Real(const Real* old_cell, const Real* new_cell, std::int64_t i)>;

template <class Real>
constexpr Real kModulus = sizeof(Real) == 4 ? 1 << 21 : std::int64_t{1} << 50;

template <class Real>
Real wrapped(Real sum) {
  return std::fmod(sum, kModulus<Real>);
}

template <class Real>
Real gauss_seidel(const Real* before, const Real* after, std::int64_t) {
  return wrapped(after[-1] + *(after - kRow) + *(after - kPlane) + before[1] + before[kRow] +
                 before[kPlane]);
}

/// The result of the sequential loop with that update, starting from the memory before a launch.
template <class Real>
HostArray answer(const Problem& problem, const Update<Real>& update) {
  const HostArray input = problem.inputs(plain_of<Real>()).at(0);
  HostArray output{input.shape, std::vector<std::byte>(input.data.size(), std::byte{0xFF})};
  const Real* from = input.as<Real>();
  Real* to = output.as<Real>();
  for (std::int64_t i = 0; i < kCells; ++i) {
    const std::int64_t x = i % kX, y = i / kX % kY, z = i / kPlane;
    const bool on_face = x == 0 || y == 0 || z == 0 || x + 1 == kX || y + 1 == kY || z + 1 == kZ;
    to[i] = on_face ? from[i] : update(from + i, to + i, i);
  }
  return output;
}

Verification verdict(Problem& problem, const Configuration& configuration, const HostArray& array) {
  problem.make_reference(configuration);
  return problem.verify(configuration, configuration.precision, {array});
}

template <class Real>
Verification verdict(const Update<Real>& update) {
  const auto problem = make(1, "6,5,7");
  return verdict(*problem, plain_of<Real>(), answer<Real>(*problem, update));
}

TEST(Sweep, TheLoopIsExactInAnyOrderOfSummation) {
  const Verification right = verdict<float>(gauss_seidel<float>);
  EXPECT_TRUE(right.passed) << right.reason;
  EXPECT_EQ(right.checked, 6u * 5 * 7);
  EXPECT_EQ(right.tolerance, 0);
  EXPECT_TRUE(verdict<double>(gauss_seidel<double>).passed);
  const Update<float> another = [](const float* before, const float* after, std::int64_t) {
    const float sum = std::fma(1.0F, before[kPlane], before[kRow]) +
                      (after[-1] + (*(after - kPlane) + (before[1] + *(after - kRow))));
    return sum - kModulus<float> * std::floor(sum / kModulus<float>);
  };
  EXPECT_TRUE(verdict<float>(another).passed);
}

TEST(Sweep, PlantedFaultAnOldCellForANewOne) {
  const Update<float> jacobi = [](const float* before, const float*, std::int64_t i) {
    return gauss_seidel<float>(before, before, i);
  };
  const Update<float> old_plane = [](const float* before, const float* after, std::int64_t) {
    return wrapped(after[-1] + *(after - kRow) + *(before - kPlane) + before[1] + before[kRow] +
                   before[kPlane]);
  };
  EXPECT_FALSE(verdict<float>(jacobi).passed);
  EXPECT_FALSE(verdict<float>(old_plane).passed);
  // A new cell that is read too early has not been written, and is NaN.
  const Update<float> too_early = [](const float* before, const float* after, std::int64_t i) {
    return gauss_seidel<float>(before, after, i) + (i == 2 * kPlane + 2 * kRow + 2 ? after[1] : 0);
  };
  const Verification early = verdict<float>(too_early);
  EXPECT_FALSE(early.passed);
  EXPECT_EQ(early.reason, "cell (2, 2, 2) was not written, or depends on one that was not");
}

TEST(Sweep, PlantedFaultALesserPrecision) {
  const Update<double> in_fp32 = [](const double* before, const double* after, std::int64_t) {
    const auto sum = static_cast<float>(after[-1] + *(after - kRow) + *(after - kPlane) +
                                        before[1] + before[kRow] + before[kPlane]);
    return wrapped<double>(sum);
  };
  EXPECT_FALSE(verdict<double>(in_fp32).passed);
}

TEST(Sweep, PlantedFaultOneCellWrong) {
  const auto problem = make(1, "6,5,7");
  const HostArray right = answer<double>(*problem, gauss_seidel<double>);
  for (std::size_t i : {std::size_t{0}, std::size_t{100}, std::size_t{kCells - 1}}) {
    HostArray wrong = right;
    double& cell = wrong.as<double>()[i];
    const double was = cell;
    cell = std::nextafter(was, 2000);
    const Verification found = verdict(*problem, plain_of<double>(), wrong);
    EXPECT_FALSE(found.passed) << i;
    EXPECT_EQ(found.worst_index, i);
    cell = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(verdict(*problem, plain_of<double>(), wrong).passed) << i;
  }
  const Update<double> unwrapped = [](const double* before, const double* after, std::int64_t) {
    return after[-1] + *(after - kRow) + *(after - kPlane) + before[1] + before[kRow] +
           before[kPlane];
  };
  EXPECT_FALSE(verdict<double>(unwrapped).passed);
}

/// Indices by diagonals of a plane of kY rows of kX, from the definition.
std::vector<std::size_t> by_diagonals() {
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> sorted;  // by x + y, then y
  for (std::int64_t y = 0; y < kY; ++y)
    for (std::int64_t x = 0; x < kX; ++x) sorted[{x + y, y}] = static_cast<std::size_t>(y * kX + x);
  std::vector<std::size_t> places;
  for (const auto& [key, place] : sorted) places.push_back(place);
  return places;
}

TEST(Sweep, TheSameCellsAreInPlanesByDiagonals) {
  const auto problem = make(1, "6,5,7");
  const HostArray plain = answer<float>(*problem, gauss_seidel<float>);
  const std::vector<std::size_t> places = by_diagonals();
  const HostArray plain_input = problem->inputs(of("row_major")).at(0);
  const HostArray input = problem->inputs(of("diagonals")).at(0);
  HostArray stored = plain;
  for (std::size_t k = 0; k < std::size_t{kCells}; ++k) {
    const std::size_t i = k - k % kPlane + places[k % kPlane];
    EXPECT_EQ(input.as<float>()[k], plain_input.as<float>()[i]);
    stored.as<float>()[k] = plain.as<float>()[i];
  }
  EXPECT_TRUE(verdict(*problem, of("diagonals"), stored).passed);
  EXPECT_FALSE(verdict(*problem, of("diagonals"), plain).passed);
}

TEST(Sweep, OneOfFiveComponentsIsComputedInEitherStorage) {
  const auto problem = make(1, "6,5,7");
  for (const char* layout : {"components_last", "components_first"}) {
    const Configuration configuration = of(layout, Precision::fp64);
    const bool is_last = std::string(layout) == "components_last";
    const HostArray input = problem->inputs(configuration).at(0);
    const auto component = [&](std::size_t i, std::size_t c) {
      return input.as<double>()[is_last ? 5 * i + c : c * kCells + i];
    };
    const ArrayShape shape = problem->shapes(configuration).outputs.at(0);
    EXPECT_EQ(shape.count, std::uint64_t{kCells});
    HostArray output{shape, std::vector<std::byte>(shape.bytes())};
    for (std::size_t i = 0; i < std::size_t{kCells}; ++i)
      output.as<double>()[i] = wrapped(component(i, 1) + 3 * component(i, 4));
    const Verification right = verdict(*problem, configuration, output);
    EXPECT_TRUE(right.passed) << right.reason;
    HostArray missing = output;
    missing.as<double>()[17] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(verdict(*problem, configuration, missing).passed);
    HostArray wrong = output;
    wrong.as<double>()[17] += 1;
    EXPECT_FALSE(verdict(*problem, configuration, wrong).passed);
    HostArray exchanged = output;
    for (std::size_t i = 0; i < std::size_t{kCells}; ++i)
      exchanged.as<double>()[i] = wrapped(component(i, 4) + 3 * component(i, 1));
    EXPECT_FALSE(verdict(*problem, configuration, exchanged).passed);
  }
}

TEST(Sweep, EveryCellIsOnOneWavefrontAfterThoseItNeeds) {
  for (const auto& [nx, ny, nz] : std::vector<std::array<gt_uint, 3>>{
           {7, 5, 6}, {5, 7, 6}, {1, 4, 3}, {4, 1, 3}, {3, 3, 1}, {1, 1, 9}, {9, 2, 2}}) {
    std::set<std::array<gt_uint, 3>> done;
    for (gt_uint w = 0; w < gt_wavefronts(nx, ny, nz); ++w) {
      const gt_uint places = gt_wavefront_places(w, nx, ny, nz);
      std::set<std::array<gt_uint, 3>> here;
      for (gt_uint k = 0; k < places + 300; ++k) {
        const gt_wavefront_place place = gt_wavefront_place_at(k, w, nx, ny, nz);
        if (!place.exists) continue;
        EXPECT_LT(k, places);
        EXPECT_TRUE(place.x < nx && place.y < ny && place.z < nz);
        EXPECT_EQ(place.x + place.y + place.z, w);
        EXPECT_TRUE(here.insert({place.x, place.y, place.z}).second);
      }
      done.insert(here.begin(), here.end());
    }
    EXPECT_EQ(done.size(), std::size_t{nx} * ny * nz);
  }
}

TEST(Sweep, LinesNameACellAndItsNeighbours) {
  for (const auto& [nx, ny] : std::vector<std::array<gt_uint, 2>>{{7, 5}, {5, 7}, {6, 6}, {3, 9}}) {
    const std::vector<std::uint32_t> plain = sweep::diagonal_places(nx, ny);
    for (gt_uint y = 1; y + 1 < ny; ++y)
      for (gt_uint x = 1; x + 1 < nx; ++x) {
        const gt_line line = gt_plain_line(x + y, nx), stored = gt_diagonal_line(x + y, nx, ny);
        const gt_uint at = y * line.step, i = y * nx + x;
        EXPECT_EQ(at + line.here, i);
        EXPECT_EQ(at + line.left, i - 1);
        EXPECT_EQ(at + line.right, i + 1);
        EXPECT_EQ(at + line.above, i - nx);
        EXPECT_EQ(at + line.below, i + nx);
        EXPECT_EQ(stored.step, 1u);
        EXPECT_EQ(plain[y + stored.here], i);
        EXPECT_EQ(plain[y + stored.left], i - 1);
        EXPECT_EQ(plain[y + stored.right], i + 1);
        EXPECT_EQ(plain[y + stored.above], i - nx);
        EXPECT_EQ(plain[y + stored.below], i + nx);
      }
  }
}

TEST(Sweep, TheBoxHasNCellsOrSlightlyMore) {
  const auto shape = [](std::uint64_t n) {
    return make(n)->parameters(of("row_major")).at("shape").get<std::vector<int>>();
  };
  EXPECT_EQ(shape(1000), (std::vector<int>{10, 10, 10}));
  EXPECT_EQ(shape(1 << 20), (std::vector<int>{64, 128, 128}));
  EXPECT_EQ(shape(1), (std::vector<int>{3, 3, 3}));
  EXPECT_EQ(shape(50), (std::vector<int>{3, 3, 6}));
  EXPECT_EQ(make(53)->n(), 54u);
}

TEST(Sweep, WorkCountsCellsAndEachNumberOnce) {
  const auto problem = make(1, "6,5,7");
  const Work neighbours = problem->work(of("row_major"));
  EXPECT_EQ(neighbours.items, 210);
  EXPECT_EQ(neighbours.flops, 8.0 * 4 * 3 * 5);
  EXPECT_EQ(neighbours.bytes, 2.0 * 4 * 210);
  const Work components = problem->work(of("components_last", Precision::fp64));
  EXPECT_EQ(components.items, 210);
  EXPECT_EQ(components.bytes, 3.0 * 8 * 210);
}

TEST(Sweep, RefusesInvalidOptionsInOneSentence) {
  const auto refusal = [](std::uint64_t n, const std::string& shape) {
    try {
      make(n, shape)->shapes(of("components_last"));
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input) << error.what();
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refusal(0, "cube"), "sweep needs at least one element, not n = 0");
  EXPECT_EQ(refusal(std::uint64_t{1} << 40, "cube"),
            "sweep takes at most 2147483648 elements, not 1099511627776");
  EXPECT_EQ(refusal(1, "64,64"), "--shape of sweep takes 3 dimensions, not the 2 of 64,64");
  EXPECT_EQ(refusal(1, "4,4,4,4"), "--shape of sweep takes 3 dimensions, not the 4 of 4,4,4,4");
  EXPECT_EQ(refusal(1, "64,2,64"), "sweep takes extents of at least 3, not 64 x 2 x 64");
  EXPECT_EQ(refusal(1, "2048,2048,513"),
            "sweep takes at most 2147483648 elements, not 2048 x 2048 x 513");
  EXPECT_EQ(refusal(1, "4294967296,4294967296,4"),
            "sweep takes at most 2147483648 elements, not 4294967296 x 4294967296 x 4");
  for (const char* shape : {"", "0,4,4", "4,4,", "4,4,x", "-4,4,4", "4.5,4,4", "sphere"})
    EXPECT_EQ(
        refusal(1, shape),
        "--shape takes positive whole numbers of elements, such as 64,64,128, or cube, not '" +
            std::string(shape) + "'");
}

}  // namespace
}  // namespace gputest::sweep_problem_test

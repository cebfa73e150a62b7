#include "common/stencil/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/arrays/array_shape.hpp"
#include "common/arrays/index_hash.hpp"
#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/core/parse_number.hpp"
#include "common/run/family.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 31;
constexpr int kDenominator = 256;  // of the coefficients
constexpr int kMaxCoefficient = 16;
constexpr int kBeside = 6;  // neighbours of a cell

/// The edges of a box in cells.
struct StencilBox {
  std::uint64_t nx, ny, nz;

  std::uint64_t cells() const { return nx * ny * nz; }
  bool on_face(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
  }
  /// Cells that are not on a face.
  std::uint64_t inner() const {
    return std::min({nx, ny, nz}) < 3 ? 0 : (nx - 2) * (ny - 2) * (nz - 2);
  }
};

/// The box of n cells with the least surface, nx >= ny >= nz.
StencilBox stencil_box_of(std::uint64_t n) {
  const arrays::Dimensions edges = arrays::near_cube_of(n);
  return {edges[2], edges[1], edges[0]};
}

/// Parses "64x32x16".
StencilBox parse_stencil_box(const std::string& text) {
  std::array<std::uint64_t, 3> edges{};
  std::string_view rest = text;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const std::size_t end = k + 1 < edges.size() ? rest.find('x') : rest.size();
    const auto edge = parse_number<std::uint64_t>(rest.substr(0, end));
    if (!edge || *edge == 0 || end == std::string_view::npos)
      throw Error(
          Status::bad_input,
          fmt::format("--grid takes three positive whole numbers of cells, such as 64x32x16, "
                      "not '{}'",
                      text));
    edges[k] = *edge;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {edges[0], edges[1], edges[2]};
}

/// Throws if kernels cannot index the box in 32 bits.
void require_indexable(const StencilBox& box) {
  if (box.nx <= kMaxCells && box.ny <= kMaxCells / box.nx &&
      box.nz <= kMaxCells / (box.nx * box.ny))
    return;
  throw Error(Status::bad_input, fmt::format("stencil takes at most {} cells, not {} x {} x {}",
                                             kMaxCells, box.nx, box.ny, box.nz));
}

struct StencilOptions {
  std::string grid = "cube";
  double c0 = 0.25, c1 = 0.125;
};

const OptionSet<StencilOptions>& stencil_options() {
  using Options = StencilOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .text("grid", &Options::grid,
                "edges of the box in cells, NXxNYxNZ; cube: n cells, nearly a cube")
          .number("c0", &Options::c0, Sign::any,
                  "coefficient of a cell itself, a multiple of 1/256")
          .number("c1", &Options::c1, Sign::any,
                  "coefficient of its six neighbours, a multiple of 1/256");
  return options;
}

/// A coefficient in units of 1/256.
int coefficient(const std::string& name, double value) {
  if (std::abs(value) > kMaxCoefficient || value * kDenominator != std::rint(value * kDenominator))
    throw Error(
        Status::bad_input,
        fmt::format("--{} takes a multiple of 1/{} between -{} and {}, not {}: others would "
                    "be rounded",
                    name, kDenominator, kMaxCoefficient, kMaxCoefficient, value));
  return static_cast<int>(value * kDenominator);
}

/// Whole numbers with as many bits as the precision holds of every sum: a kernel that computes in a
/// lesser precision rounds them. Coefficients are in units of `unit`.
struct StencilNumbers {
  std::int64_t c0, c1, largest;
  double unit;

  StencilNumbers(Precision precision, int c0_of_256, int c1_of_256) {
    const int both = c0_of_256 | c1_of_256;
    const int common = both == 0 ? 1 : both & -both;  // the highest power of 2 in both
    c0 = c0_of_256 / common;
    c1 = c1_of_256 / common;
    unit = static_cast<double>(common) / kDenominator;
    const int digits = precision == Precision::fp32 ? std::numeric_limits<float>::digits
                                                    : std::numeric_limits<double>::digits;
    const std::int64_t terms =
        std::max<std::int64_t>(kBeside, std::abs(c0) + kBeside * std::abs(c1));
    largest = (std::int64_t{1} << digits) / terms;
  }
  /// The number of a cell, from -largest to largest.
  std::int64_t of(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    const auto part = static_cast<Wide>(hash) * static_cast<std::uint64_t>(2 * largest + 1);
    return static_cast<std::int64_t>(part >> 64) - largest;
  }
};

/// Work-groups of the tiled kernels: see make_stencil().
std::uint64_t tile_groups(const StencilBox& box, std::uint32_t block) {
  constexpr std::uint64_t kWidth = 32, kMinDepth = 8, kEnough = 4096;
  const std::uint64_t columns = ceil_div(box.nx, kWidth) * ceil_div(box.ny, block / kWidth);
  return columns * std::min(ceil_div(kEnough, columns), ceil_div(box.nz, kMinDepth));
}

class StencilProblem : public Problem {
 public:
  StencilProblem(const StencilBox& box, std::uint64_t seed, int c0, int c1)
      : box_(box), seed_(seed), c0_(c0), c1_(c1) {}

  std::uint64_t n() const override { return box_.cells(); }
  /// Another seed of the hash.
  std::uint32_t symmetries(const Configuration&) const override { return 1U << 31; }
  void turn(std::uint32_t symmetry) override { symmetry_ = symmetry; }

  KernelSignature shapes(const Configuration& configuration) const override {
    const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
    KernelSignature shapes;
    shapes.inputs = {{"cells", real, 1, n()}};
    shapes.outputs = {{"updated", real, 1, n()}};
    shapes.scalars = {{"nx", static_cast<std::uint32_t>(box_.nx)},
                      {"ny", static_cast<std::uint32_t>(box_.ny)},
                      {"nz", static_cast<std::uint32_t>(box_.nz)},
                      {"c0", as_number(c0_)},
                      {"c1", as_number(c1_)}};
    shapes.properties = {{"groups", [box = box_, block = configuration.block] {
                            return static_cast<double>(tile_groups(box, block));
                          }}};
    shapes.items = n();
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    HostArray array{shapes(configuration).inputs.at(0), {}};
    array.data.resize(array.shape.bytes());
    if (configuration.precision == Precision::fp32)
      fill(array.as<float>(), numbers(configuration));
    else
      fill(array.as<double>(), numbers(configuration));
    return {std::move(array)};
  }

  void make_reference(const Configuration&) override {}  // the check computes its own reference

  Verification verify(const Configuration& configuration, Precision,
                      const std::vector<HostArray>& outputs) const override {
    return configuration.precision == Precision::fp32
               ? compare(outputs.at(0).as<float>(), numbers(configuration))
               : compare(outputs.at(0).as<double>(), numbers(configuration));
  }

  Work work(const Configuration& configuration) const override {
    return {static_cast<double>(n()), 8 * static_cast<double>(box_.inner()),
            static_cast<double>(shapes(configuration).bytes())};
  }

  /// Two products and six sums; cells may share some of them.
  double least_operations(const Configuration&) const override {
    constexpr double kOfACell = 4;
    return kOfACell * static_cast<double>(box_.inner());
  }

  nlohmann::ordered_json parameters(const Configuration&) const override {
    return {{"cells", "hash"}, {"seed", seed_},        {"nx", box_.nx},       {"ny", box_.ny},
            {"nz", box_.nz},   {"c0", as_number(c0_)}, {"c1", as_number(c1_)}};
  }

 private:
  static double as_number(int coefficient) {
    return static_cast<double>(coefficient) / kDenominator;
  }

  StencilNumbers numbers(const Configuration& configuration) const {
    return {configuration.precision, c0_, c1_};
  }

  /// Of a cell; see StencilNumbers.
  std::uint64_t hash(std::uint64_t cell) const {
    return arrays::index_hash(cell, seed_ + (std::uint64_t{symmetry_} << 32));
  }

  template <class Real>
  void fill(Real* cells, const StencilNumbers& numbers) const {
    const auto n = static_cast<std::int64_t>(box_.cells());
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i)
      cells[i] = static_cast<Real>(numbers.of(hash(static_cast<std::uint64_t>(i))));
  }

  /// The oracle: the new value of a cell, exact in double precision.
  double right(const StencilNumbers& numbers, std::uint64_t x, std::uint64_t y,
               std::uint64_t z) const {
    const std::uint64_t row = box_.nx, plane = box_.nx * box_.ny, here = z * plane + y * row + x;
    const auto cell = [&](std::uint64_t i) { return numbers.of(hash(i)); };
    if (box_.on_face(x, y, z)) return static_cast<double>(cell(here));
    const std::int64_t beside = cell(here - 1) + cell(here + 1) + cell(here - row) +
                                cell(here + row) + cell(here - plane) + cell(here + plane);
    return static_cast<double>(numbers.c0 * cell(here) + numbers.c1 * beside) * numbers.unit;
  }

  /// Compares every cell with the oracle; an error is the difference of the two.
  template <class Real>
  Verification compare(const Real* updated, const StencilNumbers& numbers) const {
    Verification result;
    result.checked = n();
    double squares = 0;
    const auto rows = static_cast<std::int64_t>(box_.ny * box_.nz);
#pragma omp parallel for schedule(static) reduction(+ : squares)
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto first = static_cast<std::uint64_t>(row) * box_.nx;
      const std::uint64_t y = first / box_.nx % box_.ny, z = first / (box_.nx * box_.ny);
      double worst = 0;
      std::uint64_t where = 0;
      for (std::uint64_t x = 0; x < box_.nx; ++x) {
        double error = std::abs(updated[first + x] - right(numbers, x, y, z));
        if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
        squares += error * error;
        if (error <= worst) continue;
        worst = error;
        where = first + x;
      }
      if (worst == 0) continue;
#pragma omp critical(stencil_worst)
      if (worst > result.max_error || (worst == result.max_error && where < result.worst_index)) {
        result.max_error = worst;
        result.worst_index = where;
      }
    }
    result.rms_error = std::sqrt(squares / static_cast<double>(n()));
    result.passed = result.max_error == 0;
    if (!result.passed)
      result.reason = complaint(numbers, result.worst_index, updated[result.worst_index]);
    return result;
  }

  std::string complaint(const StencilNumbers& numbers, std::uint64_t i, double value) const {
    const std::uint64_t x = i % box_.nx, y = i / box_.nx % box_.ny, z = i / (box_.nx * box_.ny);
    if (!std::isfinite(value))
      return fmt::format("cell ({}, {}, {}) was not written or is not finite", x, y, z);
    return fmt::format("cell ({}, {}, {}) is {} and should be {}", x, y, z, value,
                       right(numbers, x, y, z));
  }

  StencilBox box_;
  std::uint64_t seed_;
  int c0_, c1_;
  std::uint32_t symmetry_ = 0;
};

class Stencil : public Family {
 public:
  std::string name() const override { return "stencil"; }
  std::string summary() const override {
    return "7-point stencil over a box of cells, one sweep: memory-bound, exact";
  }
  RateUnit rate_unit() const override {
    return {"cells", "Gcell/s", "one updated grid point", true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"cells", "the cells before, x running fastest, then y"},
        {"updated",
         "the cells after: c0 * cell + c1 * (its six neighbours); those on a face are copied"},
        {"nx", "cells along x"},
        {"ny", "cells along y"},
        {"nz", "cells along z"},
        {"c0", "coefficient of a cell itself"},
        {"c1", "coefficient of its six neighbours"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"row_major", "cells of a box, x running fastest, then y"}};
  }
  std::vector<ProblemOption> options() const override { return stencil_options().described(); }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "One sweep of a 7-point stencil over a box of cells.",
      "required": ["cells", "seed", "nx", "ny", "nz", "c0", "c1"],
      "properties": {
        "cells": { "description": "The values of the cells: a hash of the index.", "const": "hash" },
        "seed": { "description": "The seed of the hash.", "type": "integer", "minimum": 0 },
        "nx": { "description": "Cells along x.", "type": "integer", "minimum": 1 },
        "ny": { "description": "Cells along y.", "type": "integer", "minimum": 1 },
        "nz": { "description": "Cells along z.", "type": "integer", "minimum": 1 },
        "c0": { "description": "The coefficient of a cell itself.", "type": "number" },
        "c1": { "description": "The coefficient of its six neighbours.", "type": "number" }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 63, 64, 65, 1000, 4095, 12167}) inputs.push_back({n});
    for (const char* grid : {"3x3x3", "33x9x17", "31x5x3", "65x3x9", "1x64x64", "64x1x64",
                             "64x64x1", "3x70x3", "5x4x100"})
      inputs.push_back({1, {{"grid", grid}}});
    TestInput laplacian{1, {{"grid", "40x20x10"}, {"c0", "-6"}, {"c1", "1"}}};
    TestInput largest{1, {{"grid", "40x20x10"}, {"c0", "16"}, {"c1", "-16"}}};
    for (TestInput* input : {&laplacian, &largest}) {
      input->defaults_only = true;
      inputs.push_back(*input);
    }
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const StencilOptions options = stencil_options().parse(request.options);
    const std::string& grid = options.grid;
    if (grid == "cube" && request.n == 0)
      throw Error(Status::bad_input, "stencil needs at least one cell, not n = 0");
    if (grid == "cube" && request.n > kMaxCells)
      throw Error(Status::bad_input,
                  fmt::format("stencil takes at most {} cells, not {}", kMaxCells, request.n));
    const StencilBox box = grid == "cube" ? stencil_box_of(request.n) : parse_stencil_box(grid);
    require_indexable(box);
    const int c0 = coefficient("c0", options.c0), c1 = coefficient("c1", options.c1);
    constexpr std::uint64_t kBytesPerCell = 2 * sizeof(double);
    require_host_memory(kBytesPerCell * box.cells(),
                        fmt::format("stencil of {} x {} x {} cells", box.nx, box.ny, box.nz));
    return std::make_unique<StencilProblem>(box, request.seed.value_or(1), c0, c1);
  }
};

}  // namespace

std::unique_ptr<Family> make_stencil() { return std::make_unique<Stencil>(); }

}  // namespace gputest

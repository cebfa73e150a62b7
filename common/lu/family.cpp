#include "common/lu/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/lu/classes.hpp"
#include "common/lu/oracle.hpp"
#include "common/lu/storage.hpp"
#include "common/run/family.hpp"
#include "common/run/measured_choice.hpp"

namespace gputest {
namespace {

using lu::BenchmarkClass;
using lu::Five;
using lu::Grid;

constexpr std::uint64_t kNumbers = 5;         // per cell
constexpr std::uint64_t kBlockNumbers = 100;  // per cell with stored blocks
constexpr std::uint64_t kOracleCells = 2000;  // up to this size, class S, the oracle solves too

struct LuOptions {
  std::string name = "S";
};

const OptionSet<LuOptions>& lu_options() {
  static const OptionSet<LuOptions> options = OptionSet<LuOptions>().text(
      "class", &LuOptions::name,
      "class of the benchmark: S (12^3 cells, 50 steps), W (33^3, 300), A (64^3, 250), "
      "B (102^3, 250), C (162^3, 250)");
  return options;
}

lu::Storage storage_of(const Configuration& configuration) {
  const std::string& storage = configuration.on_axis("storage");
  if (storage == "plain") return lu::Storage::plain;
  return storage == "diagonal" ? lu::Storage::diagonal : lu::Storage::automatic;
}

/// The grid in the form of an argument: component after component.
std::vector<std::byte> by_component(const Grid& grid) {
  const std::uint64_t cells = grid.cells.size();
  std::vector<std::byte> bytes(kNumbers * cells * sizeof(double));
  auto* const numbers = reinterpret_cast<double*>(bytes.data());
  for (std::uint64_t c = 0; c < kNumbers; ++c)
    for (std::uint64_t i = 0; i < cells; ++i) numbers[c * cells + i] = grid.cells[i][c];
  return bytes;
}

/// The array of an argument as a grid, cell after cell.
Grid by_cell(const HostArray& array, std::uint32_t edge) {
  Grid grid(edge);
  const std::uint64_t cells = grid.cells.size();
  const auto* const numbers = array.as<double>();
  for (std::uint64_t c = 0; c < kNumbers; ++c)
    for (std::uint64_t i = 0; i < cells; ++i) grid.cells[i][c] = numbers[c * cells + i];
  return grid;
}

class LuProblem : public Problem, public ChoosesByMeasuring {
 public:
  explicit LuProblem(const BenchmarkClass& of) : class_(of) {}

  std::uint64_t n() const override { return class_.cells(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    const auto array = [&](const char* name, std::uint64_t numbers) {
      return ArrayShape{name, Element::fp64, 1, numbers * n()};
    };
    const lu::Storage storage = storage_of(configuration);
    const bool stored = configuration.on_axis("jacobians") == "stored";
    KernelSignature shapes;
    shapes.inputs = {array("guess", kNumbers), array("force", kNumbers)};
    shapes.outputs = {array("flow", kNumbers), array("residual", kNumbers)};
    if (storage != lu::Storage::plain)
      shapes.scratch = {array("flow_by_diagonals", kNumbers), array("change", kNumbers),
                        array("force_by_diagonals", kNumbers)};
    if (stored) shapes.scratch.push_back(array("blocks", kBlockNumbers));
    shapes.scalars = {{"n", class_.edge},
                      {"steps", class_.steps},
                      {"dt", class_.dt},
                      {"weight", 1 / (1.2 * (2 - 1.2))}};
    shapes.specializations = {{"storage", static_cast<std::uint32_t>(storage)}, {"stored", stored}};
    shapes.items = n();
    return shapes;
  }

  /// Both storages, for --storage=auto.
  std::vector<Alternative> alternatives(const Configuration& configuration) const override {
    if (configuration.on_axis("storage") != "auto") return {};
    std::vector<Alternative> both;
    for (const char* storage : {"plain", "diagonal"}) {
      both.push_back({storage, configuration});
      both.back().configuration.axes["storage"] = storage;
    }
    return both;
  }
  std::uint64_t rounds() const override { return class_.steps; }
  KernelSignature shapes_of_rounds(const Configuration& configuration,
                                   std::uint64_t rounds) const override {
    KernelSignature some = shapes(configuration);
    for (Scalar& scalar : some.scalars)
      if (scalar.name == "steps") scalar.value = static_cast<std::uint32_t>(rounds);
    return some;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const KernelSignature arguments = shapes(configuration);
    return {{arguments.inputs.at(0), by_component(lu::first_guess(class_.edge))},
            {arguments.inputs.at(1), by_component(lu::forcing(class_.edge))}};
  }

  void make_reference(const Configuration&) override {
    if (!force_.cells.empty()) return;
    force_ = lu::forcing(class_.edge);
    if (n() > kOracleCells) return;
    reference_ = lu::solved(lu::first_guess(class_.edge), force_, class_.dt, class_.steps);
  }

  Verification verify(const Configuration&, Precision,
                      const std::vector<HostArray>& outputs) const override {
    const Grid flow = by_cell(outputs.at(0), class_.edge);
    const Grid residual = by_cell(outputs.at(1), class_.edge);
    Verification result;
    result.tolerance = lu::kTolerance;
    result.checked = n();
    compare(residual, lu::residual(flow, force_), "the residual", result);
    compare(flow, reference_.cells.empty() ? with_exact_faces(flow) : reference_, "the flow",
            result);
    const lu::Deviation published =
        lu::deviation(class_, lu::norm(residual), lu::error_norm(flow), lu::surface_integral(flow));
    if (published.largest > result.max_error) {
      result.max_error = published.largest;
      result.reason = fmt::format("class {}: {}", class_.name, published.where);
    }
    result.passed = result.max_error <= result.tolerance;
    if (result.passed) result.reason.clear();
    return result;
  }

  Work work(const Configuration&) const override {
    constexpr double kArrays = 4;
    const double operations = class_.operations() * class_.steps;
    return {operations, operations, kArrays * kNumbers * sizeof(double) * static_cast<double>(n())};
  }

  /// The benchmark counts the operations of its program; a tenth of them is the minimum for others.
  double least_operations(const Configuration& configuration) const override {
    return work(configuration).flops / 10;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    return {{"class", class_.name},
            {"edge", class_.edge},
            {"steps", class_.steps},
            {"dt", class_.dt},
            {"storage", configuration.on_axis("storage")},
            {"jacobians", configuration.on_axis("jacobians")}};
  }

 private:
  /// The flow, with the exact solution on the cube's faces, which no step changes.
  static Grid with_exact_faces(const Grid& flow) {
    Grid right = lu::exact_flow(flow.edge);
    for (std::uint32_t z = 1; z + 1 < flow.edge; ++z)
      for (std::uint32_t y = 1; y + 1 < flow.edge; ++y)
        for (std::uint32_t x = 1; x + 1 < flow.edge; ++x) right.at(x, y, z) = flow.at(x, y, z);
    return right;
  }

  /// Compares every number with its right value, relative to the component's largest.
  static void compare(const Grid& is, const Grid& right, const char* what, Verification& result) {
    Five largest{};
    for (const Five& cell : right.cells)
      for (std::size_t c = 0; c < kNumbers; ++c)
        largest[c] = std::max(largest[c], std::abs(cell[c]));
    double squares = 0;
    for (std::uint64_t i = 0; i < is.cells.size(); ++i)
      for (std::size_t c = 0; c < kNumbers; ++c) {
        const double off = std::abs(is.cells[i][c] - right.cells[i][c]);
        double error = off == 0 ? 0 : off / largest[c];
        if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
        squares += error * error;
        if (error <= result.max_error) continue;
        result.max_error = error;
        result.worst_index = i;
        result.reason = complaint(is, right, i, c, what);
      }
    result.rms_error = std::max(
        result.rms_error, std::sqrt(squares / static_cast<double>(kNumbers * is.cells.size())));
  }

  static std::string complaint(const Grid& is, const Grid& right, std::uint64_t i, std::size_t c,
                               const char* what) {
    const std::uint64_t edge = is.edge;
    const std::string where = fmt::format("component {} of {} in cell ({}, {}, {})", c + 1, what,
                                          i % edge, i / edge % edge, i / (edge * edge));
    if (!std::isfinite(is.cells[i][c]))
      return where + " was not written, or depends on one that was not";
    return fmt::format("{} is {:.13e} but should be {:.13e}", where, is.cells[i][c],
                       right.cells[i][c]);
  }

  const BenchmarkClass& class_;
  Grid force_{0}, reference_{0};
};

class Lu : public Family {
 public:
  std::string name() const override { return "lu"; }
  std::string summary() const override {
    return "the NAS benchmark LU: a flow solved by triangular sweeps with 5 x 5 blocks, in "
           "wavefronts, checked against its published norms";
  }
  RateUnit rate_unit() const override {
    return {"operations", "Gop/s", "a floating-point operation as the NAS benchmark counts them"};
  }
  std::vector<Named> arguments() const override {
    return {
        {"guess", "the flow before the first step"},
        {"force", "the forcing for which the exact solution holds"},
        {"flow", "the flow after the last step"},
        {"residual", "the residual of the equations after the last step"},
        {"flow_by_diagonals", "the flow, with planes stored by diagonals"},
        {"change", "the residual and its values after the sweeps, by diagonals"},
        {"force_by_diagonals", "the force, by diagonals"},
        {"blocks", "four 5 x 5 blocks per cell: its own, and one for each of three neighbours"},
        {"n", "cells along an edge of the cube"},
        {"steps", "steps of a launch"},
        {"dt", "time step"},
        {"weight", "the factor of a step's change"},
        {"storage", "storage of planes between the steps: 0 plain, 1 diagonal, 2 auto"},
        {"stored", "whether blocks are in memory"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"components_first", "[5][nz][ny][nx]: a component's numbers are contiguous"}};
  }
  std::vector<ProblemOption> options() const override { return lu_options().described(); }
  std::vector<Axis> axes() const override {
    return {{"storage",
             {"plain", "diagonal", "auto"},
             "how planes are stored between the steps; auto: the faster in a measurement"},
            {"jacobians",
             {"computed", "stored"},
             "whether a sweep computes its 5 x 5 blocks, or reads those that a launch before it "
             "stored"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "A class of the NAS benchmark LU.",
      "required": ["class", "edge", "steps", "dt"],
      "properties": {
        "class": {
          "description": "Class of the benchmark.", "enum": ["S", "W", "A", "B", "C"]
        },
        "edge": { "description": "Cells along an edge of the cube.", "type": "integer", "minimum": 1 },
        "steps": { "description": "Steps of a launch.", "type": "integer", "minimum": 1 },
        "dt": { "description": "Time step.", "type": "number", "exclusiveMinimum": 0 }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override { return {{1}}; }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const std::string name = lu_options().parse(request.options).name;
    const BenchmarkClass& of = lu::class_of(name);
    // Arguments and results on the host and on the device, and the right answers.
    constexpr std::uint64_t kArrays = 14;
    require_host_memory(kArrays * kNumbers * sizeof(double) * of.cells(),
                        fmt::format("lu of class {}", of.name));
    return std::make_unique<LuProblem>(of);
  }
};

}  // namespace

std::unique_ptr<Family> make_lu() { return std::make_unique<Lu>(); }

}  // namespace gputest

#include "common/sweep/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/arrays/array_shape.hpp"
#include "common/arrays/index_hash.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/run/family.hpp"
#include "common/sweep/oracle.hpp"

namespace gputest {
namespace {

using sweep::Box;

const char* const kUpdate = "update";
constexpr std::uint64_t kComponents = 5, kSecond = 1, kFifth = 4;
constexpr std::uint64_t kLeastExtent = 3;  // of a box with inner cells

/// The modulus of sums: six numbers below it add up to nearly all bits of the precision's
/// significand, so that a lesser precision rounds. In fp32 cells are those of fp64 modulo a smaller
/// power of two, before a sweep and after.
std::int64_t modulus_of(Precision precision) {
  constexpr int kBitsOfSix = 3;
  const int digits = precision == Precision::fp32 ? std::numeric_limits<float>::digits
                                                  : std::numeric_limits<double>::digits;
  return std::int64_t{1} << (digits - kBitsOfSix);
}

struct SweepOptions {
  std::string shape = "cube";
};

const OptionSet<SweepOptions>& sweep_options() {
  static const OptionSet<SweepOptions> options = OptionSet<SweepOptions>().text(
      "shape", &SweepOptions::shape,
      "the box's three extents, the last the fastest: 64,64,128; cube: n cells, nearly a cube");
  return options;
}

/// The box of n cells, or of the fewest cells above n that need no extent below kLeastExtent.
arrays::Dimensions cube_of(std::uint64_t n) {
  arrays::require_countable(n, "sweep");
  arrays::Dimensions cube = arrays::near_cube_of(n);
  while (cube.front() < kLeastExtent) cube = arrays::near_cube_of(++n);
  return cube;
}

Box box_of(const std::string& text, std::uint64_t n) {
  static const arrays::ShapeRules rules{"sweep", "cube", "64,64,128", 3, 3, kLeastExtent};
  const arrays::Dimensions shape =
      text == rules.word ? cube_of(n) : arrays::parse_shape(text, rules);
  return {shape[2], shape[1], shape[0]};
}

std::string box_text(const Box& box) { return fmt::format("{} x {} x {}", box.nz, box.ny, box.nx); }

bool is_of_components(const Configuration& configuration) {
  return configuration.on_axis(kUpdate) == "components";
}

/// The input's number at an index in row_major or components_last, a function of only the index and
/// the seed.
std::int64_t number_at(std::uint64_t index, std::uint64_t seed, std::int64_t modulus) {
  return static_cast<std::int64_t>(arrays::index_hash(index, seed)) & (modulus - 1);
}

class SweepProblem : public Problem {
 public:
  SweepProblem(const Box& box, std::uint64_t seed) : box_(box), seed_(seed) {}

  std::uint64_t n() const override { return box_.cells(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
    const std::uint64_t numbers = is_of_components(configuration) ? kComponents * n() : n();
    if (numbers > arrays::kMaxElements)
      throw Error(Status::bad_input,
                  fmt::format("sweep takes at most {} numbers, not {} of each cell of {}",
                              arrays::kMaxElements, kComponents, box_text(box_)));
    const auto modulus = static_cast<double>(modulus_of(configuration.precision));
    KernelSignature shapes;
    shapes.inputs = {{"cells", real, 1, numbers}};
    shapes.outputs = {{"updated", real, 1, n()}};
    shapes.scalars = {{"nx", static_cast<std::uint32_t>(box_.nx)},
                      {"ny", static_cast<std::uint32_t>(box_.ny)},
                      {"nz", static_cast<std::uint32_t>(box_.nz)},
                      {"modulus", modulus},
                      {"inverse", 1 / modulus}};
    shapes.items = n();
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    HostArray array{shapes(configuration).inputs.at(0), {}};
    constexpr std::uint64_t kCopies = 3;  // the cells, the answer and one of them on the device
    require_host_memory(kCopies * array.shape.bytes(), "sweep of " + box_text(box_));
    array.data.resize(array.shape.bytes());
    if (configuration.precision == Precision::fp32)
      fill(configuration, array.as<float>());
    else
      fill(configuration, array.as<double>());
    return {std::move(array)};
  }

  void make_reference(const Configuration& configuration) override {
    if (is_of_components(configuration) || !reference_.empty()) return;
    const std::int64_t modulus = modulus_of(Precision::fp64);
    std::vector<std::int64_t> cells(n());
    for_each(n(), [&](std::uint64_t i) { cells[i] = number_at(i, seed_, modulus); });
    reference_ = sweep::swept(std::move(cells), box_, modulus);
  }

  Verification verify(const Configuration& configuration, Precision,
                      const std::vector<HostArray>& outputs) const override {
    return configuration.precision == Precision::fp32
               ? compare(configuration, outputs.at(0).as<float>())
               : compare(configuration, outputs.at(0).as<double>());
  }

  Work work(const Configuration& configuration) const override {
    const double number = configuration.precision == Precision::fp32 ? 4 : 8;
    const auto cells = static_cast<double>(n());
    if (is_of_components(configuration)) return {cells, 5 * cells, 3 * number * cells};
    const auto inner = static_cast<double>((box_.nx - 2) * (box_.ny - 2) * (box_.nz - 2));
    return {cells, 8 * inner, 2 * number * cells};
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    return {{"cells", "hash"},
            {"seed", seed_},
            {"shape", {box_.nz, box_.ny, box_.nx}},
            {kUpdate, configuration.on_axis(kUpdate)}};
  }

 private:
  template <class F>
  static void for_each(std::uint64_t count, const F& f) {
    const auto end = static_cast<std::int64_t>(count);
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < end; ++i) f(static_cast<std::uint64_t>(i));
  }

  /// Maps the k-th cell of the layout to its index in row_major.
  class CellOrder {
   public:
    CellOrder(const Box& box, const std::string& layout) : plane_(box.nx * box.ny) {
      if (layout == "diagonals") places_ = sweep::diagonal_places(box.nx, box.ny);
    }
    std::uint64_t operator()(std::uint64_t k) const {
      return places_.empty() ? k : k - k % plane_ + places_[k % plane_];
    }

   private:
    std::uint64_t plane_;
    std::vector<std::uint32_t> places_;
  };

  /// The index of component c of cell i.
  std::uint64_t place(const Configuration& configuration, std::uint64_t i, std::uint64_t c) const {
    return configuration.layout == "components_first" ? c * n() + i : i * kComponents + c;
  }

  template <class Real>
  void fill(const Configuration& configuration, Real* cells) const {
    const std::int64_t modulus = modulus_of(configuration.precision);
    const auto number = [&](std::uint64_t i) {
      return static_cast<Real>(number_at(i, seed_, modulus));
    };
    if (is_of_components(configuration)) {
      for_each(n(), [&](std::uint64_t i) {
        for (std::uint64_t c = 0; c < kComponents; ++c)
          cells[place(configuration, i, c)] = number(i * kComponents + c);
      });
      return;
    }
    const CellOrder order(box_, configuration.layout);
    for_each(n(), [&](std::uint64_t k) { cells[k] = number(order(k)); });
  }

  /// Compares every cell with the oracle; an error is the difference of the two.
  template <class Real>
  Verification compare(const Configuration& configuration, const Real* updated) const {
    const std::int64_t modulus = modulus_of(configuration.precision);
    if (is_of_components(configuration))
      return compare_cells(
          CellOrder(box_, "row_major"), [&](std::uint64_t i) { return updated[i]; },
          [&](std::uint64_t i) {
            return sweep::made_component(number_at(i * kComponents + kSecond, seed_, modulus),
                                         number_at(i * kComponents + kFifth, seed_, modulus),
                                         modulus);
          });
    const CellOrder order(box_, configuration.layout);
    return compare_cells(
        order, [&](std::uint64_t k) { return updated[k]; },
        [&](std::uint64_t k) { return reference_[order(k)] & (modulus - 1); });
  }

  /// Compares cells in an order in which is(k) is cell k and right(k) its expected value.
  template <class Is, class Right>
  Verification compare_cells(const CellOrder& order, const Is& is, const Right& right) const {
    Verification result;
    result.checked = n();
    double squares = 0;
    const auto parts = static_cast<std::int64_t>((n() + kPart - 1) / kPart);
#pragma omp parallel for schedule(static) reduction(+ : squares)
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::uint64_t first = static_cast<std::uint64_t>(part) * kPart;
      const std::uint64_t end = std::min(first + kPart, n());
      double worst = 0;
      std::uint64_t where = 0;
      for (std::uint64_t i = first; i < end; ++i) {
        double error = std::abs(static_cast<double>(is(i)) - static_cast<double>(right(i)));
        if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
        squares += error * error;
        if (error <= worst) continue;
        worst = error;
        where = i;
      }
      if (worst == 0) continue;
#pragma omp critical(sweep_worst)
      if (worst > result.max_error || (worst == result.max_error && where < result.worst_index)) {
        result.max_error = worst;
        result.worst_index = where;
      }
    }
    result.rms_error = std::sqrt(squares / static_cast<double>(n()));
    result.passed = result.max_error == 0;
    const std::uint64_t worst = result.worst_index;
    if (!result.passed) result.reason = complaint(order(worst), is(worst), right(worst));
    return result;
  }

  std::string complaint(std::uint64_t i, double value, std::int64_t right) const {
    const std::uint64_t x = i % box_.nx, y = i / box_.nx % box_.ny, z = i / (box_.nx * box_.ny);
    if (!std::isfinite(value))
      return fmt::format("cell ({}, {}, {}) was not written, or depends on one that was not", x, y,
                         z);
    return fmt::format("cell ({}, {}, {}) is {} and should be {}", x, y, z, value, right);
  }

  static constexpr std::uint64_t kPart = 4096;  // cells that a thread compares at a time

  Box box_;
  std::uint64_t seed_;
  /// For the axis value neighbours, in row_major and modulo fp64's modulus.
  std::vector<std::int64_t> reference_;
};

class Sweep : public Family {
 public:
  std::string name() const override { return "sweep"; }
  std::string summary() const override {
    return "a sweep in which cells need updated cells, in wavefronts over plain or diagonal "
           "planes, exact";
  }
  RateUnit rate_unit() const override {
    return {"cells", "Gcell/s", "one updated cell of the box", true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"cells", "the cells before"},
        {"updated", "the cells after; only the fourth of five components"},
        {"nx", "cells along x, the fastest"},
        {"ny", "cells along y"},
        {"nz", "cells along z: planes"},
        {"modulus", "the modulus of sums, a power of 2"},
        {"inverse", "1 / modulus"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"row_major", "cells of a box, x running fastest, then y"},
            {"diagonals", "planes stored by diagonals x + y; a diagonal's cells by y"},
            {"components_last", "[nz][ny][nx][5]: a cell's numbers are adjacent"},
            {"components_first", "[5][nz][ny][nx]: a component's numbers are adjacent"}};
  }
  std::vector<ProblemOption> options() const override { return sweep_options().described(); }
  std::vector<Axis> axes() const override {
    return {{kUpdate,
             {"neighbours", "components"},
             "a cell's new value: the sum of its six neighbours, or one of its five numbers",
             false,
             {},
             true}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "One sweep over a box of cells.",
      "required": ["cells", "seed", "shape"],
      "properties": {
        "cells": { "description": "The values of the cells: a hash of the index.", "const": "hash" },
        "seed": { "description": "The seed of the hash.", "type": "integer", "minimum": 0 },
        "shape": {
          "description": "Extents of the box in cells, the slowest first.",
          "type": "array", "minItems": 3, "maxItems": 3,
          "items": { "type": "integer", "minimum": 3 }
        }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs{{1}, {65}};
    for (const char* shape : {"3,3,40", "3,40,3", "7,17,11", "18,5,17"})
      inputs.push_back({1, {{"shape", shape}}});
    TestInput cube{1000}, tiles{1, {{"shape", "10,18,33"}}};
    for (TestInput* input : {&cube, &tiles}) {
      input->defaults_only = true;
      inputs.push_back(*input);
    }
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const Box box = box_of(sweep_options().parse(request.options).shape, request.n);
    constexpr std::uint64_t kBytesPerCell = 2 * sizeof(std::int64_t) + 2 * sizeof(float);
    require_host_memory(kBytesPerCell * box.cells(), "sweep of " + box_text(box));
    return std::make_unique<SweepProblem>(box, request.seed.value_or(1));
  }
};

}  // namespace

std::unique_ptr<Family> make_sweep() { return std::make_unique<Sweep>(); }

}  // namespace gputest

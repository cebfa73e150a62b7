#include "common/neighbour/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "common/cells/list_builder.hpp"
#include "common/cells/short_range.hpp"
#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/layout/layout.hpp"
#include "common/run/unroll.hpp"

namespace gputest {
namespace {

constexpr double kNeighbourFlops = 8;    // an entry: 3 differences, 3 products, 2 additions
constexpr std::uint32_t kSpareRows = 4;  // for pairs within rounding of the radius

bool is_half(const Configuration& c) { return c.on_axis("newton3") == "on"; }
bool is_ell(const Configuration& c) { return c.on_axis("list") == "ell"; }

/// A builder's list, read row by row.
class BuiltList {
 public:
  BuiltList(const std::vector<HostArray>& outputs, bool ell, std::uint64_t n)
      : first_(outputs.at(0).as<std::uint32_t>()),
        entries_(outputs.at(1).as<std::uint32_t>()),
        capacity_(outputs[1].shape.count),
        ell_(ell),
        stride_(ell_ ? ell_stride(n) : 1) {}

  /// Over 32 bits if no builder has written it: outputs are filled with ones before a launch.
  std::uint64_t length(std::uint64_t i) const {
    constexpr std::uint32_t kUnwritten = ~0u;
    if (ell_) return first_[i] == kUnwritten ? ~std::uint64_t{0} : first_[i];
    const bool written = first_[i + 1] != kUnwritten && first_[i + 1] >= first_[i];
    return written ? first_[i + 1] - first_[i] : ~std::uint64_t{0};
  }
  /// Whether row i fits the array completely.
  bool fits(std::uint64_t i) const {
    return ell_ ? length(i) <= capacity_ / stride_ : first_[i + 1] <= capacity_;
  }
  std::uint32_t entry(std::uint64_t i, std::uint64_t k) const {
    return entries_[ell_ ? k * stride_ + i : first_[i] + k];
  }

 private:
  const std::uint32_t* first_;
  const std::uint32_t* entries_;
  std::uint64_t capacity_;
  bool ell_;
  std::uint64_t stride_;
};

/// The system with some particles moved by at most a fiftieth of the radius: each is then at the
/// radius from another, within 2^-32 of it. None leaves the box or the others' extent.
ShortRangeSystem with_pairs_at_radius(const ShortRangeSystem& system) {
  constexpr std::uint64_t kPairs = 64, kTrials = 4096;
  constexpr double kNear = 0.98, kOffRadius = 0x1p-32;
  auto moved = std::make_shared<ParticleSet>(system.particles());
  const VerletList& list = system.list(Precision::fp64, ListKind::full);
  const double radius = system.radius();
  const std::uint64_t n = system.n();
  std::array<std::vector<double>*, 3> at{&moved->x, &moved->y, &moved->z};
  std::array<double, 3> low{}, high{};
  for (std::size_t axis = 0; axis < 3 && n > 0; ++axis) {
    const auto [least, most] = std::minmax_element(at[axis]->begin(), at[axis]->end());
    low[axis] = *least;
    high[axis] = *most;
  }
  std::vector<bool> used(n);
  std::mt19937_64 engine(1);
  std::uint64_t pairs = 0;
  for (std::uint64_t trial = 0; trial < kTrials && pairs < kPairs && n > 0; ++trial) {
    const std::uint64_t i = engine() % n;
    for (std::uint64_t k = list.starts[i]; k < list.starts[i + 1] && !used[i]; ++k) {
      const std::uint64_t j = list.entries[k];
      std::array<double, 3> apart{}, to{};
      double r2 = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        apart[axis] = system.edges().nearest((*at[axis])[i] - (*at[axis])[j], axis);
        r2 += apart[axis] * apart[axis];
      }
      const double r = std::sqrt(r2);
      if (used[j] || r < kNear * radius) continue;
      const double wanted = radius * (1 + (pairs % 2 == 0 ? kOffRadius : -kOffRadius));
      bool inside = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        to[axis] = (*at[axis])[i] + apart[axis] * (wanted / r - 1);
        inside = inside && to[axis] >= low[axis] && to[axis] <= high[axis];
      }
      if (!inside) continue;
      for (std::size_t axis = 0; axis < 3; ++axis) (*at[axis])[i] = to[axis];
      used[i] = used[j] = true;
      ++pairs;
    }
  }
  ShortRangeOptions options;
  options.cutoff = system.cutoff();
  options.skin = system.skin();
  options.sort = false;
  ProblemRequest request;
  request.input = std::move(moved);
  return {request, options, "neighbour"};
}

struct RowFaults;
struct RowScratch;

class NeighbourProblem : public Problem {
 public:
  NeighbourProblem(ShortRangeSystem system, std::uint32_t capacity)
      : system_(std::move(system)), capacity_(capacity) {}

  std::uint64_t n() const override { return system_.n(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    system_.require_range(configuration.precision);
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    return pack(*find_layout(configuration.layout), system().rounded(precision), precision, 0);
  }

  /// In fp64 a second one has pairs so near the radius that fp32 puts half of them on its wrong
  /// side. None with a given capacity, which the lists could exceed.
  std::uint32_t fillings(const Configuration& configuration) const override {
    return configuration.precision == Precision::fp64 && capacity_ == 0 ? 2 : 1;
  }
  void fill(std::uint32_t filling) override {
    filling_ = filling;
    if (filling_ != 0 && !at_radius_) at_radius_ = with_pairs_at_radius(system_);
  }

  /// The reference is the host's list, which work() has already made to count entries.
  void make_reference(const Configuration& configuration) override {
    system().list(configuration.precision, ListKind::full);
  }

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;

  Work work(const Configuration& configuration) const override {
    const auto entries = static_cast<double>(right_list(configuration).entries.size());
    const KernelSignature shapes = argument_shapes(configuration);
    double bytes = entries * sizeof(std::uint32_t) + static_cast<double>(shapes.outputs[0].bytes());
    for (const ArrayShape& shape : shapes.inputs) bytes += static_cast<double>(shape.bytes());
    return {entries, kNeighbourFlops * entries, bytes};
  }

  /// A pair's r^2 takes 6 operations; a full list has each pair twice.
  double least_operations(const Configuration& configuration) const override {
    constexpr double kOfAnEntry = 2;
    return kOfAnEntry * work(configuration).items;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = system_.origin();
    json["capacity"] = capacity_;
    for (const auto& [axis, value] : configuration.axes) json[axis] = value;
    return json;
  }

 private:
  const ShortRangeSystem& system() const { return filling_ == 0 ? system_ : *at_radius_; }

  static const VerletList& list_of(const ShortRangeSystem& system,
                                   const Configuration& configuration) {
    return system.list(configuration.precision,
                       is_half(configuration) ? ListKind::half : ListKind::full);
  }
  /// Of the first filling, which sizes the arrays.
  const VerletList& right_list(const Configuration& configuration) const {
    return list_of(system_, configuration);
  }

  /// Entries that the output holds: per row for ell, in total for csr.
  std::uint64_t capacity(const Configuration& configuration) const {
    const VerletList& list = right_list(configuration);
    if (is_ell(configuration)) return capacity_ != 0 ? capacity_ : list.longest() + kSpareRows;
    return capacity_ != 0 ? capacity_ * n() : list.entries.size() + kSpareRows * n();
  }

  KernelSignature argument_shapes(const Configuration& configuration) const {
    const std::uint64_t room = capacity(configuration);
    KernelSignature shapes = builder_arguments(
        configuration, BuilderSystem(system_.particles(), system_.radius()), room);
    require_host_memory(2 * shapes.outputs[1].bytes(),
                        fmt::format("a list with room for {} entries", shapes.outputs[1].count));
    return shapes;
  }

  /// Whether rounding in that precision may put the pair on either side of the radius: see the
  /// cutoff in lj.hpp.
  bool in_doubt(Precision precision, std::uint64_t i, std::uint64_t j) const {
    const ParticleSet& p = system().rounded(precision);
    const PeriodicEdges edges(p);
    const double dx = edges.nearest(p.x[i] - p.x[j], 0);
    const double dy = edges.nearest(p.y[i] - p.y[j], 1);
    const double dz = edges.nearest(p.z[i] - p.z[j], 2);
    const double radius = system_.radius();
    const double rounding = epsilon(precision) * radius * (8 * radius + 4 * edges.longest());
    return std::abs(dx * dx + dy * dy + dz * dz - radius * radius) <= rounding;
  }

  RowFaults faults_of(const Configuration& configuration, const BuiltList& built,
                      const VerletList& right, std::uint64_t i, RowScratch& scratch) const;

  ShortRangeSystem system_;
  std::uint32_t capacity_;  ///< entries per particle; 0: as many as needed
  std::uint32_t filling_ = 0;
  std::optional<ShortRangeSystem> at_radius_;
};

/// The faults of particle i's list.
struct RowFaults {
  std::uint64_t count = 0;
  std::string first = {};  ///< a sentence

  void note(std::string reason) {
    if (count++ == 0) first = std::move(reason);
  }
};

/// Buffers that are reused from one particle to the next.
struct RowScratch {
  std::vector<std::uint32_t> row, expected, difference;
};

RowFaults NeighbourProblem::faults_of(const Configuration& configuration, const BuiltList& built,
                                      const VerletList& right, std::uint64_t i,
                                      RowScratch& scratch) const {
  const std::uint64_t place = system_.input_place(i);
  auto& [row, expected, difference] = scratch;
  RowFaults faults;
  if (built.length(i) >= n()) {
    faults.note(fmt::format("the list of particle {} was not written", place));
    return faults;
  }
  if (!built.fits(i)) {
    faults.note(
        fmt::format("the list overflows: that of particle {} has {} entries, more than "
                    "fit; give a larger --capacity",
                    place, built.length(i)));
    return faults;
  }
  row.clear();
  for (std::uint64_t k = 0; k < built.length(i); ++k) row.push_back(built.entry(i, k));
  std::sort(row.begin(), row.end());
  if (std::adjacent_find(row.begin(), row.end()) != row.end() ||
      (!row.empty() && row.back() >= n())) {
    faults.note(
        fmt::format("the list of particle {} has an entry twice or an invalid entry", place));
    return faults;
  }
  expected.assign(right.entries.begin() + right.starts[i],
                  right.entries.begin() + right.starts[i + 1]);
  std::sort(expected.begin(), expected.end());
  if (row == expected) return faults;
  difference.clear();
  std::set_symmetric_difference(row.begin(), row.end(), expected.begin(), expected.end(),
                                std::back_inserter(difference));
  for (const std::uint32_t j : difference) {
    const bool order_kept = !is_half(configuration) || j > i;
    if (j != i && order_kept && in_doubt(configuration.precision, i, j)) continue;
    const bool missing = std::binary_search(expected.begin(), expected.end(), j);
    faults.note(fmt::format("the list of particle {} {} particle {}", place,
                            missing ? "lacks" : "wrongly has", system_.input_place(j)));
  }
  return faults;
}

Verification NeighbourProblem::verify(const Configuration& configuration, Precision,
                                      const std::vector<HostArray>& outputs) const {
  const VerletList& right = list_of(system(), configuration);
  const BuiltList built(outputs, is_ell(configuration), n());
  system().rounded(configuration.precision);  // made here, because threads read it
  constexpr std::uint64_t kPart = 256;        // particles that a thread compares at a time
  const auto parts = static_cast<std::int64_t>(ceil_div(n(), kPart));
  std::uint64_t wrong = 0, first_wrong = n();
  std::string reason;
  std::exception_ptr failure;  // an exception must not leave the parallel region
#pragma omp parallel reduction(+ : wrong)
  {
    RowScratch scratch;
#pragma omp for schedule(dynamic)
    for (std::int64_t part = 0; part < parts; ++part) try {
        const std::uint64_t first = static_cast<std::uint64_t>(part) * kPart;
        for (std::uint64_t i = first; i < std::min(first + kPart, n()); ++i) {
          RowFaults faults = faults_of(configuration, built, right, i, scratch);
          if (faults.count == 0) continue;
          wrong += faults.count;
#pragma omp critical(neighbour_first_wrong)
          if (i < first_wrong) {
            first_wrong = i;
            reason = std::move(faults.first);
          }
        }
      } catch (...) {
#pragma omp critical(neighbour_failure)
        failure = std::current_exception();
      }
  }
  if (failure) std::rethrow_exception(failure);
  Verification result;
  result.checked = n();
  result.reason = std::move(reason);
  if (wrong > 0) result.worst_index = system_.input_place(first_wrong);
  result.max_error = static_cast<double>(wrong) /
                     static_cast<double>(std::max<std::size_t>(1, right.entries.size()));
  result.passed = wrong == 0;
  return result;
}

class Neighbour : public Family {
 public:
  std::string name() const override { return "neighbour"; }
  std::string summary() const override {
    return "building a neighbour list by cells, binning and sorting included";
  }
  RateUnit rate_unit() const override {
    return {"entries", "Gentry/s", "one neighbour of one particle, written to the list"};
  }
  std::vector<Named> arguments() const override {
    return {
        {"starts", "index of each particle's first entry, and one past the last entry (list csr)"},
        {"counts", "number of entries of each particle (list ell)"},
        {"entries", "the neighbours' numbers"},
        {"cell_starts", "index in sorted of each cell's first particle"},
        {"slots", "index in sorted of each particle"},
        {"order", "the particle at each index of sorted"},
        {"sorted", "particles ordered by cell, their numbers in w"},
        {"work", "scratch for sorting"},
        {"n", "particles"},
        {"stride", "of an ell list: entry k of particle i is at k * stride + i"},
        {"capacity", "room for entries: per particle in an ell list, in total otherwise"},
        {"radius2", "the radius within which pairs are listed, squared"},
        {"edge_*", "edges of the periodic box, 0 along an axis that is open"},
        {"inverse_edge_*", "reciprocals of edge_*, 0 along an axis that is open"},
        {"cells_per_length_*", "cells per unit length along an axis"},
        {"cells_*", "cells along an axis"},
        {"low_*", "lowest coordinate of the first cell"},
        {"newton3", "1 if a pair is listed once, in the lower-numbered particle's list"},
        {"ell", "1 if the list is ell, 0 if it is csr"},
        {"periodic", "1 if the box is periodic along any axis"},
    };
  }
  std::vector<Named> layouts() const override { return named_buffer_layouts(); }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return neighbour_options().described(); }
  std::vector<Axis> axes() const override {
    std::vector<Axis> axes = short_range_axes();
    axes.push_back(unroll_axis());
    return axes;
  }

  void update_parameters(nlohmann::ordered_json& parameters) const override {
    update_short_range_parameters(parameters);
  }
  nlohmann::ordered_json parameters_schema() const override {
    nlohmann::ordered_json schema = short_range_parameters_schema("A neighbour list.");
    schema["required"].push_back("capacity");
    schema["properties"]["capacity"] = {
        {"description",
         "Entries that the list holds: per row for ell, otherwise in total; 0: as needed."},
        {"type", "integer"},
        {"minimum", 0}};
    return schema;
  }
  std::vector<TestInput> test_inputs() const override { return short_range_test_inputs(); }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const NeighbourOptions options = neighbour_options().parse(request.options);
    return std::make_unique<NeighbourProblem>(ShortRangeSystem(request, options, name()),
                                              options.capacity);
  }
};

}  // namespace

const OptionSet<NeighbourOptions>& neighbour_options() {
  static const OptionSet<NeighbourOptions> options =
      OptionSet<NeighbourOptions>()
          .include(short_range_options())
          .count("capacity", &NeighbourOptions::capacity,
                 "capacity of a built list, entries per particle", "auto");
  return options;
}

std::unique_ptr<Family> make_neighbour() { return std::make_unique<Neighbour>(); }

}  // namespace gputest

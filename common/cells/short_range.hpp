// Shared by the families over neighbours: particles in a box, radii, and neighbour lists.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/cells/verlet_list.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// --cutoff, --skin, --density, --periodic and --sort. A family's own options derive from these.
struct ShortRangeOptions {
  double cutoff = 2.5;
  double skin = 0.3;        ///< how far neighbour lists reach beyond the cutoff
  double density = 0.8442;  ///< particles per volume of a generated lattice
  bool periodic = false;    ///< whether a generated lattice's box is periodic
  bool sort = true;         ///< whether kernels get particles in spatial order
};
/// The command-line options for these.
const OptionSet<ShortRangeOptions>& short_range_options();

/// newton3 (off, on) and list (csr, ell, clusters).
std::vector<Axis> short_range_axes();

/// Family::parameters_schema() of such a family, to which it adds its own properties.
nlohmann::ordered_json short_range_parameters_schema(const std::string& description);

/// Family::update_parameters() for the axes of such families.
void update_short_range_parameters(nlohmann::ordered_json& parameters);

/// The inputs of conformance tests for such kernels; the unsorted input gets `with_unsorted` as
/// well.
std::vector<TestInput> short_range_test_inputs(
    const std::map<std::string, std::string>& with_unsorted = {});

/// Particles in the kernels' order, and their neighbour lists, by precision.
class ShortRangeSystem {
 public:
  /// Reads the request's file, or calls generate_lattice_of(). Throws Error(bad_input) if a radius
  /// is not positive or exceeds half a periodic edge.
  ShortRangeSystem(const ProblemRequest& request, const ShortRangeOptions& options,
                   const std::string& family);

  std::uint64_t n() const { return particles_.size(); }
  double cutoff() const { return cutoff_; }
  double skin() const { return skin_; }
  double radius() const { return cutoff_ + skin_; }
  const PeriodicEdges& edges() const { return edges_; }
  const ParticleSet& particles() const { return particles_; }
  /// The parameters that distinguish this system from another, for a row's "problem".
  const nlohmann::ordered_json& origin() const { return origin_; }
  /// The index in the input of the k-th particle.
  std::uint32_t input_place(std::uint64_t k) const { return order_[k]; }

  /// Throws Error(bad_input) if the precision cannot hold a square of a coordinate.
  void require_range(Precision precision) const;

  /// The particles rounded to the precision, including the box's periodic edges.
  const ParticleSet& rounded(Precision precision) const;
  /// The list of rounded particles within radius(); made on first use.
  const VerletList& list(Precision precision, ListKind kind) const;
  const VerletList& clusters(Precision precision) const;
  /// The nearest two particles of the full list and their distance, which is radius() if the list
  /// is empty.
  struct Pair {
    double distance;
    std::uint64_t i, j;
  };
  Pair nearest_pair(Precision precision) const;

 private:
  struct Prepared {
    std::unique_ptr<ParticleSet> particles;
    std::optional<VerletList> full, half, clusters;
    std::optional<Pair> nearest;
  };
  Prepared& prepared(Precision precision) const {
    return prepared_[precision == Precision::fp32 ? 0 : 1];
  }

  ParticleSet particles_;
  std::vector<std::uint32_t> order_;
  PeriodicEdges edges_;
  double cutoff_, skin_;
  nlohmann::ordered_json origin_ = nlohmann::ordered_json::object();
  mutable std::array<Prepared, 2> prepared_;  // made on first use
};

/// The box as scalars: edge_x … and inverse_edge_x …, both 0 along open axes.
std::vector<Scalar> box_scalars(const PeriodicEdges& edges);

/// The element type of that precision's numbers.
inline Element element_of(Precision precision) {
  return precision == Precision::fp32 ? Element::fp32 : Element::fp64;
}

/// The number at index `place` of an array of reals.
double real_at(const HostArray& array, std::uint64_t place);

}  // namespace gputest

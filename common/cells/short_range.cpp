#include "common/cells/short_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/limits.hpp"
#include "common/particles/reorder.hpp"
#include "common/particles/rounded.hpp"

namespace gputest {
namespace {

constexpr const char* kFormerlyEll = "k-major";  // the former name of ell lists
constexpr std::uint64_t kTabledSeed = 2;         // for the lattice of published runs

}  // namespace

const OptionSet<ShortRangeOptions>& short_range_options() {
  using Options = ShortRangeOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .number("cutoff", &Options::cutoff, Sign::positive, "distance at which pair forces end")
          .number("skin", &Options::skin, Sign::not_negative,
                  "how far neighbour lists reach beyond the cutoff")
          .number("density", &Options::density, Sign::positive,
                  "particles per volume of a generated lattice")
          .of_generated()
          .toggle("periodic", &Options::periodic,
                  "on: a generated lattice's box is periodic; a file states its own")
          .of_generated()
          .toggle("sort", &Options::sort,
                  "on: kernels get particles in spatial order; off: in input order");
  return options;
}

std::vector<Axis> short_range_axes() {
  return {{"newton3", {"off", "on"}, "each pair once, by Newton's third law and a half list"},
          {"list",
           {"csr", "ell", "clusters"},
           "how the neighbour list is stored",
           false,
           {{kFormerlyEll, "ell"}}}};
}

nlohmann::ordered_json short_range_parameters_schema(const std::string& description) {
  auto schema = parse_json(R"({
    "description": "",
    "required": ["particles", "cutoff", "skin", "sort", "newton3", "list"],
    "properties": {
      "particles": {
        "description": "The source of the particles: a jittered lattice, or --input.",
        "enum": ["lattice", "file"]
      },
      "checksum": {
        "description": "Checksum of a file's positions: FNV-1a, 64 bits, in hexadecimal.",
        "type": "string", "pattern": "^[0-9a-f]{16}$"
      },
      "seed": {
        "description": "The seed of generated particles.", "type": "integer", "minimum": 0
      },
      "density": {
        "description": "Generated particles per unit of volume.",
        "type": "number", "exclusiveMinimum": 0
      },
      "periodic": {
        "description": "Whether the box of generated particles is periodic.", "type": "boolean"
      },
      "cutoff": {
        "description": "The distance at which pair forces end.", "type": "number", "exclusiveMinimum": 0
      },
      "skin": {
        "description": "How far the list's radius reaches beyond the cutoff.", "type": "number", "minimum": 0
      },
      "sort": {
        "description": "Whether kernels get the particles in spatial order.", "type": "boolean"
      }
    },
    "if": { "properties": { "particles": { "const": "lattice" } } },
    "then": { "required": ["seed", "density", "periodic"], "properties": { "checksum": false } },
    "else": { "required": ["checksum"], "properties": { "seed": false } }
  })");
  schema["description"] = description;
  return schema;
}

std::vector<TestInput> short_range_test_inputs(
    const std::map<std::string, std::string>& with_unsorted) {
  std::vector<TestInput> inputs;
  for (const std::uint64_t n : {1, 2, 63, 64, 65, 127, 129, 1000}) inputs.push_back({n});
  inputs.push_back({1000, {{"periodic", "on"}, {"cutoff", "2"}}, "", true});
  inputs.push_back({500, with_unsorted, "", true});
  inputs.back().options["sort"] = "off";
  inputs.push_back({300, {{"cutoff", "100"}}, "", true});  // every particle is near every other
  inputs.push_back({300, {{"cutoff", "0.1"}}, "", true});  // and no particle is near another
  inputs.push_back({0, {}, "", true, false, "lj_melt_2048.data"});
  return inputs;
}

void update_short_range_parameters(nlohmann::ordered_json& parameters) {
  if (parameters.value("list", "") == kFormerlyEll) parameters["list"] = "ell";
}

ShortRangeSystem::ShortRangeSystem(const ProblemRequest& request, const ShortRangeOptions& options,
                                   const std::string& family)
    : cutoff_(options.cutoff), skin_(options.skin) {
  const std::uint64_t n = request.input ? request.input->size() : request.n;
  if (n > kMaxBodies)
    throw Error(n > available_memory() / ParticleSet::bytes_per_particle ? Status::out_of_memory
                                                                         : Status::bad_input,
                fmt::format("{} takes at most {} particles, not {}", family, kMaxBodies, n));
  constexpr std::uint64_t kCopies = 7;  // set, rounded, packed, devices', reference
  require_host_memory(kCopies * n * ParticleSet::bytes_per_particle,
                      fmt::format("{} of n = {}", family, n));
  if (const auto given = given_particles(request.input)) {
    particles_ = *given;
    origin_["particles"] = "file";
    origin_["checksum"] = checksum({&particles_.x, &particles_.y, &particles_.z});
  } else {
    const std::uint64_t seed = request.seed.value_or(kTabledSeed);
    particles_ = generate_lattice_of(n, options.density, seed, options.periodic);
    origin_["particles"] = "lattice";
    origin_["seed"] = seed;
    origin_["density"] = options.density;
    origin_["periodic"] = options.periodic;
  }
  edges_ = PeriodicEdges(particles_);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (edges_.edge[axis] > 0 && 2 * radius() > edges_.edge[axis])
      throw Error(
          Status::bad_input,
          fmt::format("cutoff plus skin, {:g}, is over half the periodic box's edge of {:g} "
                      "along {}",
                      radius(), edges_.edge[axis], "xyz"[axis]));
  fold_given(particles_);
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0u);
  if (options.sort) {
    order_ = spatial_order(particles_);
    reorder(particles_, order_);
  }
  origin_["cutoff"] = cutoff_;
  origin_["skin"] = skin_;
  origin_["sort"] = options.sort;
}

void ShortRangeSystem::require_range(Precision precision) const {
  const double limit = precision == Precision::fp32 ? std::numeric_limits<float>::max()
                                                    : std::numeric_limits<double>::max();
  double largest = radius();
  for (const auto* values : {&particles_.x, &particles_.y, &particles_.z})
    for (const double value : *values) largest = std::max(largest, std::abs(value));
  for (const double edge : edges_.edge) largest = std::max(largest, edge);
  if (largest > std::sqrt(limit) / 4)
    throw Error(Status::bad_input,
                fmt::format("a coordinate, edge or radius of {:g} is too large for {}: its square "
                            "overflows",
                            largest, name(precision)));
}

const ParticleSet& ShortRangeSystem::rounded(Precision precision) const {
  auto& particles = prepared(precision).particles;
  if (!particles) {
    particles = std::make_unique<ParticleSet>(gputest::rounded(particles_, precision));
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (edges_.edge[axis] > 0)
        particles->box.high[axis] =
            particles->box.low[axis] + round_to(precision, edges_.edge[axis]);
  }
  return *particles;
}

const VerletList& ShortRangeSystem::list(Precision precision, ListKind kind) const {
  Prepared& made = prepared(precision);
  if (!made.full) {
    const ParticleSet& given = rounded(precision);
    made.full = build_verlet_list(given, PeriodicEdges(given), radius(), ListKind::full);
  }
  if (kind == ListKind::full) return *made.full;
  if (!made.half) made.half = half_of(*made.full);
  return *made.half;
}

const VerletList& ShortRangeSystem::clusters(Precision precision) const {
  auto& made = prepared(precision).clusters;
  if (!made) made = to_clusters(list(precision, ListKind::full));
  return *made;
}

ShortRangeSystem::Pair ShortRangeSystem::nearest_pair(Precision precision) const {
  auto& nearest = prepared(precision).nearest;
  if (!nearest) {
    const ParticleSet& p = rounded(precision);
    const PeriodicEdges edges(p);
    const VerletList& full = list(precision, ListKind::full);
    nearest = Pair{radius() * radius(), 0, 0};  // squared, until the end
    for (std::uint64_t i = 0; i < n(); ++i)
      for (std::uint32_t k = full.starts[i]; k < full.starts[i + 1]; ++k) {
        const std::uint32_t j = full.entries[k];
        const double dx = edges.nearest(p.x[i] - p.x[j], 0);
        const double dy = edges.nearest(p.y[i] - p.y[j], 1);
        const double dz = edges.nearest(p.z[i] - p.z[j], 2);
        const double squared = dx * dx + dy * dy + dz * dz;
        if (squared < nearest->distance) nearest = Pair{squared, i, j};
      }
    nearest->distance = std::sqrt(nearest->distance);
  }
  return *nearest;
}

std::vector<Scalar> box_scalars(const PeriodicEdges& edges) {
  std::vector<Scalar> scalars;
  for (std::size_t axis = 0; axis < 3; ++axis)
    scalars.push_back({fmt::format("edge_{}", "xyz"[axis]), edges.edge[axis]});
  for (std::size_t axis = 0; axis < 3; ++axis)
    scalars.push_back({fmt::format("inverse_edge_{}", "xyz"[axis]),
                       edges.edge[axis] > 0 ? 1 / edges.edge[axis] : 0.0});
  return scalars;
}

double real_at(const HostArray& array, std::uint64_t place) {
  return array.shape.element == Element::fp32 ? static_cast<double>(array.as<float>()[place])
                                              : array.as<double>()[place];
}

}  // namespace gputest

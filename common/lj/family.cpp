#include "common/lj/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "common/cells/short_range.hpp"
#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"
#include "common/layout/layout.hpp"
#include "common/lj/oracle.hpp"
#include "common/lj/pair_force.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/mirrored.hpp"
#include "common/run/unroll.hpp"

namespace gputest {
namespace {

constexpr double kLongest = 1024;    // entries of a list during a run, even if the particles have
                                     // become dense
constexpr double kNewton3Flops = 3;  // per entry: adds the force's components to j too

/// Only the force.
LjState force_of(const HostArray& forces, std::uint64_t i) {
  const auto force = [&](std::uint64_t k) { return real_at(forces, 4 * i + k); };
  return {force(0), force(1), force(2), 0, 0};
}

LjState state_of(const std::vector<HostArray>& outputs, std::uint64_t i, bool energy) {
  LjState state = force_of(outputs.at(0), i);
  if (!energy) return state;
  state.energy = real_at(outputs[0], 4 * i + 3);
  state.virial = real_at(outputs.at(1), i);
  return state;
}

bool is_finite(const LjState& s) {
  return std::isfinite(s.fx) && std::isfinite(s.fy) && std::isfinite(s.fz) &&
         std::isfinite(s.energy) && std::isfinite(s.virial);
}

/// An error and its tolerance, both relative to its scale.
struct Judged {
  double error = 0, allowed = 0;
  bool operator<(const Judged& other) const {
    return error * other.allowed < other.error * allowed;
  }
};

/// The part of a difference that its pairs in doubt do not explain, over its scale.
double relative(double difference, double doubt, double scale) {
  const double unexplained = std::abs(difference) - doubt;
  if (unexplained <= 0) return 0;
  return scale > 0 ? unexplained / scale : std::numeric_limits<double>::infinity();
}

/// The tolerance of one sum of a particle, in units of epsilon: see make_lj(). `longest` is the
/// length of the longest list.
double allowed(double roundings, double wrapped, double scale, double longest) {
  return (scale > 0 ? (roundings + wrapped) / scale : 0) + std::sqrt(std::max(1.0, longest));
}

template <class Words>
HostArray array_of(const std::string& name, const Words& values) {
  HostArray array{{name, Element::uint32, 1, std::max<std::uint64_t>(1, values.size())}, {}};
  array.data.resize(array.shape.bytes());
  std::copy(values.begin(), values.end(), array.as<std::uint32_t>());
  return array;
}

double largest(Precision precision) {
  return precision == Precision::fp32 ? std::numeric_limits<float>::max()
                                      : std::numeric_limits<double>::max();
}

double smallest(Precision precision) {
  return precision == Precision::fp32 ? std::numeric_limits<float>::min()
                                      : std::numeric_limits<double>::min();
}

/// The force that the configuration names; without the axis, the first.
const PairLaw& law_of(const std::vector<PairLaw>& laws, const Configuration& configuration) {
  const std::string name = configuration.on_axis("pair");
  const auto found = std::find_if(laws.begin(), laws.end(),
                                  [&](const PairLaw& law) { return law.force->name == name; });
  return found == laws.end() ? laws.front() : *found;
}

/// Adds the force and its parameters, unless it is lj: results and checkpoints from before the
/// choice of forces name none.
void add_force(nlohmann::ordered_json& json, const PairLaw& law, const std::vector<PairLaw>& laws) {
  if (law.force == laws.front().force) return;
  json["pair"] = law.force->name;
  for (std::size_t k = 0; k < law.force->parameters.size(); ++k)
    json[law.force->parameters[k].option] = law.parameters[k];
}

class LjProblem : public Problem, public ForceField {
 public:
  LjProblem(ShortRangeSystem system, LjOptions options)
      : system_(std::move(system)),
        energy_(options.energy),
        shifted_(options.shift),
        laws_(std::move(options.laws)) {}

  std::uint64_t n() const override { return system_.n(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    system_.require_range(precision);
    refuse_parameters(configuration);
    refuse_overlap(configuration);
    refuse_infinite_shift(configuration);
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    std::vector<HostArray> arrays = pack(*find_layout(configuration.layout),
                                         mirrored(system_.rounded(precision), way_), precision, 0);
    if (is_ell(configuration)) {
      const EllList list = to_ell(list_of(configuration));
      arrays.push_back(array_of("counts", list.counts));
      arrays.push_back(array_of("entries", list.entries));
    } else {
      const VerletList& list = list_of(configuration);
      arrays.push_back(array_of("starts", list.starts));
      arrays.push_back(array_of("entries", list.entries));
    }
    return arrays;
  }

  std::uint32_t symmetries(const Configuration&) const override { return kMirrorings; }
  void turn(std::uint32_t symmetry) override { way_ = symmetry; }

  void make_reference(const Configuration& configuration) override {
    const Precision precision = configuration.precision;
    const PairLaw law = law_of(configuration);
    std::optional<LjField>& field = references_[{law.force, precision}];
    if (!field) field = lj_field_of_all(system_.rounded(precision), law, cut(precision));
    refuse_what_cannot_be_told(*field, precision);
  }

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;
  std::vector<ParticleResult> results(Precision precision,
                                      const std::vector<HostArray>& outputs) const override;
  KernelSignature without_energies(KernelSignature signature) const override {
    specialize(signature, "energy", 0);
    return signature;
  }
  ListRadii list_radii() const override { return {system_.cutoff(), system_.skin()}; }
  std::optional<KernelSignature> conserving(const Configuration& configuration,
                                            const KernelSignature& signature) const override;
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;
  std::string judge_energies(const ParticleSet& now, const Configuration& configuration,
                             Precision arithmetic, const std::vector<HostArray>& outputs,
                             const std::vector<std::uint64_t>& some) const override;

  Work work(const Configuration& configuration) const override {
    const bool newton3 = configuration.on_axis("newton3") == "on";
    const VerletList& list =
        system_.list(configuration.precision, newton3 ? ListKind::half : ListKind::full);
    const auto entries = static_cast<double>(list.entries.size());
    const double flops = law_of(configuration).force->flops + (newton3 ? kNewton3Flops : 0);
    return {entries, flops * entries, static_cast<double>(argument_shapes(configuration).bytes())};
  }

  /// A pair's r^2 takes 6 operations, and more within the cutoff. A full list has a pair twice, and
  /// some of its entries are beyond the cutoff.
  double least_operations(const Configuration& configuration) const override {
    constexpr double kOfAPair = 4;
    const bool newton3 = configuration.on_axis("newton3") == "on";
    return work(configuration).items * kOfAPair / (newton3 ? 1 : 2);
  }

  /// The particles, the list's entries without padding, and the forces.
  double least_bytes(const Configuration& configuration) const override {
    const KernelSignature shapes = argument_shapes(configuration);
    double bytes = static_cast<double>(list_of(configuration).entries.size()) *
                       static_cast<double>(sizeof(std::uint32_t)) +
                   static_cast<double>(shapes.outputs.front().bytes());
    for (std::size_t k = 0; k + 2 < shapes.inputs.size(); ++k)
      bytes += static_cast<double>(shapes.inputs[k].bytes());
    return bytes;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = system_.origin();
    json["energy"] = energy_;
    if (shifted_) json["shift"] = true;  // as in results from before this option
    for (const auto& [axis, value] : configuration.axes)
      if (axis != "pair") json[axis] = value;
    add_force(json, unrounded_law_of(configuration), laws_);
    return json;
  }

 private:
  static bool is_ell(const Configuration& c) { return c.on_axis("list") == "ell"; }

  /// As the user gave it; without the axis, the first force.
  const PairLaw& unrounded_law_of(const Configuration& configuration) const {
    return gputest::law_of(laws_, configuration);
  }

  /// As kernels get it.
  PairLaw law_of(const Configuration& configuration) const {
    PairLaw law = unrounded_law_of(configuration);
    for (double& value : law.parameters) value = round_to(configuration.precision, value);
    return law;
  }

  /// An r^2 near the cutoff's is rounded by a few ε r^2, and by ε E r for each coordinate
  /// difference across a periodic edge E.
  LjCut cut(Precision precision) const {
    const double cutoff = system_.cutoff();
    return {round_to(precision, cutoff * cutoff),
            epsilon(precision) * cutoff * (8 * cutoff + 4 * system_.edges().longest()), shifted_,
            smallest(precision)};
  }

  double energy_at_cutoff(const Configuration& configuration) const {
    const double cutoff = std::sqrt(cut(configuration.precision).cutoff2);
    return law_of(configuration).terms(cutoff).energy();
  }

  /// The energy at the cutoff, or 0.
  double shift(const Configuration& configuration) const {
    return shifted_ ? energy_at_cutoff(configuration) : 0;
  }

  void refuse_parameters(const Configuration& configuration) const {
    const Precision precision = configuration.precision;
    const PairLaw& given = unrounded_law_of(configuration);
    for (std::size_t k = 0; k < given.force->parameters.size(); ++k) {
      const PairParameter& parameter = given.force->parameters[k];
      const double value = std::abs(given.parameters[k]);
      if (value <= largest(precision) && (value >= smallest(precision) || !parameter.positive))
        continue;
      throw Error(Status::bad_input,
                  fmt::format("--{} of {:g} is too {} for {}", parameter.option,
                              given.parameters[k], value < 1 ? "small" : "large", name(precision)));
    }
  }

  void refuse_infinite_shift(const Configuration& configuration) const {
    const Precision precision = configuration.precision;
    if (std::isfinite(round_to(precision, shift(configuration)))) return;
    throw Error(Status::bad_input,
                fmt::format("the energy at a cutoff of {:g}, which --shift=on subtracts, is not "
                            "finite in {}",
                            system_.cutoff(), name(precision)));
  }

  /// A right force may have so large an error that a wrong one would pass.
  void refuse_what_cannot_be_told(const LjField& field, Precision precision) const {
    constexpr double kMost = 1e-3;
    const double longest = system_.list(precision, ListKind::full).longest();
    for (std::size_t k = 0; k < field.particle.size(); ++k) {
      const double off =
          epsilon(precision) *
          allowed(field.roundings[k].force, field.wrapped[k].force, field.scale[k].force, longest);
      if (off > kMost)
        throw Error(
            Status::bad_input,
            fmt::format("in {} a right force on particle {} may be off by {:.2g}: verification "
                        "cannot distinguish it from a wrong one; choose another precision or "
                        "box, or --no-verify",
                        name(precision), system_.particles().id[field.particle[k]], off));
    }
  }

  /// The nearest pair has the largest numbers. Its force over r may be 2^-14 of the largest number,
  /// which leaves room for sums and for other orders of multiplication in kernels.
  void refuse_overlap(const Configuration& configuration) const {
    constexpr double kRoom = 1.0 / 16384;
    const Precision precision = configuration.precision;
    const auto pair = system_.nearest_pair(precision);
    if (pair.i == pair.j) return;  // there is no pair
    const double r = pair.distance;
    const PairTerms terms = law_of(configuration).terms(r);
    const double force_over_r = (terms.repulsion + terms.attraction) / r;
    const double energy = terms.repulsive_energy + terms.attractive_energy;
    const double limit = kRoom * largest(precision);
    if (force_over_r <= limit && energy <= limit && 1 / (r * r) <= limit) return;
    const auto& id = system_.particles().id;
    throw Error(Status::bad_input,
                fmt::format("particles {} and {} are {:.3g} apart in {}: their force is not "
                            "finite",
                            std::min(id[pair.i], id[pair.j]), std::max(id[pair.i], id[pair.j]), r,
                            name(precision)));
  }

  const VerletList& list_of(const Configuration& configuration) const {
    if (configuration.on_axis("list") == "clusters")
      return system_.clusters(configuration.precision);
    return system_.list(configuration.precision,
                        configuration.on_axis("newton3") == "on" ? ListKind::half : ListKind::full);
  }

  KernelSignature argument_shapes(const Configuration& configuration) const {
    const Element real = element_of(configuration.precision);
    const VerletList& list = list_of(configuration);
    const bool ell = is_ell(configuration);
    const std::uint32_t stride = ell ? ell_stride(n()) : 0;
    const std::uint64_t entries =
        ell ? std::uint64_t{std::max(1u, list.longest())} * stride : list.entries.size();
    if (entries > std::numeric_limits<std::uint32_t>::max())
      throw Error(Status::bad_input,
                  fmt::format("a {} list of {} words exceeds 32-bit indices; choose a smaller "
                              "n or radius",
                              configuration.on_axis("list"), entries));
    KernelSignature shapes;
    shapes.inputs = find_layout(configuration.layout)->shapes(n(), real, 0);
    shapes.inputs.push_back(
        {ell ? "counts" : "starts", Element::uint32, 1, ell ? n() : list.starts.size()});
    shapes.inputs.push_back({"entries", Element::uint32, 1, std::max<std::uint64_t>(1, entries)});
    shapes.outputs = {{"forces", real, 4, n()}, {"virials", real, 1, n()}};
    const double cutoff = system_.cutoff();
    shapes.scalars = {
        {"n", static_cast<std::uint32_t>(n())}, {"stride", stride}, {"cutoff2", cutoff * cutoff}};
    for (Scalar& scalar : box_scalars(system_.edges())) shapes.scalars.push_back(std::move(scalar));
    shapes.scalars.push_back({"shift", shift(configuration)});
    const PairParameters parameters = law_of(configuration).parameters;
    for (std::size_t k = 0; k < parameters.size(); ++k)
      shapes.scalars.push_back({fmt::format("pair_{}", k), parameters[k]});
    shapes.specializations = {{"newton3", configuration.on_axis("newton3") == "on" ? 1u : 0u},
                              {"ell", ell ? 1u : 0u},
                              {"periodic", system_.edges().any() ? 1u : 0u},
                              {"energy", energy_ ? 1u : 0u}};
    shapes.items = n();
    return shapes;
  }

  ShortRangeSystem system_;
  bool energy_, shifted_;
  std::vector<PairLaw> laws_;
  std::map<std::pair<const PairForce*, Precision>, std::optional<LjField>> references_;
  std::uint32_t way_ = 0;  ///< to mirror the particles
};

Verification LjProblem::verify(const Configuration& configuration, Precision arithmetic,
                               const std::vector<HostArray>& downloaded) const {
  std::vector<HostArray> outputs = downloaded;
  outputs.front() = mirrored(std::move(outputs.front()), way_);
  const Precision data = configuration.precision;
  const LjField& field = *references_.at({law_of(configuration).force, data});
  Verification result;
  const double longest = system_.list(data, ListKind::full).longest();
  result.checked = field.particle.size();

  double sum[3] = {0, 0, 0};
  double magnitudes = 0;
  for (std::uint64_t i = 0; i < n(); ++i) {
    const LjState state = state_of(outputs, i, energy_);
    if (!is_finite(state)) {
      result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
      result.worst_index = system_.input_place(i);
      result.reason = fmt::format("the result of particle {} was not written or is not finite",
                                  result.worst_index);
      return result;
    }
    sum[0] += state.fx;
    sum[1] += state.fy;
    sum[2] += state.fz;
    magnitudes += std::hypot(state.fx, state.fy, state.fz);
  }

  Judged worst;
  double squares = 0, scale = 0, doubt = 0, allowed_in_all = 0;
  for (std::size_t k = 0; k < field.particle.size(); ++k) {
    const LjState state = state_of(outputs, field.particle[k], energy_);
    const LjState& right = field.state[k];
    const auto judged = [&](double difference, double LjScale::*of) {
      const double magnitude = field.scale[k].*of;
      return Judged{relative(difference, field.doubt[k].*of, magnitude),
                    epsilon(arithmetic) *
                        allowed(field.roundings[k].*of, field.wrapped[k].*of, magnitude, longest)};
    };
    const Judged force = judged(
        std::hypot(state.fx - right.fx, state.fy - right.fy, state.fz - right.fz), &LjScale::force);
    Judged own = force;
    if (energy_) {
      own = std::max(own, judged(state.energy - right.energy, &LjScale::energy));
      own = std::max(own, judged(state.virial - right.virial, &LjScale::virial));
    }
    scale += field.scale[k].force;
    doubt += field.doubt[k].force;
    allowed_in_all += force.allowed * field.scale[k].force;
    squares += own.error * own.error;
    if (k == 0 || worst < own) {
      worst = own;
      result.worst_index = system_.input_place(field.particle[k]);
    }
  }
  result.max_error = worst.error;
  result.tolerance = worst.allowed;
  result.rms_error = std::sqrt(squares / static_cast<double>(field.particle.size()));

  const double net =
      relative(std::hypot(sum[0], sum[1], sum[2]), doubt, std::max(magnitudes, scale));
  const double net_allowed = scale > 0 ? allowed_in_all / scale : 0;
  if (!(result.max_error <= result.tolerance))
    result.reason = fmt::format("particle {} is wrong by {:.2e} where {:.2e} is allowed",
                                result.worst_index, result.max_error, result.tolerance);
  else if (!(net <= net_allowed))
    result.reason =
        fmt::format("the forces add up to {:.2e} of their magnitudes where {:.2e} is allowed", net,
                    net_allowed);
  result.passed = result.reason.empty();
  return result;
}

/// A cut-off energy without a shift jumps at the cutoff; the shift removes this jump.
std::optional<KernelSignature> LjProblem::conserving(const Configuration& configuration,
                                                     const KernelSignature& signature) const {
  const double jump = energy_at_cutoff(configuration);
  if (shifted_ || !std::isfinite(round_to(configuration.precision, jump))) return std::nullopt;
  KernelSignature shifted = signature;
  for (Scalar& scalar : shifted.scalars)
    if (scalar.name == "shift") scalar.value = jump;
  return shifted;
}

JudgedForces LjProblem::judge_forces(const ParticleSet& now, const Configuration& configuration,
                                     Precision arithmetic, const HostArray& forces,
                                     const std::vector<std::uint64_t>& some) const {
  const Precision precision = configuration.precision;
  ParticleSet p = rounded(now, precision);
  p.box = system_.rounded(precision).box;
  JudgedForces judged;
  double net[3] = {0, 0, 0}, magnitudes = 0;
  for (std::uint64_t i = 0; i < n(); ++i) {
    const LjState state = force_of(forces, i);
    if (!is_finite(state)) {
      judged.fault = fmt::format("the force on particle {} is not finite", p.id[i]);
      return judged;
    }
    net[0] += state.fx;
    net[1] += state.fy;
    net[2] += state.fz;
    magnitudes += std::hypot(state.fx, state.fy, state.fz);
  }
  const LjField field = lj_field(p, law_of(configuration), cut(precision), some);
  double scale = 0, most_allowed = 0;
  for (std::size_t k = 0; k < field.particle.size(); ++k) {
    const LjState state = force_of(forces, field.particle[k]);
    const LjState& right = field.state[k];
    const double error =
        relative(std::hypot(state.fx - right.fx, state.fy - right.fy, state.fz - right.fz),
                 field.doubt[k].force, field.scale[k].force);
    const double own_allowed =
        epsilon(arithmetic) *
        allowed(field.roundings[k].force, field.wrapped[k].force, field.scale[k].force, kLongest);
    scale += field.scale[k].force;
    most_allowed = std::max(most_allowed, own_allowed);
    if (error <= own_allowed) continue;
    judged.fault =
        fmt::format("the force on particle {} is wrong by {:.2e} where {:.2e} is allowed",
                    p.id[field.particle[k]], error, own_allowed);
    return judged;
  }
  const double share = static_cast<double>(n()) / static_cast<double>(field.particle.size());
  judged.net_allowed = most_allowed * std::max(magnitudes, scale * share);
  if (const double all = std::hypot(net[0], net[1], net[2]); !(all <= judged.net_allowed))
    judged.fault =
        fmt::format("the forces add up to {:.2e} where {:.2e} is allowed", all, judged.net_allowed);
  return judged;
}

std::string LjProblem::judge_energies(const ParticleSet& now, const Configuration& configuration,
                                      Precision arithmetic, const std::vector<HostArray>& outputs,
                                      const std::vector<std::uint64_t>& some) const {
  const Precision precision = configuration.precision;
  ParticleSet p = rounded(now, precision);
  p.box = system_.rounded(precision).box;
  const LjField field = lj_field(p, law_of(configuration), cut(precision), some);
  std::string fault;
  for (std::size_t k = 0; k < field.particle.size(); ++k) {
    const LjState state = state_of(outputs, field.particle[k], true);
    const auto judge = [&](const char* name, double difference, double LjScale::*of) {
      const double scale = field.scale[k].*of;
      const double error = relative(difference, field.doubt[k].*of, scale);
      const double own_allowed =
          epsilon(arithmetic) *
          allowed(field.roundings[k].*of, field.wrapped[k].*of, scale, kLongest);
      if (fault.empty() && !(error <= own_allowed))
        fault = fmt::format("the {} of particle {} is wrong by {:.2e} where {:.2e} is allowed",
                            name, p.id[field.particle[k]], error, own_allowed);
    };
    judge("energy", state.energy - field.state[k].energy, &LjScale::energy);
    judge("virial", state.virial - field.state[k].virial, &LjScale::virial);
  }
  return fault;
}

std::vector<ParticleResult> LjProblem::results(Precision,
                                               const std::vector<HostArray>& outputs) const {
  if (!energy_) throw Error(Status::usage, "results hold the energy: leave out --energy=off");
  std::vector<ParticleResult> results(n());
  for (std::uint64_t i = 0; i < n(); ++i) {
    const LjState state = state_of(outputs, i, energy_);
    results[system_.input_place(i)] = {system_.particles().id[i], state.fx, state.fy, state.fz,
                                       state.energy};
  }
  return results;
}

class LennardJones : public Family, public ForceFamily {
 public:
  std::string name() const override { return "lj"; }
  std::string summary() const override {
    return "pair forces over a neighbour list, cut: force, energy, virial; Lennard-Jones and "
           "others";
  }
  std::vector<Named> arguments() const override {
    return {
        {"starts", "start of each particle's row of entries, and the end of the last (list csr)"},
        {"counts", "entries of each particle (list ell)"},
        {"entries", "the neighbours' numbers"},
        {"forces", "for each particle the force in x, y, z and the potential energy in w"},
        {"virials", "virial of each particle"},
        {"n", "particles"},
        {"stride", "for an ell list: entry k of particle i is at k * stride + i"},
        {"cutoff2", "cutoff squared: pairs farther apart may be listed but do not interact"},
        {"edge_*", "edges of the periodic box, 0 along an open axis"},
        {"inverse_edge_*", "inverse edges, 0 along an open axis"},
        {"shift", "energy subtracted from that of every interacting pair"},
        {"pair_*", "parameters of the pair force"},
        {"newton3", "1 if a pair is listed once and both its particles get the force"},
        {"ell", "1 if the list is ell, 0 if it is csr"},
        {"periodic", "1 if the box is periodic along any axis"},
        {"energy", "1 if energies and virials are wanted; else they may be any finite number"},
    };
  }
  std::vector<Named> layouts() const override { return named_buffer_layouts(); }
  ForceTraits force_traits() const override { return {false, true}; }
  OptionValues step_options(const ParticleSet&) const override {
    return {{"energy", "on"}, {"sort", "off"}, {"periodic", "on"}};
  }
  ParticleSet generate(const ProblemRequest& request) const override {
    constexpr std::uint64_t kSeed = 2;
    return generate_lattice_of(request.n, lj_options().parse(request.options).density,
                               request.seed.value_or(kSeed), true);
  }
  nlohmann::ordered_json description(const ProblemRequest& request,
                                     const Configuration& configuration) const override {
    const LjOptions options = lj_options().parse(request.options);
    nlohmann::ordered_json json{{"cutoff", options.cutoff}, {"skin", options.skin}};
    // Only other than the default: a checkpoint from before this option has none.
    if (options.shift) json["shift"] = true;
    add_force(json, law_of(options.laws, configuration), options.laws);
    return json;
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return lj_options().described(); }
  std::vector<Axis> axes() const override {
    std::vector<Axis> axes = short_range_axes();
    axes.push_back({"pair", {}, "the force between two particles", true, {}, true});
    for (const PairForce* force : pair_forces()) axes.back().values.push_back(force->name);
    axes.push_back(unroll_axis());
    return axes;
  }

  void update_parameters(nlohmann::ordered_json& parameters) const override {
    update_short_range_parameters(parameters);
    parameters.emplace("pair", "lj");  // the only force at the time
  }
  nlohmann::ordered_json parameters_schema() const override {
    nlohmann::ordered_json schema = short_range_parameters_schema(
        "Pair forces over a neighbour list; Lennard-Jones if "
        "no pair is named.");
    schema["required"].push_back("energy");
    auto& properties = schema["properties"];
    properties["energy"] = {{"description", "Whether energies and virials were wanted."},
                            {"type", "boolean"}};
    properties["shift"] = {
        {"description", "The energy at the cutoff was subtracted from each pair's."},
        {"const", true}};
    for (const PairForce* force : pair_forces())
      for (const PairParameter& parameter : force->parameters)
        properties[parameter.option] = {{"description", std::string(parameter.help) + "."},
                                        {"type", "number"}};
    return schema;
  }
  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs = short_range_test_inputs({{"energy", "off"}});
    inputs.push_back({300, {{"shift", "on"}}, "", true});
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    LjOptions options = lj_options().parse(request.options);
    ShortRangeSystem system(request, options, name());
    return std::make_unique<LjProblem>(std::move(system), std::move(options));
  }
};

}  // namespace

LjOptions::LjOptions() {
  for (const PairForce* force : pair_forces()) {
    laws.push_back({force});
    for (std::size_t k = 0; k < force->parameters.size(); ++k)
      laws.back().parameters.at(k) =
          parse_number<double>(force->parameters[k].default_value).value();
  }
}

const OptionSet<LjOptions>& lj_options() {
  static const OptionSet<LjOptions> options = [] {
    OptionSet<LjOptions> set;
    set.include(short_range_options())
        .toggle("energy", &LjOptions::energy, "on: also energies and virials; off: only forces")
        .toggle("shift", &LjOptions::shift,
                "on: subtract the energy at the cutoff, so that whole steps conserve the total");
    for (std::size_t f = 0; f < pair_forces().size(); ++f)
      for (std::size_t k = 0; k < pair_forces()[f]->parameters.size(); ++k) {
        const PairParameter& parameter = pair_forces()[f]->parameters[k];
        set.number(
            parameter.option,
            [f, k](LjOptions& made) -> double& { return made.laws[f].parameters[k]; },
            parameter.positive ? Sign::positive : Sign::any, parameter.help);
      }
    return set;
  }();
  return options;
}

std::unique_ptr<Family> make_lj() { return std::make_unique<LennardJones>(); }

}  // namespace gputest

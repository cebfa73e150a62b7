#include "common/ewald/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "common/cells/short_range.hpp"
#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/ewald/mesh.hpp"
#include "common/ewald/oracle.hpp"
#include "common/ewald/parameters.hpp"
#include "common/ewald/signature.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/attraction.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/ions.hpp"
#include "common/particles/limits.hpp"
#include "common/particles/other_units.hpp"
#include "common/particles/rounded.hpp"
#include "common/run/checked_results.hpp"

namespace gputest {
namespace {

/// Operations of a wave and a particle, for both transforms: two phases, cosines and sines, two
/// products each way and four sums.
constexpr double kWaveFlops = 2 * 5 + 2 * 20 + 4 + 13;

/// Operations of a pair: differences, r^2, 1/r, erfc and exp of about 20 each, force and four sums.
constexpr double kRealFlops = 3 + 9 + 5 + 2 + 2 * 20 + 6 + 8;

/// The most by which one particle's error may exceed the mean. A mesh's errors are nearly normally
/// distributed, so one wrong particle could hide in a mean over many.
constexpr double kWorstOfMean = 10;

std::string part_of(const Configuration& configuration) { return configuration.on_axis("part"); }

/// The numbers as an array of that shape.
template <class Numbers>
HostArray array_of(const ArrayShape& shape, const Numbers& numbers) {
  HostArray array{shape, {}};
  array.data.resize(shape.bytes());
  for (std::size_t k = 0; k < numbers.size(); ++k) switch (shape.element) {
      case Element::fp32:
        array.as<float>()[k] = static_cast<float>(numbers[k]);
        break;
      case Element::fp64:
        array.as<double>()[k] = static_cast<double>(numbers[k]);
        break;
      default:
        array.as<std::uint32_t>()[k] = static_cast<std::uint32_t>(numbers[k]);
    }
  return array;
}

/// The error of a kernel's force and energy of a particle, or its tolerance.
struct EwaldOff {
  double force = 0, energy = 0;
};

class EwaldProblem : public Problem, public ForceField {
 public:
  EwaldProblem(ShortRangeSystem system, EwaldParameters parameters, const EwaldOptions& options,
               const Checking& checking, nlohmann::ordered_json origin)
      : system_(std::move(system)),
        parameters_(std::move(parameters)),
        options_(options),
        checking_(checking),
        origin_(std::move(origin)) {}

  std::uint64_t n() const override { return system_.n(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    system_.require_range(configuration.precision);
    if (configuration.precision == Precision::fp32)  // rounding may join two particles
      refuse_coincident(system_.rounded(Precision::fp32), " in fp32");
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    const KernelSignature shapes = argument_shapes(configuration);
    std::vector<HostArray> arrays =
        pack(*find_layout(configuration.layout), system_.rounded(precision), precision, 0);
    const std::size_t own = arrays.size();
    if (part_of(configuration) == "wave") {
      arrays.push_back(
          array_of(shapes.inputs[own],
                   wave_factors(parameters_, ChargedSystem(system_.rounded(precision)))));
    } else if (part_of(configuration) == "mesh") {
      arrays.push_back(
          array_of(shapes.inputs[own],
                   influence(parameters_, ChargedSystem(system_.rounded(precision)), mesh())));
    } else if (has_list(configuration)) {
      const VerletList& list = system_.list(precision, ListKind::full);
      arrays.push_back(array_of(shapes.inputs[own], list.starts));
      arrays.push_back(array_of(shapes.inputs[own + 1], list.entries));
    }
    return arrays;
  }

  void make_reference(const Configuration& configuration) override {
    const Precision precision = configuration.precision;
    const ParticleSet& particles = system_.rounded(precision);
    std::optional<Converged>& whole = converged_[precision == Precision::fp32 ? 0 : 1];
    if (!whole) whole = converge(particles, results_to_check(n(), checking_));
    std::optional<Reference>& made = references_[{precision, part_of(configuration)}];
    if (made) return;
    const double eps = epsilon(precision);
    Reference right;
    if (part_of(configuration) == "wave") {
      right.part = &whole->wave;
      const WaveShares waves =
          wave_shares(particles, parameters_.alpha, parameters_.waves, eps, whole->places);
      right.summed = waves.shares;
      for (const std::uint64_t i : whole->places) {
        const double q = std::abs(particles.charge[i]);
        right.off.push_back({q * waves.field_off, q / 2 * waves.potential_off});
      }
    } else if (part_of(configuration) == "mesh") {
      right.part = &whole->wave;
      right.rounding = mesh_rounding(parameters_, ChargedSystem(particles), mesh(), precision);
    } else {
      right.part = &whole->real;
      for (const RealShare& share :
           real_shares(particles, parameters_.alpha, parameters_.cutoff, eps, whole->places)) {
        right.summed.push_back(share);
        right.off.push_back({share.force_off, share.energy_off});
      }
    }
    made = std::move(right);
  }

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;

  /// The results of one part. The whole energy is the sum of a real part, a wave part and
  /// constant_energies().
  /// For a mesh in fp64.
  std::vector<std::unique_ptr<Problem>> in_two_units(
      const Configuration& configuration) const override;
  /// Forces and energies may differ by the geometric mean of the roundings of fp32 and fp64.
  Verification compare_units(const Configuration& configuration,
                             const std::vector<HostArray>& outputs,
                             const std::vector<HostArray>& other) const override;

  std::vector<ParticleResult> results(Precision precision,
                                      const std::vector<HostArray>& outputs) const override;
  KernelSignature without_energies(KernelSignature signature) const override { return signature; }
  std::vector<double> constant_energies() const override;
  void place_types(ParticleSet& particles) const override { particles.mass = particles.charge; }
  ListRadii list_radii() const override { return {system_.cutoff(), system_.skin()}; }
  std::string shortcoming(const Configuration& configuration) const override;
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;

  Work work(const Configuration& configuration) const override {
    if (part_of(configuration) == "mesh") return mesh_work(configuration);
    const bool waves = part_of(configuration) == "wave";
    const double of_one = has_list(configuration) ? pairs(configuration) / static_cast<double>(n())
                          : waves                 ? static_cast<double>(parameters_.waves.size())
                                                  : static_cast<double>(n());
    const double interactions = of_one * static_cast<double>(n());
    const double flops = waves ? kWaveFlops * interactions : kRealFlops * pairs(configuration);
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    return {interactions, flops, static_cast<double>(shapes.bytes())};
  }

  /// A pair's r^2 takes 6 operations and the rest 3; two particles may share them all. Wave sums
  /// have no such minimum, because a fast Fourier transform can replace them.
  double least_operations(const Configuration& configuration) const override {
    constexpr double kOfAPair = 9;
    const bool counted = part_of(configuration) == "real" && system_.skin() == 0;
    return counted ? kOfAPair * pairs(configuration) / 2 : 0;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = origin_;
    json["accuracy"] = options_.accuracy;
    json["alpha"] = parameters_.alpha;
    json["cutoff"] = parameters_.cutoff;
    if (part_of(configuration) == "wave") json["waves"] = parameters_.waves.size();
    if (part_of(configuration) == "mesh") {
      json["mesh"] = mesh().points;
      json["spline_order"] = options_.spline_order;
    }
    for (const auto& [axis, value] : configuration.axes) json[axis] = value;
    return json;
  }

 private:
  /// The converged parts of some of the particles.
  struct Converged {
    std::vector<std::uint64_t> places;
    std::vector<CoulombShare> real, wave;
  };
  /// One of these parts.
  struct Reference {
    const std::vector<CoulombShare>* part = nullptr;  ///< converged
    std::vector<CoulombShare> summed;                 ///< as the kernel should sum it; empty for a
                                                      ///< mesh
    std::vector<EwaldOff> off;                        ///< the error that rounding explains
    MeshRounding rounding;                            ///< for a mesh: root mean squares
  };

  Converged converge(const ParticleSet& particles, const std::vector<std::uint64_t>& places) const {
    Converged made;
    made.places = places;
    made.wave = coulomb_shares(particles, made.places);
    const double alpha = parameters_.alpha;
    for (const RealShare& share : real_shares(particles, alpha, converged_cutoff(alpha),
                                              epsilon(Precision::fp32), made.places))
      made.real.push_back(share);
    const std::vector<double> constants = gputest::constant_energies(particles, alpha);
    for (std::size_t k = 0; k < made.places.size(); ++k) {
      CoulombShare& wave = made.wave[k];
      wave.fx -= made.real[k].fx;
      wave.fy -= made.real[k].fy;
      wave.fz -= made.real[k].fz;
      wave.energy -= made.real[k].energy + constants[made.places[k]];
    }
    return made;
  }

  const EwaldMesh& mesh() const {
    if (!mesh_)
      mesh_ = ewald_mesh(parameters_, ChargedSystem(system_.particles()), options_.accuracy,
                         options_.spline_order);
    return *mesh_;
  }

  /// The work of spreading to and gathering from mesh points, and of two transforms with 2.5 flops
  /// per point times the logarithm of the count.
  Work mesh_work(const Configuration& configuration) const {
    constexpr double kOfAPoint = 2 + 8;
    const double points = static_cast<double>(mesh().count());
    const double near = static_cast<double>(n()) * std::pow(options_.spline_order, 3);
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    return {near, kOfAPoint * near + 5 * points * std::log2(points),
            static_cast<double>(shapes.bytes())};
  }

  static bool has_list(const Configuration& configuration) {
    return !configuration.on_axis("list").empty();
  }

  /// Ordered pairs within cutoff and skin.
  double pairs(const Configuration& configuration) const {
    return static_cast<double>(
        system_.list(configuration.precision, ListKind::full).entries.size());
  }

  KernelSignature argument_shapes(const Configuration& configuration) const {
    if (part_of(configuration) == "real") {
      std::optional<std::uint64_t> entries;
      if (has_list(configuration))
        entries = system_.list(configuration.precision, ListKind::full).entries.size();
      return ewald_real_signature(n(), entries, parameters_.alpha, parameters_.cutoff,
                                  system_.edges(), configuration);
    }
    if (part_of(configuration) == "mesh")
      return ewald_mesh_signature(n(), mesh(), system_.edges(), configuration);
    return ewald_wave_signature(n(), parameters_.waves.size(), system_.edges(), configuration);
  }

  ShortRangeSystem system_;  ///< a particle's mass is its charge
  EwaldParameters parameters_;
  EwaldOptions options_;
  Checking checking_;
  nlohmann::ordered_json origin_;
  mutable std::optional<EwaldMesh> mesh_;  // made on first use
  std::array<std::optional<Converged>, 2> converged_;
  std::map<std::pair<Precision, std::string>, std::optional<Reference>> references_;
};

Verification EwaldProblem::verify(const Configuration& configuration, Precision,
                                  const std::vector<HostArray>& outputs) const {
  const Precision precision = configuration.precision;
  const Converged& whole = *converged_[precision == Precision::fp32 ? 0 : 1];
  const Reference& right = *references_.at({precision, part_of(configuration)});
  Verification result;
  result.checked = whole.places.size();
  if (result.checked < n()) result.salt = checking_.salt;
  const HostArray& forces = outputs.at(0);
  for (std::uint64_t k = 0; k < 4 * n(); ++k) {
    if (std::isfinite(real_at(forces, k))) continue;
    result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
    result.worst_index = k / 4;
    result.reason = fmt::format("the force on particle {} was not written or is not finite", k / 4);
    return result;
  }
  const auto off_from = [&](const CoulombShare& share, std::uint64_t i) {
    const auto at = [&](std::uint64_t component) { return real_at(forces, 4 * i + component); };
    return EwaldOff{std::hypot(at(0) - share.fx, at(1) - share.fy, at(2) - share.fz),
                    std::abs(at(3) - share.energy)};
  };
  const ChargedSystem system(system_.rounded(precision));
  double force2 = 0, energy2 = 0, rounding2 = 0, worst = 0, farthest = 0;
  for (std::size_t k = 0; k < whole.places.size(); ++k) {
    const EwaldOff converged = off_from((*right.part)[k], whole.places[k]);
    force2 += converged.force * converged.force;
    energy2 += converged.energy * converged.energy;
    if (right.summed.empty()) {
      if (converged.force > farthest) result.worst_index = whole.places[k];
      farthest = std::max(farthest, converged.force);
      continue;
    }
    const EwaldOff summed = off_from(right.summed[k], whole.places[k]);
    const EwaldOff& allowed = right.off[k];
    rounding2 += allowed.force * allowed.force;
    const double share = std::max(summed.force / allowed.force, summed.energy / allowed.energy);
    if (!(share > worst)) continue;
    worst = share;
    result.worst_index = whole.places[k];
    if (!(share > 1)) continue;
    const bool of_force = summed.force / allowed.force == share;
    result.max_error =
        of_force ? summed.force / system.typical_force() : summed.energy / system.typical_energy();
    result.tolerance = result.max_error / share;
    result.reason = fmt::format(
        "the {} of particle {} is off by {:.2e} of that between neighbours from the same sums, "
        "where {:.2e} is allowed",
        of_force ? "force" : "energy", result.worst_index, result.max_error, result.tolerance);
  }
  const auto mean = [&](double squares) {
    return std::sqrt(squares / static_cast<double>(whole.places.size()));
  };
  result.rms_error = mean(force2) / system.typical_force();
  if (!result.reason.empty()) return result;
  result.max_error = std::max(result.rms_error, mean(energy2) / system.typical_energy());
  result.tolerance = options_.accuracy +
                     std::max((mean(rounding2) + right.rounding.force) / system.typical_force(),
                              right.rounding.energy / system.typical_energy());
  if (!(result.max_error <= result.tolerance))
    result.reason = fmt::format(
        "the forces' error is {:.2e} of that between neighbours and the energies' {:.2e}; "
        "--accuracy and rounding allow {:.2e}",
        result.rms_error, mean(energy2) / system.typical_energy(), result.tolerance);
  farthest /= system.typical_force();
  if (result.reason.empty() && farthest > kWorstOfMean * result.tolerance) {
    result.max_error = farthest;
    result.tolerance *= kWorstOfMean;
    result.reason = fmt::format(
        "the force on particle {} is off by {:.2e} of that between neighbours, over ten times the "
        "error allowed on average",
        result.worst_index, farthest);
  }
  result.passed = result.reason.empty();
  return result;
}

std::vector<std::unique_ptr<Problem>> EwaldProblem::in_two_units(
    const Configuration& configuration) const {
  if (part_of(configuration) != "mesh" || configuration.precision != Precision::fp64) return {};
  const auto same = [&](const Units& units) {
    EwaldParameters parameters = parameters_;
    parameters.alpha /= units.length;
    parameters.most_wave /= units.length;
    parameters.cutoff *= units.length;
    ProblemRequest request;
    request.input = std::make_shared<ParticleSet>(in_units(system_.particles(), units));
    ShortRangeOptions short_range;  // a mesh needs no lists
    short_range.cutoff = parameters.cutoff / 2;
    short_range.skin = 0;
    short_range.sort = false;
    auto problem =
        std::make_unique<EwaldProblem>(ShortRangeSystem(request, short_range, "ewald"),
                                       std::move(parameters), options_, checking_, origin_);
    problem->mesh_ = mesh();
    return problem;
  };
  std::vector<std::unique_ptr<Problem>> both;
  both.push_back(same(Units{}));
  both.push_back(same(kOtherUnits));
  return both;
}

Verification EwaldProblem::compare_units(const Configuration&,
                                         const std::vector<HostArray>& outputs,
                                         const std::vector<HostArray>& other) const {
  const ChargedSystem system(system_.particles());
  const MeshRounding of_fp64 = mesh_rounding(parameters_, system, mesh(), Precision::fp64);
  const MeshRounding of_fp32 = mesh_rounding(parameters_, system, mesh(), Precision::fp32);
  double forces = 0, energies = 0;
  for (std::uint64_t k = 0; k < 4 * n(); ++k) {
    const bool of_energy = k % 4 == 3;
    const double unit = of_energy ? kOtherUnits.energy() : kOtherUnits.force();
    const double apart = real_at(outputs.at(0), k) - real_at(other.at(0), k) / unit;
    (of_energy ? energies : forces) += apart * apart;
  }
  const auto mean = [&](double squares) { return std::sqrt(squares / static_cast<double>(n())); };
  const double of_force = mean(forces) / between_precisions(of_fp64.force, of_fp32.force);
  const double of_energy = mean(energies) / between_precisions(of_fp64.energy, of_fp32.energy);
  Verification result;
  result.checked = n();
  result.max_error = result.rms_error = mean(forces) / system.typical_force();
  result.tolerance = between_precisions(of_fp64.force, of_fp32.force) / system.typical_force();
  if (of_energy > of_force) {
    result.max_error = result.rms_error = mean(energies) / system.typical_energy();
    result.tolerance = between_precisions(of_fp64.energy, of_fp32.energy) / system.typical_energy();
  }
  result.passed = std::max(of_force, of_energy) <= 1;
  if (!result.passed)
    result.reason = fmt::format(
        "the kernel computes in a precision below fp64: in other units of length and charge, the "
        "{} differ by {:.2e} of that between neighbours, where {:.2e} is allowed",
        of_energy > of_force ? "energies" : "forces", result.max_error, result.tolerance);
  return result;
}

std::vector<ParticleResult> EwaldProblem::results(Precision,
                                                  const std::vector<HostArray>& outputs) const {
  const HostArray& forces = outputs.front();
  const ParticleSet& p = system_.particles();
  std::vector<ParticleResult> results(n());
  for (std::uint64_t i = 0; i < n(); ++i) {
    const auto at = [&](std::uint64_t component) { return real_at(forces, 4 * i + component); };
    results[system_.input_place(i)] = {p.id[i], at(0), at(1), at(2), at(3)};
  }
  return results;
}

std::vector<double> EwaldProblem::constant_energies() const {
  const std::vector<double> sorted =
      gputest::constant_energies(system_.particles(), parameters_.alpha);
  std::vector<double> energies(n());
  for (std::uint64_t i = 0; i < n(); ++i) energies[system_.input_place(i)] = sorted[i];
  return energies;
}

std::string EwaldProblem::shortcoming(const Configuration& configuration) const {
  const ChargedSystem system(system_.particles());
  const double rounding =
      mesh_rounding(parameters_, system, mesh(), configuration.precision).force /
      (kRoundingDeviations * system.typical_force());
  if (rounding <= options_.accuracy) return {};
  return fmt::format("--accuracy={:g} is below {:.1e}, the rounding error of forces in {}",
                     options_.accuracy, rounding, name(configuration.precision));
}

/// Uses the criteria of a row: compares with the part as the kernel should sum it or, for a mesh,
/// with the converged part.
JudgedForces EwaldProblem::judge_forces(const ParticleSet& now, const Configuration& configuration,
                                        Precision arithmetic, const HostArray& forces,
                                        const std::vector<std::uint64_t>& some) const {
  const Precision precision = configuration.precision;
  ParticleSet p = rounded(now, precision);
  p.box = system_.rounded(precision).box;
  JudgedForces judged;
  double net[3] = {0, 0, 0};
  for (std::uint64_t i = 0; i < n(); ++i)
    for (std::uint64_t axis = 0; axis < 3; ++axis) {
      const double f = real_at(forces, 4 * i + axis);
      if (!std::isfinite(f)) {
        judged.fault = fmt::format("the force of charges on particle {} is not finite", p.id[i]);
        return judged;
      }
      net[axis] += f;
    }
  const bool mesh_part = part_of(configuration) == "mesh";
  const ChargedSystem system(p);
  const double eps = epsilon(arithmetic);
  std::vector<CoulombShare> right;
  std::vector<double> allowed, allowed_energy;
  double of_mean = 0;  // the tolerance of a mesh's root mean square
  if (mesh_part) {
    right = converge(p, some).wave;
    of_mean = options_.accuracy * system.typical_force() +
              mesh_rounding(parameters_, system, mesh(), precision).force;
    allowed.assign(some.size(), kWorstOfMean * of_mean);
    allowed_energy.assign(
        some.size(), kWorstOfMean * (options_.accuracy * system.typical_energy() +
                                     mesh_rounding(parameters_, system, mesh(), precision).energy));
  } else if (part_of(configuration) == "wave") {
    const WaveShares waves = wave_shares(p, parameters_.alpha, parameters_.waves, eps, some);
    right = waves.shares;
    for (const std::uint64_t i : some) {
      allowed.push_back(std::abs(p.charge[i]) * waves.field_off);
      allowed_energy.push_back(std::abs(p.charge[i]) / 2 * waves.potential_off);
    }
  } else {
    for (const RealShare& share :
         real_shares(p, parameters_.alpha, parameters_.cutoff, eps, some)) {
      right.push_back(share);
      allowed.push_back(share.force_off);
      allowed_energy.push_back(share.energy_off);
    }
  }
  double squares = 0;
  for (std::size_t k = 0; k < some.size(); ++k) {
    const auto at = [&](std::uint64_t component) {
      return real_at(forces, 4 * some[k] + component);
    };
    const double off = std::hypot(at(0) - right[k].fx, at(1) - right[k].fy, at(2) - right[k].fz);
    squares += off * off;
    const auto wrong = [&](std::string_view of, double is, double may_be, double typical) {
      return fmt::format(
          "the {} part of the charges' {} particle {} is wrong by {:.2e} of that between "
          "neighbours "
          "where {:.2e} is allowed",
          part_of(configuration), of, p.id[some[k]], is / typical, may_be / typical);
    };
    if (const double off_energy = std::abs(at(3) - right[k].energy);
        !(off_energy <= allowed_energy[k]))
      judged.fault = wrong("energy of", off_energy, allowed_energy[k], system.typical_energy());
    else if (!(off <= allowed[k]))
      judged.fault = wrong("force on", off, allowed[k], system.typical_force());
    else
      continue;
    return judged;
  }
  const double mean = std::sqrt(squares / static_cast<double>(some.size()));
  if (mesh_part && !(mean <= of_mean))
    judged.fault = fmt::format(
        "the mesh part of the charges' forces is wrong by {:.2e} of that between neighbours on the "
        "average where {:.2e} is allowed",
        mean / system.typical_force(), of_mean / system.typical_force());
  const double of_one = mesh_part ? of_mean : *std::max_element(allowed.begin(), allowed.end());
  judged.net_allowed = of_one * static_cast<double>(n());
  if (const double all = std::hypot(net[0], net[1], net[2]);
      judged.fault.empty() && !(all <= judged.net_allowed))
    judged.fault =
        fmt::format("the {} part of all charges' forces adds up to {:.2e} where {:.2e} is allowed",
                    part_of(configuration), all, judged.net_allowed);
  return judged;
}

class Ewald : public Family {
 public:
  std::string name() const override { return "ewald"; }
  std::string summary() const override {
    return "point charges in a periodic box: Ewald's real and wave parts";
  }
  RateUnit rate_unit() const override {
    return {"interactions", "Ginter/s",
            "one particle with a wave, with a pair examined, or with a point of the mesh"};
  }
  std::vector<Named> arguments() const override {
    return {
        {"starts", "start of each particle's list, and the end of the last"},
        {"entries", "the particles within the cutoff, list after list"},
        {"alpha", "the inverse length of the smeared charges"},
        {"cutoff2", "the squared cutoff of the real part"},
        {"periodic", "1: the box is periodic"},
        {"waves", "x y z of each wave vector, in turns along the box, and its factor"},
        {"forces", "for each particle the force in x, y, z and half of q phi in w"},
        {"influence", "the factor of each mode of the mesh"},
        {"mesh", "charges at the points of the mesh, then potentials"},
        {"modes", "the transform of the mesh, real and imaginary part of each mode"},
        {"by_place", "particles in the order of the planes or columns of the mesh below them"},
        {"place_starts", "start of each plane's or column's particles, and the end of the last"},
        {"charges", "positions on the mesh and charges in that order"},
        {"work", "memory for sorting"},
        {"mesh_*", "points of the mesh along an axis"},
        {"order",
         "the order of the B-splines: points along an axis that a particle contributes to"},
        {"partial", "structure factors of parts of the particles"},
        {"amplitudes", "structure factors times the waves' factors"},
        {"n", "particles; a particle's mass is its charge"},
        {"wave_count", "wave vectors; each also represents its opposite"},
        {"particles_per_part", "particles of a part; the last may be shorter"},
        {"edge_*", "edges of the periodic box"},
        {"inverse_edge_*", "inverse edges"},
    };
  }
  std::vector<Named> layouts() const override {
    std::vector<Named> own;
    for (const Named& layout : named_buffer_layouts())
      if (layout.name == "aos3" || layout.name == "float4" || layout.name == "soa")
        own.push_back(layout);
    return own;
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return ewald_options().described(); }
  std::vector<Axis> axes() const override {
    return {
        {"part", {"wave", "real", "mesh"}, "which of Ewald's sums is computed", false, {}, true},
        short_range_axes()[1],  // of the values of the axis list, kernels take csr
        {"spread", {"sorted", "atomics", "gather"}, "how charges are added to the mesh"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "Point charges in a periodic box.",
      "required": ["particles", "accuracy", "alpha", "cutoff", "part"],
      "properties": {
        "particles": {
          "description": "The source of the particles: a rock-salt lattice, or --input.",
          "enum": ["ions", "file"]
        },
        "seed": {
          "description": "The seed of generated ions.", "type": "integer", "minimum": 0
        },
        "checksum": {
          "description": "The checksum of a file's positions and charges: FNV-1a, 64 bits, in hexadecimal.",
          "type": "string", "pattern": "^[0-9a-f]{16}$"
        },
        "accuracy": {
          "description": "The requested error, relative to the force between typical neighbours.",
          "type": "number", "exclusiveMinimum": 0
        },
        "alpha": {
          "description": "The inverse length of the smeared charges.",
          "type": "number", "exclusiveMinimum": 0
        },
        "cutoff": {
          "description": "The cutoff of the real part.",
          "type": "number", "exclusiveMinimum": 0
        },
        "waves": {
          "description": "Wave vectors of direct sums, one of each pair of opposite ones.",
          "type": "integer", "minimum": 1
        },
        "mesh": {
          "description": "Points of the mesh along each axis.",
          "type": "array", "items": { "type": "integer", "minimum": 1 },
          "minItems": 3, "maxItems": 3
        },
        "spline_order": {
          "description": "The order of the B-splines.", "type": "integer", "minimum": 4, "maximum": 8
        }
      },
      "if": { "properties": { "particles": { "const": "ions" } } },
      "then": { "required": ["seed"], "properties": { "checksum": false } },
      "else": { "required": ["checksum"], "properties": { "seed": false } }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 65, 216}) inputs.push_back({n});
    inputs.push_back({2, {{"spline-order", "7"}}, "", true});
    inputs.push_back(
        {300, {{"accuracy", "1e-3"}, {"cutoff", "2.5"}, {"spline-order", "5"}}, "", true});
    inputs.push_back({300, {{"accuracy", "3e-5"}, {"spline-order", "4"}}, "", true});
    inputs.push_back({700, {{"accuracy", "1e-7"}, {"spline-order", "8"}}, "", true});
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const EwaldOptions options = ewald_options().parse(request.options);
    const std::uint64_t n = request.input ? request.input->size() : request.n;
    if (n == 0) throw Error(Status::bad_input, "ewald needs at least one particle, not n = 0");
    if (n > kMaxBodies)
      throw Error(Status::bad_input,
                  fmt::format("ewald takes at most {} particles, not {}", kMaxBodies, n));
    if (options.spline_order < kLeastOrder || options.spline_order > kMostOrder)
      throw Error(Status::bad_input, fmt::format("--spline-order takes {} to {}, not {}",
                                                 kLeastOrder, kMostOrder, options.spline_order));
    constexpr std::uint64_t kCopies = 8;  // the set, rounded, packed, on the device; the reference
    require_host_memory(kCopies * n * ParticleSet::bytes_per_particle,
                        fmt::format("ewald of n = {}", n));
    auto origin = nlohmann::ordered_json::object();
    const auto particles = std::make_shared<ParticleSet>(particles_of(request, origin));
    refuse_coincident(*particles, "");
    EwaldParameters parameters = ewald_parameters(*particles, options.accuracy, options.cutoff);
    ShortRangeOptions short_range;
    short_range.cutoff = parameters.cutoff;
    short_range.skin = options.skin;
    short_range.sort = options.sort;
    ProblemRequest of_system = request;
    of_system.input = particles;
    ShortRangeSystem system(of_system, short_range, "ewald");
    return std::make_unique<EwaldProblem>(std::move(system), std::move(parameters), options,
                                          request.checking, std::move(origin));
  }

 private:
  /// The particles, with their charges also as masses. Throws Error(bad_input) if there are no
  /// charges or the box is open.
  static ParticleSet particles_of(const ProblemRequest& request, nlohmann::ordered_json& origin) {
    ParticleSet particles;
    if (const auto given = given_particles(request.input)) {
      particles = *given;
      const bool periodic = particles.has_box && particles.box.periodic[0] &&
                            particles.box.periodic[1] && particles.box.periodic[2];
      if (!periodic)
        throw Error(Status::bad_input,
                    "ewald needs a box that is periodic along all axes, but the file's is not");
      const auto charged = [](double q) { return q != 0; };
      if (std::none_of(particles.charge.begin(), particles.charge.end(), charged))
        throw Error(Status::bad_input, "ewald needs charges, but the file has none");
      origin["particles"] = "file";
      origin["checksum"] = checksum({&particles.x, &particles.y, &particles.z, &particles.charge});
    } else {
      const std::uint64_t seed = request.seed.value_or(1);
      particles = generate_ions(request.n, seed, true);
      origin["particles"] = "ions";
      origin["seed"] = seed;
    }
    particles.mass = particles.charge;
    return particles;
  }
};

}  // namespace

const OptionSet<EwaldOptions>& ewald_options() {
  using Options = EwaldOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .number("accuracy", &Options::accuracy, Sign::positive,
                  "error of charges' forces, relative to the force between typical neighbours")
          .number("cutoff", &Options::cutoff, Sign::not_negative,
                  "cutoff of Ewald's real part, 0 to choose one")
          .count("spline-order", &Options::spline_order,
                 "order of the B-splines of particle-mesh Ewald, 4 to 8")
          .number("skin", &Options::skin, Sign::not_negative,
                  "how far neighbour lists reach beyond the cutoff")
          .toggle("sort", &Options::sort,
                  "on: kernels get particles in spatial order; off: in input order");
  return options;
}

std::unique_ptr<Family> make_ewald() { return std::make_unique<Ewald>(); }

}  // namespace gputest

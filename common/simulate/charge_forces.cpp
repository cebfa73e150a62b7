#include "common/simulate/charge_forces.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/cells/periodic_box.hpp"
#include "common/core/error.hpp"
#include "common/run/runner.hpp"

namespace gputest {
namespace {

constexpr const char* kFamily = "ewald";
constexpr std::array kSetBySteps{"skin", "sort"};

}  // namespace

std::vector<ProblemOption> charge_options(const Registry& registry) {
  std::vector<ProblemOption> options = registry.find_family(kFamily)->options();
  std::erase_if(options, [](const ProblemOption& option) {
    return std::find(kSetBySteps.begin(), kSetBySteps.end(), option.name) != kSetBySteps.end();
  });
  return options;
}

ChargeKernels find_charge_kernels(const Registry& registry, const std::string& api) {
  ChargeKernels found;
  found.family = registry.find_family(kFamily);
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api != api || info.family != kFamily || !info.fault.empty()) continue;
    if (info.variant == "real") found.real = kernel.get();
    if (info.variant == "real_list") found.real_list = kernel.get();
    if (info.variant == "wave_direct") found.wave = kernel.get();
    if (info.variant == "pme") found.mesh = kernel.get();
  }
  return found;
}

ChargeForces::ChargeForces(const ForceKernel& forces, const SimulationOptions& options,
                           const ParticleSet& listed, std::uint64_t step)
    : forces_(forces),
      options_(options),
      charges_(forces.force_family().charges(listed, options.problem)) {
  const ChargeKernels& kernels = forces_.charges;
  if (kernels.real == nullptr || kernels.wave == nullptr)
    throw Error(Status::unavailable, fmt::format("{} has no kernels for charges in a periodic box",
                                                 forces_.kernel.info().api));
  real_ = part_of(*kernels.real);
  wave_ = part_of(*kernels.wave);
  wave_.problem = make_problem(listed, step);
  choose_list(listed);
  choose_mesh();
  if (const std::string why = wave_.field().shortcoming(wave_.configuration); !why.empty())
    throw Error(Status::bad_input, why);
  prepare(wave_);
  make_list(listed, step);
}

ParticleSet ChargeForces::charged(const ParticleSet& particles) const {
  ParticleSet made = particles;
  made.charge = charges_.charge;
  return made;
}

std::shared_ptr<Problem> ChargeForces::make_problem(const ParticleSet& particles,
                                                    std::uint64_t step) const {
  ProblemRequest request;
  request.options = options_.problem;
  request.options["skin"] = fmt::format("{}", skin_);
  request.options["sort"] = "off";
  request.input = std::make_shared<ParticleSet>(charged(particles));
  request.checking = {Coverage::sample, step};
  return forces_.charges.family->make_problem(request);
}

/// Uses the run's layout, if the kernel has it, and the first value of each of its axes. The axis
/// for spreading charges is set to the same order in every launch, so that a restart has the same
/// bits.
ChargeForces::Part ChargeForces::part_of(const Kernel& kernel) const {
  const KernelInfo& info = kernel.info();
  Part part;
  part.kernel = &kernel;
  const std::string& layout = forces_.configuration.layout;
  const bool has =
      std::find(info.layouts.begin(), info.layouts.end(), layout) != info.layouts.end();
  part.configuration.layout = has ? layout : info.layouts.front();
  part.configuration.precision = forces_.configuration.precision;
  part.configuration.block = info.blocks.empty() ? 0 : info.blocks.front();
  for (const auto& [axis, values] : info.axes)
    part.configuration.axes[axis] =
        axis == "spread" && std::find(values.begin(), values.end(), "sorted") != values.end()
            ? "sorted"
            : values.front();
  return part;
}

/// A skin of this fraction of the mean distance: ions of a melt stay within half of it for about 20
/// steps.
void ChargeForces::choose_list(const ParticleSet& listed) {
  constexpr double kSkin = 0.35;
  if (forces_.charges.real_list == nullptr) return;
  double volume = 1, shortest = std::numeric_limits<double>::infinity();
  for (const double edge : PeriodicEdges(listed).edge) {
    volume *= edge;
    shortest = std::min(shortest, edge);
  }
  const double skin = kSkin * std::cbrt(volume / static_cast<double>(listed.size()));
  if (2 * (wave_.field().list_radii().cutoff + skin) > shortest) return;
  skin_ = skin;
  real_ = part_of(*forces_.charges.real_list);
}

void ChargeForces::choose_mesh() {
  const Kernel* mesh = forces_.charges.mesh;
  if (mesh == nullptr) return;
  Part part = part_of(*mesh);
  const std::uint64_t n = wave_.problem->n();
  if (!mesh->skip_reason(forces_.device.info(), part.configuration, n).empty()) return;
  part.problem = wave_.problem;
  const auto operations = [](const Part& of) { return of.problem->work(of.configuration).flops; };
  if (operations(part) < operations(wave_)) wave_ = std::move(part);
}

void ChargeForces::prepare(Part& part) {
  part.execution.reset();  // one set of arrays at a time
  const KernelSignature shapes = part.problem->shapes(part.configuration);
  check_limits(forces_.device.info(), shapes);
  part.execution = part.kernel->prepare(forces_.device, part.configuration, shapes);
  part.execution->upload(part.problem->inputs(part.configuration));
}

void ChargeForces::make_list(const ParticleSet& listed, std::uint64_t step) {
  real_.problem = make_problem(listed, step);
  prepare(real_);
}

void ChargeForces::compute(const ParticleSet& now) {
  const ParticleSet particles = charged(now);
  const std::vector<double> constants = wave_.field().constant_energies();
  results_.assign(now.size(), {});
  energy_ = 0;
  for (std::size_t i = 0; i < now.size(); ++i) results_[i].potential = constants[i];
  for (Part* part : {&real_, &wave_}) {
    std::vector<HostArray> outputs =
        launch_at(*part->execution, part->field(), part->configuration, particles);
    const auto of_part = part->field().results(part->configuration.precision, outputs);
    for (std::size_t i = 0; i < now.size(); ++i) {
      results_[i].x += of_part[i].x;
      results_[i].y += of_part[i].y;
      results_[i].z += of_part[i].z;
      results_[i].potential += of_part[i].potential;
    }
    part->forces = std::move(outputs.front());
  }
  for (ParticleResult& result : results_) {
    for (double* number : {&result.x, &result.y, &result.z, &result.potential})
      *number *= charges_.unit;
    energy_ += result.potential;
  }
}

JudgedForces ChargeForces::judge(const ParticleSet& now,
                                 const std::vector<std::uint64_t>& some) const {
  const ParticleSet particles = charged(now);
  JudgedForces judged;
  for (const Part* part : {&real_, &wave_}) {
    const Precision arithmetic =
        part->kernel->info().arithmetic.value_or(part->configuration.precision);
    JudgedForces of_part =
        part->field().judge_forces(particles, part->configuration, arithmetic, part->forces, some);
    judged.net_allowed += charges_.unit * of_part.net_allowed;
    if (judged.fault.empty()) judged.fault = std::move(of_part.fault);
  }
  return judged;
}

PotentialSum ChargeForces::verify(const ParticleSet& now, std::uint64_t step) const {
  const std::shared_ptr<Problem> problem = make_problem(now, step);
  const auto& field = dynamic_cast<const ForceField&>(*problem);
  PotentialSum sum;
  const auto add = [&](double energy) {
    sum.potential += charges_.unit * energy;
    sum.magnitude += std::abs(charges_.unit * energy);
  };
  for (const double energy : field.constant_energies()) add(energy);
  for (const Part* part : {&real_, &wave_})
    run_verified(
        *part->kernel, forces_.device, *problem, part->configuration, step,
        [&](const std::vector<HostArray>& outputs) {
          for (const ParticleResult& result : field.results(part->configuration.precision, outputs))
            add(result.potential);
        });
  return sum;
}

std::string ChargeForces::description() const {
  const auto parameters = [](const Part& part) {
    return part.problem->parameters(part.configuration);
  };
  const auto of_real = parameters(real_), of_wave = parameters(wave_);
  std::string text = fmt::format("{} and {}, accuracy {:g}, alpha {:.4g}, cutoff {:.4g}",
                                 real_.kernel->info().name(), wave_.kernel->info().name(),
                                 of_real["accuracy"].get<double>(), of_real["alpha"].get<double>(),
                                 of_real["cutoff"].get<double>());
  if (of_wave.contains("mesh"))
    text += fmt::format(", mesh {}",
                        fmt::join(of_wave["mesh"].get<std::vector<std::uint32_t>>(), " x "));
  else
    text += fmt::format(", {} waves", of_wave["waves"].get<std::uint64_t>());
  return text;
}

}  // namespace gputest

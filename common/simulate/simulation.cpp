#include "common/simulate/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
#include "common/device/unroll.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/reorder.hpp"
#include "common/run/runner.hpp"
#include "common/simulate/charge_forces.hpp"

namespace gputest {
namespace {

bool has(const std::vector<std::string>& values, const std::string& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The list builder of the same API for forces of that configuration: the fastest on such a device;
/// null if none fits.
const KernelInfo* find_builder(const Registry& registry, const KernelInfo& forces,
                               const Configuration& configuration, const DeviceInfo& device) {
  const std::array names = device.on_host ? std::array{"neighbour_simd", "neighbour_cell"}
                                          : std::array{"neighbour_mask", "neighbour_cell"};
  for (const char* name : names)
    for (const auto& kernel : registry.kernels()) {
      const KernelInfo& info = kernel->info();
      if (info.api != forces.api || info.name() != name || !has(info.layouts, configuration.layout))
        continue;
      const auto fits = [&](const auto& axis) {
        return axis.first == kUnrollAxis || has(axis.second, configuration.on_axis(axis.first));
      };
      if (std::all_of(info.axes.begin(), info.axes.end(), fits)) return &info;
    }
  return nullptr;
}

/// Throws Error(bad_input) unless the box has a volume.
void require_edges(const ParticleSet& p) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const double edge = p.box.high[axis] - p.box.low[axis]; !(edge > 0) || !std::isfinite(edge))
      throw Error(Status::bad_input, fmt::format("the particles' box has an edge of {:g} along {}",
                                                 edge, "xyz"[axis]));
}

/// Throws Error(bad_input) unless all particles are in a box that is open along every axis.
void require_walls(const ParticleSet& p) {
  if (!p.has_box || p.box.periodic != std::array{false, false, false})
    throw Error(Status::bad_input,
                "the particles need a box that is open along every axis, with faces that "
                "reflect them, or one that is periodic along every axis");
  const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < p.size(); ++i)
      if (const double at = (*positions[axis])[i];
          !(at >= p.box.low[axis] && at <= p.box.high[axis]))
        throw Error(Status::bad_input, fmt::format("particle {} is outside the box", p.id[i]));
}

}  // namespace

std::unique_ptr<Problem> make_step_problem(const ForceKernel& forces,
                                           const SimulationOptions& options, ParticleSet particles,
                                           std::uint64_t step) {
  ProblemRequest request;
  request.options = options.problem;
  for (const auto& [name, value] : forces.force_family().step_options(particles))
    request.options[name] = value;
  request.input = std::make_shared<ParticleSet>(std::move(particles));
  request.checking = {Coverage::sample, step};
  return forces.family.make_problem(request);
}

Simulation::Simulation(const Registry& registry, const Kernel& kernel, Device& device,
                       const Configuration& configuration, const SimulationOptions& options,
                       SimulationState state)
    : step_(state.step), n_(state.particles.size()), options_(options) {
  if (!(options.time_step > 0) || !std::isfinite(options.time_step))
    throw Error(Status::bad_input,
                fmt::format("the time step must be positive, not {}", options.time_step));
  const ParticleSet& p = state.particles;
  const Family& family = *registry.find_family(kernel.info().family);
  if (dynamic_cast<const ForceFamily*>(&family) == nullptr)
    throw Error(Status::usage, fmt::format("{} computes no forces", kernel.info().name()));
  forces_ = std::make_unique<ForceKernel>(
      ForceKernel{family, kernel, device, configuration,
                  find_builder(registry, kernel.info(), configuration, device.info())});
  const ForceTraits traits = forces_->traits();
  for (const double mass : p.mass)
    if (!(mass > 0) && !traits.acceleration)
      throw Error(Status::bad_input, "a particle without mass cannot be moved by a force");
  units_ = forces_->force_family().step_units();
  if (has_walls(traits, p)) require_walls(p);
  if (traits.charged && is_periodic(p)) {
    require_edges(p);
    forces_->charges = find_charge_kernels(registry, kernel.info().api);
  }
  degrees_ = degrees_of_freedom(traits, p);
  if (traits.walls || (traits.neighbour_list && is_periodic(p))) {
    volume_ = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) volume_ *= p.box.high[axis] - p.box.low[axis];
  }
  if (options.block_steps) set_block_steps(registry, state);
  integrator_ = options.block_steps ? make_block_integrator(*forces_, options_, std::move(state))
                : !options.on_host && steps_on_device(*forces_, state)
                    ? make_device_integrator(*forces_, options, std::move(state))
                    : make_host_integrator(*forces_, options, std::move(state));
}

/// Refuses simulations without support for block time steps.
void Simulation::set_block_steps(const Registry& registry, const SimulationState& state) {
  BlockSteps& steps = *options_.block_steps;
  if (steps.levels < 1 || steps.levels > kMostBlockLevels || !(steps.eta > 0) ||
      !std::isfinite(steps.eta))
    throw Error(
        Status::bad_input,
        fmt::format("block time steps have 1 to {} levels and a positive eta, not {} and {}",
                    kMostBlockLevels, steps.levels, steps.eta));
  const KernelInfo& own = forces_->kernel.info();
  if (!forces_->traits().on_some) {
    std::vector<std::string> names;
    for (const auto& kernel : registry.kernels()) {
      const auto* family =
          dynamic_cast<const ForceFamily*>(registry.find_family(kernel->info().family));
      if (kernel->info().api == own.api && family != nullptr && family->force_traits().on_some)
        names.push_back(kernel->info().name());
    }
    throw Error(Status::usage,
                fmt::format("block time steps need the forces on only some bodies, which {} cannot "
                            "compute{}{}",
                            own.name(), names.empty() ? "" : "; kernels of that API that can: ",
                            fmt::join(names, ", ")));
  }
  steps.softening = forces_->force_family().softening(options_.problem);
  if (!(steps.softening > 0))
    throw Error(Status::bad_input,
                "block time steps depend on the softening length, and --eps is 0");
  if (options_.on_host || !steps_on_device(*forces_, state))
    throw Error(Status::usage,
                fmt::format("block time steps need bodies that stay on the device, and {} cannot "
                            "keep them there",
                            forces_->device.info().id));
}

std::uint64_t Simulation::advance(std::uint64_t most) {
  const std::uint64_t taken = integrator_->advance(most);
  step_ += taken;
  return taken;
}

Thermodynamics Simulation::thermodynamics() {
  const Energies energies = integrator_->energies();
  Thermodynamics now;
  now.step = step_;
  now.potential = energies.potential;
  now.kinetic = energies.kinetic;
  now.reservoir = energies.reservoir;
  now.virial = energies.virial;
  now.temperature = degrees_ > 0 ? 2 * now.kinetic / (degrees_ * units_.boltzmann) : 0;
  if (volume_ > 0)
    now.pressure = (2 * now.kinetic + energies.virial) / (3 * volume_) * units_.pressure;
  if (!std::isfinite(now.total()))
    throw Error(
        Status::bad_input,
        fmt::format("at step {} the energy is not finite; a smaller time step may help", step_));
  return now;
}

void run_verified(const Kernel& kernel, Device& device, Problem& problem,
                  const Configuration& configuration, std::uint64_t step,
                  const std::function<void(const std::vector<HostArray>&)>& f) {
  RunnerOptions runner;
  runner.measure = false;
  const ResultRow row = Runner(runner).run(kernel, device, problem, configuration, f);
  if (row.status != RowStatus::ok)
    throw Error(row.exit_status == Status::ok ? Status::bad_input : row.exit_status,
                fmt::format("at step {}: {}", step, row.reason));
}

std::string Simulation::charges() const {
  const ChargeForces* charges = integrator_->charges();
  return charges == nullptr ? "" : charges->description();
}

PotentialSum sum_of_potentials(const ForceTraits& traits, const ParticleSet& particles,
                               const std::vector<ParticleResult>& results) {
  PotentialSum sum;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const double weight = traits.acceleration ? particles.mass[i] / 2 : 1;
    sum.potential += weight * results[i].potential;
    sum.magnitude += std::abs(weight * results[i].potential);
  }
  return sum;
}

double Simulation::energy_beyond_cutoff() {
  if (integrator_->field().list_radii().cutoff == 0) return 0;  // forces have no cutoff
  const double conserved = integrator_->conserved().potential;
  return conserved - integrator_->energies().potential;
}

void Simulation::verify() {
  ParticleSet now = integrator_->state().particles;
  fold(now);
  const auto problem = make_step_problem(*forces_, options_, now, step_);
  PotentialSum right;
  const auto add_energies = [&](const std::vector<HostArray>& outputs) {
    const auto& field = dynamic_cast<const ForceField&>(*problem);
    right = sum_of_potentials(forces_->traits(), now,
                              field.results(forces_->configuration.precision, outputs));
  };
  run_verified(forces_->kernel, forces_->device, *problem, forces_->configuration, step_,
               add_energies);
  if (const ChargeForces* charges = integrator_->charges()) {
    const PotentialSum of_charges = charges->verify(now, step_);
    right.potential += of_charges.potential;
    right.magnitude += of_charges.magnitude;
  }
  // Both are for the same positions, but fp32 rounds folded ones differently.
  constexpr double kTolerance = 1e-3;
  const double told = integrator_->energies().potential;
  if (!(std::abs(told - right.potential) <= kTolerance * right.magnitude))
    throw Error(
        Status::verification_failed,
        fmt::format("at step {} the potential energy is {:.6g} and not {:.6g}: the forces of "
                    "the steps differ from those of the kernel with a new list",
                    step_, told, right.potential));
}

Momenta momenta_of(const ParticleSet& p) {
  Momenta sums;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double m = p.mass[i];
    const std::array v{p.vx[i], p.vy[i], p.vz[i]};
    const std::array turn{p.y[i] * v[2] - p.z[i] * v[1], p.z[i] * v[0] - p.x[i] * v[2],
                          p.x[i] * v[1] - p.y[i] * v[0]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sums.momentum[axis] += m * v[axis];
      sums.angular[axis] += m * turn[axis];
    }
    sums.of_sizes += m * std::hypot(v[0], v[1], v[2]);
    sums.angular_of_sizes += m * std::hypot(turn[0], turn[1], turn[2]);
  }
  return sums;
}

StepChecks& Simulation::checks() {
  if (!checks_) checks_.emplace(*forces_, options_);
  return *checks_;
}

void Simulation::check() {
  const Stopwatch watch;
  const StepMoment before = integrator_->moment();
  checks().check(*integrator_, step_);
  checks().check_kick(*integrator_, before);
  checking_seconds_ += watch.seconds();
  look_within_next();
}

/// With block time steps, checks the next step at moments within it.
void Simulation::look_within_next() {
  if (!options_.block_steps) return;
  integrator_->look_within([this](const WithinStep& within) {
    const Stopwatch looking;
    checks().look_within(integrator_->field(), step_, within);
    checking_seconds_ += looking.seconds();
  });
}

void Simulation::advance_checked() {
  if (options_.block_steps) {
    look_within_next();
    advance(1);
    return;
  }
  const Stopwatch first;
  const StepMoment before = integrator_->moment();
  checks().check_forces(*integrator_, before);
  checking_seconds_ += first.seconds();
  advance(1);
  const Stopwatch second;
  const StepMoment after = integrator_->moment();
  checks().check_move(*integrator_, before, after);
  checking_seconds_ += second.seconds();
}

Thermodynamics Simulation::checked_thermodynamics() {
  const Stopwatch first;
  const StepMoment before = integrator_->moment();
  checking_seconds_ += first.seconds();
  const Thermodynamics now = thermodynamics();
  const Stopwatch second;
  checks().check_energies(*integrator_, before,
                          {now.potential, now.kinetic, now.virial, now.reservoir},
                          integrator_->energy_outputs());
  checking_seconds_ += second.seconds();
  return now;
}

ParticleSet Simulation::snapshot() {
  ParticleSet shown = state().particles;
  fold(shown);
  std::vector<std::uint32_t> order(shown.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return shown.id[a] < shown.id[b]; });
  reorder(shown, order);
  return shown;
}

void set_temperature(ParticleSet& p, double temperature, std::uint64_t seed) {
  if (!(temperature >= 0) || !std::isfinite(temperature))
    throw Error(Status::bad_input,
                fmt::format("the temperature must not be negative, not {}", temperature));
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  for (auto* component : {&p.vx, &p.vy, &p.vz}) {
    double momentum = 0, mass = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      (*component)[i] = p.mass[i] > 0 ? normal(engine) / std::sqrt(p.mass[i]) : 0;
      momentum += p.mass[i] * (*component)[i];
      mass += p.mass[i];
    }
    for (double& velocity : *component) velocity -= mass > 0 ? momentum / mass : 0;
  }
  double twice_kinetic = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    twice_kinetic += p.mass[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]);
  const double wanted = 3 * (static_cast<double>(p.size()) - 1) * temperature;
  const double factor = twice_kinetic > 0 ? std::sqrt(wanted / twice_kinetic) : 0;
  for (auto* component : {&p.vx, &p.vy, &p.vz})
    for (double& velocity : *component) velocity *= factor;
}

void stop_rotation(ParticleSet& p, double kinetic) {
  using Vector = std::array<double, 3>;
  const auto cross = [](const Vector& a, const Vector& b) {
    return Vector{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const auto dot = [](const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  Vector centre{};
  double mass = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vector at{p.x[i], p.y[i], p.z[i]};
    for (std::size_t axis = 0; axis < 3; ++axis) centre[axis] += p.mass[i] * at[axis];
    mass += p.mass[i];
  }
  if (!(mass > 0)) return;
  const auto arm = [&](std::size_t i) {
    return Vector{p.x[i] - centre[0] / mass, p.y[i] - centre[1] / mass, p.z[i] - centre[2] / mass};
  };
  Vector spin{};                    // angular momentum
  std::array<Vector, 3> inertia{};  // symmetric: rows are columns
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vector r = arm(i), of = cross(r, {p.vx[i], p.vy[i], p.vz[i]});
    for (std::size_t a = 0; a < 3; ++a) {
      spin[a] += p.mass[i] * of[a];
      for (std::size_t b = 0; b < 3; ++b)
        inertia[a][b] += p.mass[i] * ((a == b ? dot(r, r) : 0) - r[a] * r[b]);
    }
  }
  const double determinant = dot(inertia[0], cross(inertia[1], inertia[2]));
  const double scale = inertia[0][0] + inertia[1][1] + inertia[2][2];
  if (determinant > 1e-9 * scale * scale * scale) {  // Cramer's rule
    const Vector omega{dot(spin, cross(inertia[1], inertia[2])) / determinant,
                       dot(inertia[0], cross(spin, inertia[2])) / determinant,
                       dot(inertia[0], cross(inertia[1], spin)) / determinant};
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vector turning = cross(omega, arm(i));
      p.vx[i] -= turning[0];
      p.vy[i] -= turning[1];
      p.vz[i] -= turning[2];
    }
  }
  double now = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    now += p.mass[i] * dot({p.vx[i], p.vy[i], p.vz[i]}, {p.vx[i], p.vy[i], p.vz[i]}) / 2;
  const double factor = now > 0 ? std::sqrt(kinetic / now) : 0;
  for (auto* component : {&p.vx, &p.vy, &p.vz})
    for (double& velocity : *component) velocity *= factor;
}

}  // namespace gputest

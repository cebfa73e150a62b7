#include "common/simulate/step_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "common/cells/short_range.hpp"
#include "common/core/error.hpp"

namespace gputest {
namespace {

constexpr double kEnergyAllowed = 0.01;  // of K + |U|
constexpr std::uint64_t kOfCells = 64;  // compared bodies of a step, if a tree or an FMM pulls them
constexpr double kMomentumAllowed = 4;  // times the effect of net forces from rounding

[[noreturn]] void refuse_step(std::uint64_t step, const std::string& why) {
  throw Error(Status::verification_failed, fmt::format("at step {} {}", step, why));
}

}  // namespace

/// Different particles at each step; all if they are few.
std::vector<std::uint64_t> StepChecks::some_of(std::uint64_t n, std::uint64_t most,
                                               std::uint64_t step) const {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::vector<std::uint64_t> chosen(std::min(n, most));
  std::mt19937_64 engine(salt_ + kOdd * step);
  for (std::uint64_t k = 0; k < chosen.size(); ++k)
    chosen[k] = n <= most ? k : std::uniform_int_distribution<std::uint64_t>(0, n - 1)(engine);
  return chosen;
}

/// The error of a sum over all particles, in roundings.
double StepChecks::walk(const Moment& now) { return std::sqrt(static_cast<double>(now.n)); }

void StepChecks::check(Integrator& integrator, std::uint64_t step) {
  const ParticleSet& particles = integrator.state().particles;
  const HostArray forces = integrator.forces();
  const std::uint64_t compared = integrator.field().compared_on_the_way();
  const JudgedForces judged = integrator.judge(forces_, arithmetic(), particles, forces,
                                               some_of(particles.size(), compared, step));
  if (!judged.fault.empty()) refuse_step(step, judged.fault);
  const Moment now = moment_of(integrator, forces, step);
  net_allowed_ = std::max(net_allowed_, judged.net_allowed + now.owed);
  scale_ = std::max(scale_, now.energies.kinetic + std::abs(now.energies.potential));
  if (!first_) first_ = now;
  // Walls change the momentum, and a thermostat scales it.
  if (!has_walls(forces_.traits(), particles) && !integrator.state().thermostat)
    check_momentum(now);
  check_energy(now);
}

void StepChecks::check_forces(Integrator& integrator, const StepMoment& now) const {
  const ParticleSet& particles = now.state.particles;
  for (std::uint64_t k = 0; k < particles.size(); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!std::isfinite(real_at(now.forces, 4 * k + axis))) return;  // the next step refuses it
  const bool by_cells = forces_.traits().adapts;  // as accurate as on average required
  const std::vector<std::uint64_t> some =
      some_of(particles.size(), by_cells ? kOfCells : integrator.field().compared_on_the_way(),
              now.state.step);
  const JudgedForces judged =
      by_cells ? integrator.field().judge_some(particles, forces_.configuration, arithmetic(),
                                               now.forces, some)
               : integrator.judge(forces_, arithmetic(), particles, now.forces, some);
  if (!judged.fault.empty()) refuse_step(now.state.step, judged.fault);
}

void StepChecks::check_move(const Integrator& integrator, const StepMoment& before,
                            const StepMoment& after) const {
  const double half_skin = integrator.on_device() ? integrator.field().list_radii().skin / 2 : 0;
  const StepReplay replay(forces_.traits(), time_step_, half_skin);
  if (const std::string fault = replay.fault(before, after); !fault.empty())
    refuse_step(after.state.step, fault);
}

void StepChecks::check_kick(Integrator& integrator, const StepMoment& before) const {
  check_move(integrator, before,
             {integrator.state(), before.forces, /*kick_due=*/false, before.lists_made});
}

void StepChecks::check_energies(Integrator& integrator, const StepMoment& before,
                                const Energies& energies,
                                const std::vector<HostArray>& outputs) const {
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  const ForceTraits traits = forces_.traits();
  const ForceField& field = integrator.field();
  const std::uint64_t step = before.state.step;
  check_kick(integrator, before);
  const ParticleSet& p = integrator.state().particles;
  const double rounding = kDouble * (8 + static_cast<double>(p.size()));
  const auto compare = [&](const char* name, double told, double right, double magnitude) {
    if (std::abs(told - right) <= rounding * magnitude) return;
    refuse_step(step, fmt::format("the {} is {:.10g}, but that of the particles is {:.10g}", name,
                                  told, right));
  };
  double kinetic = 0, self = 0;
  for (std::uint64_t i = 0; i < p.size(); ++i) {
    kinetic += p.mass[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / 2;
    self += p.mass[i] * p.mass[i] * field.self_potential();
  }
  compare("kinetic energy", energies.kinetic, kinetic, kinetic);
  if (integrator.on_device()) {  // the host sums itself
    const PotentialSum right =
        sum_of_potentials(traits, p, field.results(forces_.configuration.precision, outputs));
    compare("potential energy", energies.potential, right.potential, right.magnitude + self);
    double virial = 0, virials = 0;
    for (std::uint64_t i = 0; outputs.size() > 1 && i < p.size(); ++i) {
      virial += real_at(outputs[1], i);
      virials += std::abs(real_at(outputs[1], i));
    }
    compare("virial", energies.virial, virial, virials);
  }
  const std::uint64_t most = traits.adapts ? kOfCells : field.compared_on_the_way();
  const std::string fault = field.judge_energies(p, forces_.configuration, arithmetic(), outputs,
                                                 some_of(p.size(), most, step));
  if (!fault.empty()) refuse_step(step, fault);
}

StepChecks::Moment StepChecks::moment_of(Integrator& integrator, const HostArray& forces,
                                         std::uint64_t step) const {
  const ParticleSet& p = integrator.state().particles;
  const bool acceleration = forces_.traits().acceleration;
  const double self = integrator.field().self_potential();
  Moment now;
  double owed2 = 0;
  now.step = step;
  now.n = p.size();
  for (std::uint64_t i = 0; i < p.size(); ++i) {
    const double m = p.mass[i];
    const double v[] = {p.vx[i], p.vy[i], p.vz[i]};
    double own_force2 = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      now.momentum[axis] += m * v[axis];
      const double f = real_at(forces, 4 * i + axis);
      if (f != 0) own_force2 += f * f * (acceleration ? m : 1 / m);
    }
    if (own_force2 != 0 && block_steps_) {
      owed2 += m * own_force2;
      own_force2 *= share2(std::sqrt(own_force2 / m));
    }
    now.force2 += own_force2;
    now.speed += m * std::hypot(v[0], v[1], v[2]);
    now.self += m * m * self / 2;
  }
  now.owed = block_steps_ ? block_steps_->eta * std::sqrt(owed2) : 0;
  now.energies = integrator.conserved();
  return now;
}

/// The square of a body's own step over the time step, at most.
double StepChecks::share2(double acceleration) const {
  const double step2 = time_step_ * time_step_;
  const double wanted2 = 2 * block_steps_->eta * block_steps_->softening / acceleration;
  const double least2 = std::ldexp(step2, -2 * static_cast<int>(block_steps_->levels));
  return std::min(step2, std::max(wanted2, least2)) / step2;
}

void StepChecks::look_within(const ForceField& field, std::uint64_t step,
                             const WithinStep& within) {
  constexpr std::uint64_t kReplayed = 1024, kComparedOfThem = 64;
  const HostArray forces = within.forces();
  if (within.part == 0) {
    const ParticleSet now = within.particles();
    replay_.emplace(*block_steps_, time_step_, some_of(now.size(), kReplayed, step), now, forces);
    // Alternates between the middle, where most bodies are active, and a random moment.
    std::mt19937_64 engine(salt_ + step);
    look_from_ = looks_++ % 2 == 0 ? 0.5 : std::uniform_real_distribution<double>()(engine);
    return;
  }
  replay_->move_to(within.part, forces);
  if (within.part < 1) {
    if (within.part < look_from_) return;
    look_from_ = 1;
    const std::vector<std::uint64_t> active = within.active();
    std::vector<std::uint64_t> some = some_of(active.size(), field.compared_on_the_way(), step);
    for (std::uint64_t& i : some) i = active[i];
    std::vector<std::uint64_t> kicked = replay_->kicked();
    kicked.resize(std::min<std::size_t>(kicked.size(), kComparedOfThem));
    some.insert(some.end(), kicked.begin(), kicked.end());
    const ParticleSet now = within.particles();
    const JudgedForces judged =
        field.judge_some(now, forces_.configuration, arithmetic(), forces, some);
    if (!judged.fault.empty())
      refuse_step(step, fmt::format("and a part, at which {} of {} bodies were active, {}",
                                    active.size(), now.size(), judged.fault));
    return;
  }
  const std::string fault = replay_->fault(within.particles());
  if (!fault.empty()) refuse_step(step + 1, fault);
}

void StepChecks::check_momentum(const Moment& now) const {
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  const double steps = static_cast<double>(now.step - first_->step);
  double change = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    change = std::hypot(change, now.momentum[axis] - first_->momentum[axis]);
  const double allowed = kMomentumAllowed * steps * time_step_ * net_allowed_ +
                         kDouble * (steps + 8 + walk(now)) * std::max(now.speed, first_->speed);
  if (change <= allowed) return;
  refuse_step(now.step, fmt::format("the momentum has changed by {:.2e} since step {}; allowed is "
                                    "{:.2e}: some forces since then were wrong",
                                    change, first_->step, allowed));
}

void StepChecks::check_energy(const Moment& now) const {
  const auto total = [](const Energies& of) { return of.potential + of.kinetic + of.reservoir; };
  const double change = std::abs(total(now.energies) - total(first_->energies));
  const double rounding = epsilon(arithmetic()) * (8 + walk(now));
  const double allowed = kEnergyAllowed * scale_ + time_step_ * time_step_ / 8 * first_->force2 +
                         rounding * (scale_ + now.self);
  if (change <= allowed) return;
  refuse_step(
      now.step,
      fmt::format("the energy has changed by {:.2e} of its magnitude since step {}; allowed "
                  "is {:.2e}: the time step of {:g} is too large, or some forces since then "
                  "were wrong",
                  change / scale_, first_->step, allowed / scale_, time_step_));
}

}  // namespace gputest

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/cells/periodic_box.hpp"
#include "common/cells/short_range.hpp"
#include "common/cells/verlet_list.hpp"
#include "common/core/error.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/reorder.hpp"
#include "common/simulate/charge_forces.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {
namespace {

/// Keeps particles in host memory; the device gets their positions at every step.
class HostIntegrator : public Integrator {
 public:
  HostIntegrator(const ForceKernel& forces, const SimulationOptions& options, SimulationState state)
      : forces_(forces), options_(options), state_(std::move(state)) {
    for (auto* component : {&ax_, &ay_, &az_}) component->resize(state_.particles.size());
    if (state_.x.empty())
      make_list();
    else
      prepare_forces();
    compute_forces();
  }

  std::uint64_t advance(std::uint64_t most) override;
  Energies energies() override { return {potential_, kinetic(), virial(), reservoir()}; }
  Energies conserved() override;
  const SimulationState& state() override { return state_; }
  HostArray forces() override;
  StepMoment moment() override { return {state_, forces(), false, lists_made_}; }
  std::vector<HostArray> energy_outputs() override;
  JudgedForces judge(const ForceKernel& kernel, Precision arithmetic, const ParticleSet& particles,
                     const HostArray& forces, const std::vector<std::uint64_t>& some) override;
  const ForceField& field() const override { return dynamic_cast<const ForceField&>(*problem_); }
  const ChargeForces* charges() const override { return charges_ ? &*charges_ : nullptr; }
  std::uint64_t lists_made() const override { return lists_made_; }
  bool on_device() const override { return false; }

 private:
  bool has_list() const { return forces_.traits().neighbour_list; }
  void make_list();
  void prepare_forces();
  void compute_forces();
  double virial();
  double kinetic() const;
  double reservoir() const;
  void reflect();
  void thermostat();
  bool list_is_stale() const;

  ForceKernel forces_;
  SimulationOptions options_;
  SimulationState state_;
  std::vector<HostArray> outputs_;  ///< of the kernel at the current positions
  std::vector<HostArray> virials_;  ///< of the last virial(), if they have their own launch
  std::vector<double> ax_, ay_, az_;
  double potential_ = 0;
  double virial_ = 0;  ///< from the outputs
  std::uint64_t lists_made_ = 0;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<Execution> execution_, of_virial_;
  std::optional<ChargeForces> charges_;
};

void HostIntegrator::make_list() {
  fold(state_.particles);
  if (has_list()) reorder(state_.particles, spatial_order(state_.particles));
  state_.x = state_.particles.x;
  state_.y = state_.particles.y;
  state_.z = state_.particles.z;
  prepare_forces();
}

/// Makes a problem for the positions that the list belongs to, and its execution.
void HostIntegrator::prepare_forces() {
  execution_.reset();  // one set of arrays at a time
  of_virial_.reset();
  problem_ = make_step_problem(forces_, options_, state_.listed(), state_.step);
  const KernelSignature shapes = problem_->shapes(forces_.configuration);
  check_limits(forces_.device.info(), shapes);
  execution_ = forces_.kernel.prepare(forces_.device, forces_.configuration, shapes);
  execution_->upload(problem_->inputs(forces_.configuration));
  ++lists_made_;
  if (forces_.charges.family == nullptr) return;
  if (charges_)
    charges_->make_list(state_.listed(), state_.step);
  else
    charges_.emplace(forces_, options_, state_.listed(), state_.step);
}

void HostIntegrator::compute_forces() {
  const ParticleSet& p = state_.particles;
  std::vector<HostArray> outputs = launch_at(*execution_, field(), forces_.configuration, p);
  auto results = field().results(forces_.configuration.precision, outputs);
  const bool acceleration = forces_.traits().acceleration;
  if (charges_) {
    charges_->compute(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const ParticleResult& charge = charges_->results()[i];
      results[i].x += charge.x;
      results[i].y += charge.y;
      results[i].z += charge.z;
      results[i].potential += charge.potential;
    }
  }
  potential_ = sum_of_potentials(forces_.traits(), p, results).potential;
  virial_ = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isfinite(results[i].x) || !std::isfinite(results[i].y) ||
        !std::isfinite(results[i].z))
      throw Error(Status::bad_input,
                  fmt::format("at step {} the force on particle {} is not finite; a smaller time "
                              "step may help",
                              state_.step, p.id[i]));
    const double inverse_mass = acceleration ? 1 : 1 / p.mass[i];
    ax_[i] = results[i].x * inverse_mass;
    ay_[i] = results[i].y * inverse_mass;
    az_[i] = results[i].z * inverse_mass;
    if (!acceleration)
      virial_ += outputs.size() > 1
                     ? real_at(outputs[1], i)
                     : results[i].x * p.x[i] + results[i].y * p.y[i] + results[i].z * p.z[i];
  }
  outputs_ = std::move(outputs);
}

/// With charges the kernel's own output is incomplete.
HostArray HostIntegrator::forces() {
  if (!charges_) return outputs_.front();
  const ParticleSet& p = state_.particles;
  HostArray all{{"forces", Element::fp64, 4, p.size()}, {}};
  all.data.resize(all.shape.bytes());
  for (std::size_t i = 0; i < p.size(); ++i) {
    double* force = all.as<double>() + 4 * i;
    force[0] = p.mass[i] * ax_[i];
    force[1] = p.mass[i] * ay_[i];
    force[2] = p.mass[i] * az_[i];
  }
  return all;
}

/// With charges `forces` are those of now.
JudgedForces HostIntegrator::judge(const ForceKernel& kernel, Precision arithmetic,
                                   const ParticleSet& particles, const HostArray& forces,
                                   const std::vector<std::uint64_t>& some) {
  JudgedForces judged =
      Integrator::judge(kernel, arithmetic, particles, charges_ ? outputs_.front() : forces, some);
  if (!charges_ || !judged.fault.empty()) return judged;
  JudgedForces of_charges = charges_->judge(particles, some);
  judged.net_allowed += of_charges.net_allowed;
  judged.fault = std::move(of_charges.fault);
  return judged;
}

/// The virial of the kernel's forces, in a periodic box by a separate launch, and of the charges.
double HostIntegrator::virial() {
  if (!charges_) return virial_;
  if (!of_virial_) {
    const auto shapes = field().virial(problem_->shapes(forces_.configuration));
    if (!shapes) return 0;
    of_virial_ = forces_.kernel.prepare(forces_.device, forces_.configuration, *shapes);
    of_virial_->upload(problem_->inputs(forces_.configuration));
  }
  virials_ = launch_at(*of_virial_, field(), forces_.configuration, state_.particles);
  double twice = 0;
  for (std::size_t i = 0; i < state_.particles.size(); ++i)
    twice += real_at(virials_.front(), 4 * i + 3);
  return twice / 2 + charges_->energy();
}

/// Behind the outputs come those of the virial's launch, if there was one.
std::vector<HostArray> HostIntegrator::energy_outputs() {
  std::vector<HostArray> outputs = outputs_;
  if (of_virial_) outputs.insert(outputs.end(), virials_.begin(), virials_.end());
  return outputs;
}

bool HostIntegrator::list_is_stale() const {
  if (!has_list() && !(charges_ && charges_->half_skin() > 0)) return false;
  const ParticleSet& p = state_.particles;
  const PeriodicEdges edges(p);
  double farthest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double dx = edges.nearest(p.x[i] - state_.x[i], 0);
    const double dy = edges.nearest(p.y[i] - state_.y[i], 1);
    const double dz = edges.nearest(p.z[i] - state_.z[i], 2);
    farthest = std::max(farthest, dx * dx + dy * dy + dz * dz);
  }
  const double half_skin = has_list() ? field().list_radii().skin / 2 : charges_->half_skin();
  return !(farthest < half_skin * half_skin);
}

std::uint64_t HostIntegrator::advance(std::uint64_t) {
  ParticleSet& p = state_.particles;
  const double dt = options_.time_step;
  const auto kick = [&] {
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.vx[i] += ax_[i] * (dt / 2);
      p.vy[i] += ay_[i] * (dt / 2);
      p.vz[i] += az_[i] * (dt / 2);
    }
  };
  thermostat();
  kick();
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
    p.z[i] += p.vz[i] * dt;
  }
  if (has_walls(forces_.traits(), p)) reflect();
  ++state_.step;
  p.time += dt;
  if (list_is_stale()) make_list();
  compute_forces();
  kick();
  thermostat();
  if (forces_.traits().adapts && state_.step % kAdaptEvery == 0 &&
      field().outdated(forces_.configuration, outputs_.front())) {
    make_list();
    compute_forces();
  }
  return 1;
}

/// Called after the drift. The step's half kicks are a/2 dt before and after the wall. They are
/// divided in proportion to the times before and after the reflection; otherwise each reflection
/// would change the energy by up to f v dt.
void HostIntegrator::reflect() {
  ParticleSet& p = state_.particles;
  const double dt = options_.time_step;
  const std::vector<double>* accelerations[] = {&ax_, &ay_, &az_};
  std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  std::vector<double>* velocities[] = {&p.vx, &p.vy, &p.vz};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double low = p.box.low[axis], high = p.box.high[axis];
    for (std::size_t i = 0; i < p.size(); ++i) {
      double& at = (*positions[axis])[i];
      const bool below = at<low, above = at> high;
      if (!below && !above) continue;
      double& velocity = (*velocities[axis])[i];
      const double wall = below ? low : high;
      const double back = std::min(dt, std::abs((at - wall) / velocity));  // time since the
                                                                           // reflection
      at = 2 * wall - at;
      velocity = -velocity + (*accelerations[axis])[i] * (2 * back - dt);
      if (!(at >= low && at <= high))
        throw Error(Status::bad_input,
                    fmt::format("at step {} particle {} is out of bounds; a smaller time step "
                                "may help",
                                state_.step, p.id[i]));
    }
  }
}

/// Half a step of the thermostat, at the temperature of the state's step.
void HostIntegrator::thermostat() {
  if (!state_.thermostat) return;
  ParticleSet& p = state_.particles;
  Thermostat& chain = *state_.thermostat;
  const double factor = chain.half_step(kinetic(), degrees_of_freedom(forces_.traits(), p),
                                        chain.temperature(state_.step), options_.time_step);
  for (auto* component : {&p.vx, &p.vy, &p.vz})
    for (double& velocity : *component) velocity *= factor;
}

double HostIntegrator::reservoir() const {
  if (!state_.thermostat) return 0;
  return state_.thermostat->energy(degrees_of_freedom(forces_.traits(), state_.particles));
}

double HostIntegrator::kinetic() const {
  const ParticleSet& p = state_.particles;
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += p.mass[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / 2;
  return sum;
}

Energies HostIntegrator::conserved() {
  const Configuration& configuration = forces_.configuration;
  const auto shapes = field().conserving(configuration, problem_->shapes(configuration));
  if (!shapes) return energies();
  const auto execution = forces_.kernel.prepare(forces_.device, configuration, *shapes);
  execution->upload(problem_->inputs(configuration));
  const auto results = field().results(
      configuration.precision, launch_at(*execution, field(), configuration, state_.particles));
  return {sum_of_potentials(forces_.traits(), state_.particles, results).potential, kinetic(),
          virial_, reservoir()};
}

}  // namespace

std::vector<HostArray> launch_at(Execution& execution, const ForceField& field,
                                 const Configuration& configuration, const ParticleSet& particles) {
  ParticleSet packed = rounded(particles, configuration.precision);
  field.place_types(packed);
  // Only the layout's arrays are uploaded: the list, which follows them, is on the device.
  execution.upload(pack(*find_layout(configuration.layout), packed, configuration.precision, 0));
  execution.launch();
  execution.synchronize();
  return execution.download();
}

bool has_walls(const ForceTraits& traits, const ParticleSet& particles) {
  return traits.walls && !is_periodic(particles);
}

double degrees_of_freedom(const ForceTraits& traits, const ParticleSet& particles) {
  const double held = has_walls(traits, particles) ? 0 : 1;
  return 3 * (static_cast<double>(particles.size()) - held);
}

std::unique_ptr<Integrator> make_host_integrator(const ForceKernel& forces,
                                                 const SimulationOptions& options,
                                                 SimulationState state) {
  return std::make_unique<HostIntegrator>(forces, options, std::move(state));
}

}  // namespace gputest

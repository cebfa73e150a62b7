#include "common/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "common/algorithm/short_range.hpp"
#include "common/core/error.hpp"
#include "common/layout/layout.hpp"
#include "common/neighbour/periodic_box.hpp"
#include "common/neighbour/verlet_list.hpp"

namespace gputest {
namespace {

/// Puts every array of the set, and ids, into the given order.
void reorder(ParticleSet& p, const std::vector<std::uint32_t>& order) {
  const ParticleSet before = p;
  for (const auto component : {&ParticleSet::x, &ParticleSet::y, &ParticleSet::z, &ParticleSet::vx,
                               &ParticleSet::vy, &ParticleSet::vz, &ParticleSet::mass})
    for (std::size_t k = 0; k < order.size(); ++k)
      (p.*component)[k] = (before.*component)[order[k]];
  for (std::size_t k = 0; k < order.size(); ++k) p.id[k] = before.id[order[k]];
}

/// A coordinate's image in the box.
double folded_into(double at, double low, double high) {
  const double edge = high - low;
  at -= edge * std::floor((at - low) / edge);
  return at >= high ? low : at;  // rounding
}

void fold(ParticleSet& p) {
  std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; p.has_box && axis < 3; ++axis)
    if (p.box.periodic[axis])
      for (double& at : *positions[axis]) at = folded_into(at, p.box.low[axis], p.box.high[axis]);
}

}  // namespace

Simulation::Simulation(const Algorithm& algorithm, const Kernel& kernel, Device& device,
                       const Configuration& configuration, SimulationOptions options,
                       SimulationState state)
    : algorithm_(algorithm),
      kernel_(kernel),
      device_(device),
      configuration_(configuration),
      options_(std::move(options)),
      state_(std::move(state)) {
  if (!(options_.time_step > 0) || !std::isfinite(options_.time_step))
    throw Error(Status::bad_input,
                fmt::format("the time step must be positive, not {}", options_.time_step));
  for (const double mass : state_.particles.mass)
    if (!(mass > 0) && has_list())
      throw Error(Status::bad_input, "a particle without mass cannot be moved by a force");
  for (auto* component : {&ax_, &ay_, &az_}) component->resize(state_.particles.size());
  if (has_list()) {
    ProblemRequest request;
    request.options = options_.problem;
    skin_ = number_option(request, "skin");
  }
  if (state_.x.empty())
    make_list();
  else
    prepare_forces();
  compute_forces();
}

Simulation::~Simulation() = default;

void Simulation::make_list() {
  fold(state_.particles);
  if (has_list()) reorder(state_.particles, spatial_order(state_.particles));
  state_.x = state_.particles.x;
  state_.y = state_.particles.y;
  state_.z = state_.particles.z;
  prepare_forces();
}

/// A problem of the positions that the list belongs to, and its execution.
void Simulation::prepare_forces() {
  auto listed = std::make_shared<ParticleSet>(state_.particles);
  listed->x = state_.x;
  listed->y = state_.y;
  listed->z = state_.z;
  ProblemRequest request;
  request.options = options_.problem;
  if (has_list()) request.options["sort"] = "off";
  request.input = std::move(listed);
  execution_.reset();  // one set of arrays at a time
  problem_ = algorithm_.make_problem(request);
  const ArgumentShapes shapes = problem_->shapes(configuration_);
  check_limits(device_.info(), shapes);
  execution_ = kernel_.prepare(device_, configuration_, shapes);
  execution_->upload(problem_->inputs(configuration_));
  ++lists_made_;
}

void Simulation::compute_forces() {
  const Layout& layout = *find_layout(configuration_.layout);
  // The layout's arrays alone: the list, which follows them, is on the device.
  execution_->upload(pack(layout, rounded(state_.particles, configuration_.precision),
                          configuration_.precision, 0));
  execution_->launch();
  execution_->synchronize();
  const std::vector<HostArray> outputs = execution_->download();
  const auto results = problem_->results(configuration_.precision, outputs);
  const ParticleSet& p = state_.particles;
  potential_ = virial_ = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isfinite(results[i].x) || !std::isfinite(results[i].y) ||
        !std::isfinite(results[i].z))
      throw Error(Status::bad_input,
                  fmt::format("at step {} the force on particle {} is not finite; a smaller time "
                              "step may help",
                              state_.step, p.id[i]));
    const double inverse_mass = has_list() ? 1 / p.mass[i] : 1;  // gravity gives accelerations
    ax_[i] = results[i].x * inverse_mass;
    ay_[i] = results[i].y * inverse_mass;
    az_[i] = results[i].z * inverse_mass;
    potential_ += has_list() ? results[i].potential : results[i].potential * p.mass[i] / 2;
    if (has_list()) virial_ += real_at(outputs[1], i);
  }
}

bool Simulation::list_is_stale() const {
  if (!has_list()) return false;
  const ParticleSet& p = state_.particles;
  const PeriodicEdges edges(p);
  double farthest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double dx = edges.nearest(p.x[i] - state_.x[i], 0);
    const double dy = edges.nearest(p.y[i] - state_.y[i], 1);
    const double dz = edges.nearest(p.z[i] - state_.z[i], 2);
    farthest = std::max(farthest, dx * dx + dy * dy + dz * dz);
  }
  return !(farthest < skin_ * skin_ / 4);
}

void Simulation::step() {
  ParticleSet& p = state_.particles;
  const double dt = options_.time_step;
  const auto kick = [&] {
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.vx[i] += ax_[i] * (dt / 2);
      p.vy[i] += ay_[i] * (dt / 2);
      p.vz[i] += az_[i] * (dt / 2);
    }
  };
  kick();
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
    p.z[i] += p.vz[i] * dt;
  }
  ++state_.step;
  p.time += dt;
  if (list_is_stale()) make_list();
  compute_forces();
  kick();
}

Thermodynamics Simulation::thermodynamics() const {
  const ParticleSet& p = state_.particles;
  Thermodynamics now;
  now.step = state_.step;
  now.potential = potential_;
  for (std::size_t i = 0; i < p.size(); ++i)
    now.kinetic += p.mass[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / 2;
  const auto n = static_cast<double>(p.size());
  now.temperature = n > 1 ? 2 * now.kinetic / (3 * (n - 1)) : 0;
  if (has_list() && p.has_box && p.box.periodic == std::array{true, true, true}) {
    double volume = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) volume *= p.box.high[axis] - p.box.low[axis];
    now.pressure = (2 * now.kinetic + virial_) / (3 * volume);
  }
  return now;
}

ParticleSet Simulation::snapshot() const {
  ParticleSet shown = state_.particles;
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
                fmt::format("the temperature must not be negative, as {} is", temperature));
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

}  // namespace gputest

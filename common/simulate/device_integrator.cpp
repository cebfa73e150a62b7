// Whole steps on a device. The host enqueues several moves before it checks whether the list is
// still valid. Moves after the one that makes it stale change nothing (step_move), so that the
// steps taken do not depend on how many were enqueued.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "common/cells/short_range.hpp"
#include "common/core/error.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/fold.hpp"
#include "common/simulate/device_integrator.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kMaxMoves = 64;  // enqueued at once, so that a signal is noticed soon
// Seconds per step above which a check after each step costs less than forces on a stale list.
constexpr double kLongStep = 5e-4;

using Clock = std::chrono::steady_clock;

/// The first capacity of the list: entries, or rows for ell.
std::uint64_t first_capacity(const KernelSignature& signature, const Configuration& configuration,
                             std::uint64_t n, const SimulationOptions& options) {
  constexpr std::uint64_t kSpareRows = 4;
  const bool ell = configuration.on_axis("list") == "ell";
  const std::uint64_t per_row = ell ? 1 : n;
  if (options.list_capacity) return *options.list_capacity * per_row;
  const std::uint64_t entries = signature.inputs.back().count;
  const std::uint64_t needed = ell ? entries / ell_stride(n) : entries;
  return needed + needed / 4 + kSpareRows * per_row;
}

}  // namespace

DeviceIntegrator::DeviceIntegrator(const ForceKernel& forces, const SimulationOptions& options,
                                   SimulationState state)
    : kernel_(forces), options_(options), queue_(*forces.device.queue()), state_(std::move(state)) {
  const bool is_new = state_.x.empty();
  if (is_new) {
    fold(state_.particles);
    state_.x = state_.particles.x;
    state_.y = state_.particles.y;
    state_.z = state_.particles.z;
  }
  // Made for the positions that the list belongs to: its checks apply to them. Its signature gives
  // the capacity that the list needs at first.
  problem_ = make_step_problem(forces, options, state_.listed(), state_.step);
  const Configuration& configuration = forces.configuration;
  const std::uint64_t n = state_.particles.size();
  const KernelSignature signature = problem_->shapes(configuration);
  KernelSignature all = signature;
  for (const char* name : {"particles", "folded particles"})
    all.scratch.push_back({name, Element::fp64, GT_STATE_COMPONENTS, n});
  check_limits(forces.device.info(), all);

  particles_.emplace(queue_, configuration, state_);
  if (forces.traits().neighbour_list) {
    const BuilderSystem system(state_.listed(), field().list_radii().sum());
    list_.emplace(forces.device, *forces.builder, *particles_, system,
                  first_capacity(signature, configuration, n, options));
  }
  forces_.emplace(forces, options_.time_step, field(), signature, *particles_,
                  list_ ? &*list_ : nullptr);
  if (list_ && is_new) {
    count_list(list_->make());
  } else {
    if (list_) count_list(list_->build());
    const auto pack = particles_->bind_pack(particles_->state());
    pack->enqueue();
    queue_.synchronize();
  }
  forces_->moving().enqueue();
}

/// Counts a new list.
void DeviceIntegrator::count_list(std::uint32_t lost) {
  if (lost != GT_NEVER) refuse_lost(lost == kSomeParticle ? first_not_finite() : lost);
  moves_ = 0;
  ++lists_made_;
}

std::uint64_t DeviceIntegrator::moves_to_enqueue(std::uint64_t most) const {
  if (!list_) return std::min({most, kMaxMoves, kAdaptEvery - state_.step % kAdaptEvery});
  if (step_seconds_ > kLongStep) return 1;
  const std::uint64_t ahead =
      expected_ > moves_ ? expected_ - moves_ : std::max<std::uint64_t>(2, moves_ / 8);
  return std::min({most, ahead, kMaxMoves});
}

std::uint64_t DeviceIntegrator::advance(std::uint64_t most) {
  const Clock::time_point start = Clock::now();
  const std::uint64_t enqueued = moves_to_enqueue(most);
  queue_.enqueue({&forces_->move(), &forces_->moving()}, static_cast<std::uint32_t>(enqueued));
  std::uint64_t taken = enqueued;
  std::uint32_t stale_at = GT_NEVER;
  if (list_) {
    stale_at = particles_->report().stale_at;
    if (stale_at != GT_NEVER) taken = stale_at - moves_;
    if (taken == 0 || taken > enqueued)  // no number of a move that was enqueued here
      throw Error(Status::verification_failed,
                  fmt::format("at step {} the device says that move {} made the list stale, but it "
                              "was given the moves {} to {}",
                              state_.step, stale_at, moves_ + 1, moves_ + enqueued));
    moves_ += static_cast<std::uint32_t>(enqueued);
  } else {
    queue_.synchronize();
  }
  step_seconds_ =
      std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(enqueued);
  kick_due_ = true;
  count_steps(taken);
  if (stale_at != GT_NEVER) {
    expected_ = std::max(2u, stale_at) - 1;
    count_list(list_->make());
    forces_->moving().enqueue();
  }
  adapt_every(kAdaptEvery);
  return taken;
}

void DeviceIntegrator::count_steps(std::uint64_t steps) {
  state_.step += steps;
  for (std::uint64_t k = 0; k < steps; ++k) state_.particles.time += options_.time_step;
  state_is_current_ = false;
}

StepMoment DeviceIntegrator::moment() {
  StepMoment now{state_, forces(), kick_due_, lists_made_};
  particles_->download(now.state);
  return now;
}

void DeviceIntegrator::adapt_every(std::uint64_t steps) {
  if (!kernel_.traits().adapts || state_.step % steps != 0) return;
  if (!field().outdated(kernel_.configuration, forces_->download())) return;
  state();
  particles_->list_here(state_);
  problem_ = make_step_problem(kernel_, options_, state_.listed(), state_.step);
  forces_->tell(field(), problem_->shapes(kernel_.configuration));
  forces_->moving().enqueue();
  ++lists_made_;
}

Energies DeviceIntegrator::energies_by(Energies (DeviceForces::*of)()) {
  forces_->kick().enqueue();
  kick_due_ = false;
  const Energies now = ((*forces_).*of)();
  if (!std::isfinite(now.potential + now.kinetic + now.virial)) refuse_lost(first_not_finite());
  return now;
}

const SimulationState& DeviceIntegrator::state() {
  if (state_is_current_) return state_;
  forces_->kick().enqueue();
  kick_due_ = false;
  particles_->download(state_);
  state_is_current_ = true;
  return state_;
}

/// The first particle with a position or velocity that is not finite, or the last one.
std::size_t DeviceIntegrator::first_not_finite() {
  const ParticleSet& p = state().particles;
  std::size_t i = 0;
  while (i + 1 < p.size() && std::isfinite(p.x[i] + p.y[i] + p.z[i] + p.vx[i] + p.vy[i] + p.vz[i]))
    ++i;
  return i;
}

void DeviceIntegrator::refuse_lost(std::size_t place) {
  throw Error(Status::bad_input,
              fmt::format("at step {} the position or velocity of particle {} is out of bounds; "
                          "a smaller time step may help",
                          state_.step, state().particles.id[place]));
}

bool steps_on_device(const ForceKernel& forces, const SimulationState& state) {
  const ForceTraits traits = forces.traits();
  if (traits.typed || traits.walls || state.thermostat) return false;
  return forces.device.queue() != nullptr && forces.device.info().fp64 &&
         (!traits.neighbour_list || forces.builder != nullptr) &&
         is_strided(*find_layout(forces.configuration.layout));
}

std::unique_ptr<Integrator> make_device_integrator(const ForceKernel& forces,
                                                   const SimulationOptions& options,
                                                   SimulationState state) {
  return std::make_unique<DeviceIntegrator>(forces, options, std::move(state));
}

}  // namespace gputest

// What moves particles that stay on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "common/simulate/device_forces.hpp"
#include "common/simulate/device_neighbours.hpp"
#include "common/simulate/device_particles.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {

/// See steps_on_device().
class DeviceIntegrator : public Integrator {
 public:
  DeviceIntegrator(const ForceKernel& forces, const SimulationOptions& options,
                   SimulationState state);

  std::uint64_t advance(std::uint64_t most) override;
  Energies energies() override { return energies_by(&DeviceForces::energies); }
  Energies conserved() override { return energies_by(&DeviceForces::conserved); }
  const SimulationState& state() override;
  HostArray forces() override { return forces_->download(); }
  const ForceField& field() const override { return dynamic_cast<const ForceField&>(*problem_); }
  std::uint64_t lists_made() const override { return lists_made_; }
  bool on_device() const override { return true; }

 protected:
  Queue& queue() { return queue_; }
  DeviceParticles& device_particles() { return *particles_; }
  DeviceForces& device_forces() { return *forces_; }
  /// So many steps have been taken.
  void count_steps(std::uint64_t steps);
  /// At every so many steps, finds what the kernel is told anew where it is outdated, and the
  /// forces with it.
  void adapt_every(std::uint64_t steps);
  /// The state as of the last download, with the device's positions and velocities of this moment,
  /// whatever kicks are due.
  SimulationState moment() const;

 private:
  std::uint64_t moves_to_enqueue(std::uint64_t most) const;
  Energies energies_by(Energies (DeviceForces::*of)());
  void count_list(std::uint32_t lost);
  std::size_t first_not_finite();
  [[noreturn]] void refuse_lost(std::size_t place);

  ForceKernel kernel_;
  SimulationOptions options_;
  Queue& queue_;
  SimulationState state_;  ///< as of the last download; step and time as they are
  std::unique_ptr<Problem> problem_;
  std::optional<DeviceParticles> particles_;
  std::optional<DeviceNeighbours> list_;
  std::optional<DeviceForces> forces_;

  std::uint32_t moves_ = 0;        ///< since the list was made
  std::uint32_t expected_ = 8;     ///< moves that the list is expected to outlast
  double step_seconds_ = 0;        ///< that a step of the last batch took
  bool state_is_current_ = false;  ///< state_ is what the device has
  std::uint64_t lists_made_ = 0;
};

}  // namespace gputest

// Moves particles that stay on a device.
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
  StepMoment moment() override;
  std::vector<HostArray> energy_outputs() override { return forces_->energy_outputs(); }
  const ForceField& field() const override { return dynamic_cast<const ForceField&>(*problem_); }
  std::uint64_t lists_made() const override { return lists_made_; }
  bool on_device() const override { return true; }

 protected:
  Queue& queue() { return queue_; }
  DeviceParticles& device_particles() { return *particles_; }
  DeviceForces& device_forces() { return *forces_; }
  /// Counts steps that were taken.
  void count_steps(std::uint64_t steps);
  /// Every `steps` steps: if the kernel parameters are outdated, determines them again, and then
  /// the forces.
  void adapt_every(std::uint64_t steps);

 private:
  std::uint64_t moves_to_enqueue(std::uint64_t most) const;
  Energies energies_by(Energies (DeviceForces::*of)());
  void count_list(std::uint32_t lost);
  std::size_t first_not_finite();
  [[noreturn]] void refuse_lost(std::size_t place);

  ForceKernel kernel_;
  SimulationOptions options_;
  Queue& queue_;
  SimulationState state_;  ///< of the last download, except step and time, which are current
  std::unique_ptr<Problem> problem_;
  std::optional<DeviceParticles> particles_;
  std::optional<DeviceNeighbours> list_;
  std::optional<DeviceForces> forces_;

  std::uint32_t moves_ = 0;        ///< since the list was made
  std::uint32_t expected_ = 8;     ///< moves for which the list is expected to stay valid
  double step_seconds_ = 0;        ///< per step of the last batch
  bool state_is_current_ = false;  ///< state_ equals the device's state
  bool kick_due_ = false;          ///< of the last move; not what the device says
  std::uint64_t lists_made_ = 0;
};

}  // namespace gputest

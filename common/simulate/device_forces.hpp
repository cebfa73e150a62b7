// The forces on a run's particles in a device's memory, and energies and moves computed from them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/particles/force_field.hpp"
#include "common/simulate/device_neighbours.hpp"
#include "common/simulate/device_particles.hpp"

namespace gputest {

/// Binds a force kernel twice. Forces that move particles are computed without energies. If
/// energies are requested the kernel runs again with them, into separate arrays. So how often a run
/// prints cannot change its trajectory.
class DeviceForces {
 public:
  /// `signature` is the problem's, including energies; `list` is null if the kernel takes none.
  DeviceForces(const ForceKernel& kernel, double time_step, const ForceField& field,
               const KernelSignature& signature, DeviceParticles& particles,
               const DeviceNeighbours* list);

  /// Takes the kernel parameters from now on from the problem for other positions of the same
  /// number of particles, with arrays of the same sizes. The energies are the conserved ones.
  void tell(const ForceField& field, const KernelSignature& signature);
  /// Computes the forces that move the particles.
  BoundKernel& moving();
  /// Computes those on particles with a non-zero word in `active` (ForceField::on_some()).
  BoundKernel& moving_some(const ForceField& field, const DeviceMemory& active);
  /// The second half of a step's kick, if it is due.
  BoundKernel& kick() { return *kick_; }
  /// The end of one step and the beginning of the next. A step is move() followed by moving().
  BoundKernel& move() { return *move_; }
  /// Energies of the particles after all kicks. Waits for the device.
  Energies energies();
  /// Integrator::conserved(), under the same conditions.
  Energies conserved();
  /// The forces that move the particles, as the kernel's first output.
  HostArray download();
  /// The outputs behind the last energies() or conserved().
  std::vector<HostArray> energy_outputs() const;
  const DeviceMemory& memory() const { return *forces_; }

 private:
  void bind();
  Energies sums_of(BoundKernel& forces);

  std::string name_;
  Configuration configuration_;
  DeviceParticles& particles_;
  const DeviceNeighbours* list_;
  std::uint64_t growths_ = 0;  ///< of the list, when the kernels were bound
  KernelSignature with_energies_, without_;
  std::optional<KernelSignature> conserving_energies_;  ///< empty: with_energies_ gives the
                                                        ///< conserved ones
  Memory forces_, energy_forces_, virials_, sums_;
  std::vector<Memory> scratch_;
  std::unique_ptr<BoundKernel> moving_, moving_some_, measuring_, conserving_, kick_, move_,
      measure_;
};

}  // namespace gputest

// The forces on a run's particles in a device's memory, and what follows from them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/particles/force_field.hpp"
#include "common/simulate/device_neighbours.hpp"
#include "common/simulate/device_particles.hpp"

namespace gputest {

/// Binds a force kernel twice: forces that move particles come without energies, and where energies
/// are asked for the kernel runs once more with them, into arrays of its own. So how often a run
/// prints cannot change its trajectory.
class DeviceForces {
 public:
  /// `signature` is of the problem, energies included; `list` is null where the kernel takes none.
  DeviceForces(const ForceKernel& kernel, double time_step, const ForceField& field,
               const KernelSignature& signature, DeviceParticles& particles,
               const DeviceNeighbours* list);

  /// From now on the kernel is told what the problem of other places says, of as many particles:
  /// arrays of the same sizes. That of energies is the one that is conserved.
  void tell(const ForceField& field, const KernelSignature& signature);
  /// Computes what moves the particles.
  BoundKernel& moving();
  /// Computes what moves those of which `active` is not 0, a word each (ForceField::on_some()).
  BoundKernel& moving_some(const ForceField& field, const DeviceMemory& active);
  /// The second half of a step's kick, where it is due.
  BoundKernel& kick() { return *kick_; }
  /// The end of one step and the beginning of the next. A step is move() and then moving().
  BoundKernel& move() { return *move_; }
  /// Energies of the particles, which have had all kicks. Waits for the device.
  Energies energies();
  /// Integrator::conserved(), likewise.
  Energies conserved();
  /// What moves the particles, as the kernel's first output.
  HostArray download();
  const DeviceMemory& memory() const { return *forces_; }

 private:
  void bind();
  Energies sums_of(BoundKernel& forces);

  std::string name_;
  Configuration configuration_;
  DeviceParticles& particles_;
  const DeviceNeighbours* list_;
  std::uint64_t growths_ = 0;  ///< of the list when the kernels were bound
  KernelSignature with_energies_, without_;
  std::optional<KernelSignature> conserving_energies_;  ///< none: with_energies_ are conserved
  Memory forces_, energy_forces_, virials_, sums_;
  std::vector<Memory> scratch_;
  std::unique_ptr<BoundKernel> moving_, moving_some_, measuring_, conserving_, kick_, move_,
      measure_;
};

}  // namespace gputest

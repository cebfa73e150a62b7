// Pair forces over neighbour lists, shared by several devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/cells/verlet_list.hpp"
#include "common/many/exchange_part.hpp"

namespace gputest::many {

/// lj_unrolled on every device, each with the particles of a brick (bricks_of()) and, as ghosts,
/// the other particles that their lists name. A processor, which has no lj_unrolled, runs lj_simd.
class LjPart : public ExchangePart {
 public:
  using ExchangePart::ExchangePart;
  std::string kernel_on(const DeviceInfo& device) const override;

 protected:
  /// Bricks; in each, particles that read ghosts come first.
  std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const override;
  /// Ghosts are ordered by the device that owns them.
  void plan_exchange() override;
  /// While ghosts arrive, a first kernel computes the particles that read none; it has empty lists
  /// for the others. A second kernel then overwrites the results of the others, which come first in
  /// the brick.
  void equip(Worker& worker, const DeviceInfo& device) const override;

 private:
  void bind(Worker& worker, const DeviceInfo& device, VerletList list, Kernels& kernels) const;
  /// A step_pick kernel gathers the particles that `to` reads, unless these are the first of the
  /// device's own. `place_of` has the places of the device's particles.
  OutgoingCopy outgoing_copy(Worker& worker, std::size_t to,
                             const std::vector<std::uint32_t>& place_of) const;
};

KernelInfo shared_lj_info();

}  // namespace gputest::many

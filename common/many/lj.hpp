// Pair forces over neighbour lists, shared by several devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/cells/verlet_list.hpp"
#include "common/many/exchange_part.hpp"

namespace gputest::many {

/// lj_unrolled on every device, each with the particles of a brick (bricks_of()) and, as its
/// ghosts, what their lists name beside these; on the processor, which has no lj_unrolled, lj_simd.
class LjPart : public ExchangePart {
 public:
  using ExchangePart::ExchangePart;
  std::string kernel_on(const DeviceInfo& device) const override;

 protected:
  /// Bricks, of whose particles those that read ghosts come first.
  std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const override;
  /// Ghosts are in the order of whose own they are.
  void plan_exchange() override;
  /// Of particles that read no ghosts a kernel runs while these come, which has an empty list for
  /// the others; the second writes over what that wrote of these, which come before.
  void equip(Worker& worker, const DeviceInfo& device) const override;

 private:
  void bind(Worker& worker, const DeviceInfo& device, VerletList list, Kernels& kernels) const;
  /// What `to` reads is picked out, unless it is the first of the device's own, whose places
  /// `place_of` has.
  Errand errand(Worker& worker, std::size_t to, const std::vector<std::uint32_t>& place_of) const;
};

KernelInfo shared_lj_info();

}  // namespace gputest::many

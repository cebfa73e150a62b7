// Makes the neighbour list of a run with the device's own kernels.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/cells/list_builder.hpp"
#include "common/simulate/device_particles.hpp"

namespace gputest {

/// An unknown particle is lost: the particles' extent is not finite.
inline constexpr std::uint32_t kSomeParticle = GT_NEVER - 1;

/// Keeps the particles in spatial order and their list in the form that the force kernel takes
/// (axis `list`: csr or ell; axis `newton3`: half lists or full). Its capacity grows when a list
/// overflows.
class DeviceNeighbours {
 public:
  /// `capacity` is that of the first list: rows for ell, entries for csr.
  DeviceNeighbours(Device& device, const KernelInfo& builder, DeviceParticles& particles,
                   const BuilderSystem& system, std::uint64_t capacity);

  /// Folds the particles, sorts them spatially and makes their list at the current positions.
  /// Returns the index of the first lost particle, kSomeParticle or GT_NEVER.
  std::uint32_t make();
  /// Makes the list again, for the positions of the last make().
  std::uint32_t build();

  const DeviceMemory& starts() const { return *starts_; }  ///< for ell the counts
  const DeviceMemory& entries() const {
    return *entries_;
  }  ///< moves to other memory after an
     ///< overflow
  /// How often entries() has moved to other memory.
  std::uint64_t growths() const { return growths_; }

 private:
  std::uint32_t fill();
  void set_capacity(std::uint64_t capacity);
  void place_extent(const DeviceMemory& positions);
  void bind_order();
  void bind_builder();

  Device& device_;
  DeviceParticles& particles_;
  std::string builder_name_;
  Configuration builder_configuration_;
  BuilderSystem system_;
  std::array<double, 3> box_low_{};  ///< 0 along open axes
  bool has_open_axis_;
  std::uint64_t capacity_ = 0, growths_ = 0;

  Memory folded_, folded_source_, order_, keys_, sorted_keys_, numbers_, work_, extent_;
  Memory starts_, entries_;
  std::vector<Memory> builder_scratch_;
  std::unique_ptr<BoundKernel> order_kernel_, gather_kernel_, pack_kernel_, builder_,
      inspect_kernel_;
};

}  // namespace gputest

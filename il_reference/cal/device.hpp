// A model of a CAL device: the published attributes of the GPUs of 2007 to 2009, and memory of
// their size. il_reference/cal/README.md maps CAL's calls to these.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/cal/resource.hpp"

namespace gputest::cal {

/// The results of calDeviceGetInfo and calDeviceGetAttribs. Every limit of the model comes from
/// here.
struct DeviceAttributes {
  std::string_view target;   ///< "RV770"
  std::string_view product;  ///< the product name of the board
  std::uint32_t simds;       ///< numberOfSIMD
  std::uint32_t wavefront_size;
  std::uint32_t engine_mhz;       ///< engineClock
  std::uint32_t memory_mhz;       ///< memoryClock
  std::uint64_t local_bytes;      ///< localRAM: the GPU's memory
  std::uint64_t remote_bytes;     ///< uncachedRemoteRAM: host memory that the GPU can reach
  std::uint64_t max_1d_width;     ///< maxResource1DWidth, in elements
  std::uint64_t max_2d_width;     ///< maxResource2DWidth
  std::uint64_t max_2d_height;    ///< maxResource2DHeight
  std::uint32_t pitch_alignment;  ///< rows begin at multiples of this many elements
  bool double_precision;
  bool compute_shader;
  std::uint32_t local_data_share_bytes;  ///< per group; 0: none
  std::uint32_t max_group_threads;
};

/// calDeviceGetCount and, for each device, its attributes: RV670, RV770 and Cypress.
const std::vector<DeviceAttributes>& device_attributes();

/// The attributes of that target, in any case. Throws Error(usage) with near matches if there is
/// none.
const DeviceAttributes& device_attributes(std::string_view target);

/// Bytes that maps, unmaps and copies have moved between a device and its host.
struct Transfers {
  std::uint64_t to_device = 0;
  std::uint64_t from_device = 0;
};

/// The elements of a resource to be allocated; a 1D resource has one row.
struct Extent {
  std::uint64_t width = 0;
  std::uint64_t height = 1;
  bool two_dimensional = false;
  std::uint64_t depth = 1;  ///< layers, each within the limits of two dimensions
};

/// Throws Error(bad_input) with the device's limit that the extent exceeds: "RV770: a 1D resource
/// holds at most 8192 elements, not 8193".
void check_extent(const DeviceAttributes& attributes, const Extent& extent);

/// An open device (calDeviceOpen … calDeviceClose). Resources update its count of free memory, so
/// they must not outlive it.
class Device {
 public:
  explicit Device(const DeviceAttributes& attributes) : attributes_(attributes) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceAttributes& attributes() const { return attributes_; }

  /// calResAllocLocal1D, calResAllocLocal2D: memory on the GPU. Width and height count elements;
  /// width is the contiguous dimension. The layout is element[height][width] with rows `pitch`
  /// elements apart. The memory is not cleared. Throws like check_extent(), and
  /// Error(out_of_memory) if too little memory is left.
  std::shared_ptr<Resource> alloc_local_1d(std::uint64_t width, const Format& format);
  std::shared_ptr<Resource> alloc_local_2d(std::uint64_t width, std::uint64_t height,
                                           const Format& format);

  /// `depth` 2D resources one after another: a volume or an array.
  std::shared_ptr<Resource> alloc_local_3d(std::uint64_t width, std::uint64_t height,
                                           std::uint64_t depth, const Format& format);

  /// calResAllocLocal2D with CAL_RESALLOC_GLOBAL_BUFFER: memory for g[] and UAVs. Addresses run
  /// through it from end to end, so its rows are not padded: the pitch is the width.
  std::shared_ptr<Resource> alloc_global_buffer(std::uint64_t width, std::uint64_t height,
                                                const Format& format, std::uint64_t depth = 1);

  /// calResAllocRemote1D, calResAllocRemote2D: host memory that the GPU reaches over the bus.
  /// Mapping it copies nothing.
  std::shared_ptr<Resource> alloc_remote_1d(std::uint64_t width, const Format& format);
  std::shared_ptr<Resource> alloc_remote_2d(std::uint64_t width, std::uint64_t height,
                                            const Format& format);

  /// calDeviceGetStatus: bytes not yet allocated.
  std::uint64_t available_local() const { return attributes_.local_bytes - used_[0]; }
  std::uint64_t available_remote() const { return attributes_.remote_bytes - used_[1]; }

  Transfers transfers() const { return transfers_; }

  /// The pitch of rows of that width. Choice: rows always have padding, so code that ignores the
  /// pitch fails at every width.
  std::uint64_t pitch_of(std::uint64_t width) const;

  /// Counts a copy between resources: Context::mem_copy().
  void count_copy(const Resource& from, const Resource& to);

 private:
  friend class Resource;
  std::shared_ptr<Resource> allocate(const Extent& extent, const Format& format,
                                     Resource::Place place, std::uint64_t pitch);

  DeviceAttributes attributes_;
  std::uint64_t used_[2] = {0, 0};
  Transfers transfers_;
};

}  // namespace gputest::cal

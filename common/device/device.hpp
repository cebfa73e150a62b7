// An API as the runner sees it: its devices and how to open one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/core/arguments.hpp"

namespace gputest {

/// How a device counts the work of a launch (Execution::counted_launch()).
enum class Counting {
  none,
  execution,  ///< it executes the launch instruction by instruction
  counters    ///< of the hardware; they need further launches
};

/// The properties of a device. A limit of 0 means "not limited" (memory) or "not supported"
/// (images).
struct DeviceInfo {
  std::string id;  ///< "opencl:0"; stable within a run
  std::string name;
  std::string vendor;
  std::string driver;
  bool emulated = false;  ///< no hardware of this API: results are valid, times are not
  bool fp64 = true;
  std::uint64_t memory_bytes = 0;
  std::uint64_t max_array_bytes = 0;
  std::uint64_t max_image_width = 0;
  std::uint64_t max_image_height = 0;
  std::uint32_t max_block = 0;  ///< threads per block (work-items per work-group); 0: any
  std::uint32_t compute_units = 0;
  std::uint32_t wavefront = 0;    ///< threads that run in lockstep; 0: no such group
  std::string target = {};        ///< of its machine code, "sm_90"; empty if unknown
  std::uint64_t cache_bytes = 0;  ///< of the largest known cache; 0: unknown
  bool on_host = false;           ///< it is the host's processor
  std::string runs_on = {};       ///< id of another API's device that does its work, if one does
  std::string uuid;               ///< of an NVIDIA GPU, "GPU-…"; empty if unknown
  std::string pci_address;        ///< "0000:c1:00.0"; empty if unknown
  bool with_its_api = false;      ///< chosen, like the first device, if a run names only its API
  bool has_collectives = false;   ///< a library like NCCL supports its memory: Queue::collectives()
  Counting counting = Counting::none;
  std::vector<std::pair<std::string, std::string>> properties;  ///< more, for `list devices`
};

/// A platform without a device, and the reason.
struct Unavailable {
  std::string id;      ///< "opencl"; "hip:amd" if the API has several platforms
  std::string reason;  ///< a sentence without a full stop
};

/// A backend's devices, and its platforms without devices.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::vector<Unavailable> unavailable;
};

class Queue;

/// An open device. Each API derives its own class, which its kernels use.
class Device {
 public:
  explicit Device(DeviceInfo info) : info_(std::move(info)) {}
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  const DeviceInfo& info() const { return info_; }
  /// Runs several kernels over data that remain on the device; null if the API has no queue.
  virtual Queue* queue() { return nullptr; }

 private:
  DeviceInfo info_;
};

/// An API: CUDA, HIP, OpenCL, the CPU.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;
  /// Does not throw if something is absent: the list then has an Unavailable.
  virtual DeviceList devices() = 0;
  /// Opens the device with that id from devices(). Throws Error(unavailable) if it is not there.
  virtual std::unique_ptr<Device> open(const std::string& id) = 0;
};

/// A PCI address as Linux writes it: "0000:c1:00.0".
std::string pci_address(unsigned domain, unsigned bus, unsigned device, unsigned function);

/// The UUID of an NVIDIA GPU as NVML writes it, from its 16 bytes: "GPU-01234567-89ab-…".
std::string gpu_uuid(const char* bytes);

/// The number of bytes to write to replace all content of the caches: twice the device's largest
/// cache, or 256 MiB if its size is unknown.
std::uint64_t flush_bytes(const DeviceInfo& device);

/// Throws if the device cannot hold the arguments: Error(out_of_memory) for bytes, Error(bad_input)
/// for an image too wide or too high. The message names the limit. Allocates nothing.
void check_limits(const DeviceInfo& device, const KernelSignature& arguments);

}  // namespace gputest

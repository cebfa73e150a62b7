// An API as the runner sees it: what devices it has, and how to open one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/core/arguments.hpp"

namespace gputest {

/// What a device says of itself. Limits of 0 mean "not limited" (for memory) or "has none" (for
/// images).
struct DeviceInfo {
  std::string id;  ///< "opencl:0"; stable within a run
  std::string name;
  std::string vendor;
  std::string driver;
  bool emulated = false;  ///< no hardware of this API: answers count, times do not
  bool fp64 = true;
  std::uint64_t memory_bytes = 0;
  std::uint64_t max_array_bytes = 0;
  std::uint64_t max_image_width = 0;
  std::uint64_t max_image_height = 0;
  std::uint32_t max_block = 0;  ///< threads per block (work-items per work-group); 0: any
  std::uint32_t compute_units = 0;
  std::uint32_t wavefront = 0;    ///< threads that run in step, where it has such
  std::string target = {};        ///< of its machine code, "sm_90"; empty where it is not told
  std::uint64_t cache_bytes = 0;  ///< of the largest cache that it tells of; 0: it tells of none
  bool on_host = false;           ///< its processors are the host's own
  std::string runs_on = {};       ///< id of another API's device that does its work, if one does
  std::string uuid;               ///< of an NVIDIA GPU, "GPU-…"; empty where it is not told
  std::string pci_address;        ///< "0000:c1:00.0"; empty where it is not told
  bool with_its_api = false;  ///< runs where its API is named and no device, as the first one does
  bool has_collectives = false;  ///< a library as NCCL takes its memory: Queue::collectives()
  bool counts_launches = false;  ///< Execution::counted_launch() says what a launch does
  std::vector<std::pair<std::string, std::string>> properties;  ///< more, for `list devices`
};

/// A platform of an API without a device, and why.
struct Unavailable {
  std::string id;      ///< "opencl" or, where an API has several platforms, "hip:amd"
  std::string reason;  ///< a sentence without a full stop
};

/// What a backend finds: its devices, and why platforms have none.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::vector<Unavailable> unavailable;
};

class Queue;

/// An open device. Each API derives its own, which that API's kernels know.
class Device {
 public:
  explicit Device(DeviceInfo info) : info_(std::move(info)) {}
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  const DeviceInfo& info() const { return info_; }
  /// What runs several kernels over data that stay on the device; null where the API has none.
  virtual Queue* queue() { return nullptr; }

 private:
  DeviceInfo info_;
};

/// An API: CUDA, HIP, OpenCL, the CPU.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;
  /// Never throws for what is merely absent: that is an Unavailable.
  virtual DeviceList devices() = 0;
  /// Opens the device of that id, which devices() has listed. Throws Error(unavailable) otherwise.
  virtual std::unique_ptr<Device> open(const std::string& id) = 0;
};

/// A PCI address as Linux writes it: "0000:c1:00.0".
std::string pci_address(unsigned domain, unsigned bus, unsigned device, unsigned function);

/// The UUID of an NVIDIA GPU as NVML writes it, from its 16 bytes: "GPU-01234567-89ab-…".
std::string gpu_uuid(const char* bytes);

/// How many bytes to write so that nothing of what was there before stays in a cache: twice the
/// device's largest, or 256 MiB where it does not tell.
std::uint64_t flush_bytes(const DeviceInfo& device);

/// Throws where the device cannot hold the arguments, naming the limit: Error(out_of_memory) for
/// bytes, Error(bad_input) for an image too wide or too high. Nothing is allocated.
void check_limits(const DeviceInfo& device, const KernelSignature& arguments);

}  // namespace gputest

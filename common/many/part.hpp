// Work that devices share, and one rank's part of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/device/launch_plan.hpp"
#include "common/many/communicators.hpp"
#include "common/many/devices.hpp"

namespace gputest::many {

/// A kernel over a whole problem, and how many of its items each device computes.
struct Assignment {
  std::string kernel;  ///< "gravity_blocked"
  Configuration configuration;
  KernelSignature arguments;          ///< of the whole problem; without properties
  std::vector<std::uint64_t> counts;  ///< items of each device of all ranks
  std::vector<int> ranks;             ///< the rank of each device

  std::size_t devices() const { return ranks.size(); }
};

/// Packs an assignment into bytes for other ranks; every number is kept bit for bit.
std::string to_message(const Assignment& assignment);
Assignment assignment_of(const std::string& message);

/// Whether the device belongs to the API "cpu", which lacks some of the GPUs' kernels.
inline bool is_processor(const DeviceInfo& device) { return device.id.rfind("cpu:", 0) == 0; }

/// Threads per block of a device's kernel that takes 128 and 64; 0 on the processor, which has no
/// blocks.
inline std::uint32_t block_on(const DeviceInfo& device) {
  if (is_processor(device)) return 0;
  return device.max_block != 0 && device.max_block < 128 ? 64 : 128;
}

/// Sets the kernel's scalar of that name.
inline void set(std::vector<Scalar>& scalars, const std::string& name,
                const decltype(Scalar::value)& value) {
  for (Scalar& scalar : scalars)
    if (scalar.name == name) scalar.value = value;
}

/// Seconds of one device in a launch: its copies, its kernels, and its time without work.
struct DeviceSeconds {
  double copies = 0, kernels = 0, waits = 0;
};

/// The cost of one device's share among `count` devices; the other devices need not be there.
struct ShareCost {
  /// On the first device: seconds of the kernel that waits for no transfer, and of the others.
  double before = 0, seconds = 0;
  /// For the device that sends and receives the most.
  std::uint64_t sends = 0, receives = 0, bytes_sent = 0, bytes_received = 0;
};

/// One rank's part of an assignment. Every call throws Error as those of Execution do.
class Part {
 public:
  virtual ~Part() = default;
  /// An input of the whole problem: all in turn, and later only the first ones again.
  virtual void upload(std::size_t input, const std::byte* numbers) = 0;
  /// Whether the inputs decide which device gets which items. If so, divide() is called after all
  /// inputs were uploaded, and nothing else before it.
  virtual bool divides_by_inputs() const { return false; }
  /// Gives each device about counts[k] items.
  virtual void divide(const std::vector<std::uint64_t>& /*counts*/) {}
  /// Fills the results, and the devices' copies of others' items, with NaN, so that an exchange
  /// that leaves some out is found.
  virtual void spoil() = 0;
  /// On any failure this rank first sends the data that other ranks need. If devices send to each
  /// other directly, devices of other ranks wait for it until Ranks gives them up.
  virtual void launch() = 0;

  /// In the order of this rank's devices: times of the last launch or, if devices send to each
  /// other, of the last launch after spoil(), since recording times costs time.
  virtual const std::vector<DeviceSeconds>& seconds() const = 0;
  /// Items per second of each device by itself. May overwrite the uploaded inputs, except if
  /// divides_by_inputs().
  virtual std::vector<double> speeds() = 0;
  /// For devices of one kind. The part holds only this rank's first device; no rank holds the
  /// others. Empty if predict() needs no measurement.
  virtual std::optional<ShareCost> cost() { return std::nullopt; }
  /// Whether the data that devices had to send in the last launch exceeded their memory. The
  /// results are then invalid; the part must be divided and launched again.
  virtual bool outgrown() const { return false; }
  /// The results of this rank's items.
  virtual std::vector<std::byte> results() const = 0;
  virtual std::vector<Pass> passes() const = 0;

  /// The whole problem's outputs, from the results of all ranks in rank order.
  virtual std::vector<HostArray> outputs(std::vector<std::byte> results) const = 0;
  /// How many items each device of all ranks computes.
  virtual std::vector<std::uint64_t> items() const = 0;
  /// The name of the kernel that such a device runs.
  virtual std::string kernel_on(const DeviceInfo& device) const = 0;
};

/// Makes this rank's part. Devices send to each other by the communicators; if these are null, the
/// host copies.
using MakePart = std::function<std::unique_ptr<Part>(const ManyDevices&, const Assignment&,
                                                     std::shared_ptr<Communicators>)>;

}  // namespace gputest::many

// What devices compute together, and what one rank's devices do of it.
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

/// A kernel over a whole problem, and how many of its items are each device's.
struct Assignment {
  std::string kernel;  ///< "gravity_blocked"
  Configuration configuration;
  KernelSignature arguments;          ///< of the whole problem; without properties
  std::vector<std::uint64_t> counts;  ///< items of each device, of all ranks'
  std::vector<int> ranks;             ///< that each device is of

  std::size_t devices() const { return ranks.size(); }
};

/// As bytes, for other ranks; every number is kept bit for bit.
std::string to_message(const Assignment& assignment);
Assignment assignment_of(const std::string& message);

/// Whether it is the API "cpu"'s, which has not every kernel that GPUs have.
inline bool is_processor(const DeviceInfo& device) { return device.id.rfind("cpu:", 0) == 0; }

/// Threads per block of a device's kernel that takes 128 and 64; 0 on the processor, which has
/// none.
inline std::uint32_t block_on(const DeviceInfo& device) {
  if (is_processor(device)) return 0;
  return device.max_block != 0 && device.max_block < 128 ? 64 : 128;
}

/// Sets a number of a kernel's that goes by that name.
inline void set(std::vector<Scalar>& scalars, const std::string& name,
                const decltype(Scalar::value)& value) {
  for (Scalar& scalar : scalars)
    if (scalar.name == name) scalar.value = value;
}

/// Seconds of a launch that one device took: its copies, its kernels, and while it had nothing to
/// compute.
struct DeviceSeconds {
  double copies = 0, kernels = 0, waits = 0;
};

/// What the share of one device takes where so many others have theirs, which need not be there.
struct ShareCost {
  /// On the first device: of the kernel that waits for no transfer, and of the others.
  double before = 0, seconds = 0;
  /// Of the device that sends and receives most.
  std::uint64_t sends = 0, receives = 0, bytes_sent = 0, bytes_received = 0;
};

/// What this rank's devices do of an assignment. Every call throws Error as Execution's do.
class Part {
 public:
  virtual ~Part() = default;
  /// An input of the whole problem: each in turn, and later the first ones anew.
  virtual void upload(std::size_t input, const std::byte* numbers) = 0;
  /// Whether which items are whose follows from the inputs: then divide() is called where all of
  /// them were uploaded, and before that nothing else.
  virtual bool divides_by_inputs() const { return false; }
  /// Gives each device so many items, about.
  virtual void divide(const std::vector<std::uint64_t>& /*counts*/) {}
  /// Fills with NaN the results, and what the devices have of others' items, so that an exchange
  /// that leaves some out is seen.
  virtual void spoil() = 0;
  /// Whatever fails, what other ranks need of this one is passed on first; where devices send to
  /// each other, those of other ranks wait for it until Ranks gives them up.
  virtual void launch() = 0;

  /// In the order of this rank's devices: of the last launch or, where devices send to each other,
  /// of the last that followed spoil(), since to keep times takes some.
  virtual const std::vector<DeviceSeconds>& seconds() const = 0;
  /// Items a second that each device computes by itself. May write over what was uploaded by
  /// upload(), and not where divides_by_inputs().
  virtual std::vector<double> speeds() = 0;
  /// Of devices that are each other's like; of a part that has this rank's first device and, where
  /// no rank has the others, none of them. None where predict() knows it without.
  virtual std::optional<ShareCost> cost() { return std::nullopt; }
  /// Whether what devices had to send in the last launch had no room, so that its results are none:
  /// then the part is to be divided and launched again.
  virtual bool outgrown() const { return false; }
  /// The results of this rank's items.
  virtual std::vector<std::byte> results() const = 0;
  virtual std::vector<Pass> passes() const = 0;

  /// The whole problem's outputs, of the results of all ranks behind each other.
  virtual std::vector<HostArray> outputs(std::vector<std::byte> results) const = 0;
  /// How many items are each device's, of all ranks'.
  virtual std::vector<std::uint64_t> items() const = 0;
  /// The name of the kernel that such a device computes with.
  virtual std::string kernel_on(const DeviceInfo& device) const = 0;
};

/// Makes this rank's part. Devices send to each other by the communicators or, where these are
/// null, the host copies.
using MakePart = std::function<std::unique_ptr<Part>(const ManyDevices&, const Assignment&,
                                                     std::shared_ptr<Communicators>)>;

}  // namespace gputest::many

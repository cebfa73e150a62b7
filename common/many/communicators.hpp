// Copies memory from device to device without passing through the host's memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/device/queue.hpp"

namespace gputest::many {

/// Bytes that a device sends to another or receives from it.
struct Transfer {
  bool sends;
  void* memory;  ///< the device's memory
  std::uint64_t bytes;
  std::size_t peer;  ///< the number of the other device among all devices
};

/// This rank's devices among all that send to each other, by their numbers, each with a stream for
/// transfers. Every call except abort() throws Error(unavailable) with the message of the transfer
/// library.
class Communicators {
 public:
  /// This rank's devices, numbered from `first`. `name` names the transfer library: "NCCL 2.28.3".
  Communicators(std::string name, std::size_t first, const std::vector<Queue*>& devices)
      : name_(std::move(name)), first_(first) {
    for (Queue* device : devices) streams_.push_back(device->make_side_stream(Urgency::before_all));
  }
  virtual ~Communicators() = default;
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  const std::string& name() const { return name_; }
  std::size_t first() const { return first_; }
  std::size_t count() const { return streams_.size(); }
  /// The stream of this rank's k-th device.
  SideStream& stream(std::size_t k) { return *streams_[k]; }

  /// Starts the transfers of this rank's k-th device together, once the earlier work in its stream
  /// has ended. The peers must issue their sides in the same order. Each device calls from its own
  /// thread.
  virtual void transfer(std::size_t k, const std::vector<Transfer>& transfers) = 0;
  /// Whether transfer() waits until the transfers end. If not, they are asynchronous work in the
  /// stream.
  virtual bool waits() const = 0;

  /// Throws the error of a transfer that has failed on a device since. Any thread may call it.
  virtual void check() {}
  /// Ends the transfers under way; later calls fail. Any thread may call it.
  virtual void abort() { aborted_ = true; }
  bool is_aborted() const { return aborted_; }

 protected:
  std::atomic<bool> aborted_ = false;

 private:
  std::string name_;
  std::size_t first_;
  std::vector<std::unique_ptr<SideStream>> streams_;
};

}  // namespace gputest::many

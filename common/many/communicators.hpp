// Memory from device to device, without the host's.
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
  void* memory;  ///< of the device
  std::uint64_t bytes;
  std::size_t peer;  ///< the other's number among all
};

/// This rank's devices among all that send to each other, by their numbers, each with a stream for
/// that. Every call but abort() throws Error(unavailable) with the sentence of what sends.
class Communicators {
 public:
  /// Those of this rank, from number `first` on. `name` is of what sends: "NCCL 2.28.3".
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
  /// Of this rank's k-th device.
  SideStream& stream(std::size_t k) { return *streams_[k]; }

  /// Has the transfers of this rank's k-th device begin together when what is in its stream has
  /// ended. The peers must do their sides of it in the same order. A thread of each device's.
  virtual void transfer(std::size_t k, const std::vector<Transfer>& transfers) = 0;
  /// Whether transfer() waits for their end. Else they are in the stream, as one.
  virtual bool waits() const = 0;

  /// Throws what has failed since on the devices. For any thread.
  virtual void check() {}
  /// Ends what is under way, and with it every later use. For any thread.
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

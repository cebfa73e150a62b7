// Memory from device to device by NCCL or RCCL.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "common/device/queue.hpp"
#include "common/many/nccl.hpp"

namespace gputest::many {

/// Bytes that a device sends to another or receives from it.
struct Transfer {
  bool sends;
  void* memory;  ///< of the device
  std::uint64_t bytes;
  std::size_t peer;  ///< the other's number among all
};

/// This rank's devices among all that send to each other, by their numbers. Every call but abort()
/// throws Error(unavailable) with NCCL's own sentence.
class Communicators {
 public:
  /// Of `all` devices, those of this rank from number `first` on, each with a stream. Every rank
  /// calls with the `id` that one of them has made, and waits for the others.
  Communicators(std::shared_ptr<const Nccl> nccl, const NcclId& id, std::size_t all,
                std::size_t first, const std::vector<Queue*>& devices);
  ~Communicators();
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  const Nccl& nccl() const { return *nccl_; }
  std::size_t first() const { return first_; }
  std::size_t count() const { return members_.size(); }
  /// Of this rank's k-th device.
  SideStream& stream(std::size_t k) { return *members_[k].stream; }

  /// Puts the transfers of this rank's k-th device into its stream as one. The peers must do their
  /// sides of it in the same order. A thread of each device's.
  void transfer(std::size_t k, const std::vector<Transfer>& transfers);
  /// Transfers of several of this rank's devices, which one thread makes in `work`, begin together.
  void together(const std::function<void()>& work);

  /// Throws what has failed since on the devices. For any thread.
  void check();
  /// Ends what is under way, and with it every later use. For any thread.
  void abort();
  bool is_aborted() const { return aborted_; }

 private:
  struct Member {
    NcclComm communicator;
    std::unique_ptr<SideStream> stream;
  };

  std::shared_ptr<const Nccl> nccl_;
  std::size_t first_;
  std::vector<Member> members_;
  std::mutex ending_;
  std::atomic<bool> aborted_ = false;
};

}  // namespace gputest::many

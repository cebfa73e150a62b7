// Copies memory from device to device by NCCL or RCCL.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "common/many/communicators.hpp"
#include "common/many/nccl.hpp"

namespace gputest::many {

/// Transfers are NCCL kernels in the devices' streams.
class NcclCommunicators : public Communicators {
 public:
  /// Makes communicators for this rank's devices, numbered from `first`, out of `all`. Every rank
  /// calls with the same `id`, which one rank has made, and waits for the others.
  NcclCommunicators(std::shared_ptr<const Nccl> nccl, const NcclId& id, std::size_t all,
                    std::size_t first, const std::vector<Queue*>& devices);
  ~NcclCommunicators() override;
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  void transfer(std::size_t k, const std::vector<Transfer>& transfers) override;
  bool waits() const override { return false; }
  void check() override;
  void abort() override;

 private:
  /// Starts together the NCCL calls that one thread makes in `work` for several devices.
  void together(const std::function<void()>& work);

  std::shared_ptr<const Nccl> nccl_;
  std::vector<NcclComm> members_;
  std::mutex ending_;
};

}  // namespace gputest::many

// Memory from device to device by NCCL or RCCL.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "common/many/communicators.hpp"
#include "common/many/nccl.hpp"

namespace gputest::many {

/// Transfers are kernels of NCCL's in the devices' streams.
class NcclCommunicators : public Communicators {
 public:
  /// Of `all` devices, those of this rank from number `first` on. Every rank calls with the `id`
  /// that one of them has made, and waits for the others.
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
  /// What one thread has of several devices in `work` begins together.
  void together(const std::function<void()>& work);

  std::shared_ptr<const Nccl> nccl_;
  std::vector<NcclComm> members_;
  std::mutex ending_;
};

}  // namespace gputest::many

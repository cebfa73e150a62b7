// One rank's part of gravity's direct sums.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/core/precision.hpp"
#include "common/many/communicators.hpp"
#include "common/many/gravity.hpp"

namespace gputest::many {

/// Gravity's direct sums of n bodies, and how many bodies each device of all ranks has.
struct SharedTask {
  Precision precision = Precision::fp32;
  bool both_sides = false;  ///< gravity_symmetric: a pair is computed once, for both its bodies
  std::uint64_t n = 0;
  double eps2 = 0;
  bool potential = true;
  std::vector<std::uint64_t> counts;
  std::vector<int> ranks;  ///< the rank of each device

  std::uint64_t bytes_per_number() const { return bytes(precision); }
};

/// Extracts a shared gravity kernel's task from an assignment.
SharedTask task_of(const Assignment& assignment);

/// The kernel that a device runs.
struct MemberKernel {
  std::string name;
  Configuration configuration;
};
MemberKernel member_kernel(const DeviceInfo& info, const SharedTask& task);

/// Adds `others` to `sums`, 4 numbers per body, in `stream` or in the queue's stream. Both arrays
/// must outlive the kernel.
std::unique_ptr<BoundKernel> bind_addition(Queue& queue, Precision precision, std::uint64_t bodies,
                                           const DeviceMemory& others, const DeviceMemory& sums,
                                           const SideStream* stream = nullptr);

/// The bodies of this rank's devices. Every call throws Error as those of Execution do.
class RankPart : public Part {
 public:
  /// Devices send to each other by `direct`; if it is null, by the exchange.
  RankPart(const ManyDevices& devices, const SharedTask& task, const MakeExchange& exchange,
           std::shared_ptr<Communicators> direct = nullptr);
  ~RankPart() override;
  RankPart(const RankPart&) = delete;
  RankPart& operator=(const RankPart&) = delete;

  /// Column 0 to 3 of the bodies: x, y, z or masses.
  void upload(std::size_t column, const std::byte* numbers) override;
  void spoil() override;
  /// Sums over all bodies for this rank's bodies. Parts of the bodies go round in a ring of all
  /// devices; a device computes with one part while the next is copied. If it computes both sides
  /// of pairs, the sums of others' bodies go back to their device, which adds them at the end.
  void launch() override;
  const std::vector<DeviceSeconds>& seconds() const override { return seconds_; }
  /// The sums of this rank's bodies, 4 numbers each.
  std::vector<std::byte> results() const override;
  std::vector<double> speeds() override;
  std::vector<Pass> passes() const override;
  std::vector<HostArray> outputs(std::vector<std::byte> results) const override;
  std::vector<std::uint64_t> items() const override { return task_.counts; }
  std::string kernel_on(const DeviceInfo& device) const override {
    return member_kernel(device, task_).name;
  }

 private:
  struct Worker;
  std::size_t devices() const { return task_.counts.size(); }
  void prepare_outgoing(Worker& worker) const;
  /// The bytes of worker.returned[k] that come back: the first, and how many.
  std::pair<std::uint64_t, std::uint64_t> returned_place(const Worker& worker, std::size_t k) const;
  void launch_through_host();
  void compute(std::size_t k);
  void conduct();
  void launch_alone();
  void launch_direct();
  void compute_direct(std::size_t k);
  void bring(const Worker& worker, std::size_t k, std::size_t step);
  void give_back(const Worker& worker, std::size_t k, std::size_t step);

  Ranks& ranks_;
  SharedTask task_;
  std::uint64_t bytes_;
  std::vector<std::uint64_t> firsts_;  ///< the first body of each device of all ranks, then n
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<DeviceSeconds> seconds_;
  std::unique_ptr<Exchange> exchange_;  ///< null if devices send to each other, or there is only
                                        ///< one
  std::shared_ptr<Communicators> direct_;
  bool keeps_times_ = false, is_first_ = true;  ///< of the next launch
};

}  // namespace gputest::many

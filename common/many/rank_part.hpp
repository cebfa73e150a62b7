// What one rank's devices do of gravity's direct sums.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/core/precision.hpp"
#include "common/many/communicators.hpp"
#include "common/many/gravity.hpp"

namespace gputest::many {

/// Gravity's direct sums of n bodies, and how many of the bodies are each device's, of all ranks'.
struct SharedTask {
  Precision precision = Precision::fp32;
  bool both_sides = false;  ///< gravity_symmetric: a pair is computed once, for both its bodies
  std::uint64_t n = 0;
  double eps2 = 0;
  bool potential = true;
  std::vector<std::uint64_t> counts;
  std::vector<int> ranks;  ///< that each device is of

  std::uint64_t bytes_per_number() const { return bytes(precision); }
};

/// What a case of a shared gravity kernel asks of its devices.
SharedTask task_of(const Assignment& assignment);

/// The kernel that a device computes with.
struct MemberKernel {
  std::string name;
  Configuration configuration;
};
MemberKernel member_kernel(const DeviceInfo& info, const SharedTask& task);

/// Adds `others` to `sums`, of which each body has 4 numbers, in that stream or the queue's. Both
/// must outlive the kernel.
std::unique_ptr<BoundKernel> bind_addition(Queue& queue, Precision precision, std::uint64_t bodies,
                                           const DeviceMemory& others, const DeviceMemory& sums,
                                           const SideStream* stream = nullptr);

/// The bodies of this rank's devices. Every call throws Error as Execution's do.
class RankPart : public Part {
 public:
  /// Devices send to each other by `direct` or, where that is null, by the exchange.
  RankPart(const ManyDevices& devices, const SharedTask& task, const MakeExchange& exchange,
           std::shared_ptr<Communicators> direct = nullptr);
  ~RankPart() override;
  RankPart(const RankPart&) = delete;
  RankPart& operator=(const RankPart&) = delete;

  /// Column 0 to 3 of the bodies: x, y, z or masses.
  void upload(std::size_t column, const std::byte* numbers) override;
  void spoil() override;
  /// The sums of this rank's bodies over all. Parts of the bodies go round in a ring of all
  /// devices; a device computes with one while the next is copied. Where it computes both sides of
  /// pairs, what visitors gain goes back, and is added to their sums at the end.
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
  void prepare_errands(Worker& worker) const;
  /// Bytes of worker.returned[k] that are returned, from which on and how many.
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
  std::vector<std::uint64_t> firsts_;  ///< of each device's bodies, all ranks', and n
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<DeviceSeconds> seconds_;
  std::unique_ptr<Exchange> exchange_;  ///< null where devices send to each other, or one is alone
  std::shared_ptr<Communicators> direct_;
  bool keeps_times_ = false, is_first_ = true;  ///< of the next launch
};

}  // namespace gputest::many

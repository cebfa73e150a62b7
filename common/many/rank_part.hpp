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
  std::vector<std::uint64_t> counts;
  std::vector<int> ranks;  ///< that each device is of

  std::uint64_t bytes_per_number() const { return bytes(precision); }
};

/// The kernel that a device computes with.
struct MemberKernel {
  std::string name;
  Configuration configuration;
};
MemberKernel member_kernel(const DeviceInfo& info, const SharedTask& task);

/// Seconds of a launch that one device took: its copies, its kernels, and while it had nothing to
/// compute.
struct DeviceSeconds {
  double copies = 0, kernels = 0, waits = 0;
};

/// Adds `others` to `sums`, of which each body has 4 numbers. Both must outlive the kernel.
std::unique_ptr<BoundKernel> bind_addition(Queue& queue, Precision precision, std::uint64_t bodies,
                                           const DeviceMemory& others, const DeviceMemory& sums);

/// The bodies of this rank's devices. Every call throws Error as Execution's do.
class RankPart {
 public:
  /// Devices send to each other by `direct` or, where that is null, by the exchange.
  RankPart(const ManyDevices& devices, const SharedTask& task,
           const SharedGravity::MakeExchange& exchange,
           std::shared_ptr<Communicators> direct = nullptr);
  ~RankPart();
  RankPart(const RankPart&) = delete;
  RankPart& operator=(const RankPart&) = delete;

  /// Column 0 to 3 of the bodies, x, y, z or masses, of all n in their order.
  void upload(std::size_t column, const std::byte* numbers);
  /// Fills with NaN the sums, and what the devices have of others' coordinates, so that an exchange
  /// that leaves some out is seen.
  void spoil();
  /// The sums of this rank's bodies over all. Parts of the bodies go round in a ring of all
  /// devices; a device computes with one while the next is copied. Where it computes both sides of
  /// pairs, what visitors gain goes back, and is added to their sums at the end. Whatever fails,
  /// what other ranks need of this one is passed on first; where devices send to each other, those
  /// of other ranks wait for it until Ranks gives them up.
  void launch();

  /// In the order of this rank's devices: of the last launch or, where devices send to each other,
  /// of the last that followed spoil(), since to keep times takes some.
  const std::vector<DeviceSeconds>& seconds() const { return seconds_; }
  /// The sums of this rank's bodies, 4 numbers each.
  std::vector<std::byte> sums() const;
  /// Bodies a second that each device computes by itself. Writes over coordinates and masses.
  std::vector<double> speeds();
  std::vector<Pass> passes() const;

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

// A kernel of the API "many": rank 0 gives all ranks an assignment to work on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/device/shared_work.hpp"
#include "common/many/devices.hpp"
#include "common/many/links.hpp"
#include "common/many/part.hpp"
#include "common/run/family.hpp"

namespace gputest::many {

/// Items for each device in proportion to `speeds`, at least one. Throws Error(bad_input) if there
/// are fewer items than devices.
std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds);

/// A kernel with items that several devices share.
class SharedKernel : public Kernel {
 public:
  SharedKernel(KernelInfo info, std::size_t devices, MakePart make);

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override;
  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t n) const override;
  /// Whether it sums over all pairs, a case that predict() models; otherwise work grows about in
  /// proportion to n.
  virtual bool sums_all_pairs() const { return false; }
  /// The cost of the problem's share for one of `count` devices of one kind: measured on the first
  /// device of rank 0, without the others. `inputs` are the problem's. Empty for sums over all
  /// pairs.
  std::optional<ShareCost> share_cost(const ManyDevices& devices, const Configuration&,
                                      const Problem& problem, const std::vector<HostArray>& inputs,
                                      std::size_t count) const;

 private:
  std::size_t devices_;
  MakePart make_;
};

/// How fast data go between those devices and ranks; for rank 0.
Links measured_links(const ManyDevices& devices);

/// Ends the connection that connect() made, on all ranks at once; for rank 0, when it has no more
/// work.
void disconnect_ranks(const ManyDevices& devices);

/// Runs on every rank except 0: this rank's part of the work that rank 0's kernels share, on its
/// devices, until rank 0 needs nothing more.
void serve_rank(const ManyDevices& devices);

}  // namespace gputest::many

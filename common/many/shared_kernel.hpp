// A kernel of the API "many": an assignment that rank 0 has all ranks work on.
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

/// Items for each device in proportion to `speeds`, at least one. Throws Error(bad_input) where
/// there are fewer items than devices.
std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds);

/// A kernel whose items several devices share.
class SharedKernel : public Kernel {
 public:
  SharedKernel(KernelInfo info, std::size_t devices, MakePart make);

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override;
  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t n) const override;
  /// Whether it sums over all pairs, which predict() knows; else work grows with n, about.
  virtual bool sums_all_pairs() const { return false; }
  /// What a share of the problem takes one device of so many that are alike: measured on the first
  /// of rank 0, without the others. `inputs` are the problem's. None of sums over all pairs.
  std::optional<ShareCost> share_cost(const ManyDevices& devices, const Configuration&,
                                      const Problem& problem, const std::vector<HostArray>& inputs,
                                      std::size_t count) const;

 private:
  std::size_t devices_;
  MakePart make_;
};

/// How fast data go between those devices and ranks; for rank 0.
Links measured_links(const ManyDevices& devices);

/// Ends what connect() has connected, on all ranks at once; for rank 0, which has no work any more.
void disconnect_ranks(const ManyDevices& devices);

/// What ranks but 0 do: this rank's part of the work that rank 0's kernels share, on its devices,
/// until rank 0 wants nothing more.
void serve_rank(const ManyDevices& devices);

}  // namespace gputest::many

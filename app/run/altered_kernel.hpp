// A right kernel with results altered before verification, which must find the alteration.
#pragma once

#include <string>
#include <vector>

#include "common/device/distrust.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// An alteration of results.
struct Alteration {
  std::string name;  ///< "exchanged"
  std::string what;  ///< "the first and the last result are exchanged"
  void (*apply)(HostArray& results);
  std::uint64_t least_results = 1;  ///< with fewer it has no effect
};

/// All alterations. Each changes the results of any random problem with at least `least_results`.
const std::vector<Alteration>& alterations();

/// The kernel, with the first of its outputs altered in each download.
class AlteredKernel : public Kernel, public Distrustful {
 public:
  AlteredKernel(const Kernel& kernel, const Alteration& alteration)
      : Kernel(kernel.info()), kernel_(kernel), alteration_(alteration) {}
  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override;
  std::string skip_reason(const DeviceInfo& device, const Configuration& configuration,
                          std::uint64_t n) const override {
    return kernel_.skip_reason(device, configuration, n);
  }
  std::string distrust(Device& device) const override { return gputest::distrust(kernel_, device); }

 private:
  const Kernel& kernel_;
  const Alteration& alteration_;
};

}  // namespace gputest

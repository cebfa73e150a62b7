// Without CUPTI's headers.
#include "common/core/launch_counts.hpp"
#include "common/simt/cupti.hpp"

namespace gputest::simt {

MetricValues measure(const std::vector<std::string>&, const std::function<void()>&,
                     const std::function<void()>&) {
  throw NotCounted(
      "this gputest was built without CUPTI's range profiler, which the CUDA Toolkit has since "
      "12.6");
}

}  // namespace gputest::simt

// Hardware counters of NVIDIA's GPUs, through CUPTI's range profiler ("CUPTI Documentation",
// NVIDIA, "Range Profiling API" and "Profiler Host API"). CUPTI is opened when something is
// counted.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gputest::simt {

/// The values of metrics for all kernels of a launch together.
struct MetricValues {
  std::string source;                    ///< "CUPTI 13.0"
  std::map<std::string, double> values;  ///< of the metrics that the chip has
};

/// Measures the metrics of a launch in the calling thread's CUDA context. The GPU counts a few of
/// them at a time, so `launch`, which also waits for its end, is called several times, each time
/// after `before`. The profiler is detached at the end.
///
/// Throws NotCounted if CUPTI is missing or refuses.
MetricValues measure(const std::vector<std::string>& metrics, const std::function<void()>& launch,
                     const std::function<void()>& before);

}  // namespace gputest::simt

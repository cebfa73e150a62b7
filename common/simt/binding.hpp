// A launch of CUDA's or HIP's kernels with everything fixed: what it enqueues, as data and as
// calls.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/device/launch_plan.hpp"

namespace gputest {
namespace simt {

/// The passes of one launch, gathered by a kernel's bind(). Enqueuing them calls each in order, and
/// looks nothing up.
class Binding {
 public:
  /// `stream` is the run-time API's handle of the stream that everything goes to; null is the
  /// default stream.
  explicit Binding(void* stream = nullptr) : stream_(stream), number_(next_number()) {}

  void* stream() const { return stream_; }
  /// No other binding's.
  std::uint64_t number() const { return number_; }

  /// Adds a pass that `enqueue` puts into the stream. Errors are the run-time API's last error.
  void add(Pass pass, std::function<void()> enqueue) {
    plan_.passes.push_back(std::move(pass));
    calls_.push_back(std::move(enqueue));
  }

  /// Adds what the kernel's author calls the shape of the work.
  void parameter(std::string name, std::uint64_t value) {
    plan_.parameters.emplace_back(std::move(name), value);
  }

  const LaunchPlan& plan() const { return plan_; }

  void enqueue() const {
    for (const auto& call : calls_) call();
  }

 private:
  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  void* stream_;
  std::uint64_t number_;
  LaunchPlan plan_;
  std::vector<std::function<void()>> calls_;
};

}  // namespace simt
}  // namespace gputest

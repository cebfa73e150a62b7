// A launch of CUDA's or HIP's kernels with everything fixed: what it enqueues, as data and as
// calls.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
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
    parts_.push_back({std::move(enqueue), pass.times, 1, {}, plan_.passes.size()});
    plan_.passes.push_back(std::move(pass));
  }

  /// Adds the passes of `step`, which are enqueued in order, `times` over.
  void add_repeated(const Binding& step, std::uint32_t times) {
    const std::size_t first = plan_.passes.size();
    std::uint64_t launches = 0;
    for (Pass pass : step.plan_.passes) {
      launches += pass.times;
      pass.times *= times;
      plan_.passes.push_back(std::move(pass));
    }
    parts_.push_back({[step] { step.enqueue(); }, launches, times, {}, first});
  }

  /// Adds what the kernel's author calls the shape of the work.
  void parameter(std::string name, std::uint64_t value) {
    plan_.parameters.emplace_back(std::move(name), value);
  }

  const LaunchPlan& plan() const { return plan_; }

  void enqueue() const {
    enqueue([](const std::string&) {});
  }

  /// Calls ended(name) behind each pass, and behind all of those that are repeated with the first
  /// one's.
  template <class Ended>
  void enqueue(const Ended& ended) const {
    for (const Part& part : parts_) {
      for (std::uint32_t k = 0; k < part.times; ++k)
        if (!part.replay || !part.replay()) part.enqueue();
      ended(plan_.passes[part.first].name);
    }
  }

  /// Whether some part of it has so many launches that recording them is worth it.
  bool is_long() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return is_long(part); });
  }

  /// Records every such part, to be replayed as one from now on: of a GPU's kernels that are
  /// recorded one begins half a microsecond after another, where the host takes three for each.
  /// What cannot be recorded or replayed is enqueued. The stream is Replay's.
  template <class Replay>
  void record() {
    for (Part& part : parts_)
      if (is_long(part))
        part.replay = [replay = std::make_shared<Replay>(part.enqueue)] {
          return replay->launch();
        };
  }

 private:
  static constexpr std::uint64_t kLong = 32;  // launches

  struct Part {
    std::function<void()> enqueue;  ///< once
    std::uint64_t launches;         ///< of it
    std::uint32_t times;
    std::function<bool()> replay;  ///< whether it did what `enqueue` does
    std::size_t first;             ///< of its passes in the plan
  };

  static bool is_long(const Part& part) { return part.launches >= kLong; }

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  void* stream_;
  std::uint64_t number_;
  LaunchPlan plan_;
  std::vector<Part> parts_;
};

}  // namespace simt
}  // namespace gputest

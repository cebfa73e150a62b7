// A launch of CUDA or HIP kernels with everything fixed: its passes, as data and as calls.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/device/launch_plan.hpp"
#include "common/simt/calls.hpp"

namespace gputest {
namespace simt {

/// The largest grid; 0 if there is none.
inline unsigned largest_of(const std::vector<unsigned>& grids) {
  return grids.empty() ? 0 : *std::max_element(grids.begin(), grids.end());
}

/// The places and the sizes of a kernel's arguments.
struct ArgumentPlaces {
  const void* const* places;
  const std::size_t* bytes;
  std::size_t count;
  /// The compiler's name of the AnyOf among them, and of the view that replaces it; empty if there
  /// is none.
  std::string_view any = {}, view = {};
};

/// A kernel: a text's names or, if these are null, a function of the program.
struct KernelSource {
  const texts::KernelWords* text;
  HostFunction function;
};

/// Copies of a kernel's arguments as they lie in memory, of any types.
class PackedArguments {
 public:
  explicit PackedArguments(const ArgumentPlaces& arguments);

  /// A pointer to each argument, valid while this object exists and is not moved.
  std::vector<void*> pointers();
  /// Sets the last argument, which is a std::uint32_t.
  void set_last(std::uint32_t value);

 private:
  struct alignas(16) Word {
    unsigned char bytes[16];
  };

  std::vector<Word> words_;
  std::vector<std::size_t> first_;  ///< the first word of each argument
};

/// The passes of one launch, collected by a kernel's bind(). Enqueuing calls each in order, without
/// any look-up.
class Binding {
 public:
  /// `stream` is the run-time API's handle of the stream for everything; null is the default
  /// stream. Without `calls` it is only a plan and cannot be enqueued.
  explicit Binding(const Calls* calls = nullptr, void* stream = nullptr)
      : calls_(calls), stream_(stream), number_(next_number()) {}
  /// An empty binding with the same calls and stream.
  Binding beside() const { return Binding(calls_, stream_); }

  const Calls* calls() const { return calls_; }
  void* stream() const { return stream_; }
  /// Unique to this binding.
  std::uint64_t number() const { return number_; }

  /// The instances that its passes launch.
  std::vector<texts::Instance> instances() const {
    std::vector<texts::Instance> all;
    for (const Wanted& one : wanted_) all.push_back(one.instance);
    return all;
  }
  /// Compiles those kernels of the file for the target and loads them. Throws like Calls::load().
  void load(const std::string& file, const std::string& target) {
    if (wanted_.empty()) return;
    const Loaded loaded = calls_->load(file, instances(), target);
    for (std::size_t k = 0; k < wanted_.size(); ++k) *wanted_[k].kernel = loaded.kernels[k];
    images_ = loaded.images;
  }
  /// The images that load() loaded.
  const std::vector<std::shared_ptr<const texts::Image>>& images() const { return images_; }

  /// Adds a pass that `enqueue` puts into the stream. It reports errors through the run-time API's
  /// last error or by LibraryFailure.
  void add(Pass pass, std::function<void()> enqueue) {
    parts_.push_back({std::move(enqueue), pass.times, 1, {}, plan_.passes.size()});
    plan_.passes.push_back(std::move(pass));
  }

  /// Defines a macro for the texts of the passes that are added later.
  void define(const std::string& macro, std::uint32_t value) {
    macros_ += "#define " + macro + " " + std::to_string(value) + "\n";
  }

  /// Adds a pass that launches the kernel.
  void add_kernel(const char* name, const KernelSource& kernel, unsigned grid, unsigned block,
                  const ArgumentPlaces& arguments);
  /// Adds a pass that launches the kernel over each of the grids in turn. Its last argument, a
  /// std::uint32_t, is the number of the grid.
  void add_series(const char* name, const KernelSource& kernel, std::vector<unsigned> grids,
                  unsigned block, const ArgumentPlaces& arguments);
  /// Adds a pass that sets `bytes` bytes to `byte`.
  void add_fill(const char* name, void* memory, int byte, std::size_t bytes);
  /// Adds a pass that copies `bytes` bytes between host memory and device memory.
  void add_copy(const char* name, void* to, const void* from, std::size_t bytes, bool to_device);

  /// Adds the passes of `step`, enqueued in order, `times` times.
  void add_repeated(const Binding& step, std::uint32_t times) {
    const std::size_t first = plan_.passes.size();
    std::uint64_t launches = 0;
    for (Pass pass : step.plan_.passes) {
      launches += pass.times;
      pass.times *= times;
      plan_.passes.push_back(std::move(pass));
    }
    for (const Wanted& one : step.wanted_) wanted_.push_back(one);
    parts_.push_back({[step] { step.enqueue(); }, launches, times, {}, first});
  }

  /// Adds one of the kernel author's parameters of the shape of the work.
  void parameter(const char* name, std::uint64_t value);

  const LaunchPlan& plan() const { return plan_; }

  void enqueue() const {
    enqueue([](const std::string&) {});
  }

  /// Calls ended(name) after each pass; after repeated passes only once, with the first one's name.
  template <class Ended>
  void enqueue(const Ended& ended) const {
    for (const Part& part : parts_) {
      for (std::uint32_t k = 0; k < part.times; ++k)
        if (!part.replay || !part.replay()) part.enqueue();
      ended(plan_.passes[part.first].name);
    }
  }

  /// Whether a part has so many launches that it is worth recording.
  bool is_long() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return is_long(part); });
  }

  /// Records every such part, to be replayed as one unit. Recorded kernels start half a microsecond
  /// apart on a GPU, while the host takes three microseconds to enqueue each. A part that cannot be
  /// recorded or replayed is enqueued. The stream must be Replay's.
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
    std::function<void()> enqueue;  ///< one repetition
    std::uint64_t launches;         ///< per repetition
    std::uint32_t times;
    std::function<bool()> replay;  ///< replaces `enqueue` if it returns true
    std::size_t first;             ///< its first pass in the plan
  };

  struct Wanted {
    texts::Instance instance;
    std::shared_ptr<LoadedKernel> kernel;
  };

  /// The instance of a text for those arguments, with the macros.
  texts::Instance instance_of(const texts::KernelWords& kernel,
                              const ArgumentPlaces& arguments) const;
  /// The place into which load() puts the kernel of that instance.
  std::shared_ptr<LoadedKernel> wanted(const texts::Instance& instance);
  /// The place of the pass's kernel. Describes a text in the pass.
  std::shared_ptr<LoadedKernel> kernel_of(const KernelSource& kernel,
                                          const ArgumentPlaces& arguments, Pass& pass);

  static bool is_long(const Part& part) { return part.launches >= kLong; }

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  const Calls* calls_;
  void* stream_;
  std::uint64_t number_;
  LaunchPlan plan_;
  std::vector<Part> parts_;
  std::vector<Wanted> wanted_;
  std::string macros_;
  std::vector<std::shared_ptr<const texts::Image>> images_;
};

/// The compiled text for a row; none without images.
std::optional<KernelText> text_of(const std::vector<std::shared_ptr<const texts::Image>>& images);

}  // namespace simt
}  // namespace gputest

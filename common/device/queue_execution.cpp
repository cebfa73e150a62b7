#include "common/device/queue_execution.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/stopwatch.hpp"
#include "common/device/in_place.hpp"
#include "common/device/unwritten.hpp"
#include "common/device/watch.hpp"

namespace gputest {
namespace {

/// A number of copies that leaves every launch the caches that it has without copies. Copies that
/// fit into half of a cache remain in it. Arrays much larger than a cache leave nothing in it.
std::uint64_t copies_within_caches(const DeviceInfo& device, std::uint64_t bytes) {
  constexpr std::uint64_t kMuchLarger = 4, kStreamed = 1 << 30, kFew = 4;
  constexpr std::uint64_t kSurelyLarger = 256 << 20;  // than a cache that a device does not report
  const std::uint64_t last = device.cache_bytes > 0 ? device.cache_bytes : 8 << 20;
  const std::uint64_t near = device.on_host ? core_cache_bytes() : last;
  if (bytes <= near / 2) return near / 2 / bytes;
  if (device.on_host && bytes > near) return std::max<std::uint64_t>(1, last / 4 / bytes);
  if (bytes <= std::max(kMuchLarger * last, kSurelyLarger)) return 1;
  return std::clamp<std::uint64_t>(kStreamed / bytes, 1, kFew);
}

class QueueExecution : public Execution {
 public:
  QueueExecution(Device& device, const KernelSignature& shapes, BindArrays bind)
      : device_(device.info()),
        queue_(*device.queue()),
        shapes_(shapes),
        in_place_(is_in_place(shapes)),
        bind_(std::move(bind)) {
    allocate(1);
  }

  void upload(const std::vector<HostArray>& arrays) override {
    queue_.use();
    write(0, arrays);
    fill(kUnwrittenByte);
    synchronize();
  }

  /// Also records a kernel that has run once, outside the timed part.
  void spoil() override {
    // Huge in every format, and not the byte of upload(), which a kernel may take for its start.
    static constexpr std::array<unsigned char, 5> kRubbish{0x7F, 0xFE, 0x7E, 0xFD, 0x7D};
    fill(kRubbish[++spoilt_ % kRubbish.size()]);
    if (was_launched_ && !std::exchange(was_recorded_, true))
      for (const auto& bound : bound_) bound->record();
  }

  std::uint32_t make_copies(
      std::uint32_t wanted,
      const std::function<std::vector<HostArray>(std::uint32_t copy)>& inputs) override {
    std::uint32_t copies = std::min(wanted, most_copies());
    queue_.use();
    if (copies != bound_.size()) {
      try {
        allocate(copies);
      } catch (const Error& error) {
        if (copies == 1 || error.status() != Status::out_of_memory) throw;
        allocate(1);
      }
      copies = static_cast<std::uint32_t>(bound_.size());
      was_launched_ = was_recorded_ = false;
    }
    constexpr double kLongEnough = 1;  // seconds to make inputs
    const Stopwatch watch;
    for (std::uint32_t copy = 0; copy < copies; ++copy) {
      if (copy > 0 && watch.seconds() > kLongEnough) bound_.resize(copies = copy);
      if (copy < copies) write(copy, inputs(copy));
    }
    spoil();
    synchronize();
    return copies;
  }

  std::uint32_t most_copies() const override {
    constexpr std::uint64_t kMost = 512;  // each is bound and spoilt
    if (in_place_ || device_.emulated || queue_.sees_every_access()) return 1;
    std::uint64_t bytes = 0, longest = 0;
    for (const auto* shapes : {&shapes_.inputs, &shapes_.outputs, &shapes_.scratch})
      for (const ArrayShape& shape : *shapes) {
        if (shape.is_on_host()) return 1;
        const WatchedBytes watched = watched_bytes(device_, shape);
        bytes += shape.bytes() + watched.behind;
        longest = std::max(longest, shape.bytes() + watched.behind);
      }
    // Launches that change what they read need an array each, whatever the caches hold.
    constexpr std::uint64_t kOnHost = 256 << 20, kOnGpu = 1 << 30;
    std::uint64_t most = has_fresh_arrays(shapes_) ? (device_.on_host ? kOnHost : kOnGpu) / bytes
                                                   : copies_within_caches(device_, bytes);
    most = std::min(kMost, most);
    if (device_.memory_bytes > 0) most = std::min(most, device_.memory_bytes / 4 / bytes);
    if (device_.max_array_bytes > 0) most = std::min(most, device_.max_array_bytes / 2 / longest);
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(most, 1));
  }

  void launch() override {
    bound_[next_]->enqueue();
    next_ = next_ + 1 == bound_.size() ? 0 : next_ + 1;
    was_launched_ = true;
  }
  void synchronize() override { queue_.synchronize(); }

  std::vector<HostArray> download(std::uint32_t copy) override {
    if (!std::exchange(was_checked_, true)) check(copy, {});
    std::vector<HostArray> arrays;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      HostArray array{shapes_.outputs[k], {}};
      array.data.resize(array.shape.bytes());
      outputs_[k][copy].read(array.data.data());
      arrays.push_back(std::move(array));
    }
    return arrays;
  }
  void check(std::uint32_t copy, const std::vector<HostArray>& inputs) override {
    for (const auto* arrays : {&outputs_, &scratch_})
      for (const WatchedArray& array : *arrays) array.check_filled(copy);
    for (std::size_t k = 0; k < inputs.size(); ++k) inputs_[k].check_input(copy, inputs[k].data);
  }

  LaunchPlan plan() const override {
    LaunchPlan plan = bound_.front()->plan();
    plan.scratch_bytes = 0;
    for (const ArrayShape& shape : shapes_.scratch) plan.scratch_bytes += shape.bytes();
    return plan;
  }
  std::optional<KernelText> text() const override { return bound_.front()->text(); }
  std::optional<LaunchCounts> counted_launch(const std::function<void()>& before) override {
    return bound_.front()->counted_launch(before);
  }
  std::optional<double> event_seconds() override { return bound_.front()->event_seconds(); }
  std::vector<PassTime> pass_times() override { return bound_.front()->pass_times(); }
  void flush_cache() override { bound_.front()->flush_cache(); }

 private:
  using Arrays = std::vector<WatchedArray>;

  void allocate(std::uint32_t copies) {
    bound_.clear();
    inputs_.clear();
    outputs_.clear();
    scratch_.clear();
    queue_.use();
    std::size_t index = 0;
    const auto add = [&](const std::vector<ArrayShape>& shapes, bool read_only, Arrays& arrays) {
      for (const ArrayShape& shape : shapes)
        arrays.emplace_back(queue_, device_, shape, index++, read_only, copies);
    };
    add(shapes_.inputs, true, inputs_);
    add(shapes_.outputs, false, outputs_);
    add(shapes_.scratch, false, scratch_);
    // Only now, so that the host's arrays lie next to each other.
    for (Arrays* arrays : {&inputs_, &outputs_, &scratch_})
      for (WatchedArray& array : *arrays) array.watch(queue_);
    constexpr double kLongEnough = 0.2;  // seconds to bind copies
    const Stopwatch watch;
    for (std::uint32_t copy = 0; copy < copies; ++copy) {
      if (copy > 0 && watch.seconds() > kLongEnough) break;  // further copies are not used
      KernelArrays bound;
      for (const WatchedArray& array : inputs_) bound.inputs.push_back(&array[copy]);
      for (const WatchedArray& array : outputs_) bound.outputs.push_back(&array[copy]);
      for (const WatchedArray& array : scratch_) bound.scratch.push_back(&array[copy]);
      bound_.push_back(bind_(bound));
    }
  }

  void write(std::uint32_t copy, const std::vector<HostArray>& arrays) {
    for (std::size_t k = 0; k < arrays.size(); ++k) inputs_[k].write(copy, arrays[k].data);
  }

  void fill(unsigned char byte) {
    next_ = 0;
    if (!queue_.sees_every_access() || byte != kUnwrittenByte)
      for (WatchedArray& scratch : scratch_) scratch.fill(byte);
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (in_place_) {
        outputs_[k][0].copy(inputs_[k][0]);
        continue;
      }
      outputs_[k].fill(byte);
      if (const auto input = shapes_.outputs[k].begins_as)
        for (std::uint32_t copy = 0; copy < bound_.size(); ++copy)
          outputs_[k][copy].copy(inputs_[*input][copy]);
    }
  }

  DeviceInfo device_;
  Queue& queue_;
  KernelSignature shapes_;
  bool in_place_;  ///< outputs begin as copies of the inputs
  BindArrays bind_;
  Arrays inputs_, outputs_, scratch_;
  std::vector<std::unique_ptr<BoundKernel>> bound_;  ///< one for each copy
  std::size_t next_ = 0;                             ///< copy of the next launch
  std::size_t spoilt_ = std::random_device{}();      ///< increases with each spoil()
  bool was_launched_ = false, was_recorded_ = false, was_checked_ = false;
};

}  // namespace

std::unique_ptr<Execution> make_execution(Device& device, const KernelSignature& shapes,
                                          BindArrays bind) {
  return std::make_unique<QueueExecution>(device, shapes, std::move(bind));
}

}  // namespace gputest

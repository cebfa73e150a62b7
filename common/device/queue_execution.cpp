#include "common/device/queue_execution.hpp"

#include <utility>
#include <vector>

#include "common/device/in_place.hpp"
#include "common/device/unwritten.hpp"
#include "common/device/watch.hpp"

namespace gputest {
namespace {

class QueueExecution : public Execution {
 public:
  QueueExecution(Device& device, const KernelSignature& shapes,
                 const std::function<std::unique_ptr<BoundKernel>(const KernelArrays&)>& bind)
      : queue_(*device.queue()), shapes_(shapes), in_place_(is_in_place(shapes)) {
    queue_.use();
    KernelArrays arrays;
    allocate(device.info(), shapes_.inputs, kReadOnly, inputs_, arrays.inputs);
    allocate(device.info(), shapes_.outputs, !kReadOnly, outputs_, arrays.outputs);
    allocate(device.info(), shapes_.scratch, !kReadOnly, scratch_, arrays.scratch);
    // Only now, so that the host's arrays lie next to each other.
    watch(device.info(), shapes_.inputs, inputs_);
    watch(device.info(), shapes_.outputs, outputs_);
    watch(device.info(), shapes_.scratch, scratch_);
    bound_ = bind(arrays);
  }

  void upload(const std::vector<HostArray>& arrays) override {
    queue_.use();
    for (std::size_t k = 0; k < arrays.size(); ++k)
      inputs_[k]->write_part(0, arrays[k].data.size(), arrays[k].data.data());
    if (!queue_.sees_every_access())
      for (const auto& scratch : scratch_) scratch->fill(kUnwrittenByte);
    spoil_outputs();
    synchronize();
  }

  /// Also records a kernel that has run once, outside the timed part.
  void spoil_outputs() override {
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (in_place_)
        outputs_[k]->copy(*inputs_[k]);
      else
        outputs_[k]->fill(kUnwrittenByte);
    }
    if (was_launched_ && !std::exchange(was_recorded_, true)) bound_->record();
  }

  void launch() override {
    bound_->enqueue();
    was_launched_ = true;
  }
  void synchronize() override { queue_.synchronize(); }

  std::vector<HostArray> download() override {
    watch_.check();
    std::vector<HostArray> arrays;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      HostArray array{shapes_.outputs[k], {}};
      array.data.resize(array.shape.bytes());
      outputs_[k]->read_part(0, array.data.size(), array.data.data());
      arrays.push_back(std::move(array));
    }
    return arrays;
  }

  LaunchPlan plan() const override {
    LaunchPlan plan = bound_->plan();
    plan.scratch_bytes = 0;
    for (const ArrayShape& shape : shapes_.scratch) plan.scratch_bytes += shape.bytes();
    return plan;
  }
  std::optional<KernelText> text() const override { return bound_->text(); }
  std::optional<LaunchCounts> counted_launch() override { return bound_->counted_launch(); }
  std::optional<double> event_seconds() override { return bound_->event_seconds(); }
  std::vector<PassTime> pass_times() override { return bound_->pass_times(); }
  void flush_cache() override { bound_->flush_cache(); }

 private:
  using Arrays = std::vector<std::unique_ptr<DeviceMemory>>;
  static constexpr bool kReadOnly = true;

  std::uint64_t behind(const DeviceInfo& device, const ArrayShape& shape) const {
    return queue_.sees_every_access() ? 0 : watched_bytes(device, shape);
  }

  void allocate(const DeviceInfo& device, const std::vector<ArrayShape>& shapes, bool read_only,
                Arrays& arrays, std::vector<const DeviceMemory*>& bound) {
    for (const ArrayShape& shape : shapes)
      bound.push_back(
          arrays.emplace_back(queue_.allocate_array(shape, behind(device, shape), read_only))
              .get());
  }

  void watch(const DeviceInfo& device, const std::vector<ArrayShape>& shapes,
             const Arrays& arrays) {
    for (std::size_t k = 0; k < shapes.size(); ++k)
      watch_.add(shapes[k], behind(device, shapes[k]), *arrays[k]);
  }

  Queue& queue_;
  KernelSignature shapes_;
  bool in_place_;  ///< outputs begin as copies of the inputs
  Arrays inputs_, outputs_, scratch_;
  Watch watch_;
  std::unique_ptr<BoundKernel> bound_;
  bool was_launched_ = false, was_recorded_ = false;
};

}  // namespace

std::unique_ptr<Execution> make_execution(
    Device& device, const KernelSignature& shapes,
    const std::function<std::unique_ptr<BoundKernel>(const KernelArrays&)>& bind) {
  return std::make_unique<QueueExecution>(device, shapes, bind);
}

}  // namespace gputest

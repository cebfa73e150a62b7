// A back end over CUDA's runtime API or HIP's, compiled by the C++ compiler once for each platform.
//
// A platform is a struct with these differences:
//
//   using Api                  a GPUTEST_RUNTIME_API of its run-time functions (runtime_api.hpp)
//   using Replay               the recorder of launches (NoReplay: there is none)
//   kApi, kPrefix              "hip", and the prefix of device ids: "hip:nvidia"
//   kVendor, kPlatform         for the device list: "NVIDIA", "HIP over CUDA"
//   kEmulated                  whether answers are valid but times are not
//   kernels()                  its table of kernels
//   calls()                    the simt::Calls of its devices
//   why_no_transform(…)        why its devices have no Fourier transforms in a precision
//   fault()                    how a query for devices ends the process; empty if it does not
//   reset_device()             gives the device a new context after a kernel has faulted
//   architecture(properties)   the architecture for which a device's code is compiled
//   identify(…)                sets the UUID and the PCI address of the device with that number
//   collectives()              the file of a library with NCCL's functions that supports its memory
//                              and streams; empty: none; left out if there is no such library
//   has_images(device)         whether the device with that number reads 2D arrays through textures
//   counted(launch, before)    the counts of a launch: calls `before`, then `launch`, which also
//                              waits for its end, once or several times; left out if the platform
//                              does not count
//   kTarget                    only of an emulated one: the target of its code
//
// Api::watch(memory, bytes), if there is one, is called for memory that a kernel must not read.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/device/lost_context.hpp"
#include "common/device/queue.hpp"
#include "common/device/queue_execution.hpp"
#include "common/device/text_kernel.hpp"
#include "common/run/registry.hpp"
#include "common/simt/kernel_table.hpp"
#include "common/simt/library_failure.hpp"
#include "common/simt/replay.hpp"
#include "common/texts/cache.hpp"

namespace gputest::simt {

/// Whether the platform's devices count the work of launches.
template <class Platform>
concept CountsLaunches = requires {
  Platform::counted([] {}, [] {});
};

/// Whether a collective library supports the platform's memory.
template <class Platform>
concept TakenByCollectives = requires {
  Platform::collectives();
};

/// Whether the platform records launches and replays them.
template <class Platform>
constexpr bool kRecords = !std::is_same_v<typename Platform::Replay, NoReplay>;

/// Error numbers are the same in both APIs.
inline Status status_of(int code) {
  switch (code) {
    case 2:  // out of memory
      return Status::out_of_memory;
    case 1:  // invalid value
    case 9:  // invalid configuration
      return Status::bad_input;
    case 700:  // illegal address
    case 716:  // misaligned address
    case 719:  // launch failure
      return Status::device_lost;
    default:
      return Status::unavailable;
  }
}

/// Throws Error unless the code means success; `call` is the API's name of the function.
template <class Platform>
void check(typename Platform::Api::Error code, const char* call) {
  using Api = typename Platform::Api;
  if (code == Api::kSuccess) return;
  const int number = static_cast<int>(code);
  const std::string text = Api::message(code);
  static_cast<void>(Api::take_last_error());  // so that the next case starts without this error
  // A faulting kernel destroys its context; the next case gets a new one.
  if (status_of(number) == Status::device_lost) renew_context([] { Platform::reset_device(); });
  throw Error(status_of(number), fmt::format("{} gave error {}: {}", call, number, text),
              ApiFailure{Platform::kApi, call, number, ""});
}

/// For calls that may fail without harm. Removes the error, which the API would report for the next
/// launch.
template <class Platform>
bool succeeds(typename Platform::Api::Error code) {
  if (code == Platform::Api::kSuccess) return true;
  static_cast<void>(Platform::Api::take_last_error());
  return false;
}

/// Device memory of the platform.
template <class Platform>
class Buffer : public DeviceMemory {
  using Api = typename Platform::Api;

 public:
  explicit Buffer(std::uint64_t bytes) : bytes_(bytes), owns_(true) {
    const auto code = Api::allocate(&memory_, bytes);
    if (static_cast<int>(code) == 2) {
      std::size_t free = 0, total = 0;
      static_cast<void>(Api::take_last_error());
      const std::string room = succeeds<Platform>(Api::free_memory(&free, &total))
                                   ? fmt::format("the {} of free device memory (of {})",
                                                 format_bytes(free), format_bytes(total))
                                   : "the device's memory";
      throw Error(Status::out_of_memory,
                  fmt::format("an array of {} does not fit into {}", format_bytes(bytes), room),
                  ApiFailure{Platform::kApi, "Malloc", 2, ""});
    }
    check<Platform>(code, "Malloc");
  }
  /// A part of other memory.
  Buffer(void* memory, std::uint64_t bytes) : memory_(memory), bytes_(bytes), owns_(false) {}
  ~Buffer() override {
    if (has_stream_) static_cast<void>(succeeds<Platform>(Api::destroy(beside_)));
    if (owns_) static_cast<void>(succeeds<Platform>(Api::free(memory_)));
  }

  void* get() const override { return memory_; }
  std::uint64_t bytes() const override { return bytes_; }
  void fill(unsigned char byte) override {
    check<Platform>(Api::fill(memory_, byte, bytes_), "Memset");
  }
  void copy(const DeviceMemory& other) override {
    check<Platform>(Api::copy(memory_, other.get(), bytes_), "Memcpy");
  }
  void write(const void* from) override { write_part(0, bytes_, from); }
  void read(void* to) const override { read_part(0, bytes_, to); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    check<Platform>(Api::upload(static_cast<unsigned char*>(memory_) + first, from, bytes),
                    "Memcpy");
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    check<Platform>(Api::download(to, static_cast<unsigned char*>(memory_) + first, bytes),
                    "Memcpy");
  }
  void write_beside(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    has_stream_ = has_stream_ || succeeds<Platform>(Api::make_stream(&beside_));
    if (!has_stream_) return write_part(first, bytes, from);
    check<Platform>(Api::upload(static_cast<unsigned char*>(memory_) + first, from, bytes, beside_),
                    "MemcpyAsync");
  }
  void write_in(const SideStream& stream, std::uint64_t first, std::uint64_t bytes,
                const void* from) override {
    check<Platform>(Api::begin_upload(static_cast<unsigned char*>(memory_) + first, from, bytes,
                                      static_cast<typename Api::Stream>(stream.native())),
                    "MemcpyAsync");
  }
  void read_in(const SideStream& stream, std::uint64_t first, std::uint64_t bytes,
               void* to) const override {
    check<Platform>(Api::begin_download(to, static_cast<unsigned char*>(memory_) + first, bytes,
                                        static_cast<typename Api::Stream>(stream.native())),
                    "MemcpyAsync");
  }

 private:
  void* memory_ = nullptr;
  std::uint64_t bytes_;
  bool owns_;
  typename Api::Stream beside_{};
  bool has_stream_ = false;
};

/// Host memory for the copies of a launch.
template <class Platform>
class HostBuffer : public DeviceMemory {
  using Api = typename Platform::Api;

 public:
  HostBuffer(std::uint64_t bytes, MemoryKind kind)
      : bytes_(bytes), memory_(::operator new(bytes, kPage)), pinned_(kind == MemoryKind::pinned) {
    std::memset(memory_.get(), 0, bytes);  // maps every page
    if (pinned_) check<Platform>(Api::pin(memory_.get(), bytes), "HostRegister");
  }
  ~HostBuffer() override {
    if (pinned_) static_cast<void>(succeeds<Platform>(Api::unpin(memory_.get())));
  }

  void* get() const override { return memory_.get(); }
  std::uint64_t bytes() const override { return bytes_; }
  void fill(unsigned char byte) override {
    wait();
    std::memset(memory_.get(), byte, bytes_);
  }
  void copy(const DeviceMemory& other) override {
    wait();
    std::memcpy(memory_.get(), other.get(), bytes_);
  }
  void write(const void* from) override { write_part(0, bytes_, from); }
  void read(void* to) const override { read_part(0, bytes_, to); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    wait();
    std::memcpy(static_cast<unsigned char*>(memory_.get()) + first, from, bytes);
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    wait();
    std::memcpy(to, static_cast<unsigned char*>(memory_.get()) + first, bytes);
  }

 private:
  static constexpr std::align_val_t kPage{4096};
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, kPage); }
  };
  void wait() const { check<Platform>(Api::synchronize(), "DeviceSynchronize"); }

  std::uint64_t bytes_;
  std::unique_ptr<void, Free> memory_;
  bool pinned_;
};

/// Host memory that kernels access.
template <class Platform>
class ReachedBuffer : public HostBuffer<Platform> {
 public:
  explicit ReachedBuffer(std::uint64_t bytes) : HostBuffer<Platform>(bytes, MemoryKind::pinned) {
    check<Platform>(Platform::Api::device_address(&device_address_, HostBuffer<Platform>::get()),
                    "HostGetDevicePointer");
  }
  void* get() const override { return device_address_; }
  std::byte* host() const override { return static_cast<std::byte*>(HostBuffer<Platform>::get()); }

 private:
  void* device_address_ = nullptr;
};

/// A 2D array of float4 and the texture that reads it.
template <class Platform>
class Image : public ImageMemory {
  using Api = typename Platform::Api;

 public:
  explicit Image(const ArrayShape& shape)
      : bytes_(shape.bytes()),
        row_bytes_(shape.image_width * 4 * sizeof(float)),
        rows_(shape.image_height()) {
    check<Platform>(Api::allocate(&image_, shape.image_width, rows_), "MallocArray");
    const auto code = Api::make_texture(&texture_, image_);
    if (code != Api::kSuccess) static_cast<void>(succeeds<Platform>(Api::free(image_)));
    check<Platform>(code, "CreateTextureObject");
  }
  ~Image() override {
    static_cast<void>(succeeds<Platform>(Api::destroy_texture(texture_)));
    static_cast<void>(succeeds<Platform>(Api::free(image_)));
  }

  /// The texture object, as in KernelCall.
  void* get() const override { return reinterpret_cast<void*>(texture_); }
  std::uint64_t bytes() const override { return bytes_; }
  void write(const void* from) override {
    check<Platform>(Api::upload(image_, from, row_bytes_, rows_), "Memcpy2DToArray");
  }

 private:
  std::uint64_t bytes_, row_bytes_, rows_;
  typename Api::Image image_ = nullptr;
  typename Api::Texture texture_{};
};

/// A point in a stream; the device records its time.
template <class Platform>
class Event {
  using Api = typename Platform::Api;

 public:
  /// An event that only orders streams needs no time.
  explicit Event(bool timed = true) {
    check<Platform>(timed ? Api::make_event(&event_) : Api::make_untimed_event(&event_),
                    "EventCreate");
  }
  ~Event() { static_cast<void>(succeeds<Platform>(Api::destroy(event_))); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(typename Api::Stream in = {}) const {
    check<Platform>(Api::record(event_, in), "EventRecord");
  }
  /// Later work in the stream begins after the event.
  void hold(typename Api::Stream stream) const {
    check<Platform>(Api::follow(stream, event_), "StreamWaitEvent");
  }
  void wait() const { check<Platform>(Api::wait(event_), "EventSynchronize"); }
  double seconds_since(const Event& start) const {
    float milliseconds = 0;
    wait();
    check<Platform>(Api::elapsed(&milliseconds, start.event_, event_), "EventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  typename Api::Event event_{};
};

/// A stream in addition to the platform's stream for kernels.
template <class Platform>
class SimtSideStream : public SideStream {
  using Api = typename Platform::Api;

 public:
  explicit SimtSideStream(Urgency urgency) {
    check<Platform>(Api::make_stream(&stream_, -static_cast<int>(urgency)),
                    "StreamCreateWithPriority");
  }
  ~SimtSideStream() override { static_cast<void>(succeeds<Platform>(Api::destroy(stream_))); }

  void* native() const override { return stream_; }
  void follow_kernels() override {
    kernels_ended_.record(of_kernels());
    kernels_ended_.hold(stream_);
  }
  void precede_kernels() override {
    stream_ended_.record(stream_);
    stream_ended_.hold(of_kernels());
  }
  void wait() override {
    stream_ended_.record(stream_);
    stream_ended_.wait();
  }

  std::size_t keep_time(const SideStream* stream) override {
    if (kept_ == times_.size()) times_.push_back(std::make_unique<Event<Platform>>());
    times_[kept_]->record(stream == nullptr ? of_kernels()
                                            : static_cast<typename Api::Stream>(stream->native()));
    return kept_++;
  }
  double seconds_between(std::size_t from, std::size_t to) const override {
    return times_[to]->seconds_since(*times_[from]);
  }
  void forget_times() override { kept_ = 0; }

 private:
  static typename Api::Stream of_kernels() {
    return static_cast<typename Api::Stream>(Platform::Replay::stream());
  }

  typename Api::Stream stream_{};
  Event<Platform> kernels_ended_{false}, stream_ended_{false};
  std::vector<std::unique_ptr<Event<Platform>>> times_;
  std::size_t kept_ = 0;
};

/// The platform's kernel with that name. Throws Error(unavailable) if there is none.
template <class Platform>
const CompiledKernel& compiled_kernel(const std::string& name) {
  const auto found = Platform::kernels().find(name);
  if (found == Platform::kernels().end())
    throw Error(Status::unavailable, fmt::format("{} has no kernel {}", Platform::kPrefix, name));
  return found->second;
}

/// The architecture for which a device's code is compiled.
struct Architecture {
  std::string kind;    ///< "compute capability"
  std::string name;    ///< of that kind: "9.0"
  std::string target;  ///< the compilers' name: "sm_90"; empty if not a GPU
};

/// The architecture of an NVIDIA GPU.
inline Architecture compute_capability(int major, int minor) {
  return {"compute capability", fmt::format("{}.{}", major, minor),
          fmt::format("sm_{}{}", major, minor)};
}

/// The target of a device's code: the device's or, if the platform is emulated, the platform's.
template <class Platform>
std::string target_of(const DeviceInfo& device) {
  if constexpr (requires { Platform::kTarget; })
    return std::string(Platform::kTarget);
  else
    return device.target;
}

/// A device of the API: its number and its description.
struct Described {
  int index;
  DeviceInfo info;
  std::string architecture;
};

/// A call of a kernel on a device, without its arrays.
inline KernelCall call_without_arrays(const DeviceInfo& on, const Configuration& configuration,
                                      const KernelSignature& signature) {
  KernelCall call;
  call.describe(configuration, signature);
  call.compute_units = on.compute_units;
  call.warp_size = on.wavefront;
  return call;
}

/// An open device and its queue.
template <class Platform>
class SimtDevice : public Device, public Queue {
  using Api = typename Platform::Api;

 public:
  explicit SimtDevice(const Described& described) : Device(described.info), described_(described) {}
  void select() const { check<Platform>(Api::select(described_.index), "SetDevice"); }
  Queue* queue() override { return this; }
  void use() override { select(); }

  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override {
    select();
    return std::make_unique<Buffer<Platform>>(bytes);
  }
  std::unique_ptr<DeviceMemory> allocate_on_host(std::uint64_t bytes) override {
    select();
    try {
      return std::make_unique<ReachedBuffer<Platform>>(bytes);
    } catch (const Error&) {  // a device that reaches none
      return allocate(bytes);
    }
  }
  std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape& shape, std::uint64_t bytes,
                                               bool) override {
    select();
    if (shape.is_image()) return std::make_unique<Image<Platform>>(shape);
    if (shape.is_on_host()) return std::make_unique<HostBuffer<Platform>>(bytes, shape.memory);
    return std::make_unique<Buffer<Platform>>(bytes);
  }
  std::unique_ptr<DeviceMemory> part_of(DeviceMemory& whole, std::uint64_t first,
                                        std::uint64_t bytes) override {
    return std::make_unique<Buffer<Platform>>(static_cast<std::byte*>(whole.get()) + first, bytes);
  }
  bool guards_allocations() const override {
    return requires { Api::watch(nullptr, std::size_t{}); };
  }
  void forbid(DeviceMemory& whole, std::uint64_t first, std::uint64_t bytes,
              const ArrayShape& shape, std::uint64_t array) override {
    auto* begin = static_cast<std::byte*>(whole.get());
    if constexpr (requires { Api::watch(nullptr, bytes); })
      Api::watch(begin + first, bytes);
    else if constexpr (requires { Platform::forbid(begin, bytes, shape, begin); })
      Platform::forbid(begin + first, bytes, shape, begin + array);
  }
  std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration& configuration,
                                    const KernelSignature& signature,
                                    const KernelArrays& arrays) override {
    return bind_in(Platform::Replay::stream(), kernel, configuration, signature, arrays);
  }
  std::unique_ptr<BoundKernel> bind_beside(const SideStream& side, const std::string& kernel,
                                           const Configuration& configuration,
                                           const KernelSignature& signature,
                                           const KernelArrays& arrays) override {
    return bind_in(side.native(), kernel, configuration, signature, arrays);
  }
  void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) override;
  void synchronize() override { check<Platform>(Api::synchronize(), "DeviceSynchronize"); }
  std::shared_ptr<std::byte> pinned_memory(std::uint64_t bytes) override {
    const auto memory = std::make_shared<HostBuffer<Platform>>(bytes, MemoryKind::pinned);
    return {memory, static_cast<std::byte*>(memory->get())};
  }
  std::string collectives() const override {
    if constexpr (TakenByCollectives<Platform>) return Platform::collectives();
    return "";
  }
  std::unique_ptr<SideStream> make_side_stream(Urgency urgency) override {
    if constexpr (TakenByCollectives<Platform>) {
      select();
      return std::make_unique<SimtSideStream<Platform>>(urgency);
    }
    return nullptr;
  }

  /// Compiles and loads the kernels of the file that the binding launches.
  void load(Binding& binding, const std::string& file) const {
    try {
      binding.load(file, target_of<Platform>(info()));
    } catch (const LibraryFailure& failure) {
      check<Platform>(static_cast<typename Api::Error>(failure.code), failure.library);
    }
  }

  KernelCall call(const Configuration& configuration, const KernelSignature& signature,
                  const KernelArrays& arrays) const {
    KernelCall call = call_without_arrays(info(), configuration, signature);
    for (const DeviceMemory* array : arrays.inputs) call.inputs.push_back(array->get());
    for (const DeviceMemory* array : arrays.outputs) call.outputs.push_back(array->get());
    for (const DeviceMemory* array : arrays.scratch) call.scratch.push_back(array->get());
    return call;
  }

  void enqueue(const Binding& binding) const {
    enqueue(binding, [](const std::string&) {});
  }
  /// Like Binding::enqueue().
  template <class Ended>
  void enqueue(const Binding& binding, const Ended& ended) const {
    try {
      binding.enqueue(ended);
    } catch (const LibraryFailure& failure) {
      check<Platform>(static_cast<typename Api::Error>(failure.code), failure.library);
    }
    check<Platform>(Api::take_last_error(), "the launch");
  }

 private:
  std::unique_ptr<BoundKernel> bind_in(void* stream, const std::string& kernel,
                                       const Configuration& configuration,
                                       const KernelSignature& signature,
                                       const KernelArrays& arrays) const;

  Described described_;
  Recorder<typename Platform::Replay> recorder_;
};

/// A kernel of a device's queue.
template <class Platform>
class SimtBoundKernel : public BoundKernel {
  using Api = typename Platform::Api;

 public:
  /// `bind` is a BindFunction or a similar callable.
  template <class Bind>
  SimtBoundKernel(const SimtDevice<Platform>& device, void* stream, const Bind& bind,
                  const KernelCall& call)
      : device_(device), binding_(&Platform::calls(), stream) {
    bind(call, binding_);
  }
  /// Compiles and loads the kernels of the file. Must precede the first enqueue().
  void load(const std::string& file) { device_.load(binding_, file); }
  void enqueue() override { device_.enqueue(binding_); }
  const LaunchPlan& plan() const override { return binding_.plan(); }
  const Binding& binding() const { return binding_; }
  std::optional<KernelText> text() const override { return text_of(binding_.images()); }

  std::optional<LaunchCounts> counted_launch(const std::function<void()>& before) override {
    if constexpr (CountsLaunches<Platform>)
      return Platform::counted(
          [this] {
            enqueue();
            check<Platform>(Api::synchronize(), "DeviceSynchronize");
          },
          before);
    return std::nullopt;
  }

  /// Separate from the batches, which events would slow down.
  std::optional<double> event_seconds() override {
    const Event<Platform> start, stop;
    start.record();
    enqueue();
    stop.record();
    return stop.seconds_since(start);
  }

  std::vector<PassTime> pass_times() override {
    const auto stream = static_cast<typename Api::Stream>(binding_.stream());
    std::vector<PassTime> times;
    std::vector<Event<Platform>> ends(1 + binding_.plan().passes.size());
    ends[0].record(stream);
    device_.enqueue(binding_, [&](const std::string& pass) {
      times.push_back({pass, 0});
      ends[times.size()].record(stream);
    });
    for (std::size_t k = 0; k < times.size(); ++k)
      times[k].seconds = ends[k + 1].seconds_since(ends[k]);
    return times;
  }

  void flush_cache() override {
    device_.select();
    if (!flushed_) flushed_ = std::make_unique<Buffer<Platform>>(flush_bytes(device_.info()));
    flushed_->fill(0);
    check<Platform>(Api::synchronize(), "DeviceSynchronize");
  }

  /// Needs loaded kernels: they are loaded once it has run.
  void record() override {
    if constexpr (kRecords<Platform>) binding_.template record<typename Platform::Replay>();
  }

 private:
  const SimtDevice<Platform>& device_;
  Binding binding_;
  std::unique_ptr<Buffer<Platform>> flushed_;
};

/// An execution of a kernel of `file`, bound by `bind`, a BindFunction or a similar callable. A
/// kernel with many launches uses the stream that can be recorded.
template <class Platform, class Bind>
std::unique_ptr<Execution> make_simt_execution(Device& device, const Bind& bind,
                                               const std::string& file,
                                               const Configuration& configuration,
                                               const KernelSignature& shapes) {
  auto& opened = dynamic_cast<SimtDevice<Platform>&>(device);
  return make_execution(device, shapes, [=, &opened](const KernelArrays& arrays) {
    const KernelCall call = opened.call(configuration, shapes, arrays);
    auto bound = std::make_unique<SimtBoundKernel<Platform>>(opened, nullptr, bind, call);
    if (kRecords<Platform> && bound->binding().is_long())
      bound = std::make_unique<SimtBoundKernel<Platform>>(opened, Platform::Replay::stream(), bind,
                                                          call);
    bound->load(file);
    return bound;
  });
}

template <class Platform>
std::unique_ptr<BoundKernel> SimtDevice<Platform>::bind_in(void* stream, const std::string& kernel,
                                                           const Configuration& configuration,
                                                           const KernelSignature& signature,
                                                           const KernelArrays& arrays) const {
  select();
  const CompiledKernel& compiled = compiled_kernel<Platform>(kernel);
  auto bound = std::make_unique<SimtBoundKernel<Platform>>(*this, stream, compiled.bind,
                                                           call(configuration, signature, arrays));
  bound->load(compiled.file);
  return bound;
}

template <class Platform>
void SimtDevice<Platform>::enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) {
  std::vector<const Binding*> bindings;
  for (const BoundKernel* kernel : sequence)
    bindings.push_back(&static_cast<const SimtBoundKernel<Platform>*>(kernel)->binding());
  for (std::uint32_t left = recorder_.replay(bindings, times); left > 0; --left)
    for (const Binding* binding : bindings) enqueue(*binding);
}

/// A kernel of the platform's table.
template <class Platform>
class SimtKernel : public Kernel, public TextKernel {
 public:
  SimtKernel(KernelInfo info, const CompiledKernel& kernel)
      : Kernel(std::move(info)), kernel_(kernel) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return make_simt_execution<Platform>(device, kernel_.bind, kernel_.file, configuration,
                                         arguments);
  }

  std::vector<std::string> platforms() const override { return {Platform::kPrefix}; }

  std::optional<LaunchPlan> plan(const DeviceInfo& on, const Configuration& configuration,
                                 const KernelSignature& signature) const override {
    KernelCall call = call_without_arrays(on, configuration, signature);
    call.inputs.resize(signature.inputs.size());
    call.outputs.resize(signature.outputs.size());
    call.scratch.resize(signature.scratch.size());
    Binding binding;
    kernel_.bind(call, binding);
    LaunchPlan plan = binding.plan();
    for (const ArrayShape& shape : signature.scratch) plan.scratch_bytes += shape.bytes();
    return plan;
  }

  std::vector<std::shared_ptr<const texts::Image>> images(
      const LaunchPlan& plan, const std::string& target) const override {
    const texts::Wanted all = wanted_for(plan, target);
    if (all.instances.empty()) return {};
    // NVRTC opens the driver too.
    if (const std::string fault = Platform::fault(); !fault.empty())
      throw Error(Status::unavailable,
                  fmt::format("{}'s driver ends the process ({})", Platform::kVendor, fault));
    return texts::images_of(*all.compiler, all.file, all.instances, target);
  }

  texts::Wanted wanted(const LaunchPlan& plan, const DeviceInfo& device) const override {
    if (!Platform::fault().empty()) return {};  // because NVRTC opens the driver
    return wanted_for(plan, target_of<Platform>(device));
  }

  std::string skip_reason(const DeviceInfo& device, const Configuration& configuration,
                          std::uint64_t) const override {
    const texts::Compiler* compiler = Platform::calls().compiler();
    if (compiler != nullptr)
      if (std::string reason = why_not_compiled(*compiler, target_of<Platform>(device));
          !reason.empty())
        return reason;
    return kernel_.transforms ? Platform::why_no_transform(configuration.precision) : "";
  }

 private:
  texts::Wanted wanted_for(const LaunchPlan& plan, const std::string& target) const {
    texts::Wanted all{Platform::calls().compiler(), kernel_.file, {}, target};
    if (all.compiler == nullptr) return all;
    for (const Pass& pass : plan.passes)
      if (!pass.instance.name.empty()) all.instances.push_back(pass.instance);
    return all;
  }

  CompiledKernel kernel_;
};

/// "cuda:0"; only the prefix on an emulated platform, which has one device ("hip:host").
template <class Platform>
std::string device_id(int index) {
  return Platform::kEmulated ? std::string(Platform::kPrefix)
                             : fmt::format("{}:{}", Platform::kPrefix, index);
}

/// The run-time library's description of its device with that number.
template <class Platform>
Described describe(int index) {
  using Api = typename Platform::Api;
  typename Api::Properties properties{};
  check<Platform>(Api::properties(&properties, index), "GetDeviceProperties");
  const auto version = [](typename Api::Error (*ask)(int*)) {
    int number = 0;
    return succeeds<Platform>(ask(&number)) ? std::to_string(number) : "unknown";
  };
  const Architecture architecture = Platform::architecture(properties);
  DeviceInfo info;
  info.id = device_id<Platform>(index);
  info.name = properties.name;
  info.vendor = Platform::kVendor;
  info.driver = fmt::format("{}, driver {}, runtime {}", Platform::kPlatform,
                            version(Api::driver_version), version(Api::runtime_version));
  info.emulated = Platform::kEmulated;
  info.has_collectives = TakenByCollectives<Platform>;
  if constexpr (CountsLaunches<Platform>)
    info.counting = Platform::kEmulated ? Counting::execution : Counting::counters;
  info.memory_bytes = properties.totalGlobalMem;
  info.cache_bytes = static_cast<std::uint64_t>(std::max(properties.l2CacheSize, 0));
  Platform::identify(index, properties, info);
  if (Platform::has_images(index)) {
    info.max_image_width = static_cast<std::uint64_t>(properties.maxTexture2D[0]);
    info.max_image_height = static_cast<std::uint64_t>(properties.maxTexture2D[1]);
  }
  info.max_block = static_cast<std::uint32_t>(properties.maxThreadsPerBlock);
  info.compute_units = static_cast<std::uint32_t>(properties.multiProcessorCount);
  info.wavefront = static_cast<std::uint32_t>(properties.warpSize);
  info.target = architecture.target;
  info.properties = {{architecture.kind, architecture.name},
                     {"warp", std::to_string(properties.warpSize)},
                     {"shared memory a block", format_bytes(properties.sharedMemPerBlock)}};
  if (const texts::Compiler* compiler = Platform::calls().compiler()) {
    std::string reason = compiler->absence();
    if (reason.empty()) reason = compiler->ignorance(target_of<Platform>(info));
    // Kernels packed with the program support only the targets that the packer chose.
    if (!compiler->absence().empty() && texts::has_entries())
      reason = "only those compiled before; for others, " + reason;
    info.properties.push_back(
        {"kernels", reason.empty() ? "compiled by " + compiler->name() : reason});
  }
  return {index, info, fmt::format("{} {}", architecture.kind, architecture.name)};
}

/// Why there is no device, from the error of GetDeviceCount.
template <class Platform>
std::string why_none(typename Platform::Api::Error code) {
  using Api = typename Platform::Api;
  constexpr int kInsufficientDriver = 35, kNoDevice = 100, kNoLibrary = 303;
  if (code == Api::kSuccess || static_cast<int>(code) == kNoDevice)
    return fmt::format("there is no {} GPU, or its driver is not loaded", Platform::kVendor);
  std::string text = Api::message(code);
  if (static_cast<int>(code) == kInsufficientDriver)
    return fmt::format("there is no driver, or it is too old ({})", text);
  if (static_cast<int>(code) == kNoLibrary) return text;
  return fmt::format("GetDeviceCount gave error {}: {}", static_cast<int>(code), text);
}

/// The number of devices and the API's error code.
template <class Platform>
std::pair<int, typename Platform::Api::Error> count_devices() {
  using Api = typename Platform::Api;
  int count = 0;
  const auto code = Api::count(&count);
  if (code == Api::kSuccess) return {count, code};
  static_cast<void>(Api::take_last_error());
  return {0, code};
}

/// The API as the registry knows it.
template <class Platform>
class SimtBackend : public Backend {
 public:
  std::string name() const override { return Platform::kApi; }

  DeviceList devices() override {
    DeviceList list;
    const auto [count, absence] = present();
    if (count == 0) list.unavailable = {{Platform::kPrefix, absence}};
    for (int k = 0; k < count; ++k) {
      try {
        list.devices.push_back(describe<Platform>(k).info);
      } catch (const Error& error) {
        list.unavailable.push_back({device_id<Platform>(k), error.what()});
      }
    }
    return list;
  }

  std::unique_ptr<Device> open(const std::string& id) override {
    const auto [count, absence] = present();
    for (int k = 0; k < count; ++k)
      if (device_id<Platform>(k) == id)
        return std::make_unique<SimtDevice<Platform>>(describe<Platform>(k));
    throw Error(Status::unavailable,
                fmt::format("there is no device {}{}{}", id, absence.empty() ? "" : ": ", absence));
  }

 private:
  /// The number of devices and, if it is 0, the reason.
  static std::pair<int, std::string> present() {
    if (const std::string fault = Platform::fault(); !fault.empty())
      return {0, fmt::format("{}'s driver ends the process that lists its devices ({})",
                             Platform::kVendor, fault)};
    const auto [count, code] = count_devices<Platform>();
    return {count, count == 0 ? why_none<Platform>(code) : ""};
  }
};

/// The kernel with that description. Throws Error(unavailable) if the platform has none of its
/// name.
template <class Platform>
std::unique_ptr<Kernel> make_kernel(KernelInfo info) {
  info.api = Platform::kApi;
  const CompiledKernel& kernel = compiled_kernel<Platform>(info.name());
  return std::make_unique<SimtKernel<Platform>>(std::move(info), kernel);
}

}  // namespace gputest::simt

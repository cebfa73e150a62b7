// A back end over CUDA's runtime API or HIP's, which differ by their prefix. Compiled once for each
// platform by the C++ compiler, after the platform's own header has defined
//
//   GT_PLATFORM          the namespace in gputest of this platform: cuda, hip_host, …
//   GT_API(Name)         cudaName or hipName
//   kApi, kPrefix        "hip", and what device ids begin with: "hip:nvidia"
//   kVendor, kPlatform   for the device list: "NVIDIA", "HIP over CUDA"
//   kEmulated            whether answers count and times do not
//   launchers()          the platform's table of kernels (simt::Launchers)
//   reset_device()       gives the device a new context, after a kernel has faulted
//   GT_ARRAY             the type of a 2D array, which the two APIs spell differently
//   DeviceProperties     what GT_API(GetDeviceProperties) fills in
//   architecture()       of DeviceProperties: what a device's code is compiled for, and its name
//   kArchitectures       those that this build holds code for, in words
//   has_images()         of a device's number: whether it reads 2D arrays through textures
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/device/device_queue.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/simt/backend.hpp"

namespace gputest::GT_PLATFORM {
namespace {

/// Error numbers are the same in both APIs.
Status status_of(int code) {
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

void check(GT_API(Error_t) code, const char* call) {
  if (code == GT_API(Success)) return;
  const int number = static_cast<int>(code);
  const std::string text = GT_API(GetErrorString)(code);
  static_cast<void>(GT_API(GetLastError)());  // the next case starts without this one's error
  // A kernel that faulted has taken its context along; the next case gets a new one.
  if (status_of(number) == Status::device_lost) reset_device();
  throw Error(status_of(number), fmt::format("{} gave error {}: {}", call, number, text),
              ApiFailure{kApi, call, number, ""});
}

class Buffer : public DeviceMemory {
 public:
  explicit Buffer(std::uint64_t bytes) : bytes_(bytes) {
    const GT_API(Error_t) code = GT_API(Malloc)(&memory_, bytes);
    if (static_cast<int>(code) == 2) {
      std::size_t free = 0, total = 0;
      static_cast<void>(GT_API(GetLastError)());
      static_cast<void>(GT_API(MemGetInfo)(&free, &total));
      throw Error(Status::out_of_memory,
                  fmt::format("an array of {} does not fit the {} that are free of the device's {}",
                              format_bytes(bytes), format_bytes(free), format_bytes(total)),
                  ApiFailure{kApi, "Malloc", 2, ""});
    }
    check(code, "Malloc");
  }
  ~Buffer() override { static_cast<void>(GT_API(Free)(memory_)); }

  void* get() const override { return memory_; }
  std::uint64_t bytes() const override { return bytes_; }
  void fill(int byte) const { check(GT_API(Memset)(memory_, byte, bytes_), "Memset"); }
  void write(const void* from) override {
    check(GT_API(Memcpy)(memory_, from, bytes_, GT_API(MemcpyHostToDevice)), "Memcpy");
  }
  void read(void* to) const override {
    check(GT_API(Memcpy)(to, memory_, bytes_, GT_API(MemcpyDeviceToHost)), "Memcpy");
  }

 private:
  void* memory_ = nullptr;
  std::uint64_t bytes_;
};

/// A 2D array of float4 and the texture that reads it: point sampling, unnormalised coordinates,
/// clamped to the edge.
class Image {
 public:
  explicit Image(const ArrayShape& shape)
      : row_bytes_(shape.image_width * 4 * sizeof(float)), rows_(shape.image_height()) {
    const auto format = GT_API(CreateChannelDesc)(32, 32, 32, 32, GT_API(ChannelFormatKindFloat));
    check(GT_API(MallocArray)(&array_, &format, shape.image_width, rows_, 0), "MallocArray");
    GT_API(ResourceDesc) resource{};
    resource.resType = GT_API(ResourceTypeArray);
    resource.res.array.array = array_;
    GT_API(TextureDesc) description{};
    description.addressMode[0] = description.addressMode[1] = GT_API(AddressModeClamp);
    description.filterMode = GT_API(FilterModePoint);
    description.readMode = GT_API(ReadModeElementType);
    const auto code = GT_API(CreateTextureObject)(&texture_, &resource, &description, nullptr);
    if (code != GT_API(Success)) static_cast<void>(GT_API(FreeArray)(array_));
    check(code, "CreateTextureObject");
  }
  ~Image() {
    static_cast<void>(GT_API(DestroyTextureObject)(texture_));
    static_cast<void>(GT_API(FreeArray)(array_));
  }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  /// The texture object, as KernelCall carries it.
  const void* handle() const { return reinterpret_cast<const void*>(texture_); }
  void write(const void* from) const {
    check(GT_API(Memcpy2DToArray)(array_, 0, 0, from, row_bytes_, row_bytes_, rows_,
                                  GT_API(MemcpyHostToDevice)),
          "Memcpy2DToArray");
  }

 private:
  std::uint64_t row_bytes_, rows_;
  GT_ARRAY* array_ = nullptr;
  GT_API(TextureObject_t) texture_{};
};

class Event {
 public:
  Event() { check(GT_API(EventCreate)(&event_), "EventCreate"); }
  ~Event() { static_cast<void>(GT_API(EventDestroy)(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() const { check(GT_API(EventRecord)(event_, nullptr), "EventRecord"); }
  double seconds_since(const Event& start) const {
    float milliseconds = 0;
    check(GT_API(EventSynchronize)(event_), "EventSynchronize");
    check(GT_API(EventElapsedTime)(&milliseconds, start.event_, event_), "EventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  GT_API(Event_t) event_{};
};

/// The platform's function that launches the kernel of that name.
KernelFunction launcher(const std::string& kernel) {
  const auto found = launchers().find(kernel);
  if (found == launchers().end())
    throw std::logic_error(std::string(kPrefix) + " has no kernel " + kernel);
  return found->second;
}

/// A device of the API: its number there, and what the API says of it.
struct Described {
  int index;
  DeviceInfo info;
  std::uint32_t warp_size;
  std::string architecture;
};

class SimtDevice : public Device, public DeviceQueue {
 public:
  explicit SimtDevice(const Described& described) : Device(described.info), described_(described) {}
  void select() const { check(GT_API(SetDevice)(described_.index), "SetDevice"); }
  DeviceQueue* device.device_queue() override { return this; }

  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override {
    select();
    return std::make_unique<Buffer>(bytes);
  }

  KernelFunction find(const std::string& kernel) const override { return launcher(kernel); }

  KernelCall call(const Configuration& configuration, const KernelSignature& shapes) const override {
    KernelCall call;
    call.describe(configuration, shapes);
    call.compute_units = info().compute_units;
    call.warp_size = described_.warp_size;
    return call;
  }

  void launch(KernelFunction function, const KernelCall& call) override {
    function(call);
    const GT_API(Error_t) code = GT_API(GetLastError)();
    // Invalid device function, no kernel image: what the APIs say of an architecture left out.
    if (static_cast<int>(code) == 98 || static_cast<int>(code) == 209)
      throw Error(Status::unavailable,
                  fmt::format("{} is {}, and this build has this kernel for {} alone", info().id,
                              described_.architecture, kArchitectures),
                  ApiFailure{kApi, "the launch", static_cast<int>(code), ""});
    check(code, "the launch");
  }

  void synchronize() override { check(GT_API(DeviceSynchronize)(), "DeviceSynchronize"); }

 private:
  Described described_;
};

class SimtExecution : public Execution {
 public:
  SimtExecution(SimtDevice& device, KernelFunction function, const Configuration& configuration,
                const KernelSignature& shapes)
      : device_(device),
        function_(function),
        shapes_(shapes),
        call_(device.call(configuration, shapes)) {
    device_.select();
    for (const ArrayShape& shape : shapes.inputs) {
      Input& input = inputs_.emplace_back();
      if (shape.is_image()) {
        input.image = std::make_unique<Image>(shape);
        call_.inputs.push_back(input.image->handle());
      } else {
        input.buffer = std::make_unique<Buffer>(shape.bytes());
        call_.inputs.push_back(input.buffer->get());
      }
    }
    for (const ArrayShape& shape : shapes.outputs) {
      outputs_.push_back(std::make_unique<Buffer>(shape.bytes()));
      call_.outputs.push_back(outputs_.back()->get());
    }
    for (const ArrayShape& shape : shapes.scratch) {
      scratch_.push_back(std::make_unique<Buffer>(shape.bytes()));
      call_.scratch.push_back(scratch_.back()->get());
    }
  }

  void upload(const std::vector<HostArray>& arrays) override {
    device_.select();
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (inputs_[k].image)
        inputs_[k].image->write(arrays[k].data.data());
      else
        inputs_[k].buffer->write(arrays[k].data.data());
    }
    for (const auto& output : outputs_) output->fill(0xFF);
    synchronize();
  }

  void launch() override { device_.launch(function_, call_); }

  void synchronize() override { device_.synchronize(); }

  std::vector<HostArray> download() override {
    std::vector<HostArray> arrays;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      HostArray array{shapes_.outputs[k], {}};
      array.data.resize(array.shape.bytes());
      outputs_[k]->read(array.data.data());
      arrays.push_back(std::move(array));
    }
    return arrays;
  }

  /// Of one more launch: events within a batch would lengthen it.
  std::optional<double> event_seconds() override {
    const Event start, stop;
    start.record();
    launch();
    stop.record();
    return stop.seconds_since(start);
  }

 private:
  struct Input {
    std::unique_ptr<Buffer> buffer;
    std::unique_ptr<Image> image;
  };

  SimtDevice& device_;
  KernelFunction function_;
  KernelSignature shapes_;
  std::vector<Input> inputs_;
  std::vector<std::unique_ptr<Buffer>> outputs_;
  std::vector<std::unique_ptr<Buffer>> scratch_;
  KernelCall call_;
};

class SimtKernel : public Kernel {
 public:
  SimtKernel(KernelInfo info, KernelFunction function)
      : Kernel(std::move(info)), function_(function) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<SimtExecution>(dynamic_cast<SimtDevice&>(device), function_,
                                           configuration, arguments);
  }

 private:
  KernelFunction function_;
};

/// "cuda:0"; a platform that has one device only, like hip:host, is its own id.
std::string device_id(int index) {
  return kEmulated ? std::string(kPrefix) : fmt::format("{}:{}", kPrefix, index);
}

Described describe(int index) {
  DeviceProperties properties{};
  check(GT_API(GetDeviceProperties)(&properties, index), "GetDeviceProperties");
  int driver = 0, runtime = 0;
  static_cast<void>(GT_API(DriverGetVersion)(&driver));
  static_cast<void>(GT_API(RuntimeGetVersion)(&runtime));
  const auto [kind, name] = architecture(properties);
  DeviceInfo info;
  info.id = device_id(index);
  info.name = properties.name;
  info.vendor = kVendor;
  info.driver = fmt::format("{}, driver {}, runtime {}", kPlatform, driver, runtime);
  info.emulated = kEmulated;
  info.memory_bytes = properties.totalGlobalMem;
  if (has_images(index)) {
    info.max_image_width = static_cast<std::uint64_t>(properties.maxTexture2D[0]);
    info.max_image_height = static_cast<std::uint64_t>(properties.maxTexture2D[1]);
  }
  info.max_block = static_cast<std::uint32_t>(properties.maxThreadsPerBlock);
  info.compute_units = static_cast<std::uint32_t>(properties.multiProcessorCount);
  info.properties = {{kind, name},
                     {"warp", std::to_string(properties.warpSize)},
                     {"shared memory a block", format_bytes(properties.sharedMemPerBlock)}};
  return {index, info, static_cast<std::uint32_t>(properties.warpSize),
          fmt::format("{} {}", kind, name)};
}

std::string why_none(GT_API(Error_t) code) {
  constexpr int kInsufficientDriver = 35, kNoDevice = 100;
  if (code == GT_API(Success) || static_cast<int>(code) == kNoDevice)
    return fmt::format("there is no {} GPU, or its driver is not loaded", kVendor);
  const std::string text = GT_API(GetErrorString)(code);
  if (static_cast<int>(code) == kInsufficientDriver)
    return fmt::format("there is no driver, or it is too old ({})", text);
  return text;
}

/// How many devices there are and, where there is none, what the API said.
std::pair<int, GT_API(Error_t)> count_devices() {
  int count = 0;
  const GT_API(Error_t) code = GT_API(GetDeviceCount)(&count);
  if (code == GT_API(Success)) return {count, code};
  static_cast<void>(GT_API(GetLastError)());
  return {0, code};
}

class SimtBackend : public Backend {
 public:
  std::string name() const override { return kApi; }

  DeviceList devices() override {
    DeviceList list;
    const auto [count, code] = count_devices();
    if (count == 0) list.unavailable = {{kPrefix, why_none(code)}};
    for (int k = 0; k < count; ++k) list.devices.push_back(describe(k).info);
    return list;
  }

  std::unique_ptr<Device> open(const std::string& id) override {
    const int count = count_devices().first;
    for (int k = 0; k < count; ++k)
      if (device_id(k) == id) return std::make_unique<SimtDevice>(describe(k));
    throw Error(Status::unavailable, fmt::format("there is no device {}", id));
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<SimtBackend>(); }

std::unique_ptr<Kernel> make_kernel(KernelInfo info) {
  info.api = kApi;
  const KernelFunction function = launcher(info.name());
  return std::make_unique<SimtKernel>(std::move(info), function);
}

}  // namespace gputest::GT_PLATFORM

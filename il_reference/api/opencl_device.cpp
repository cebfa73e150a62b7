#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "common/core/error.hpp"
#include "common/opencl/device.hpp"
#include "il_reference/api/devices.hpp"
#include "il_reference/api/run_on_device.hpp"
#include "il_reference/opencl/device_program.hpp"

namespace gputest::il {
namespace {

class TranslatedExecution : public Execution {
 public:
  TranslatedExecution(opencl::OpenClDevice& device, cal::Device& cal, const GravityKernel& kernel,
                      const KernelSignature& shapes, Mode mode)
      : device_(device),
        run_(cal, kernel, shapes),
        program_(device, run_.module().program(), run_.module().text(), run_.bindings(),
                 {.mode = mode, .images = {}, .threads_per_group = 64, .loop_limit = 0}) {}

  void upload(const std::vector<HostArray>& inputs) override {
    run_.write(inputs.front());
    program_.upload(run_.bindings());
  }

  void spoil() override {
    run_.spoil();
    program_.upload(run_.bindings());
  }

  void launch() override {
    if (run_.module().program().stage == Stage::pixel)
      program_.launch(run_.domain());
    else
      program_.launch(run_.groups());
  }

  void synchronize() override { program_.finish(); }

  std::vector<HostArray> download(std::uint32_t) override {
    program_.download(run_.bindings());
    return {run_.read()};
  }

  std::optional<double> event_seconds() override {
    std::optional<double> seconds;
    launch();
    synchronize();
    opencl::checked("timing", [&] {
      const auto start = program_.event().getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const auto end = program_.event().getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds = static_cast<double>(end - start) * 1e-9;
    });
    return seconds;
  }
  void flush_cache() override { device_.flush_cache(); }

 private:
  opencl::OpenClDevice& device_;
  GravityRun run_;
  DeviceProgram program_;
};

class TranslatingDevice : public IlDevice {
 public:
  TranslatingDevice(const DeviceInfo& info, const opencl::ListedDevice& device, Mode mode)
      : IlDevice(info), device_(device), mode_(mode) {}

  std::unique_ptr<Execution> prepare(const GravityKernel& kernel,
                                     const KernelSignature& shapes) override {
    return std::make_unique<TranslatedExecution>(device_, cal_, kernel, shapes, mode_);
  }

 private:
  opencl::OpenClDevice device_;
  Mode mode_;
};

ListedDevice translating(const opencl::ListedDevice& device, Mode mode) {
  DeviceInfo info = modelled_info();
  info.id = fmt::format("il:{}{}", device.info.id, mode == Mode::strict ? ":strict" : "");
  info.name = device.info.name;
  info.vendor = device.info.vendor;
  info.driver = fmt::format("{} translation to OpenCL C on {}",
                            mode == Mode::strict ? "strict" : "fast", device.info.driver);
  info.emulated = device.info.emulated;
  info.compute_units = device.info.compute_units;
  info.cache_bytes = device.info.cache_bytes;
  info.on_host = device.info.on_host;
  info.runs_on = device.info.id;
  info.pci_address = device.info.pci_address;
  return {info,
          [info, device, mode] { return std::make_unique<TranslatingDevice>(info, device, mode); }};
}

constexpr std::chrono::seconds patience{5};

/// Reports a sentence once, if the object lives that long.
class AfterAWhile {
 public:
  AfterAWhile(const Notice& notice, std::string sentence)
      : thread_([notice, sentence = std::move(sentence), this](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (!over_.wait_for(lock, stop, patience, [&] { return stop.stop_requested(); }) &&
              notice)
            notice(sentence);
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any over_;
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace

std::vector<ListedDevice> opencl_devices(std::vector<Unavailable>& unavailable) {
  std::vector<ListedDevice> devices;
  try {
    opencl::checked("listing the OpenCL devices", [&] {
      for (const opencl::ListedDevice& device : opencl::list_devices())
        for (const Mode mode : {Mode::fast, Mode::strict})
          devices.push_back(translating(device, mode));
    });
    if (devices.empty())
      unavailable.push_back(
          {"il:opencl", opencl::load().empty() ? opencl::explain_no_platform() : opencl::load()});
  } catch (const Error& error) {
    unavailable.push_back({"il:opencl", error.what()});
  }
  return devices;
}

RunReport run_on_opencl(const std::string& id, Mode mode, const Bindings& bindings,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice) {
  for (const opencl::ListedDevice& listed : opencl::list_devices()) {
    if (listed.info.id != id) continue;
    opencl::OpenClDevice device(listed);
    std::optional<AfterAWhile> slow(std::in_place, notice,
                                    fmt::format("{} has been compiling the translation for {} s",
                                                listed.info.id, patience.count()));
    DeviceProgram program(
        device, module.program(), module.text(), bindings,
        {.mode = mode, .images = {}, .threads_per_group = 64, .loop_limit = options.step_limit});
    slow.reset();
    program.upload(bindings);
    const auto start = std::chrono::steady_clock::now();
    std::visit([&](const auto& e) { program.launch(e); }, extent);
    program.finish();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    program.download(bindings);
    return {fmt::format("{} ({})", listed.info.id, listed.info.name), {}, {}, taken.count()};
  }
  throw Error(Status::unavailable,
              fmt::format("there is no OpenCL device {}{}", id,
                          opencl::load().empty() ? "" : ": " + opencl::load()));
}

}  // namespace gputest::il

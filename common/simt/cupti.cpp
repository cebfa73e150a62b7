#include "common/simt/cupti.hpp"

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <cupti_version.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "common/core/launch_counts.hpp"
#include "common/core/shared_library.hpp"

namespace gputest::simt {
namespace {

// Nothing of a launch is nested, and all of it is one range.
constexpr std::size_t kRanges = 1;
constexpr std::uint16_t kLevels = 1;

/// A structure of arguments, with its size set.
template <class Params, std::size_t size>
Params sized() {
  Params params{};
  params.structSize = size;
  return params;
}
#define GPUTEST_PARAMS(name) sized<name##_Params, name##_Params_STRUCT_SIZE>()

/// CUPTI's functions, and the functions of the driver that tell the context.
class Cupti {
 public:
  /// Throws NotCounted if a library is missing.
  static const Cupti& get() {
    static const Cupti opened;
    if (!opened.reason_.empty()) throw NotCounted(opened.reason_);
    return opened;
  }

  decltype(&cuCtxGetCurrent) current_context = nullptr;
  decltype(&cuCtxGetDevice) current_device = nullptr;
  decltype(&cuptiGetVersion) version = nullptr;
  decltype(&cuptiGetResultString) name_of = nullptr;
  decltype(&cuptiProfilerInitialize) initialize = nullptr;
  decltype(&cuptiDeviceGetChipName) chip_name = nullptr;
  decltype(&cuptiProfilerHostInitialize) make_host = nullptr;
  decltype(&cuptiProfilerHostDeinitialize) end_host = nullptr;
  decltype(&cuptiProfilerHostGetMetricProperties) properties = nullptr;
  decltype(&cuptiProfilerHostConfigAddMetrics) add_metrics = nullptr;
  decltype(&cuptiProfilerHostGetConfigImageSize) config_size = nullptr;
  decltype(&cuptiProfilerHostGetConfigImage) config_image = nullptr;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
  decltype(&cuptiRangeProfilerEnable) enable = nullptr;
  decltype(&cuptiRangeProfilerDisable) disable = nullptr;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size = nullptr;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) clear_data = nullptr;
  decltype(&cuptiRangeProfilerSetConfig) configure = nullptr;
  decltype(&cuptiRangeProfilerStart) start = nullptr;
  decltype(&cuptiRangeProfilerStop) stop = nullptr;
  decltype(&cuptiRangeProfilerPushRange) push_range = nullptr;
  decltype(&cuptiRangeProfilerPopRange) pop_range = nullptr;
  decltype(&cuptiRangeProfilerDecodeData) decode = nullptr;

  /// Throws NotCounted unless the code means success.
  void check(CUptiResult code, const char* call) const {
    if (code == CUPTI_SUCCESS) return;
    if (code == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
      throw NotCounted(
          "the driver lets only administrators count; allow it with the option "
          "NVreg_RestrictProfilingToAdminUsers=0 of the kernel module nvidia");
    if (code == CUPTI_ERROR_HARDWARE_BUSY || code == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
      throw NotCounted("another profiler uses the GPU's counters");
    const char* text = nullptr;
    name_of(code, &text);
    throw NotCounted(fmt::format("{} gave {} ({})", call, text == nullptr ? "an error" : text,
                                 static_cast<int>(code)));
  }

 private:
  Cupti() {
    if (const char* chosen = std::getenv("GPUTEST_CUPTI"))
      library_.emplace({std::string(chosen)});
    else
      library_.emplace({fmt::format("libcupti.so.{}", CUDA_VERSION / 1000),
                        std::string("/usr/local/cuda/lib64/libcupti.so"),
                        std::string("/usr/local/cuda/targets/x86_64-linux/lib/libcupti.so"),
                        std::string("/usr/local/cuda/extras/CUPTI/lib64/libcupti.so")});
    if (!library_->is_there()) {
      reason_ = fmt::format(
          "CUPTI is not installed ({}); it is part of the CUDA Toolkit and of PyPI's "
          "nvidia-cuda-cupti; GPUTEST_CUPTI names its libcupti.so",
          library_->absence());
      return;
    }
    if (!find_all())
      reason_ = fmt::format("{} is too old; counting needs CUPTI 12.6", library_->path());
  }

  bool find_all() {
    const SharedLibrary& in = *library_;
    return driver_.find(current_context, "cuCtxGetCurrent") &&
           driver_.find(current_device, "cuCtxGetDevice") && in.find(version, "cuptiGetVersion") &&
           in.find(name_of, "cuptiGetResultString") &&
           in.find(initialize, "cuptiProfilerInitialize") &&
           in.find(chip_name, "cuptiDeviceGetChipName") &&
           in.find(make_host, "cuptiProfilerHostInitialize") &&
           in.find(end_host, "cuptiProfilerHostDeinitialize") &&
           in.find(properties, "cuptiProfilerHostGetMetricProperties") &&
           in.find(add_metrics, "cuptiProfilerHostConfigAddMetrics") &&
           in.find(config_size, "cuptiProfilerHostGetConfigImageSize") &&
           in.find(config_image, "cuptiProfilerHostGetConfigImage") &&
           in.find(evaluate, "cuptiProfilerHostEvaluateToGpuValues") &&
           in.find(enable, "cuptiRangeProfilerEnable") &&
           in.find(disable, "cuptiRangeProfilerDisable") &&
           in.find(data_size, "cuptiRangeProfilerGetCounterDataSize") &&
           in.find(clear_data, "cuptiRangeProfilerCounterDataImageInitialize") &&
           in.find(configure, "cuptiRangeProfilerSetConfig") &&
           in.find(start, "cuptiRangeProfilerStart") && in.find(stop, "cuptiRangeProfilerStop") &&
           in.find(push_range, "cuptiRangeProfilerPushRange") &&
           in.find(pop_range, "cuptiRangeProfilerPopRange") &&
           in.find(decode, "cuptiRangeProfilerDecodeData");
  }

  SharedLibrary driver_{"libcuda.so.1"};
  std::optional<SharedLibrary> library_;
  std::string reason_;
};

/// "CUPTI 13.0"; before 13, versions are whole numbers.
std::string version_text(std::uint32_t version) {
  return version < 10'000 ? fmt::format("CUPTI, API {}", version)
                          : fmt::format("CUPTI {}.{}", version / 10'000, version % 10'000 / 100);
}

/// CUPTI's description of the metrics of a chip.
class MetricHost {
 public:
  /// Takes those of the metrics that the chip has; they must outlive this.
  MetricHost(const Cupti& cupti, const char* chip, const std::vector<std::string>& metrics)
      : cupti_(cupti) {
    auto host = GPUTEST_PARAMS(CUpti_Profiler_Host_Initialize);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip;
    cupti.check(cupti.make_host(&host), "cuptiProfilerHostInitialize");
    host_ = host.pHostObject;
    for (const std::string& metric : metrics) {
      auto of = GPUTEST_PARAMS(CUpti_Profiler_Host_GetMetricProperties);
      of.pHostObject = host_;
      of.pMetricName = metric.c_str();
      if (cupti.properties(&of) == CUPTI_SUCCESS) metrics_.push_back(metric.c_str());
    }
  }
  ~MetricHost() {
    auto host = GPUTEST_PARAMS(CUpti_Profiler_Host_Deinitialize);
    host.pHostObject = host_;
    cupti_.end_host(&host);
  }
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;

  /// The configuration of the counters for the metrics.
  std::vector<std::uint8_t> config() const {
    auto added = GPUTEST_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics);
    added.pHostObject = host_;
    added.ppMetricNames = names();
    added.numMetrics = count();
    cupti_.check(cupti_.add_metrics(&added), "cuptiProfilerHostConfigAddMetrics");
    auto size = GPUTEST_PARAMS(CUpti_Profiler_Host_GetConfigImageSize);
    size.pHostObject = host_;
    cupti_.check(cupti_.config_size(&size), "cuptiProfilerHostGetConfigImageSize");
    std::vector<std::uint8_t> config(size.configImageSize);
    auto image = GPUTEST_PARAMS(CUpti_Profiler_Host_GetConfigImage);
    image.pHostObject = host_;
    image.configImageSize = config.size();
    image.pConfigImage = config.data();
    cupti_.check(cupti_.config_image(&image), "cuptiProfilerHostGetConfigImage");
    return config;
  }

  std::map<std::string, double> values(const std::vector<std::uint8_t>& data) const {
    std::vector<double> values(metrics_.size());
    auto of = GPUTEST_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues);
    of.pHostObject = host_;
    of.pCounterDataImage = data.data();
    of.counterDataImageSize = data.size();
    of.ppMetricNames = names();
    of.numMetrics = count();
    of.pMetricValues = values.data();
    cupti_.check(cupti_.evaluate(&of), "cuptiProfilerHostEvaluateToGpuValues");
    std::map<std::string, double> by_name;
    for (std::size_t k = 0; k < values.size(); ++k) by_name[metrics_[k]] = values[k];
    return by_name;
  }

  /// CUPTI does not change them.
  const char** names() const { return const_cast<const char**>(metrics_.data()); }
  std::size_t count() const { return metrics_.size(); }

 private:
  const Cupti& cupti_;
  std::vector<const char*> metrics_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
};

/// The profiler, attached to a context.
class RangeProfiler {
 public:
  RangeProfiler(const Cupti& cupti, CUcontext context) : cupti_(cupti) {
    auto on = GPUTEST_PARAMS(CUpti_RangeProfiler_Enable);
    on.ctx = context;
    cupti.check(cupti.enable(&on), "cuptiRangeProfilerEnable");
    profiler_ = on.pRangeProfilerObject;
  }
  ~RangeProfiler() {
    auto off = GPUTEST_PARAMS(CUpti_RangeProfiler_Disable);
    off.pRangeProfilerObject = profiler_;
    cupti_.disable(&off);
  }
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  /// The counters' readings, with one range for the whole launch.
  std::vector<std::uint8_t> read(const MetricHost& host, const std::function<void()>& launch,
                                 const std::function<void()>& before) const {
    const std::vector<std::uint8_t> config = host.config();
    std::vector<std::uint8_t> data = empty_data(host);
    configure(config, data);
    bool is_complete = false;
    while (!is_complete) {
      before();
      auto begin = GPUTEST_PARAMS(CUpti_RangeProfiler_Start);
      begin.pRangeProfilerObject = profiler_;
      cupti_.check(cupti_.start(&begin), "cuptiRangeProfilerStart");
      auto range = GPUTEST_PARAMS(CUpti_RangeProfiler_PushRange);
      range.pRangeProfilerObject = profiler_;
      range.pRangeName = "launch";
      cupti_.check(cupti_.push_range(&range), "cuptiRangeProfilerPushRange");
      launch();
      auto range_end = GPUTEST_PARAMS(CUpti_RangeProfiler_PopRange);
      range_end.pRangeProfilerObject = profiler_;
      cupti_.check(cupti_.pop_range(&range_end), "cuptiRangeProfilerPopRange");
      auto end = GPUTEST_PARAMS(CUpti_RangeProfiler_Stop);
      end.pRangeProfilerObject = profiler_;
      cupti_.check(cupti_.stop(&end), "cuptiRangeProfilerStop");
      is_complete = end.isAllPassSubmitted != 0;
    }
    auto decoded = GPUTEST_PARAMS(CUpti_RangeProfiler_DecodeData);
    decoded.pRangeProfilerObject = profiler_;
    cupti_.check(cupti_.decode(&decoded), "cuptiRangeProfilerDecodeData");
    if (decoded.numOfRangeDropped > 0) throw NotCounted("CUPTI has lost the launch's counts");
    return data;
  }

 private:
  std::vector<std::uint8_t> empty_data(const MetricHost& host) const {
    auto size = GPUTEST_PARAMS(CUpti_RangeProfiler_GetCounterDataSize);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = host.names();
    size.numMetrics = host.count();
    size.maxNumOfRanges = kRanges;
    size.maxNumRangeTreeNodes = kRanges;
    cupti_.check(cupti_.data_size(&size), "cuptiRangeProfilerGetCounterDataSize");
    std::vector<std::uint8_t> data(size.counterDataSize);
    auto empty = GPUTEST_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize);
    empty.pRangeProfilerObject = profiler_;
    empty.counterDataSize = data.size();
    empty.pCounterData = data.data();
    cupti_.check(cupti_.clear_data(&empty), "cuptiRangeProfilerCounterDataImageInitialize");
    return data;
  }

  void configure(const std::vector<std::uint8_t>& config, std::vector<std::uint8_t>& data) const {
    auto set = GPUTEST_PARAMS(CUpti_RangeProfiler_SetConfig);
    set.pRangeProfilerObject = profiler_;
    set.configSize = config.size();
    set.pConfig = config.data();
    set.counterDataImageSize = data.size();
    set.pCounterDataImage = data.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = kRanges;
    set.numNestingLevels = kLevels;
    set.minNestingLevel = kLevels;
    set.targetNestingLevel = kLevels;
    cupti_.check(cupti_.configure(&set), "cuptiRangeProfilerSetConfig");
  }

  const Cupti& cupti_;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
};

}  // namespace

MetricValues measure(const std::vector<std::string>& metrics, const std::function<void()>& launch,
                     const std::function<void()>& before) {
  const Cupti& cupti = Cupti::get();
  std::uint32_t version = 0;
  cupti.check(cupti.version(&version), "cuptiGetVersion");
  auto profiling = GPUTEST_PARAMS(CUpti_Profiler_Initialize);
  cupti.check(cupti.initialize(&profiling), "cuptiProfilerInitialize");
  CUcontext context = nullptr;
  CUdevice device = 0;
  if (cupti.current_context(&context) != CUDA_SUCCESS || context == nullptr ||
      cupti.current_device(&device) != CUDA_SUCCESS)
    throw NotCounted("the device has no context");
  auto chip = GPUTEST_PARAMS(CUpti_Device_GetChipName);
  chip.deviceIndex = static_cast<std::size_t>(device);
  cupti.check(cupti.chip_name(&chip), "cuptiDeviceGetChipName");
  const MetricHost host(cupti, chip.pChipName, metrics);
  const RangeProfiler profiler(cupti, context);
  return {version_text(version), host.values(profiler.read(host, launch, before))};
}

}  // namespace gputest::simt

// A fake CUPTI and a fake libcuda with a context. Three passes count a launch; the value of a
// metric is 100 times the number of letters in its name. GPUTEST_FAKE_CUPTI_ERROR names a code that
// starting the profiler gives.
#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <cstdlib>
#include <cstring>

namespace {

int context, profiler, host, passes;

}  // namespace

extern "C" {

CUresult cuCtxGetCurrent(CUcontext* current) {
  *current = reinterpret_cast<CUcontext>(&context);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}

CUptiResult cuptiGetVersion(uint32_t* version) {
  *version = 130001;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult, const char** text) {
  *text = "CUPTI_ERROR_OF_A_TEST";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* of) {
  of->pChipName = "GH100";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* of) {
  of->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(&host);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetMetricProperties(
    CUpti_Profiler_Host_GetMetricProperties_Params* of) {
  return std::strstr(of->pMetricName, "imc_miss") != nullptr ? CUPTI_ERROR_INVALID_METRIC_NAME
                                                             : CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* of) {
  of->configImageSize = 8;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params* of) {
  std::memset(of->pConfigImage, 1, of->configImageSize);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostEvaluateToGpuValues(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params* of) {
  for (size_t k = 0; k < of->numMetrics; ++k)
    of->pMetricValues[k] = 100.0 * static_cast<double>(std::strlen(of->ppMetricNames[k]));
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* of) {
  of->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&profiler);
  passes = 0;
  const char* error = std::getenv("GPUTEST_FAKE_CUPTI_ERROR");
  return error == nullptr ? CUPTI_SUCCESS : static_cast<CUptiResult>(std::atoi(error));
}
CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiRangeProfilerGetCounterDataSize(
    CUpti_RangeProfiler_GetCounterDataSize_Params* of) {
  of->counterDataSize = 16;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* of) {
  of->isAllPassSubmitted = ++passes == 3;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* of) {
  of->numOfRangeDropped = 0;
  return CUPTI_SUCCESS;
}

}  // extern "C"

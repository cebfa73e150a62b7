// A fake NVML with two GPUs. The first reports everything and is throttled by its power cap and by
// heat. The second has no energy counter, and may not be looked up by UUID.
#include <cstring>

namespace {

int first_board, second_board;
constexpr int kSuccess = 0, kNoPermission = 4, kNotFound = 6, kNotSupported = 3;

}  // namespace

extern "C" {

int nvmlInit_v2() { return kSuccess; }
const char* nvmlErrorString(int code) { return code == kNotFound ? "Not Found" : "another error"; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  if (std::strcmp(uuid, "GPU-01234567-89ab-cdef-0123-456789abcdef") == 0) {
    *device = &first_board;
    return kSuccess;
  }
  return std::strncmp(uuid, "GPU-secret", 10) == 0 ? kNoPermission : kNotFound;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** device) {
  if (std::strcmp(address, "0000:c1:00.0") != 0) return kNotFound;
  *device = &second_board;
  return kSuccess;
}
int nvmlDeviceGetClockInfo(void*, unsigned kind, unsigned* megahertz) {
  *megahertz = kind == 0 ? 1980 : 2619;
  return kSuccess;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = 312500;
  return kSuccess;
}
int nvmlDeviceGetTemperature(void*, unsigned, unsigned* celsius) {
  *celsius = 61;
  return kSuccess;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  *millijoules = 1234567;
  return device == &first_board ? kSuccess : kNotSupported;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons) {
  // Idle, clocks set by an application, power cap, thermal slowdown.
  *reasons = device == &first_board ? 0x01 | 0x02 | 0x04 | 0x20 : 0x01;
  return kSuccess;
}

}  // extern "C"

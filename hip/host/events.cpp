#include "hip/host/events.hpp"

#include <chrono>
#include <memory>
#include <optional>

#include "hip/host/handles.hpp"

using hip_host::detail::record;

struct ihipEvent_t {
  bool timed;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

namespace {

hip_host::detail::Handles<ihipEvent_t>& events() {
  static auto& handles = *new hip_host::detail::Handles<ihipEvent_t>;
  return handles;
}

bool has_time(hipEvent_t event) { return events().has(event) && event->timed && event->recorded; }

}  // namespace

hipError_t hipEventCreate(hipEvent_t* event) {
  return hipEventCreateWithFlags(event, hipEventDefault);
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  if (event == nullptr || (flags & ~(hipEventBlockingSync | hipEventDisableTiming)) != 0)
    return record(hipErrorInvalidValue);
  const bool timed = (flags & hipEventDisableTiming) == 0;
  *event = events().add(std::make_unique<ihipEvent_t>(ihipEvent_t{timed, std::nullopt}));
  return hipSuccess;
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return record(events().remove(event) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (!events().has(event) || !hip_host::detail::stream_exists(stream))
    return record(hipErrorInvalidHandle);
  event->recorded = std::chrono::steady_clock::now();
  return hipSuccess;
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags) {
  if (flags != 0) return record(hipErrorInvalidValue);
  if (!events().has(event) || !hip_host::detail::stream_exists(stream))
    return record(hipErrorInvalidHandle);
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  return record(events().has(event) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipEventQuery(hipEvent_t event) { return hipEventSynchronize(event); }

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (milliseconds == nullptr) return record(hipErrorInvalidValue);
  if (!has_time(start) || !has_time(stop)) return record(hipErrorInvalidHandle);
  *milliseconds =
      std::chrono::duration<float, std::milli>(*stop->recorded - *start->recorded).count();
  return hipSuccess;
}

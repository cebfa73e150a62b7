// Events: points in a stream between which time is measured.
#pragma once

#include "hip/host/errors.hpp"
#include "hip/host/streams.hpp"

struct ihipEvent_t;
/// An event.
using hipEvent_t = ihipEvent_t*;

inline constexpr unsigned hipEventDefault = 0;        ///< records the time
inline constexpr unsigned hipEventBlockingSync = 1;   ///< to wait without spinning
inline constexpr unsigned hipEventDisableTiming = 2;  ///< records no time

/// Makes an event. hipErrorInvalidValue for a null pointer.
hipError_t hipEventCreate(hipEvent_t* event);
/// Makes an event. hipErrorInvalidValue for a null pointer or unknown flags.
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags);
/// Destroys an event. hipErrorInvalidHandle if it does not exist.
hipError_t hipEventDestroy(hipEvent_t event);
/// Puts the event at the end of the stream. hipErrorInvalidHandle if either does not exist.
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr);
/// Later work of the stream begins after the event, which has already ended. hipErrorInvalidHandle
/// if either does not exist, hipErrorInvalidValue for flags.
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0);
/// Waits for the event. hipErrorInvalidHandle if it does not exist.
hipError_t hipEventSynchronize(hipEvent_t event);
/// hipSuccess, because all work has ended. hipErrorInvalidHandle if the event does not exist.
hipError_t hipEventQuery(hipEvent_t event);
/// The time from `start` to `stop` in milliseconds, by the host's steady clock.
/// hipErrorInvalidValue for a null pointer; hipErrorInvalidHandle for an event that does not exist,
/// was not recorded or takes no time.
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop);

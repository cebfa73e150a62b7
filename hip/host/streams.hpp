// Streams. Calls that enqueue work are blocking, so every stream is in order and always idle.
#pragma once

#include "hip/host/errors.hpp"

struct ihipStream_t;
/// A stream; null is the default one.
using hipStream_t = ihipStream_t*;

inline constexpr unsigned hipStreamDefault = 0;      ///< waits for the default stream
inline constexpr unsigned hipStreamNonBlocking = 1;  ///< does not wait for the default stream

/// Makes a stream. hipErrorInvalidValue for a null pointer.
hipError_t hipStreamCreate(hipStream_t* stream);
/// Makes a stream. hipErrorInvalidValue for a null pointer or unknown flags.
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags);
/// The same; the priority has no effect, because no work waits.
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority);
/// Destroys a stream. hipErrorInvalidHandle if it does not exist or is the default one.
hipError_t hipStreamDestroy(hipStream_t stream);
/// Waits for a stream. hipErrorInvalidHandle if it does not exist.
hipError_t hipStreamSynchronize(hipStream_t stream);
/// hipSuccess, because a stream is idle. hipErrorInvalidHandle if it does not exist.
hipError_t hipStreamQuery(hipStream_t stream);

namespace hip_host::detail {

/// Whether the stream exists; the default one does.
bool stream_exists(hipStream_t stream);

}  // namespace hip_host::detail

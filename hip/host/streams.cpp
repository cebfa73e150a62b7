#include "hip/host/streams.hpp"

#include <memory>

#include "hip/host/handles.hpp"

using hip_host::detail::record;

/// A stream has no content; its address identifies it.
struct ihipStream_t {};

namespace {

hip_host::detail::Handles<ihipStream_t>& streams() {
  static auto& handles = *new hip_host::detail::Handles<ihipStream_t>;
  return handles;
}

}  // namespace

namespace hip_host::detail {

bool stream_exists(hipStream_t stream) { return stream == nullptr || streams().has(stream); }

}  // namespace hip_host::detail

hipError_t hipStreamCreate(hipStream_t* stream) {
  return hipStreamCreateWithFlags(stream, hipStreamDefault);
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
  if (stream == nullptr || flags > hipStreamNonBlocking) return record(hipErrorInvalidValue);
  *stream = streams().add(std::make_unique<ihipStream_t>());
  return hipSuccess;
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int) {
  return hipStreamCreateWithFlags(stream, flags);
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return record(streams().remove(stream) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  return record(hip_host::detail::stream_exists(stream) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipStreamQuery(hipStream_t stream) { return hipStreamSynchronize(stream); }

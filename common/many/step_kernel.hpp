// Binds step kernels (common/simulate/), which run between kernels of a family, to a device.
#pragma once

#include <memory>
#include <string>

#include "common/device/queue.hpp"

namespace gputest::many {

/// A step kernel over the arrays of forces in that precision, in `stream` or in the queue's stream.
inline std::unique_ptr<BoundKernel> bind_step(Queue& queue, const std::string& kernel,
                                              Precision forces, KernelSignature signature,
                                              const KernelArrays& arrays,
                                              const SideStream* stream = nullptr) {
  constexpr std::uint32_t kBlock = 256;
  signature.specializations.push_back({"force_bits", forces == Precision::fp32 ? 32u : 64u});
  const Configuration configuration{"soa", Precision::fp64, kBlock};
  return stream == nullptr ? queue.bind(kernel, configuration, signature, arrays)
                           : queue.bind_beside(*stream, kernel, configuration, signature, arrays);
}

}  // namespace gputest::many

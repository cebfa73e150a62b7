// The traits of kernels that are texts: what a GPU's compiler makes of them, and what the host
// knows.
#pragma once

#ifdef GPUTEST_TEXT

#if defined(__HIP__) || defined(__HIPCC__)
#include "common/simt/amd_simt.hpp"
#else
#include "common/simt/nvidia_simt.hpp"
#endif

#else

#include "common/simt/gpu_words.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace gpu {

/// As the host names them. The text for a GPU defines the rest.
template <unsigned Wavefront>
struct SimtOf {
  static constexpr unsigned kWarpSize = Wavefront;
  template <unsigned Warp>
  using WithWarp = SimtOf<Warp>;
  using Texture = unsigned long long;
};

/// Kernels that require no wavefront size are right with any: for them the 64 is but a name.
using Simt = SimtOf<64>;

}  // namespace gpu
}  // namespace gputest

#endif

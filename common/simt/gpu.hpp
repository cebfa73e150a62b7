// The platform traits of kernels that are texts: the full traits in a text for a GPU's compiler,
// and the part that the host uses.
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

/// The names that the host uses. The text for a GPU defines the rest.
template <unsigned Wavefront>
struct SimtOf {
  static constexpr unsigned kWarpSize = Wavefront;
  template <unsigned Warp>
  using WithWarp = SimtOf<Warp>;
  using Texture = unsigned long long;
};

/// Kernels that do not depend on the wavefront size are right with any; the 64 is only a name then.
using Simt = SimtOf<64>;

}  // namespace gpu
}  // namespace gputest

#endif

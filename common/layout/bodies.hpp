// The layouts as C++ kernels see them: a view of the arrays that loads body j. Made of the same
// load headers as the OpenCL kernels (load.h), for g++, nvcc and hipcc.
#pragma once

#include <cstdint>

#include "common/layout/load_aos.h"
#include "common/layout/load_aos3.h"
#include "common/layout/load_aosoa.h"
#include "common/layout/load_float4.h"
#include "common/layout/load_soa.h"
#include "common/portable/portable.h"

namespace gputest {

/// A body as a kernel holds it in registers.
template <class Real>
struct Body {
  Real x, y, z, m;
};

/// Four numbers in one aligned element, as float4 and double4 are on a GPU.
template <class Real>
struct alignas(4 * sizeof(Real)) Vector4 {
  Real x, y, z, w;
};

#define GPUTEST_BODIES_FIELD(type, name) const type* __restrict__ name;
#define GPUTEST_BODIES_COUNT(type, name) +1
#define GPUTEST_DEFINE_BODIES(View, layout, ARRAYS, LOAD)               \
  template <class Real>                                                 \
  struct View {                                                         \
    using gt_real = Real;                                               \
    using gt_real4 = Vector4<Real>;                                     \
    static constexpr const char* kLayout = layout;                      \
    static constexpr unsigned kArrays = 0 ARRAYS(GPUTEST_BODIES_COUNT); \
    ARRAYS(GPUTEST_BODIES_FIELD)                                        \
    GT_MEMBER_FN Body<Real> load(std::uint32_t j) const {               \
      Body<Real> body;                                                  \
      LOAD(body, j);                                                    \
      return body;                                                      \
    }                                                                   \
  };

GPUTEST_DEFINE_BODIES(AosBodies, "aos", GT_AOS_ARRAYS, GT_AOS_LOAD)
GPUTEST_DEFINE_BODIES(Aos3Bodies, "aos3", GT_AOS3_ARRAYS, GT_AOS3_LOAD)
GPUTEST_DEFINE_BODIES(Float4Bodies, "float4", GT_FLOAT4_ARRAYS, GT_FLOAT4_LOAD)
GPUTEST_DEFINE_BODIES(SoaBodies, "soa", GT_SOA_ARRAYS, GT_SOA_LOAD)
GPUTEST_DEFINE_BODIES(AosoaBodies, "aosoa", GT_AOSOA_ARRAYS, GT_AOSOA_LOAD)

}  // namespace gputest

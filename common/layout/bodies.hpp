// The layouts as seen by C++ kernels: a view of the arrays that loads body j, for g++, nvcc and
// hipcc. It is made from the same load headers as the OpenCL kernels.
#pragma once

#include <cstdint>
#include <type_traits>

#include "buffer_layouts.hpp"
#include "common/portable/portable.h"
#ifndef GPUTEST_TEXT
#include "common/device/kernel_lists.hpp"
#endif

namespace gputest {

/// A body in a kernel's registers.
template <class Real>
struct Body {
  Real x, y, z, m;
};

/// Four numbers in one aligned element, like float4 and double4 on a GPU.
template <class Real>
struct alignas(4 * sizeof(Real)) Vector4 {
  Real x, y, z, w;
};

#define GPUTEST_BODIES_FIELD(type, name) const type* __restrict__ name;
#define GPUTEST_BODIES_COUNT(type, name) +1
#define GPUTEST_DEFINE_BODIES(View, name, NAME)                                                    \
  template <class Real>                                                                            \
  struct View {                                                                                    \
    using gt_real = Real;                                                                          \
    using gt_real4 = Vector4<Real>;                                                                \
    static constexpr const char* kLayout = #name;                                                  \
    static constexpr unsigned kArrays = 0 GT_##NAME##_ARRAYS(GPUTEST_BODIES_COUNT);                \
    GT_##NAME##_ARRAYS(GPUTEST_BODIES_FIELD) GT_MEMBER_FN Body<Real> load(std::uint32_t j) const { \
      Body<Real> body;                                                                             \
      GT_##NAME##_LOAD(body, j);                                                                   \
      return body;                                                                                 \
    }                                                                                              \
  };

/// Defines a view for each load header: AosBodies, Float4Bodies, …
GPUTEST_BUFFER_LAYOUTS(GPUTEST_DEFINE_BODIES)

/// A 2D array of x y z m, given by the API's handle; kernels read it through textures.
template <class Real>
struct Image2dBodies {
  using gt_real = Real;
  static constexpr const char* kLayout = "image2d";
  static constexpr unsigned kArrays = 1;
  const void* texture;
};

#ifndef GPUTEST_TEXT
namespace detail {

template <template <class> class A, template <class> class B>
constexpr bool kSameView = std::is_same_v<A<float>, B<float>>;

/// A list of views without repetitions, in order.
template <class Done, template <class> class... Rest>
struct Distinct {
  using type = Done;
};
/// One step: appends Next unless it is in the list.
template <template <class> class... Done, template <class> class Next,
          template <class> class... Rest>
struct Distinct<Layouts<Done...>, Next, Rest...> {
  using type = typename std::conditional_t<(kSameView<Done, Next> || ...),
                                           Distinct<Layouts<Done...>, Rest...>,
                                           Distinct<Layouts<Done..., Next>, Rest...>>::type;
};

}  // namespace detail

/// The named layouts, then all other layouts of plain buffers.
#define GPUTEST_COMMA_VIEW(View, name, NAME) , View
template <template <class> class... Own>
using EveryLayout =
    typename detail::Distinct<Layouts<>, Own... GPUTEST_BUFFER_LAYOUTS(GPUTEST_COMMA_VIEW)>::type;
#undef GPUTEST_COMMA_VIEW
#endif

}  // namespace gputest

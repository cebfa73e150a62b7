// The pair forces for C++, CUDA and HIP: the evaluators of common/lj/pair/ as types, which kernels
// take as a template parameter. Both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest {
#define GPUTEST_PAIR_HEADERS
namespace fp32 {
namespace lj {
using gt_real = float;
#include "common/lj/pair/pair.h"
#include "pair_forces.hpp"
}  // namespace lj
}  // namespace fp32
namespace fp64 {
namespace lj {
using gt_real = double;
#include "common/lj/pair/pair.h"
#include "pair_forces.hpp"
}  // namespace lj
}  // namespace fp64
#undef GPUTEST_PAIR_HEADERS

namespace pair {

/// A force is a type with a name and an evaluator: see common/lj/pair/pair.h.
#define GPUTEST_PAIR_FORCE(name)                                                                   \
  struct name {                                                                                    \
    static constexpr const char* kName = #name;                                                    \
    static GT_MEMBER_FN fp32::lj::gt_pair_value at(float r2, float inverse_r2, float p0, float p1, \
                                                   float p2, float shift) {                        \
      return fp32::lj::gt_pair_##name(r2, inverse_r2, p0, p1, p2, shift);                          \
    }                                                                                              \
    static GT_MEMBER_FN fp64::lj::gt_pair_value at(double r2, double inverse_r2, double p0,        \
                                                   double p1, double p2, double shift) {           \
      return fp64::lj::gt_pair_##name(r2, inverse_r2, p0, p1, p2, shift);                          \
    }                                                                                              \
  };
#include "pair_forces.hpp"
#undef GPUTEST_PAIR_FORCE

/// A list of types, without values.
template <class... T>
struct List {};

/// Every force, "lj" first.
#define GPUTEST_PAIR_NAMES
using Forces = List<
#include "pair_forces.hpp"
    >;
#undef GPUTEST_PAIR_NAMES

}  // namespace pair
}  // namespace gputest

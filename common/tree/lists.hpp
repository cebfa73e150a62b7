// common/tree/lists.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/octree/cell.hpp"

namespace gputest::tree {
namespace fp32 {
#include "common/tree/lists.h"
}  // namespace fp32
namespace fp64 {
#include "common/tree/lists.h"
}  // namespace fp64

inline constexpr std::uint32_t kLeaf = 16;  ///< most bodies of a leaf

using fp32::gt_list_of_group;
using fp64::gt_list_of_group;

}  // namespace gputest::tree

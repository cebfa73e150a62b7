// reorder_diagonal_naive: one element per thread, in the order of the plain plane. Elements of
// neighbouring threads lie on consecutive diagonals.
#include "common/arrays/diagonal.h"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The grid has at least n threads; the scalars are those of make_reorder().
template <class Simt, class T, bool Back>
__global__ void reorder_diagonal_naive(const T* __restrict__ source, T* __restrict__ reordered,
                                       std::uint32_t n, std::uint32_t rx, std::uint32_t ry,
                                       std::uint32_t slant) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t row = i / rx, x = i - row * rx, z = row / ry, y = row - z * ry;
  const std::uint32_t diagonal = (slant != 0 ? rx - 1 - x : x) + y;
  const std::uint32_t stored = z * rx * ry + gt_diagonal_origin(diagonal, rx, ry) + y;
  if (Back)
    reordered[i] = source[stored];
  else
    reordered[stored] = source[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_diagonal_naive_kernel {
  static constexpr const char* summary = "planes stored by diagonals, one element per thread";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "diagonal">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")),
           choices::OfSwitch{call.scalar<std::uint32_t>("back") == 1},
           [&](auto element, auto back) {
             using T = typename decltype(element)::type;
             const unsigned block = call.configuration.block;
             add_kernel<Simt, reorder_diagonal_naive<Simt, T, decltype(back)::value>>(
                 binding, "reorder_diagonal_naive", blocks_for(call.items, block), block,
                 static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]),
                 call.scalar<std::uint32_t>("n"), call.scalar<std::uint32_t>("extent0"),
                 call.scalar<std::uint32_t>("extent1"), call.scalar<std::uint32_t>("slant"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

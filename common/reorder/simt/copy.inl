// reorder_copy: sixteen bytes per thread, in order. Its speed is the ceiling of every reordering of
// as many bytes.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Copies that many words of 32 bits. The grid has at least words / 4 + 3 threads.
template <class Simt>
__global__ void reorder_copy(const void* __restrict__ source, void* __restrict__ reordered,
                             std::uint64_t words) {
  const std::uint64_t vectors = words / 4;
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < vectors) {
    static_cast<reorder::Sixteen*>(reordered)[i] = static_cast<const reorder::Sixteen*>(source)[i];
    return;
  }
  const std::uint64_t word = 4 * vectors + (i - vectors);
  if (word < words)
    static_cast<std::uint32_t*>(reordered)[word] = static_cast<const std::uint32_t*>(source)[word];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_copy_kernel {
  static constexpr const char* summary = "sixteen bytes per thread, nothing reordered: the ceiling";
  static constexpr const char* source = "DVMH article: copyGPU, with wider loads";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "same">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const std::uint64_t bytes = call.items * call.specialization("element");
    const std::uint64_t words = ceil_div(bytes, 4);
    const unsigned block = call.configuration.block;
    add_kernel<Simt, reorder_copy<Simt>>(binding, "reorder_copy", blocks_for(words / 4 + 3, block),
                                         block, call.inputs[0], call.outputs[0], words);
  }
};
#endif

}  // namespace simt
}  // namespace gputest

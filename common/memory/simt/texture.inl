// memory_texture: one texel per thread, at the place of an index, through a texture or from global
// memory.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads; texel k is at column k % width of row k / width.
template <class Simt>
__global__ void memory_texture(typename Simt::Texture a, const std::uint32_t* __restrict__ index,
                               Vector4<float>* __restrict__ c, std::uint32_t n,
                               std::uint32_t width) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t texel = index[i];
  c[i] = Simt::fetch(a, static_cast<float>(texel % width) + 0.5f,
                     static_cast<float>(texel / width) + 0.5f);
}

/// The same from an array.
template <class Simt>
__global__ void memory_texture_global(const Vector4<float>* __restrict__ a,
                                      const std::uint32_t* __restrict__ index,
                                      Vector4<float>* __restrict__ c, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[index[i]];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_texture_kernel {
  static constexpr const char* summary =
      "texels read by rows, by columns or at random, through a texture or from global memory";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "texture">, AxisValues<"walk">, AxisValues<"through">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const auto* index = static_cast<const std::uint32_t*>(call.inputs[1]);
    auto* c = static_cast<Vector4<float>*>(call.outputs[0]);
    const auto n = call.scalar<std::uint32_t>("n");
    const unsigned block = call.configuration.block;
    const unsigned grid = blocks_for(call.items, block);
    if (call.specialization("texture") == 0)
      add_kernel<Simt, memory_texture_global<Simt>>(
          binding, "memory_texture_global", grid, block,
          static_cast<const Vector4<float>*>(call.inputs[0]), index, c, n);
    else  // a number in CUDA, a pointer in HIP
      add_kernel<Simt, memory_texture<Simt>>(binding, "memory_texture", grid, block,
                                             (typename Simt::Texture)(call.inputs[0]), index, c, n,
                                             call.scalar<std::uint32_t>("width"));
  }
};
#endif

}  // namespace simt
}  // namespace gputest

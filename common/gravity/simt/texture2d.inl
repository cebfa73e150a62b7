// gravity_texture2d: the bodies j come from a 2D float4 array through the texture unit. The row
// pointer advances as in the CAL kernel (CAL wiki, IL lines 1-19).
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n threads. Body j is the texel at
/// column j % width of row j / width; texels from n on are not read.
template <class Simt, bool WithPotential, bool Unsoftened>
__global__ void gravity_texture2d(typename Simt::Texture image, Vector4<float>* __restrict__ sums,
                                  std::uint32_t n, std::uint32_t width, float eps2) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Vector4<float> own = Simt::fetch(image, static_cast<float>(i % width) + 0.5f,
                                         static_cast<float>(i / width) + 0.5f);
  const Body<float> body_i{own.x, own.y, own.z, own.w};
  GravitySum<float> sum{0, 0, 0, 0};
  // r2.xy and r100.x of the CAL kernel. A texel's centre is half a texel past CAL's coordinates.
  float x = 0.5f;
  float y = 0.5f;
  std::uint32_t counter = 0;
  while (counter < n) {
    const Vector4<float> texel = Simt::fetch(image, x, y);
    sum = add_interaction<Unsoftened>(sum, body_i, {texel.x, texel.y, texel.z, texel.w}, eps2);
    x += 1.0f;
    ++counter;
    if (counter % width == 0) {
      x = 0.5f;
      y += 1.0f;
    }
  }
  sums[i] = to_result<WithPotential, float>(sum);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_texture2d_kernel {
  static constexpr const char* summary =
      "j from a 2D float4 array; the row pointer advances as in the CAL kernel";
  static constexpr const char* source = "CAL wiki, Aizu: the IL loop, lines 1 to 19";
  using layouts = Layouts<Image2dBodies>;
  using precisions = Precisions<float>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<gravity_texture2d_kernel>(call), sums_of(call),
           [&](auto bodies, auto potential, auto unsoftened) {
             const GravityArguments<float> a(call);
             // A number in CUDA, a pointer in HIP.
             const auto image = (typename Simt::Texture)(bodies.texture);
             const unsigned block = call.configuration.block;
             add_kernel<Simt, gravity_texture2d<Simt, potential, unsoftened>>(
                 binding, "gravity_texture2d", blocks_for(a.n, block), block, image, a.sums, a.n,
                 call.scalar<std::uint32_t>("image_width"), a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

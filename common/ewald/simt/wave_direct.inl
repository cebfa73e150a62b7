// ewald_wave_direct: the wave part by direct sums, like on MDGRAPE-2's chips: a discrete Fourier
// transform of the charges, and the inverse at each particle.
#include "common/ewald/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// partial[p * wave_count + k] = sum of q e^(ikr) over part p of the particles. Each block takes
/// one part and kWavesPerBlock waves, so that it reads a particle once for all of them. There are
/// `groups` blocks per part.
template <class Simt, class Bodies, unsigned Block, class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    ewald_wave_sums(Bodies bodies, ewald::WaveArguments<Real> a, std::uint32_t groups) {
  constexpr unsigned kWaves = kWavesPerBlock;
  GT_SHARED(Real, sums, [2 * kWaves][Block]);
  const std::uint32_t first_wave = blockIdx.x % groups * kWaves, part = blockIdx.x / groups;
  const std::uint32_t begin = part * a.particles_per_part;
  const std::uint32_t end = a.n - begin < a.particles_per_part ? a.n : begin + a.particles_per_part;
  Vector4<Real> wave[kWaves];
  Real re[kWaves], im[kWaves];
  GT_UNROLL
  for (unsigned u = 0; u < kWaves; ++u) {
    const std::uint32_t k = first_wave + u;
    wave[u] = a.waves[k < a.wave_count ? k : a.wave_count - 1];
    re[u] = im[u] = 0;
  }
  for (std::uint32_t i = begin + threadIdx.x; i < end; i += Block) {
    const Body<Real> place = a.scaled(bodies.load(i));
    GT_UNROLL
    for (unsigned u = 0; u < kWaves; ++u) {
      const auto at = ewald::turned(wave[u], place);
      re[u] = gt_fma(place.m, at.cosine, re[u]);
      im[u] = gt_fma(place.m, at.sine, im[u]);
    }
  }
  GT_UNROLL
  for (unsigned u = 0; u < kWaves; ++u) {
    sums[2 * u][threadIdx.x] = re[u];
    sums[2 * u + 1][threadIdx.x] = im[u];
  }
  for (unsigned half = Block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      GT_UNROLL
      for (unsigned v = 0; v < 2 * kWaves; ++v) sums[v][threadIdx.x] += sums[v][threadIdx.x + half];
    }
  }
  __syncthreads();
  const std::uint32_t k = first_wave + threadIdx.x;
  if (threadIdx.x < kWaves && k < a.wave_count)
    a.partial[std::size_t{part} * a.wave_count + k] = {sums[2 * threadIdx.x][0],
                                                       sums[2 * threadIdx.x + 1][0]};
}

/// amplitudes[k] = the wave's factor times the sum of its parts.
template <class Simt, class Real>
__global__ void ewald_wave_amplitudes(ewald::WaveArguments<Real> a, std::uint32_t parts) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= a.wave_count) return;
  ewald::Pair<Real> sum{0, 0};
  for (std::uint32_t p = 0; p < parts; ++p) {
    const ewald::Pair<Real> part = a.partial[std::size_t{p} * a.wave_count + k];
    sum.re += part.re;
    sum.im += part.im;
  }
  const Real factor = a.waves[k].w;
  a.amplitudes[k] = {factor * sum.re, factor * sum.im};
}

/// The results, one particle per thread; waves pass through shared memory.
template <class Simt, class Bodies, unsigned Block, class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    ewald_wave_direct(Bodies bodies, ewald::WaveArguments<Real> a) {
  GT_SHARED(Vector4<Real>, waves, [Block]);
  GT_SHARED(ewald::Pair<Real>, amplitudes, [Block]);
  const std::uint32_t i = blockIdx.x * Block + threadIdx.x;
  const Body<Real> place = a.scaled(bodies.load(i < a.n ? i : a.n - 1));
  ewald::Field<Real> field;
  for (std::uint32_t first = 0; first < a.wave_count; first += Block) {
    const std::uint32_t count = a.wave_count - first < Block ? a.wave_count - first : Block;
    __syncthreads();
    if (threadIdx.x < count) {
      waves[threadIdx.x] = a.waves[first + threadIdx.x];
      amplitudes[threadIdx.x] = a.amplitudes[first + threadIdx.x];
    }
    __syncthreads();
    for (std::uint32_t k = 0; k < count; ++k) field.add(waves[k], amplitudes[k], place);
  }
  if (i < a.n) a.forces[i] = field.on(place.m, a.inverse_edge);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct ewald_wave_direct_kernel {
  static constexpr const char* summary = "wave space by direct sums: a Fourier transform and back";
  static constexpr const char* source = "Ewald 1921; MDGRAPE-2: Susukita et al. 2003, CPC 155, 115";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"part", "wave">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<ewald_wave_direct_kernel>(call), block_of<ewald_wave_direct_kernel>(call),
           [&](auto bodies, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             const ewald::WaveArguments<Real> a(call, bodies.count());
             const unsigned groups = blocks_for(a.wave_count, kWavesPerBlock);
             const std::uint32_t parts = a.parts();
             binding.parameter("waves_per_block", kWavesPerBlock);
             binding.parameter("parts", parts);
             add_kernel<Simt, ewald_wave_sums<Simt, Bodies, block>>(
                 binding, "ewald_wave_sums", groups * parts, block, bodies, a, groups);
             add_kernel<Simt, ewald_wave_amplitudes<Simt, Real>>(binding, "ewald_wave_amplitudes",
                                                                 blocks_for(a.wave_count, block),
                                                                 block, a, parts);
             add_kernel<Simt, ewald_wave_direct<Simt, Bodies, block>>(
                 binding, "ewald_wave_direct", blocks_for(a.n, block), block, bodies, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// Compiled once for each of Highway's targets, so that the compiler vectorises the loops over
// particles and waves for each.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/ewald/cpu/wave_direct.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/ewald/arguments.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

constexpr std::uint32_t kTile = 256;  // particles or waves that stay in the first-level cache
constexpr std::uint32_t kChunk = 16;  // waves or particles that a thread takes at a time

/// Particles or waves, one array for each component.
template <class Real>
struct Tile {
  alignas(64) Real x[kTile], y[kTile], z[kTile], re[kTile], im[kTile];
};

/// S of a wave over the tile's particles; `re` holds their charges.
template <class Real>
ewald::Pair<Real> sum_of(const Vector4<Real>& wave, const Tile<Real>& tile, std::uint32_t count) {
  Real re = 0, im = 0;
#pragma omp simd reduction(+ : re, im)
  for (std::uint32_t t = 0; t < count; ++t) {
    const auto at = gt_turn(wave.x * tile.x[t] + wave.y * tile.y[t] + wave.z * tile.z[t]);
    re += tile.re[t] * at.cosine;
    im += tile.re[t] * at.sine;
  }
  return {re, im};
}

/// Adds the field of the tile's waves at a place.
template <class Real>
void add_waves(ewald::Field<Real>& field, const Body<Real>& place, const Tile<Real>& tile,
               std::uint32_t count) {
  Real x = 0, y = 0, z = 0, potential = 0;
#pragma omp simd reduction(+ : x, y, z, potential)
  for (std::uint32_t t = 0; t < count; ++t) {
    const auto at = gt_turn(tile.x[t] * place.x + tile.y[t] * place.y + tile.z[t] * place.z);
    const Real slope = at.sine * tile.re[t] - at.cosine * tile.im[t];
    x += tile.x[t] * slope;
    y += tile.y[t] * slope;
    z += tile.z[t] * slope;
    potential += at.cosine * tile.re[t] + at.sine * tile.im[t];
  }
  field.x += x;
  field.y += y;
  field.z += z;
  field.potential += potential;
}

template <class Bodies, class Real>
void sum_waves(const Bodies& bodies, const ewald::WaveArguments<Real>& a, std::uint32_t first,
               std::uint32_t last) {
  ewald::Pair<Real> sums[kChunk] = {};
  Tile<Real> tile;
  for (std::uint32_t begin = 0; begin < a.n; begin += kTile) {
    const std::uint32_t count = std::min(kTile, a.n - begin);
    for (std::uint32_t t = 0; t < count; ++t) {
      const Body<Real> place = a.scaled(bodies.load(begin + t));
      tile.x[t] = place.x;
      tile.y[t] = place.y;
      tile.z[t] = place.z;
      tile.re[t] = place.m;
    }
    for (std::uint32_t k = first; k < last; ++k) {
      const ewald::Pair<Real> part = sum_of(a.waves[k], tile, count);
      sums[k - first].re += part.re;
      sums[k - first].im += part.im;
    }
  }
  for (std::uint32_t k = first; k < last; ++k)
    a.amplitudes[k] = {a.waves[k].w * sums[k - first].re, a.waves[k].w * sums[k - first].im};
}

template <class Bodies, class Real>
void force_particles(const Bodies& bodies, const ewald::WaveArguments<Real>& a, std::uint32_t first,
                     std::uint32_t last) {
  ewald::Field<Real> fields[kChunk];
  Body<Real> places[kChunk];
  for (std::uint32_t i = first; i < last; ++i) places[i - first] = a.scaled(bodies.load(i));
  Tile<Real> tile;
  for (std::uint32_t begin = 0; begin < a.wave_count; begin += kTile) {
    const std::uint32_t count = std::min(kTile, a.wave_count - begin);
    for (std::uint32_t t = 0; t < count; ++t) {
      tile.x[t] = a.waves[begin + t].x;
      tile.y[t] = a.waves[begin + t].y;
      tile.z[t] = a.waves[begin + t].z;
      tile.re[t] = a.amplitudes[begin + t].re;
      tile.im[t] = a.amplitudes[begin + t].im;
    }
    for (std::uint32_t i = first; i < last; ++i)
      add_waves(fields[i - first], places[i - first], tile, count);
  }
  for (std::uint32_t i = first; i < last; ++i)
    a.forces[i] = fields[i - first].on(places[i - first].m, a.inverse_edge);
}

/// First waves against tiles of particles, then particles against tiles of waves.
struct ewald_wave_direct_kernel {
  static constexpr const char* summary = "wave space by direct sums: a Fourier transform and back";
  static constexpr const char* source = "Ewald 1921; MDGRAPE-2: Susukita et al. 2003, CPC 155, 115";
  using layouts = Layouts<SoaBodies, Float4Bodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"part", "wave">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<ewald_wave_direct_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      const ewald::WaveArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
      launch = [=] {
        parallel_for(a.wave_count, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          sum_waves(bodies, a, first, last);
        });
        parallel_for(a.n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
          force_particles(bodies, a, first, last);
        });
      };
    });
    return launch;
  }
};

Launch bind(const KernelCall& call) { return ewald_wave_direct_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration ewald_wave_direct_cpu = declare<HWY_NAMESPACE::ewald_wave_direct_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif

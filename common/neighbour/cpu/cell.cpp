// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/cpu/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/neighbour/cpu/cell.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/neighbour/cpu/kernels.hpp"
#include "common/neighbour/cpu/sorted_particles.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> difference, hn::TFromD<D> edge,
                              hn::TFromD<D> inverse_edge) {
  const auto turns = hn::Round(hn::Mul(difference, hn::Set(d, inverse_edge)));
  return hn::NegMulAdd(turns, hn::Set(d, edge), difference);
}

/// Writes the particles of the run that are entries of the s-th sorted particle's list to
/// `entries`, which has room for all of it and kPadding more; how many.
template <bool Periodic, bool Half, class Real>
HWY_INLINE std::uint32_t search(const SortedParticles<Real>& p, std::uint32_t s, Run run,
                                std::uint32_t* entries) {
  const hn::ScalableTag<Real> d;
  const hn::Rebind<std::uint32_t, decltype(d)> numbers;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto x = hn::Set(d, p.x[s]), y = hn::Set(d, p.y[s]), z = hn::Set(d, p.z[s]);
  const auto radius2 = hn::Set(d, p.radius2);
  const std::uint32_t i = p.order[s];
  std::uint32_t found = 0;
  for (std::uint32_t k = run.begin; k < run.end; k += lanes) {  // the arrays are padded
    auto dx = hn::Sub(x, hn::LoadU(d, p.x.data() + k));
    auto dy = hn::Sub(y, hn::LoadU(d, p.y.data() + k));
    auto dz = hn::Sub(z, hn::LoadU(d, p.z.data() + k));
    if (Periodic) {
      dx = nearest(d, dx, p.box.edge[0], p.box.inverse_edge[0]);
      dy = nearest(d, dy, p.box.edge[1], p.box.inverse_edge[1]);
      dz = nearest(d, dz, p.box.edge[2], p.box.inverse_edge[2]);
    }
    const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
    const auto inside = hn::And(hn::Lt(r2, radius2), hn::FirstN(d, run.end - k));
    if constexpr (sizeof(Real) == sizeof(std::uint32_t)) {
      const auto j = hn::LoadU(numbers, p.order.data() + k);
      const auto self = hn::Set(numbers, i);
      const auto wanted =
          hn::And(hn::RebindMask(numbers, inside), Half ? hn::Gt(j, self) : hn::Ne(j, self));
      hn::StoreU(hn::Compress(j, wanted), numbers, entries + found);
      found += static_cast<std::uint32_t>(hn::CountTrue(numbers, wanted));
    } else {
      std::uint64_t bits = 0;
      hn::StoreMaskBits(d, inside, reinterpret_cast<std::uint8_t*>(&bits));
      for (; bits != 0; bits &= bits - 1) {
        const std::uint32_t j = p.order[k + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)];
        entries[found] = j;
        found += (Half ? j > i : j != i) ? 1 : 0;
      }
    }
  }
  return found;
}

template <bool Periodic, bool Half, class Real>
HWY_INLINE void build(const SortedParticles<Real>& p, std::uint32_t first, std::uint32_t last,
                      ChunkOfLists& lists) {
  Run runs[kMaxRuns];
  std::uint32_t cell = ~0u, count = 0;
  std::size_t used = 0, most = 0;
  lists.lengths.resize(last - first);
  for (std::uint32_t s = first; s < last; ++s) {
    if (p.cell[s] != cell) {
      cell = p.cell[s];
      count = p.runs_near(cell, runs);
      most = kPadding;
      for (std::uint32_t r = 0; r < count; ++r) most += runs[r].end - runs[r].begin;
    }
    if (lists.entries.size() < used + most) lists.entries.resize(2 * (used + most));
    const std::size_t begin = used;
    for (std::uint32_t r = 0; r < count; ++r)
      used += search<Periodic, Half>(p, s, runs[r], lists.entries.data() + used);
    lists.lengths[s - first] = static_cast<std::uint32_t>(used - begin);
  }
}

template <class Real>
HWY_INLINE void build_any(const SortedParticles<Real>& p, bool half, std::uint32_t first,
                          std::uint32_t last, ChunkOfLists& lists) {
  if (p.periodic)
    half ? build<true, true>(p, first, last, lists) : build<true, false>(p, first, last, lists);
  else
    half ? build<false, true>(p, first, last, lists) : build<false, false>(p, first, last, lists);
}

void build_fp32(const SortedParticles<float>& p, bool half, std::uint32_t first, std::uint32_t last,
                ChunkOfLists& lists) {
  build_any(p, half, first, last, lists);
}
void build_fp64(const SortedParticles<double>& p, bool half, std::uint32_t first,
                std::uint32_t last, ChunkOfLists& lists) {
  build_any(p, half, first, last, lists);
}

}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

#include "common/layout/with_bodies.hpp"

namespace gputest::cpu {
namespace {

HWY_EXPORT(build_fp32);
HWY_EXPORT(build_fp64);

void build(const SortedParticles<float>& p, bool half, std::uint32_t first, std::uint32_t last,
           ChunkOfLists& lists) {
  HWY_DYNAMIC_DISPATCH(build_fp32)(p, half, first, last, lists);
}
void build(const SortedParticles<double>& p, bool half, std::uint32_t first, std::uint32_t last,
           ChunkOfLists& lists) {
  HWY_DYNAMIC_DISPATCH(build_fp64)(p, half, first, last, lists);
}

constexpr std::uint32_t kChunk = 256;  // particles a thread takes at a time

/// Calls f(chunk) for each chunk of n particles, in parallel.
template <class F>
void for_each_chunk(std::uint32_t n, const F& f) {
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t chunk = 0; chunk < (n + kChunk - 1) / kChunk; ++chunk) f(chunk);
}

/// Calls f(i, length, entries) for the list of each particle i of a chunk.
template <class Real, class F>
void for_each_list(const SortedParticles<Real>& p, std::uint32_t chunk, const ChunkOfLists& lists,
                   const F& f) {
  const std::uint32_t* entries = lists.entries.data();
  for (std::size_t k = 0; k < lists.lengths.size(); ++k) {
    f(p.order[std::size_t{chunk} * kChunk + k], lists.lengths[k], entries);
    entries += lists.lengths[k];
  }
}

template <class Real>
void build_ell(const SortedParticles<Real>& p, bool half, std::uint32_t n,
                   const ListTarget& target) {
  for_each_chunk(n, [&](std::uint32_t chunk) {
    ChunkOfLists lists;
    build(p, half, chunk * kChunk, std::min(n, (chunk + 1) * kChunk), lists);
    for_each_list(p, chunk, lists,
                  [&](std::uint32_t i, std::uint32_t length, const std::uint32_t* entries) {
                    target.starts[i] = length;
                    for (std::uint32_t k = 0; k < length; ++k) target.write<true>(i, k, entries[k]);
                  });
  });
}

/// Where a list begins is known when all have been made: they are kept until then.
template <class Real>
void build_csr(const SortedParticles<Real>& p, bool half, std::uint32_t n,
               const ListTarget& target) {
  std::vector<ChunkOfLists> kept((n + kChunk - 1) / kChunk);
  for_each_chunk(n, [&](std::uint32_t chunk) {
    build(p, half, chunk * kChunk, std::min(n, (chunk + 1) * kChunk), kept[chunk]);
    for_each_list(p, chunk, kept[chunk],
                  [&](std::uint32_t i, std::uint32_t length, const std::uint32_t*) {
                    target.starts[i + 1] = length;
                  });
  });
  target.starts[0] = 0;
  for (std::uint32_t i = 0; i < n; ++i) target.starts[i + 1] += target.starts[i];
  for_each_chunk(n, [&](std::uint32_t chunk) {
    for_each_list(p, chunk, kept[chunk],
                  [&](std::uint32_t i, std::uint32_t length, const std::uint32_t* entries) {
                    const std::uint32_t start = std::min(target.starts[i], target.capacity);
                    std::copy_n(entries, std::min(length, target.capacity - start),
                                target.entries + start);
                  });
  });
}

}  // namespace

void neighbour_cell(const KernelCall& call) {
  const ListTarget target(call);
  const bool half = call.specialization("newton3") == 1;
  const auto n = call.scalar<std::uint32_t>("n");
  with_bodies(call, [&](const auto& bodies) {
    const SortedParticles<typename std::decay_t<decltype(bodies)>::gt_real> p(bodies, call);
    target.stride == 0 ? build_csr(p, half, n, target) : build_ell(p, half, n, target);
  });
}

}  // namespace gputest::cpu
#endif

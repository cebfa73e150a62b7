// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/neighbour/cpu/cell.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <memory>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/neighbour/cpu/sorted_particles.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint32_t kChunk = 256;  // particles that a thread takes at a time

/// The lists of some particles, one after another.
struct ChunkOfLists {
  std::unique_ptr<std::uint32_t[]> entries;  ///< `capacity` of them, the first `used` written
  std::size_t capacity = 0;
  std::size_t used = 0;
  std::uint32_t lengths[kChunk];

  /// Makes sure that there is space for `more` entries after those used.
  void reserve(std::size_t more) {
    if (used + more <= capacity) return;
    capacity = std::max(used + more, 2 * capacity);
    auto larger = std::make_unique_for_overwrite<std::uint32_t[]>(capacity);
    std::copy_n(entries.get(), used, larger.get());
    entries = std::move(larger);
  }
};

template <class D>
HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> difference, hn::TFromD<D> edge,
                              hn::TFromD<D> inverse_edge) {
  const auto turns = hn::Round(hn::Mul(difference, hn::Set(d, inverse_edge)));
  return hn::NegMulAdd(turns, hn::Set(d, edge), difference);
}

/// Converts a mask of lanes of Real to a mask of the lanes that hold the particles' numbers.
template <class D, class Numbers>
HWY_INLINE hn::Mask<Numbers> as_numbers(D d, Numbers numbers, hn::Mask<D> mask) {
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(std::uint32_t)) {
    return hn::RebindMask(numbers, mask);
  } else {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    return hn::LoadMaskBits(numbers, bits);
  }
}

/// Writes the particles of the run that belong to particle i's list to `entries`, which has space
/// for the whole run and kPadding more; returns how many. `Own` says whether i is in the run.
template <bool Nearest, bool Half, bool Own, class Real>
HWY_INLINE std::uint32_t search(const SortedParticles<Real>& p, const Body<Real>& self,
                                std::uint32_t i, const Run<Real>& run, std::uint32_t* entries) {
  const hn::ScalableTag<Real> d;
  const hn::Rebind<std::uint32_t, decltype(d)> numbers;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto x = hn::Set(d, self.x + run.shift[0]), y = hn::Set(d, self.y + run.shift[1]),
             z = hn::Set(d, self.z + run.shift[2]);
  const auto radius2 = hn::Set(d, p.radius2);
  const auto number = hn::Set(numbers, i);
  std::uint32_t found = 0;
  const auto test = [&](std::uint32_t k, auto live) HWY_ATTR {
    auto dx = hn::Sub(x, hn::LoadU(d, p.x.data() + k));
    auto dy = hn::Sub(y, hn::LoadU(d, p.y.data() + k));
    auto dz = hn::Sub(z, hn::LoadU(d, p.z.data() + k));
    if (Nearest) {
      dx = nearest(d, dx, p.box.edge[0], p.box.inverse_edge[0]);
      dy = nearest(d, dy, p.box.edge[1], p.box.inverse_edge[1]);
      dz = nearest(d, dz, p.box.edge[2], p.box.inverse_edge[2]);
    }
    const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
    auto wanted = as_numbers(d, numbers, live(hn::Lt(r2, radius2)));
    const auto j = hn::LoadU(numbers, p.order.data() + k);
    if (Half)
      wanted = hn::And(wanted, hn::Gt(j, number));
    else if (Own)
      wanted = hn::And(wanted, hn::Ne(j, number));
    hn::StoreU(hn::Compress(j, wanted), numbers, entries + found);
    found += static_cast<std::uint32_t>(hn::CountTrue(numbers, wanted));
  };
  std::uint32_t k = run.begin;
  for (; k + lanes <= run.end; k += lanes) test(k, [](auto mask) HWY_ATTR { return mask; });
  if (k < run.end)  // the arrays are padded
    test(k, [&](auto mask) HWY_ATTR { return hn::And(mask, hn::FirstN(d, run.end - k)); });
  return found;
}

/// The lists of particles first … last - 1.
template <bool Nearest, bool Half, class Bodies, class Real = typename Bodies::gt_real>
void build(const SortedParticles<Real>& p, const Bodies& bodies, std::uint32_t first,
           std::uint32_t last, ChunkOfLists& lists) {
  Run<Real> runs[SortedParticles<Real>::kMaxRuns];
  std::uint32_t cell = ~0u, count = 0;
  std::size_t most = 0;
  lists.used = 0;
  for (std::uint32_t i = first; i < last; ++i) {
    if (p.cell_of[i] != cell) {
      cell = p.cell_of[i];
      count = p.runs_near(cell, runs);
      most = kPadding;
      for (std::uint32_t r = 0; r < count; ++r) most += runs[r].end - runs[r].begin;
    }
    lists.reserve(most);
    std::uint32_t* entries = lists.entries.get() + lists.used;
    const Body<Real> self = bodies.load(i);
    std::uint32_t length = 0;
    for (std::uint32_t r = 0; r < count; ++r)
      length += runs[r].own ? search<Nearest, Half, true>(p, self, i, runs[r], entries + length)
                            : search<Nearest, Half, false>(p, self, i, runs[r], entries + length);
    lists.lengths[i - first] = length;
    lists.used += length;
  }
}

/// Builds lists for one set of arguments; keeps its memory from launch to launch.
template <bool Half, class Bodies>
class Builder {
 public:
  Builder(const Bodies& bodies, const KernelCall& call)
      : bodies_(bodies),
        n_(call.scalar<std::uint32_t>("n")),
        target_(call),
        particles_(call),
        lists_((n_ + kChunk - 1) / kChunk) {}

  void launch() {
    particles_.sort(bodies_);
    target_.stride == 0 ? build_csr() : build_ell();
  }

 private:
  using Real = typename Bodies::gt_real;

  ChunkOfLists& build_chunk(std::uint32_t first, std::uint32_t last) {
    ChunkOfLists& lists = lists_[first / kChunk];
    particles_.nearest ? build<true, Half>(particles_, bodies_, first, last, lists)
                       : build<false, Half>(particles_, bodies_, first, last, lists);
    return lists;
  }

  void build_ell() {
    parallel_for(n_, kChunk, [&](std::uint32_t first, std::uint32_t last) {
      const ChunkOfLists& lists = build_chunk(first, last);
      const std::uint32_t* entries = lists.entries.get();
      for (std::uint32_t i = first; i < last; ++i) {
        const std::uint32_t length = lists.lengths[i - first];
        target_.starts[i] = length;
        for (std::uint32_t k = 0; k < length; ++k) target_.template write<true>(i, k, *entries++);
      }
    });
  }

  /// The beginning of a list is known only after all lists were made: they are stored until then.
  void build_csr() {
    parallel_for(n_, kChunk,
                 [&](std::uint32_t first, std::uint32_t last) { build_chunk(first, last); });
    std::vector<std::uint32_t> begins;
    std::uint32_t begin = 0;
    for (const ChunkOfLists& lists : lists_) {
      begins.push_back(begin);
      begin += static_cast<std::uint32_t>(lists.used);
    }
    target_.starts[0] = 0;
    parallel_for(n_, kChunk, [&](std::uint32_t first, std::uint32_t last) {
      const ChunkOfLists& lists = lists_[first / kChunk];
      std::uint32_t start = begins[first / kChunk];
      if (start < target_.capacity)
        std::copy_n(lists.entries.get(),
                    std::min<std::size_t>(lists.used, target_.capacity - start),
                    target_.entries + start);
      for (std::uint32_t i = first; i < last; ++i)
        target_.starts[i + 1] = start += lists.lengths[i - first];
    });
  }

  Bodies bodies_;
  std::uint32_t n_;
  ListTarget target_;
  SortedParticles<Real> particles_;
  std::vector<ChunkOfLists> lists_;
};

/// Particles are sorted by cell. Each particle tests the sorted runs that the cells near its own
/// contain, one Highway vector at a time.
struct neighbour_cell_kernel {
  static constexpr const char* summary =
      "particles sorted by cell, runs of them tested by vectors (Highway)";
  static constexpr const char* source = "md_neighbor_list; Highway's masks place the entries";
  using layouts = Layouts<SoaBodies, Float4Bodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"newton3", "off", "on">, AxisValues<"list", "csr", "ell">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(any_bodies_of<neighbour_cell_kernel>(call), switch_of(call, "newton3"),
           [&](auto bodies, auto newton3) {
             const auto builder =
                 std::make_shared<Builder<newton3, decltype(bodies)>>(bodies, call);
             launch = [=] { builder->launch(); };
           });
    return launch;
  }
};

Launch bind(const KernelCall& call) { return neighbour_cell_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration neighbour_cell_cpu = declare<HWY_NAMESPACE::neighbour_cell_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif

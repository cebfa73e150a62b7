// neighbour_mask: each lane of a wavefront has one i; the i of a wavefront lie close together and
// test the same candidates, 32 at a time, into one mask per lane. Candidates are the particles
// within the radius of the box around the wavefront's i. Entries are written from the masks once
// the lists are known. For an ell list all lanes write their k-th entry in the same step, so that a
// wavefront's writes are consecutive. For a csr list the entries pass through a tile of shared
// memory, which transposes them.
#include <cmath>

#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// A wavefront's shared memory, as much as a pass needs.
template <class Simt, class Shape>
struct MaskMemory {
  static constexpr unsigned kWarp = Simt::kWarpSize;
  static constexpr unsigned kGroup = 32;         // candidates per mask
  static constexpr unsigned kMasks = 32;         // masks per lane before its entries are written
  static constexpr unsigned kStage = 2 * kWarp;  // fewer than kGroup + kWarp are untested
  static constexpr unsigned kTile = 16;          // entries per lane, of a csr list
  static constexpr bool kCounts = Shape::kPass == ListPass::count,
                        kCsr = Shape::kPass == ListPass::csr;

  Sorted<typename Shape::Real> stage[kStage];            ///< the c-th candidate at c % kStage
  std::uint32_t own[kWarp];                              ///< the candidate that is each lane's own
                                                         ///< i
  std::uint32_t numbers[kCounts ? 1 : kGroup * kMasks];  ///< numbers of the tested candidates
  std::uint32_t masks[kCounts ? 1 : kMasks][kWarp];      ///< bit 31 is a group's first candidate
  std::uint32_t tile[kCsr ? kWarp : 1][kTile + 1];
};

/// A word with the highest bit set if x is negative.
GT_DEVICE_FN std::uint32_t sign_word(float x) { return __float_as_uint(x); }
GT_DEVICE_FN std::uint32_t sign_word(double x) {
  return static_cast<std::uint32_t>(__double_as_longlong(x) >> 32);
}

/// Yields a lane's entries one after another: the numbers of the candidates with a set bit.
template <unsigned Warp, unsigned Group>
struct MaskedNumbers {
  const std::uint32_t* masks;    ///< this lane's masks, one row of shared memory apart
  const std::uint32_t* numbers;  ///< number of the group's last candidate, which has the lowest bit
  std::uint32_t mask;

  /// The next entry; there must be one.
  __device__ __forceinline__ std::uint32_t next() {
    while (mask == 0) {
      masks += Warp;
      numbers += Group;
      mask = *masks;
    }
    const int bit = 31 - __clz(static_cast<int>(mask));
    mask ^= 1u << bit;
    return numbers[-bit];
  }
};

/// A wavefront's search for the lists of its i.
template <class Simt, class Shape>
class MaskSearch {
 public:
  using Real = typename Shape::Real;
  using Memory = MaskMemory<Simt, Shape>;
  using LaneMask = typename Simt::LaneMask;
  static constexpr unsigned kWarp = Simt::kWarpSize, kGroup = Memory::kGroup;

  /// Searches for the lists of particles `first`, first + 1, …. If those are scattered, it takes
  /// the sorted particles at these indices instead.
  __device__ __forceinline__ MaskSearch(const NeighbourArguments<Real>& arguments, Memory& memory,
                                        std::uint32_t first)
      : a_(arguments),
        memory_(memory),
        lane_(threadIdx.x % kWarp),
        first_(first),
        by_place_(a_.scattered[0] > a_.n / 8) {}

  /// A wavefront's particles are searched for together if they lie close together: first those near
  /// the one in the middle, then those near one of the remaining particles.
  __device__ __forceinline__ void run() {
    const std::uint32_t which = first_ + lane_ < a_.n ? first_ + lane_ : a_.n - 1;
    const Sorted<Real> at = a_.sorted[by_place_ ? which : a_.places[which]];
    i_ = number_of(at);
    lowest_ = i_;
    if (by_place_ && Shape::kNewton3)
      for (unsigned step = 1; step < kWarp; step *= 2) {
        const std::uint32_t other = Simt::shuffle(lowest_, lane_ ^ step);
        lowest_ = other < lowest_ ? other : lowest_;
      }
    else
      lowest_ = Simt::shuffle(i_, 0);
    LaneMask waiting = Simt::ballot(first_ + lane_ < a_.n);
    while (waiting != 0) {
      const LaneMask upper = waiting >> (kWarp / 2);
      const unsigned leader = upper != 0 ? kWarp / 2 + first_of(upper) : first_of(waiting);
      const bool taken = lies_with(at, leader) && (waiting >> lane_ & 1) != 0;
      search(taken);
      if (taken) write_length<Shape>(a_, i_, found_);
      waiting &= ~Simt::ballot(taken);
    }
  }

 private:
  static __device__ __forceinline__ unsigned first_of(LaneMask lanes) {
    return static_cast<unsigned>(__ffsll(static_cast<long long>(lanes))) - 1;
  }

  /// Sets self_ to the image of `at` next to the leader's; returns whether the two are so near that
  /// one image of any neighbour is the nearest to both.
  __device__ __forceinline__ bool lies_with(const Sorted<Real>& at, unsigned leader) {
    const Real here[3] = {at.x, at.y, at.z};
    bool near = true;
    GT_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const Real there = Simt::shuffle(here[axis], leader);
      self_[axis] = image(here[axis], there, axis);
      near = near && std::fabs(self_[axis] - there) <= a_.template reach<Shape::kPeriodic>(axis);
    }
    return near;
  }

  /// A coordinate's image nearest to another.
  __device__ __forceinline__ Real image(Real at, Real other, int axis) const {
    if (!Shape::kPeriodic) return at;
    return at - a_.box.edge[axis] * gt_rint((at - other) * a_.box.inverse_edge[axis]);
  }

  /// Makes the lists of the particles taken.
  __device__ __forceinline__ void search(bool taken) {
    const std::uint32_t runs = surround(taken);
    GT_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      if (!taken) self_[axis] = kFar;
    staged_ = tested_ = written_ = 0;
    found_ = listed_ = 0;
    memory_.own[lane_] = ~0u;  // overwritten when that candidate is staged
    Simt::sync_warp();
    for (std::uint32_t base = 0; base < runs; base += kWarp) {
      std::uint32_t begin = 0, end = 0;
      if (base + lane_ < runs) find_run(base + lane_, begin, end);
      stage_runs(begin, end, runs - base < kWarp ? runs - base : kWarp);
    }
    const unsigned spare = (kGroup - staged_ % kGroup) % kGroup;
    if (lane_ < spare) memory_.stage[(staged_ + lane_) % Memory::kStage] = {-kFar, -kFar, -kFar, 0};
    staged_ += spare;
    Simt::sync_warp();
    if (staged_ > tested_) test();
    list();
  }

  /// Sets the box around the particles taken, and the ranges of cells that can hold neighbours;
  /// returns the number of runs of cells in them.
  __device__ __forceinline__ std::uint32_t surround(bool taken) {
    std::uint32_t runs = 1;
    GT_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      Real low = taken ? self_[axis] : kFar, high = taken ? self_[axis] : -kFar;
      GT_UNROLL
      for (unsigned step = 1; step < kWarp; step *= 2) {
        low = std::fmin(low, Simt::shuffle(low, lane_ ^ step));
        high = std::fmax(high, Simt::shuffle(high, lane_ ^ step));
      }
      centre_[axis] = (low + high) / 2;
      half_[axis] = std::fmax(high - centre_[axis], centre_[axis] - low);
      cells_[axis] = a_.grid.around(low, high, a_.box.edge[axis] > 0, axis);
      runs *= axis == 0 ? cells_[0].parts() : cells_[axis].count;
    }
    return runs;
  }

  /// Sets the range of sorted particles in the which-th run of cells along x.
  __device__ __forceinline__ void find_run(std::uint32_t which, std::uint32_t& begin,
                                           std::uint32_t& end) const {
    const std::uint32_t parts = cells_[0].parts();
    const std::uint32_t rows = which / parts;
    const std::uint32_t y = (cells_[1].first + rows % cells_[1].count) % a_.grid.cells[1];
    const std::uint32_t z = (cells_[2].first + rows / cells_[1].count) % a_.grid.cells[2];
    const std::uint32_t row = (z * a_.grid.cells[1] + y) * a_.grid.cells[0];
    const std::uint32_t last = cells_[0].first + cells_[0].count;  // may be past the row's end
    const bool wrapped = which % parts == 1;
    const std::uint32_t part_end = parts == 2 ? a_.grid.cells[0] : last;
    begin = a_.cell_starts[row + (wrapped ? 0 : cells_[0].first)];
    end = a_.cell_starts[row + (wrapped ? last - a_.grid.cells[0] : part_end)];
  }

  /// Stages the candidates of the runs that the first `count` lanes have found, twice a wavefront's
  /// width at a time. The next two loads are issued before the current candidates are tested.
  __device__ __forceinline__ void stage_runs(std::uint32_t begin, std::uint32_t end,
                                             unsigned count) {
    unsigned run = 0;
    std::uint32_t k = Simt::shuffle(begin, 0), run_end = Simt::shuffle(end, 0);
    const auto to_next_run = [&] {
      while (k >= run_end && ++run < count) {
        k = Simt::shuffle(begin, run);
        run_end = Simt::shuffle(end, run);
      }
      return run < count;
    };
    const auto load = [&](std::uint32_t place) {
      return a_.sorted[place < run_end ? place : run_end - 1];
    };
    Sorted<Real> next[2];
    bool more = to_next_run();
    if (more) {
      next[0] = load(k + lane_);
      next[1] = load(k + lane_ + kWarp);
    }
    while (more) {
      const Sorted<Real> one = next[0], two = next[1];
      const std::uint32_t place = k + lane_, end_here = run_end;
      const bool both = k + kWarp < run_end;
      k += 2 * kWarp;
      more = to_next_run();
      if (more) {
        next[0] = load(k + lane_);
        next[1] = load(k + lane_ + kWarp);
      }
      stage(one, place, end_here);
      if (both) stage(two, place + kWarp, end_here);
    }
  }

  /// Stages the lanes' sorted particles that are candidates and lie below the run's end, and tests
  /// them if they fill a group.
  __device__ __forceinline__ void stage(Sorted<Real> other, std::uint32_t place,
                                        std::uint32_t run_end) {
    const std::uint32_t j = number_of(other);
    other.x = image(other.x, centre_[0], 0);
    other.y = image(other.y, centre_[1], 1);
    other.z = image(other.z, centre_[2], 2);
    const Real dx = outside(other.x, 0), dy = outside(other.y, 1), dz = outside(other.z, 2);
    bool candidate = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz)) < a_.near_radius2;
    candidate &= place < run_end;
    if (Shape::kNewton3) candidate &= j > lowest_;
    const LaneMask all = Simt::ballot(candidate);
    if (candidate) {
      const LaneMask below = (LaneMask(1) << lane_) - 1;
      const auto c = staged_ + static_cast<std::uint32_t>(__popcll(all & below));
      memory_.stage[c % Memory::kStage] = other;
      if (!Shape::kNewton3) {
        const std::uint32_t lane = (by_place_ ? place : j) - first_;
        if (lane < kWarp) memory_.own[lane] = c;
      }
    }
    staged_ += static_cast<std::uint32_t>(__popcll(all));
    Simt::sync_warp();
    if constexpr (kWarp == kGroup) {
      if (staged_ - tested_ >= kGroup) test();
    } else {  // as a loop, because a test written out twice compiles slowly
      while (staged_ - tested_ >= kGroup) test();
    }
  }

  /// How far a coordinate is from the box.
  __device__ __forceinline__ Real outside(Real at, int axis) const {
    return std::fmax(std::fabs(at - centre_[axis]) - half_[axis], Real(0));
  }

  /// Tests the next group, and lists the entries found if there is no room for another mask.
  __device__ __forceinline__ void test() {
    const Sorted<Real>* const group = memory_.stage + tested_ % Memory::kStage;
    std::uint32_t mask = 0;
    GT_UNROLL_AS_CHOSEN
    for (unsigned c = 0; c < kGroup; ++c) {
      const Sorted<Real> other = group[c];
      const Real dx = self_[0] - other.x, dy = self_[1] - other.y, dz = self_[2] - other.z;
      std::uint32_t inside = sign_word(gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, -a_.radius2))));
      if (Shape::kNewton3) inside &= i_ - number_of(other);  // both are below 2^31
      mask = mask << 1 | inside >> 31;
    }
    if (!Shape::kNewton3) {
      const std::uint32_t own = memory_.own[lane_] - tested_;
      if (own < kGroup) mask &= ~(0x80000000u >> own);
    }
    found_ += static_cast<std::uint32_t>(__popc(mask));
    if (Shape::kPass != ListPass::count) {
      memory_.masks[(tested_ - written_) / kGroup][lane_] = mask;
      if (lane_ < kGroup) memory_.numbers[tested_ - written_ + lane_] = number_of(group[lane_]);
    }
    tested_ += kGroup;
    Simt::sync_warp();
    if (tested_ - written_ == kGroup * Memory::kMasks) list();
  }

  /// Writes the entries of all masks, and makes room for new masks.
  __device__ __forceinline__ void list() {
    if constexpr (Shape::kPass != ListPass::count) {
      MaskedNumbers<kWarp, kGroup> entries{&memory_.masks[0][lane_], memory_.numbers + kGroup - 1,
                                           0};
      if (found_ > listed_) entries.mask = *entries.masks;
      if (Shape::kPass == ListPass::ell)
        list_ell(entries);
      else
        list_csr(entries);
      listed_ = found_;
    }
    written_ = tested_;
    Simt::sync_warp();
  }

  __device__ __forceinline__ void list_ell(MaskedNumbers<kWarp, kGroup> entries) {
    const std::uint32_t end = found_ < a_.list.capacity ? found_ : a_.list.capacity;
    std::uint32_t* target = a_.list.entries + std::size_t{listed_} * a_.list.stride + i_;
    for (std::uint32_t k = listed_; k < end; ++k) {
      *target = entries.next();
      target += a_.list.stride;
    }
  }

  __device__ __forceinline__ void list_csr(MaskedNumbers<kWarp, kGroup> entries) {
    constexpr unsigned kTile = Memory::kTile;
    std::uint32_t left = found_ - listed_;
    std::uint32_t start = left > 0 ? a_.list.starts[i_] + listed_ : 0;
    while (Simt::ballot(left > 0) != 0) {
      const std::uint32_t here = left < kTile ? left : kTile;
      for (unsigned t = 0; t < here; ++t) memory_.tile[lane_][t] = entries.next();
      Simt::sync_warp();
      GT_UNROLL_BY(4)
      for (unsigned step = 0; step < kTile; ++step) {
        const unsigned row = step * (kWarp / kTile) + lane_ / kTile, t = lane_ % kTile;
        const std::uint32_t count = Simt::shuffle(here, row);
        const std::uint32_t at = Simt::shuffle(start, row) + t;
        if (t < count && at < a_.list.capacity) a_.list.entries[at] = memory_.tile[row][t];
      }
      Simt::sync_warp();
      left -= here;
      start += here;
    }
  }

  static constexpr Real kFar = Real(1e30);

  const NeighbourArguments<Real>& a_;
  Memory& memory_;
  unsigned lane_;
  std::uint32_t first_;
  bool by_place_;
  std::uint32_t i_, lowest_;  ///< the lane's own, and the lowest of the wavefront
  Real self_[3];              ///< of a lane that was not taken: too far away to have neighbours
  Real centre_[3], half_[3];  ///< of the box around the particles taken
  CellRange cells_[3];
  std::uint32_t staged_, tested_, written_;  ///< candidates so far
  std::uint32_t found_, listed_;             ///< entries so far
};

constexpr unsigned kMaskBlock = 64;

/// Makes the lists of all particles. The grid has at least n threads in blocks of kMaskBlock.
template <class Simt, class Shape>
__global__ void neighbour_mask(NeighbourArguments<typename Shape::Real> a) {
  using Memory = MaskMemory<Simt, Shape>;
  GT_SHARED(Memory, memory, [kMaskBlock / Simt::kWarpSize]);
  Simt::check_wavefront();
  const unsigned wavefront = threadIdx.x / Simt::kWarpSize;
  const std::uint32_t first = blockIdx.x * kMaskBlock + wavefront * Simt::kWarpSize;
  if (first >= a.n) return;
  MaskSearch<Simt, Shape>(a, memory[wavefront], first).run();
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct neighbour_mask_kernel {
  static constexpr const char* summary =
      "a wavefront's i test the same candidates, entries are written from bit masks";
  static constexpr const char* source = "this project";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<kMaskBlock>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell", "csr">;
  using unroll = AxisValues<"unroll", "32", "8", "1">;
  using axes = AxisList<newton3, list, unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(wavefront_of<Simt>(call), any_bodies_of<neighbour_mask_kernel>(call),
           list_of<neighbour_mask_kernel>(call), [&](auto simt, auto bodies, auto shape) {
             using Platform = decltype(simt);
             build_list<Platform>(call, binding, bodies, shape, [&](auto of_pass, const auto& a) {
               using Pass = decltype(of_pass);
               add_kernel<Platform, neighbour_mask<Platform, Pass>>(
                   binding, "neighbour_mask", blocks_for(a.n, kMaskBlock), kMaskBlock, a);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

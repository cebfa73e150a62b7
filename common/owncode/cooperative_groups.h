// The basics of HIP's cooperative groups, in place of <hip/hip_cooperative_groups.h>: a block, and
// tiles of a wavefront. hiprtc 5 cannot compile HIP's own file. A grid has no sync(), because that
// needs a cooperative launch.
#ifndef GPUTEST_COOPERATIVE_GROUPS_H
#define GPUTEST_COOPERATIVE_GROUPS_H

namespace cooperative_groups {
namespace detail {

// Only the host's run-time takes the place of a call and the lanes that take part.
#ifdef GT_HIP_HOST
using Site = hip_host::detail::CallSite;
#define GT_AT_SITE(function, lanes, ...) function##_sync(lanes, __VA_ARGS__, site)
inline void wait_for_block(Site site) { __syncthreads(site); }
inline void wait_for_lanes(unsigned long long lanes, Site site) { __syncwarp(lanes, site); }
#else
struct Site {
  static constexpr __device__ Site here() { return {}; }
};
#define GT_AT_SITE(function, lanes, ...) function(__VA_ARGS__)
static inline __device__ void wait_for_block(Site) { __syncthreads(); }
static inline __device__ void wait_for_lanes(unsigned long long, Site) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup");
  __builtin_amdgcn_wave_barrier();
}
#endif

/// The lanes of the running thread's part of the wavefront, which has `size` lanes.
static inline __device__ unsigned first_lane(unsigned size) { return __lane_id() / size * size; }
static inline __device__ unsigned long long lanes_of(unsigned size) {
  return ~0ull >> (64 - size) << first_lane(size);
}

}  // namespace detail

/// All threads of the running block.
struct thread_block {
  __device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __device__ dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ dim3 group_dim() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ bool is_valid() const { return true; }
  /// Waits until every thread of the block arrives.
  __device__ void sync(detail::Site site = detail::Site::here()) const {
    detail::wait_for_block(site);
  }
};

/// All threads of the grid.
struct grid_group {
  __device__ unsigned long long size() const {
    return 1ull * gridDim.x * gridDim.y * gridDim.z * thread_block().size();
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    return 1ull * block * thread_block().size() + thread_block().thread_rank();
  }
  __device__ bool is_valid() const { return true; }
  void sync() const = delete;
};

namespace detail {

/// `Size` neighbouring lanes of the running thread's wavefront.
template <unsigned Size>
class Tile {
 public:
  static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= static_cast<unsigned>(warpSize),
                "the size of a tile is a power of two, at most warpSize");

  static constexpr __device__ unsigned size() { return Size; }
  static constexpr __device__ unsigned num_threads() { return Size; }
  __device__ unsigned thread_rank() const { return thread_block().thread_rank() % Size; }
  __device__ unsigned meta_group_rank() const { return thread_block().thread_rank() / Size; }
  __device__ unsigned meta_group_size() const { return (thread_block().size() + Size - 1) / Size; }
  __device__ bool is_valid() const { return true; }
  /// Waits until the lanes of the tile arrive.
  __device__ void sync(Site site = Site::here()) const { wait_for_lanes(lanes(), site); }

  /// The value of the thread with that rank.
  template <class T>
  __device__ T shfl(T value, int rank, [[maybe_unused]] Site site = Site::here()) const {
    return GT_AT_SITE(__shfl, lanes(), value, rank, kWidth);
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned by, [[maybe_unused]] Site site = Site::here()) const {
    return GT_AT_SITE(__shfl_down, lanes(), value, by, kWidth);
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned by, [[maybe_unused]] Site site = Site::here()) const {
    return GT_AT_SITE(__shfl_up, lanes(), value, by, kWidth);
  }
  template <class T>
  __device__ T shfl_xor(T value, unsigned bits, [[maybe_unused]] Site site = Site::here()) const {
    return GT_AT_SITE(__shfl_xor, lanes(), value, static_cast<int>(bits), kWidth);
  }
  /// The ranks for which `predicate` is not 0.
  __device__ unsigned long long ballot(int predicate,
                                       [[maybe_unused]] Site site = Site::here()) const {
    return (GT_AT_SITE(__ballot, lanes(), predicate) & lanes()) >> first_lane(Size);
  }
  __device__ int any(int predicate, Site site = Site::here()) const {
    return ballot(predicate, site) != 0;
  }
  __device__ int all(int predicate, Site site = Site::here()) const {
    return ballot(!predicate, site) == 0;
  }

 private:
  static constexpr int kWidth = static_cast<int>(Size);

  static __device__ unsigned long long lanes() { return lanes_of(Size); }
};

}  // namespace detail

/// A tile of a block or of a larger tile.
template <unsigned Size, class Parent = void>
using thread_block_tile = detail::Tile<Size>;

/// A block, or a tile of a size that is known when the kernel runs.
class thread_group {
 public:
  __device__ thread_group(const thread_block& block) : size_(block.size()), is_block_(true) {}
  template <unsigned Size>
  __device__ thread_group(const detail::Tile<Size>&) : thread_group(Size) {}
  /// The running thread's tile of `size` lanes.
  explicit __device__ thread_group(unsigned size) : size_(size), is_block_(false) {}

  __device__ unsigned size() const { return size_; }
  __device__ unsigned num_threads() const { return size_; }
  __device__ unsigned thread_rank() const { return thread_block().thread_rank() % size_; }
  __device__ bool is_valid() const { return true; }
  __device__ void sync(detail::Site site = detail::Site::here()) const {
    if (is_block_)
      detail::wait_for_block(site);
    else
      detail::wait_for_lanes(detail::lanes_of(size_), site);
  }

 private:
  unsigned size_;
  bool is_block_;
};

/// The running thread's block.
static inline __device__ thread_block this_thread_block() { return {}; }
/// The grid.
static inline __device__ grid_group this_grid() { return {}; }
/// The running thread's tile of a block, or of a larger tile.
template <unsigned Size, class Parent>
__device__ thread_block_tile<Size> tiled_partition(const Parent&) {
  return {};
}
/// The same for a size, a power of two, that is known when the kernel runs.
static inline __device__ thread_group tiled_partition(const thread_group&, unsigned size) {
  return thread_group(size);
}

template <class Group>
__device__ void sync(const Group& group, detail::Site site = detail::Site::here()) {
  group.sync(site);
}
template <class Group>
__device__ auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
__device__ auto group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

#undef GT_AT_SITE
#endif

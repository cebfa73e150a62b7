// step_order: folds positions into the box and finds the order in which particles lie in space:
// columns of bins along z, walked as an ox ploughs, within a bin by z (spatial_order() on the host).
// Bins are as wide as eight particles take. However the threads meet, the order is the same: a bin's
// particles are sorted by z and then by their number.
//
// Outputs: state, order, the particles' bins, their places in them (n words each), starts of the
// bins (one more than there are). Scalars: n, the box, bins_x …, bin_low_x …, bins_a_length_x ….
#include "common/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

struct OrderArguments {
  double* __restrict__ state;
  std::uint32_t* __restrict__ order;
  std::uint32_t* __restrict__ bin_of;
  std::uint32_t* __restrict__ place_of;
  std::uint32_t* __restrict__ starts;
  StepBox box;
  std::uint32_t n;
  std::uint32_t bins[3];
  double low[3], bins_a_length[3];

  explicit OrderArguments(const KernelCall& call)
      : state(static_cast<double*>(call.outputs[0])),
        order(static_cast<std::uint32_t*>(call.outputs[1])),
        bin_of(static_cast<std::uint32_t*>(call.outputs[2])),
        place_of(static_cast<std::uint32_t*>(call.outputs[3])),
        starts(static_cast<std::uint32_t*>(call.outputs[4])),
        box(call),
        n(call.scalar<std::uint32_t>("n")),
        bins{call.scalar<std::uint32_t>("bins_x"), call.scalar<std::uint32_t>("bins_y"),
             call.scalar<std::uint32_t>("bins_z")},
        low{call.scalar<double>("bin_low_x"), call.scalar<double>("bin_low_y"),
            call.scalar<double>("bin_low_z")},
        bins_a_length{call.scalar<double>("bins_a_length_x"),
                      call.scalar<double>("bins_a_length_y"),
                      call.scalar<double>("bins_a_length_z")} {}

  GT_MEMBER_FN std::uint32_t number_of_bins() const { return bins[0] * bins[1] * bins[2]; }
  GT_MEMBER_FN bool walked_down(std::uint32_t bin) const { return bin / bins[2] % 2 == 1; }
};

/// A coordinate's image in the box.
GT_FN double folded(double at, double low, double edge) {
  if (!(edge > 0)) return at;
  const double image = at - edge * floor((at - low) / edge);
  return image >= low + edge ? low : image;  // rounding
}

/// Folds, and counts the particles of each bin one place on in zeroed starts.
template <class Simt>
__global__ void step_order_bin(OrderArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  std::uint32_t place[3];
  for (unsigned axis = 0; axis < 3; ++axis) {
    double& at = a.state[axis * std::size_t{a.n} + i];
    at = folded(at, a.box.low[axis], a.box.edge[axis]);
    const double scaled = (at - a.low[axis]) * a.bins_a_length[axis];
    const double last = a.bins[axis] - 1;
    place[axis] = !(scaled > 0) ? 0 : static_cast<std::uint32_t>(scaled < last ? scaled : last);
  }
  const std::uint32_t along = place[1] % 2 == 0 ? place[0] : a.bins[0] - 1 - place[0];
  const std::uint32_t column = place[1] * a.bins[0] + along;
  const std::uint32_t up = column % 2 == 0 ? place[2] : a.bins[2] - 1 - place[2];
  const std::uint32_t bin = column * a.bins[2] + up;
  a.bin_of[i] = bin;
  a.place_of[i] = atomicAdd(a.starts + bin + 1, 1u);
}

constexpr unsigned kOrderBlock = 1024;

/// Running sums of values[0 … length - 1] in place, by one block of kOrderBlock threads, each with a
/// part of them.
template <class Simt>
__global__ void step_order_sum(std::uint32_t* values, std::uint32_t length) {
  __shared__ std::uint32_t sums[2][kOrderBlock];
  const unsigned t = threadIdx.x;
  const std::uint32_t part = (length + kOrderBlock - 1) / kOrderBlock;
  const std::uint32_t first = t * part < length ? t * part : length;
  const std::uint32_t end = first + part < length ? first + part : length;
  std::uint32_t sum = 0;
  for (std::uint32_t k = first; k < end; ++k) sum += values[k];
  unsigned current = 0;
  sums[0][t] = sum;
  __syncthreads();
  for (unsigned distance = 1; distance < kOrderBlock; distance *= 2) {
    sums[1 - current][t] = sums[current][t] + (t >= distance ? sums[current][t - distance] : 0);
    current = 1 - current;
    __syncthreads();
  }
  sum = sums[current][t] - sum;
  for (std::uint32_t k = first; k < end; ++k) {
    sum += values[k];
    values[k] = sum;
  }
}

template <class Simt>
__global__ void step_order_place(OrderArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n) a.order[a.starts[a.bin_of[i]] + a.place_of[i]] = i;
}

/// Whether particle i comes before j in its bin.
GT_FN bool comes_before(const double* z, bool down, std::uint32_t i, std::uint32_t j) {
  if (z[i] != z[j]) return down ? z[i] > z[j] : z[i] < z[j];
  return i < j;
}

/// Lets the element at `root` of a heap of `count`, the last first, sink to its place.
GT_FN void sink(std::uint32_t* heap, std::uint32_t root, std::uint32_t count, const double* z,
                bool down) {
  const std::uint32_t sinking = heap[root];
  for (;;) {
    std::uint32_t child = 2 * root + 1;
    if (child >= count) break;
    if (child + 1 < count && comes_before(z, down, heap[child], heap[child + 1])) ++child;
    if (!comes_before(z, down, sinking, heap[child])) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = sinking;
}

/// Heapsort of each bin, for a grid of at least as many threads as bins: quick for the handful that
/// a bin holds, and never slower than m log m where all of an open box is in one.
template <class Simt>
__global__ void step_order_sort(OrderArguments a) {
  const std::uint32_t bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin >= a.number_of_bins()) return;
  const double* z = a.state + 2 * std::size_t{a.n};
  const bool down = a.walked_down(bin);
  std::uint32_t* heap = a.order + a.starts[bin];
  const std::uint32_t count = a.starts[bin + 1] - a.starts[bin];
  for (std::uint32_t root = count / 2; root-- > 0;) sink(heap, root, count, z, down);
  for (std::uint32_t last = count; last-- > 1;) {
    const std::uint32_t top = heap[0];
    heap[0] = heap[last];
    heap[last] = top;
    sink(heap, 0, last, z, down);
  }
}

template <class Simt>
void launch_step_order(const KernelCall& call) {
  const OrderArguments a(call);
  const std::uint32_t bins = a.number_of_bins();
  static_cast<void>(GT_API(MemsetAsync)(a.starts, 0, (std::size_t{bins} + 1) * sizeof *a.starts,
                                        nullptr));
  GT_LAUNCH((step_order_bin<Simt>), step_blocks(a.n), kStepBlock, a);
  GT_LAUNCH((step_order_sum<Simt>), 1, kOrderBlock, a.starts, bins + 1);
  GT_LAUNCH((step_order_place<Simt>), step_blocks(a.n), kStepBlock, a);
  GT_LAUNCH((step_order_sort<Simt>), step_blocks(bins), kStepBlock, a);
}

}  // namespace simt
}  // namespace gputest

// step_order: folds positions into the box and finds the order in which particles lie in space, as
// spatial_order() on the host has it: columns along z, walked as an ox ploughs. A particle's key is
// its column and then its place along z, in as many parts as the key's bits count; the sort is
// stable, so that the order is the same in every run.
//
// Outputs: state, order, and what sorting takes: keys, sorted keys, numbers (n words each) and the
// library's storage (sort_storage_words of them). Scalars: n, the box, columns_x, columns_y, levels
// (along z), key_bits, grid_low_x …, parts_per_length_x … (columns, and levels along z, a length).
#include "common/simt/device_sort.hpp"
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

struct OrderArguments {
  double* __restrict__ state;
  std::uint32_t* __restrict__ keys;
  std::uint32_t* __restrict__ numbers;
  StepBox box;
  std::uint32_t n;
  std::uint32_t parts[3];
  double low[3], parts_per_length[3];

  explicit OrderArguments(const KernelCall& call)
      : state(static_cast<double*>(call.outputs[0])),
        keys(static_cast<std::uint32_t*>(call.outputs[2])),
        numbers(static_cast<std::uint32_t*>(call.outputs[4])),
        box(call),
        n(call.scalar<std::uint32_t>("n")),
        parts{call.scalar<std::uint32_t>("columns_x"), call.scalar<std::uint32_t>("columns_y"),
              call.scalar<std::uint32_t>("levels")},
        low{call.scalar<double>("grid_low_x"), call.scalar<double>("grid_low_y"),
            call.scalar<double>("grid_low_z")},
        parts_per_length{call.scalar<double>("parts_per_length_x"),
                       call.scalar<double>("parts_per_length_y"),
                       call.scalar<double>("parts_per_length_z")} {}
};

/// A coordinate's image in the box.
GT_FN double folded(double at, double low, double edge) {
  const double most = edge * 0x1p52;  // beyond, rounding leaves no place in the box
  if (!(edge > 0) || !(fabs(at) < most)) return at;
  const double image = at - edge * floor((at - low) / edge);
  return image >= low + edge ? low : image;  // rounding
}

/// For a grid of at least n threads.
template <class Simt>
__global__ void step_order(OrderArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  std::uint32_t place[3];
  for (unsigned axis = 0; axis < 3; ++axis) {
    double& at = a.state[axis * std::size_t{a.n} + i];
    at = folded(at, a.box.low[axis], a.box.edge[axis]);
    const double scaled = (at - a.low[axis]) * a.parts_per_length[axis];
    const double last = a.parts[axis] - 1;
    place[axis] = !(scaled > 0) ? 0 : static_cast<std::uint32_t>(scaled < last ? scaled : last);
  }
  const std::uint32_t along = place[1] % 2 == 0 ? place[0] : a.parts[0] - 1 - place[0];
  const std::uint32_t column = place[1] * a.parts[0] + along;
  const std::uint32_t level = column % 2 == 0 ? place[2] : a.parts[2] - 1 - place[2];
  a.keys[i] = column * a.parts[2] + level;
  a.numbers[i] = i;
}

template <class Simt>
void launch_step_order(const KernelCall& call) {
  const OrderArguments a(call);
  GT_LAUNCH((step_order<Simt>), step_blocks(a.n), kStepBlock, a);
  const SortStorage storage{
      call.outputs[5], call.scalar<std::uint32_t>("sort_storage_words") * sizeof(std::uint32_t)};
  Simt::sort_pairs(storage, {a.keys, static_cast<std::uint32_t*>(call.outputs[3]), a.numbers,
                             static_cast<std::uint32_t*>(call.outputs[1]), a.n,
                             call.scalar<std::uint32_t>("key_bits")});
}

}  // namespace simt
}  // namespace gputest

// step_extent on the CPU: the lowest and the highest coordinate along each axis.
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

struct Range {
  double least, most;
};

Range both(Range a, Range b) {
  return {b.least < a.least ? b.least : a.least, b.most > a.most ? b.most : a.most};
}

Launch bind_extent(const KernelCall& call) {
  const auto* positions = static_cast<const double*>(call.inputs[0]);
  auto* extent = static_cast<double*>(call.outputs[0]);
  const auto n = call.scalar<std::uint32_t>("n");
  return [=] {
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double* values = positions + std::size_t{axis} * n;
      const Range all = combined(
          n, Range{values[0], values[0]},
          [&](std::uint32_t first, std::uint32_t last) {
            Range range{values[first], values[first]};
            for (std::uint32_t i = first; i < last; ++i)
              range = both(range, {values[i], values[i]});
            return range;
          },
          both);
      extent[axis] = all.least;
      extent[3 + axis] = all.most;
    }
  };
}

}  // namespace

extern const Declaration step_extent_cpu{nullptr, bind_extent};

}  // namespace gputest::cpu

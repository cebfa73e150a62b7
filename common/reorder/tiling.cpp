#include "common/reorder/tiling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gputest::reorder {
namespace {

std::uint32_t scalar(const std::vector<Scalar>& scalars, const std::string& name) {
  for (const Scalar& s : scalars)
    if (s.name == name) return std::get<std::uint32_t>(s.value);
  throw std::logic_error("a kernel needs a scalar " + name);
}

}  // namespace

StridedOrder order_of(const std::vector<Scalar>& scalars) {
  StridedOrder order;
  for (std::size_t k = 0; k < order.kMost; ++k) {
    order.extent[k] = scalar(scalars, fmt::format("extent{}", k));
    order.to[k] = scalar(scalars, fmt::format("to{}", k));
    if (order.to[k] != 0) order.rank = static_cast<std::uint32_t>(k + 1);
  }
  return order;
}

std::vector<std::size_t> dimensions_of_result(const StridedOrder& order) {
  std::vector<std::size_t> dimensions(order.rank);
  std::iota(dimensions.begin(), dimensions.end(), 0u);
  std::sort(dimensions.begin(), dimensions.end(),
            [&](std::size_t a, std::size_t b) { return order.to[a] < order.to[b]; });
  return dimensions;
}

StridedOrder gathering(const StridedOrder& order) {
  const std::vector<std::size_t> dimension = dimensions_of_result(order);
  StridedOrder inverse;
  inverse.rank = order.rank;
  for (std::size_t k = 0; k < order.rank; ++k) {
    inverse.extent[k] = order.extent[dimension[k]];
    inverse.to[k] = order.from(dimension[k]);
  }
  return inverse;
}

Tiling tiling_of(const StridedOrder& order) {
  Tiling tiling;
  std::size_t a = 0;
  if (order.rank > 1 && order.to[0] == 1) {
    tiling.inner = order.extent[0];
    a = 1;
  }
  std::size_t b = a;
  for (std::size_t k = a; k < order.rank; ++k)
    if (order.to[k] < order.to[b]) b = k;
  if (order.rank > 0) {
    tiling.a = order.extent[a];
    tiling.a_to = order.to[a];
  }
  if (b != a) {
    tiling.b = order.extent[b];
    tiling.b_from = order.from(b);
  }
  std::size_t matrices = 0;
  for (std::size_t k = a + 1; k < order.rank; ++k) {
    if (k == b) continue;
    tiling.outer[matrices] = order.extent[k];
    tiling.outer_from[matrices] = order.from(k);
    tiling.outer_to[matrices] = order.to[k];
    ++matrices;
  }
  return tiling;
}

Widened widened(StridedOrder order, std::uint32_t bytes) {
  constexpr std::uint32_t kWidest = 16;
  if (order.rank == 0 || order.to[0] != 1) return {order, bytes};
  std::uint32_t factor = kWidest / bytes;
  while (order.extent[0] % factor != 0) factor /= 2;
  order.extent[0] /= factor;
  for (std::size_t k = 1; k < order.rank; ++k) order.to[k] /= factor;
  StridedOrder shorter;
  for (std::size_t k = 0; k < order.rank; ++k) shorter.add(order.extent[k], order.to[k]);
  return {shorter, bytes * factor};
}

}  // namespace gputest::reorder

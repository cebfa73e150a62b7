#include <algorithm>

#include "common/arrays/diagonal.h"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/planning.hpp"
#include "common/reorder/stream_copy.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kSkewedEdge = 64;  // diagonals and rows of a tile

/// Planes of ry rows of rx elements, plain on one side and stored by diagonals on the other.
template <class T>
struct SkewedTiles {
  const T* from;
  T* to;
  std::uint32_t rx, ry, planes;
  bool falling, back;

  std::uint32_t tiles() const {
    constexpr reorder::SkewedTile kTile = {kSkewedEdge, kSkewedEdge, 0};
    return static_cast<std::uint32_t>(reorder::skewed_tiles(kTile, rx, ry, planes));
  }

  /// Moves a tile through memory that the cache holds, so that both sides are accessed in rows.
  void move(std::uint32_t number) const {
    T staged[kSkewedEdge][kSkewedEdge + 8];  // by diagonal and row
    const std::uint32_t along_x = (rx + kSkewedEdge - 2) / kSkewedEdge + 1;
    const std::uint32_t along_y = (ry - 1) / kSkewedEdge + 1;
    const std::uint32_t band = number / along_x, z = band / along_y;
    const std::uint32_t first_y = band % along_y * kSkewedEdge;
    const std::uint32_t end_y = std::min(ry, first_y + kSkewedEdge);
    const std::uint32_t first_d = first_y + number % along_x * kSkewedEdge;
    const std::uint32_t end_d = std::min(rx + ry - 1, first_d + kSkewedEdge);
    const std::size_t plane = std::size_t{z} * rx * ry;

    const auto rows = [&] {
      for (std::uint32_t y = first_y; y < end_y; ++y) {
        const std::uint32_t begin = std::max(first_d, y), end = std::min(end_d, y + rx);
        const std::size_t row = plane + std::size_t{y} * rx;
        for (std::uint32_t d = begin; d < end; ++d) {
          const std::size_t at = row + (falling ? rx - 1 - (d - y) : d - y);
          T& element = staged[d - first_d][y - first_y];
          if (back)
            to[at] = element;
          else
            element = from[at];
        }
      }
    };
    const auto diagonals = [&] {
      for (std::uint32_t d = first_d; d < end_d; ++d) {
        const std::uint32_t begin = std::max(first_y, gt_diagonal_first(d, rx));
        const std::uint32_t end = std::min(end_y, gt_diagonal_end(d, ry));
        if (begin >= end) continue;
        const std::size_t at = plane + (gt_diagonal_origin(d, rx, ry) + begin);
        T* const element = &staged[d - first_d][begin - first_y];
        if (back)
          std::copy_n(from + at, end - begin, element);
        else
          std::copy_n(element, end - begin, to + at);
      }
    };
    if (back) {
      diagonals();
      rows();
    } else {
      rows();
      diagonals();
    }
  }
};

struct reorder_diagonal_kernel {
  static constexpr const char* summary = "planes stored by diagonals, skewed tiles in the cache";
  static constexpr const char* source = "DVMH article, section 3";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "diagonal">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const SkewedTiles<T> planes{
          static_cast<const T*>(call.inputs[0]),  static_cast<T*>(call.outputs[0]),
          call.scalar<std::uint32_t>("extent0"),  call.scalar<std::uint32_t>("extent1"),
          call.scalar<std::uint32_t>("extent2"),  call.scalar<std::uint32_t>("slant") == 1,
          call.scalar<std::uint32_t>("back") == 1};
      constexpr std::uint32_t kTilesAtOnce = 8;
      launch = [=] {
        parallel_for(planes.tiles(), kTilesAtOnce, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t number = first; number < last; ++number) planes.move(number);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_diagonal_cpu = declare<reorder_diagonal_kernel>();

}  // namespace gputest::cpu

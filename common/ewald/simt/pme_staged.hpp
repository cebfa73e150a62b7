// A charge in the form in which a block's threads share it while they spread it over a mesh.
#pragma once

#include "common/ewald/mesh_arguments.hpp"

namespace gputest {
namespace simt {

/// The lowest point of the mesh that the charge reaches along each axis, and its weights from there
/// on. The weights along x include the charge. The struct has an odd number of words or of pairs of
/// words, so that a block's charges are in different banks of shared memory.
template <class Real, int Order>
struct PmeStaged {
  static constexpr int kHead = sizeof(Real) == 8 ? 2 : 3;  // the size of `lowest`, in numbers
  static constexpr int kWeights = 3 * Order + (3 * Order + kHead + 1) % 2;
  std::int32_t lowest[3];
  Real weight[kWeights];

  /// Sets the values along one axis for a charge at this place, with its point moved by `moved`.
  GT_MEMBER_FN void set(int axis, const ewald::MeshPlace<Real>& place, std::int32_t moved,
                        Real charge) {
    Real values[GT_MOST_ORDER], slopes[GT_MOST_ORDER];
    gt_spline(Order, place.above, values, slopes);
    lowest[axis] = static_cast<std::int32_t>(place.point) + moved - (Order - 1);
    for (int j = 0; j < Order; ++j) weight[axis * Order + j] = charge * values[j];
  }
};

}  // namespace simt
}  // namespace gputest

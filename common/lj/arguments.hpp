// The arguments of a C++ kernel of pair forces: see make_lj().
#pragma once

#include <cstdint>

#include "common/cells/kernel_box.hpp"
#include "common/device/kernel_call.hpp"
#include "common/layout/bodies.hpp"

namespace gputest {

/// The entries of one particle's list: words[0], words[step], … words[(count - 1) * step].
struct ListRow {
  const std::uint32_t* words;
  std::uint32_t step;
  std::uint32_t count;
};

/// A neighbour list in either storage of explicit lists.
struct KernelList {
  const std::uint32_t* __restrict__ starts;  ///< ell: counts
  const std::uint32_t* __restrict__ entries;
  std::uint32_t stride;  ///< 0: csr

  GT_MEMBER_FN ListRow row(std::uint32_t i) const {
    if (stride == 0) return {entries + starts[i], 1, starts[i + 1] - starts[i]};
    return {entries + i, stride, starts[i]};
  }
};

/// The arguments of a kernel over neighbour lists, bound to one call.
template <class Real>
struct LjArguments {
  KernelList list;
  Vector4<Real>* __restrict__ forces;
  Real* __restrict__ virials;
  std::uint32_t n;
  Real cutoff2;
  KernelBox<Real> box;
  Real shift;    ///< subtracted from each pair's energy
  Real pair[3];  ///< parameters of the force

  /// `arrays` is the number of the layout's arrays, which come before the list's two.
  LjArguments(const KernelCall& call, std::size_t arrays)
      : list{static_cast<const std::uint32_t*>(call.inputs[arrays]),
             static_cast<const std::uint32_t*>(call.inputs[arrays + 1]),
             call.scalar<std::uint32_t>("stride")},
        forces(static_cast<Vector4<Real>*>(call.outputs[0])),
        virials(static_cast<Real*>(call.outputs[1])),
        n(call.scalar<std::uint32_t>("n")),
        cutoff2(call.scalar<Real>("cutoff2")),
        box(call),
        shift(call.scalar<Real>("shift")),
        pair{call.scalar<Real>("pair_0"), call.scalar<Real>("pair_1"),
             call.scalar<Real>("pair_2")} {}
};

}  // namespace gputest

// The arguments of a C++ kernel: see make_fmm().
#pragma once

#include "common/fmm/cell.hpp"
#include "common/octree/arguments.hpp"

namespace gputest::fmm {

/// The degree that a value of the axis `degree` names.
template <class Value>
constexpr int degree_of() {
  return Value::is("4") ? 4 : Value::is("6") ? 6 : 10;
}

/// The arguments of a launch: those of the tree, then the arrays of the cells.
template <class R>
struct Arguments {
  using Real = R;
  tree::Arguments<Real> base;
  Arrays<Real> cells;
  Real pull, theta, share;  ///< the usual acceleration, and the numbers of Opening

  explicit Arguments(const KernelCall& call)
      : base(call),
        cells{static_cast<Real*>(call.scratch[12]),
              words(call, 13),
              words(call, 14),
              static_cast<Real*>(call.scratch[15]),
              static_cast<Real*>(call.scratch[16]),
              words(call, 17),
              words(call, 18),
              call.scalar<std::uint32_t>("capacity")},
        pull(call.scalar<Real>("pull")),
        theta(call.scalar<Real>("theta")),
        share(call.scalar<Real>("share")) {}

 private:
  static std::uint32_t* words(const KernelCall& call, std::size_t array) {
    return static_cast<std::uint32_t*>(call.scratch[array]);
  }
};

}  // namespace gputest::fmm

// The passes of LU over all cells, on the host's processor.
#pragma once

#include <cstdint>
#include <type_traits>

#include "common/cpu/parallel_for.hpp"
#include "common/lu/call_arrays.hpp"

namespace gputest::lu {

/// Calls f(first, last) for parts of all cells, on all threads.
struct OnThreads {
  template <class F>
  void operator()(std::uint32_t count, const F& f) const {
    constexpr std::uint32_t kChunk = 1 << 12;
    cpu::parallel_for(count, kChunk, f);
  }
};
/// Calls f once, on this thread.
struct OnOneThread {
  template <class F>
  void operator()(std::uint32_t count, const F& f) const {
    f(0, count);
  }
};

/// The flow before the first step.
template <int Diagonals, class Parts>
void begin(const CallArrays& a, const Parts& parts) {
  parts(a.cells(), [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t place = first; place < last; ++place) {
      const gt_lu_cell cell = gt_lu_cell_at(place, a.n, Diagonals);
      const std::uint32_t plain = gt_lu_place(cell.x, cell.y, cell.z, a.n, 0);
      gt_lu_store(a.u, place, a.n, gt_lu_load(a.guess, plain, a.n));
      if (Diagonals) gt_lu_store(a.own_force, place, a.n, gt_lu_load(a.force_in, plain, a.n));
    }
  });
}

/// The residual times a factor.
template <int Diagonals, class Parts>
void find_residual(const CallArrays& a, const Parts& parts, double factor) {
  parts(a.cells(), [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t place = first; place < last; ++place) {
      gt_lu_five residual = gt_lu_residual(a.u, a.force, place, a.n, Diagonals);
      for (double& number : residual.of) number *= factor;
      gt_lu_store(a.v, place, a.n, residual);
    }
  });
}

/// A step's last pass.
template <class Parts>
void update(const CallArrays& a, const Parts& parts) {
  parts(5 * a.cells(), [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) a.u[i] += a.weight * a.v[i];
  });
}

/// Copies the answer to its place, unless it is there already.
template <int Diagonals, class Parts>
void end(const CallArrays& a, const Parts& parts) {
  if (!Diagonals) return;
  parts(a.cells(), [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t place = first; place < last; ++place) {
      const gt_lu_cell cell = gt_lu_cell_at(place, a.n, Diagonals);
      const std::uint32_t plain = gt_lu_place(cell.x, cell.y, cell.z, a.n, 0);
      gt_lu_store(a.flow, plain, a.n, gt_lu_load(a.u, place, a.n));
      gt_lu_store(a.residual, plain, a.n, gt_lu_load(a.v, place, a.n));
    }
  });
}

/// All steps. sweep(upper) does a sweep; the type of `upper` is the constant 0 or 1.
template <int Diagonals, class Parts, class Sweep>
void solve(const CallArrays& a, const Parts& parts, const Sweep& sweep) {
  begin<Diagonals>(a, parts);
  for (std::uint32_t step = 0; step < a.steps; ++step) {
    find_residual<Diagonals>(a, parts, a.dt);
    sweep(std::integral_constant<int, 0>());
    sweep(std::integral_constant<int, 1>());
    update(a, parts);
  }
  find_residual<Diagonals>(a, parts, 1);
  end<Diagonals>(a, parts);
}

}  // namespace gputest::lu

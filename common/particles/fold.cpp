#include "common/particles/fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {
namespace {

/// A coordinate's image in the box.
double folded_into(double at, double low, double high) {
  const double edge = high - low;
  at -= edge * std::floor((at - low) / edge);
  return at < low || at >= high ? low : at;  // rounding
}

/// Calls visit(axis, positions, low, high) for each periodic axis; the box has a length there.
template <class Particles, class Visit>
void for_periodic_axes(Particles& p, Visit visit) {
  const std::array positions{&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; p.has_box && axis < 3; ++axis)
    if (p.box.periodic[axis] && p.box.high[axis] > p.box.low[axis])
      visit(axis, *positions[axis], p.box.low[axis], p.box.high[axis]);
}

}  // namespace

void fold(ParticleSet& particles) {
  for_periodic_axes(particles, [](std::size_t, auto& positions, double low, double high) {
    for (double& at : positions) at = folded_into(at, low, high);
  });
}

void fold_given(ParticleSet& particles) {
  constexpr double kMostEdges = 1e6;
  for_periodic_axes(particles, [&](std::size_t axis, auto& positions, double low, double high) {
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (const double edges = std::abs(positions[i] - low) / (high - low); edges > kMostEdges)
        throw Error(Status::bad_input,
                    fmt::format("particle {} is {:.9g} edges of the periodic box away along {}; "
                                "at most {:g} are folded back",
                                particles.id[i], edges, "xyz"[axis], kMostEdges));
  });
  fold(particles);
}

std::uint64_t count_outside(const ParticleSet& particles) {
  std::vector<bool> outside(particles.size());
  for_periodic_axes(particles, [&](std::size_t, auto& positions, double low, double high) {
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (positions[i] < low || positions[i] > high) outside[i] = true;
  });
  return static_cast<std::uint64_t>(std::count(outside.begin(), outside.end(), true));
}

}  // namespace gputest

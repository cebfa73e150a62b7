#include "common/simulate/step_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace gputest {
namespace {

constexpr double kDouble = std::numeric_limits<double>::epsilon();

using Vectors = std::array<std::vector<double>, 3>;

std::array<const std::vector<double>*, 3> positions(const ParticleSet& p) {
  return {&p.x, &p.y, &p.z};
}
std::array<const std::vector<double>*, 3> velocities(const ParticleSet& p) {
  return {&p.vx, &p.vy, &p.vz};
}

double kinetic(const ParticleSet& p, const Vectors& v) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += p.mass[i] * (v[0][i] * v[0][i] + v[1][i] * v[1][i] + v[2][i] * v[2][i]) / 2;
  return sum;
}

/// The places of `after`'s particles in `before`; empty if the ids do not tell them.
std::vector<std::uint64_t> places_of(const ParticleSet& before, const ParticleSet& after) {
  std::vector<std::uint64_t> places(after.size());
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  if (before.id == after.id) return places;
  const auto sorted = [](const ParticleSet& p) {
    std::vector<std::uint64_t> order(p.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::uint64_t a, std::uint64_t b) { return p.id[a] < p.id[b]; });
    return order;
  };
  const std::vector<std::uint64_t> from = sorted(before), to = sorted(after);
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (k > 0 && before.id[from[k]] == before.id[from[k - 1]]) return {};
    places[to[k]] = from[k];
  }
  return places;
}

/// A coordinate and a velocity along one axis, and what rounding explains.
struct Replayed {
  double x, v;
  double allowed_x, allowed_v;

  void kick(double change) {
    v += change;
    allowed_v += 8 * kDouble * std::abs(change);
  }
  void drift(double time) {
    allowed_x = 8 * kDouble * (std::abs(x) + std::abs(v * time)) + allowed_v * time;
    x += v * time;
  }
  /// Mirrors the coordinate after a drift. The step's kicks are divided at the moment at which the
  /// particle meets the wall; `change` is half of their sum.
  void reflect(double low, double high, double change, double time_step) {
    if (std::min(std::abs(x - low), std::abs(x - high)) <= allowed_x)  // rounding decides
      allowed_v += 2 * (std::abs(v) + 2 * std::abs(change));
    if (!(x < low || x > high)) return;
    const double wall = x < low ? low : high;
    const double acceleration = 2 * change / time_step;
    const double since = std::min(time_step, std::abs((x - wall) / v));
    allowed_x += 8 * kDouble * std::abs(wall);
    allowed_v += 2 * std::abs(acceleration) * (allowed_x + since * allowed_v) / std::abs(v) +
                 8 * kDouble * std::abs(acceleration) * time_step;
    x = 2 * wall - x;
    v = acceleration * (2 * since - time_step) - v;
  }
};

/// The numbers of a kernel's first output.
class Forces {
 public:
  explicit Forces(const HostArray& forces)
      : single_(forces.shape.element == Element::fp32 ? forces.as<float>() : nullptr),
        double_(forces.as<double>()) {}
  double at(std::uint64_t i, std::size_t axis) const {
    return single_ != nullptr ? static_cast<double>(single_[4 * i + axis]) : double_[4 * i + axis];
  }

 private:
  const float* single_;
  const double* double_;
};

}  // namespace

std::string StepReplay::fault(const StepMoment& before, const StepMoment& after) const {
  const ParticleSet &old = before.state.particles, &now = after.state.particles;
  const std::uint64_t n = now.size();
  const bool drifts = before.state.step != after.state.step;
  const int first_kicks =
      drifts ? (before.kick_due ? 2 : 1) : (before.kick_due && !after.kick_due ? 1 : 0);
  const bool last_kick = drifts && !after.kick_due;
  // The forces of the last kick are gone if kernel parameters were determined again behind it.
  const bool knows_velocities =
      !(drifts && traits_.adapts && before.lists_made != after.lists_made);
  const bool reflects = drifts && has_walls(traits_, old);
  const double half = time_step_ / 2;
  const std::vector<std::uint64_t> places = places_of(old, now);
  if (places.size() != n) return "";
  if (std::string fault = list_fault(before, after); !fault.empty()) return fault;

  std::optional<Thermostat> chain = drifts ? before.state.thermostat : std::nullopt;
  const double degrees = degrees_of_freedom(traits_, old);
  double slowed = 1, of_factors = 0;  // what rounding of the kinetic energy explains
  if (chain) {
    of_factors = kDouble * static_cast<double>(n);
    slowed = chain->half_step(kinetic(old, {old.vx, old.vy, old.vz}), degrees,
                              chain->temperature(before.state.step), time_step_);
  }
  const Forces first(before.forces), last(after.forces);
  // Kernels may take a force below the normal numbers of single precision for zero.
  constexpr double kTiny = std::numeric_limits<float>::min();
  std::uint64_t wrong = 0;
  std::string fault;
  const auto complain = [&](std::uint64_t i, const char* what, double off, double allowed) {
    if (wrong++ == 0)
      fault = fmt::format(
          "the {} of particle {} is off by {:.2e} from where its forces take it; "
          "rounding explains {:.2e}",
          what, now.id[i], off, allowed);
  };
  Vectors v, allowed_v;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<double>&x = *positions(old)[axis], &x_now = *positions(now)[axis];
    const double low = old.box.low[axis], high = old.box.high[axis];
    const double edge = old.has_box && old.box.periodic[axis] ? high - low : 0;
    v[axis].resize(n);
    allowed_v[axis].resize(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t k = places[i];
      const double per_force = traits_.acceleration ? half : half / old.mass[k];
      Replayed own{x[k], slowed * (*velocities(old)[axis])[k], 0, 0};
      own.allowed_v = (8 * kDouble + of_factors) * std::abs(own.v) + 4 * kTiny * per_force;
      const double change = first.at(k, axis) * per_force;
      for (int kick = 0; kick < first_kicks; ++kick) own.kick(change);
      if (drifts) own.drift(time_step_);
      if (reflects) own.reflect(low, high, change, time_step_);
      if (last_kick) own.kick(last.at(i, axis) * per_force);
      double off = x_now[i] - own.x;
      if (edge > 0 && drifts) {
        const double edges = std::round(off / edge);
        off -= edges * edge;
        own.allowed_x += 8 * kDouble * std::abs(edges) * edge;
      }
      if (!std::isfinite(own.x + own.v)) return "";  // the particle is lost by its forces
      if (!(std::abs(off) <= own.allowed_x)) complain(i, "position", std::abs(off), own.allowed_x);
      v[axis][i] = own.v;
      allowed_v[axis][i] = own.allowed_v;
    }
  }
  if (chain)
    slowed = chain->half_step(kinetic(now, v), degrees, chain->temperature(after.state.step),
                              time_step_);
  for (std::size_t axis = 0; knows_velocities && axis < 3; ++axis)
    for (std::uint64_t i = 0; i < n; ++i) {
      const double right = chain ? slowed * v[axis][i] : v[axis][i];
      const double off = std::abs((*velocities(now)[axis])[i] - right);
      const double allowed = allowed_v[axis][i] + of_factors * std::abs(right);
      if (!(off <= allowed)) complain(i, "velocity", off, allowed);
    }
  for (std::uint64_t i = 0; i < n; ++i)
    if (now.mass[i] != old.mass[places[i]] || now.id[i] != old.id[places[i]])
      complain(i, "mass or number", 0, 0);
  if (wrong > 1) fault += fmt::format("; {} of {} numbers are wrong", wrong, 6 * n);
  return fault;
}

/// The farthest that a particle may be from its position in the list.
std::string StepReplay::list_fault(const StepMoment& before, const StepMoment& after) const {
  if (half_skin_ == 0) return "";
  const bool is_new = before.lists_made != after.lists_made;
  const double most2 = is_new ? 0 : half_skin_ * half_skin_ * (1 + 16 * kDouble);
  const SimulationState& now = after.state;
  const ParticleSet& p = now.particles;
  for (std::uint64_t i = 0; i < p.size(); ++i) {
    const double dx = p.x[i] - now.x[i], dy = p.y[i] - now.y[i], dz = p.z[i] - now.z[i];
    const double far2 = dx * dx + dy * dy + dz * dz;
    if (far2 > most2)
      return fmt::format("particle {} is {:.4g} from its position in the list; allowed is {:.4g}",
                         p.id[i], std::sqrt(far2), std::sqrt(most2));
  }
  return "";
}

}  // namespace gputest

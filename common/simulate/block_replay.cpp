#include "common/simulate/block_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/cells/short_range.hpp"

namespace gputest {
namespace {

std::array<double, 3> of(const HostArray& forces, std::uint64_t place) {
  return {real_at(forces, 4 * place), real_at(forces, 4 * place + 1),
          real_at(forces, 4 * place + 2)};
}

double size_of(const std::array<double, 3>& a) { return std::hypot(a[0], a[1], a[2]); }

double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

BlockReplay::BlockReplay(const BlockSteps& steps, double time_step,
                         const std::vector<std::uint64_t>& bodies, const ParticleSet& now,
                         const HostArray& forces)
    : steps_(steps), time_step_(time_step) {
  for (const std::uint64_t i : bodies) {
    Body body;
    body.place = i;
    body.x = {now.x[i], now.y[i], now.z[i]};
    body.v = {now.vx[i], now.vy[i], now.vz[i]};
    body.size_x = size_of(body.x);
    body.size_v = size_of(body.v);
    begin(body, of(forces, i));
    bodies_.push_back(body);
  }
}

/// Kicks by half of the body's own step.
void BlockReplay::kick(Body& body, const std::array<double, 3>& a) const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    body.v[axis] += a[axis] * (body.step * time_step_ / 2);
  body.size_v = std::max(body.size_v, size_of(body.v));
}

/// Chooses the longest step that does not exceed the wanted one and divides the time that has
/// passed, and applies its first kick.
void BlockReplay::begin(Body& body, const std::array<double, 3>& a) const {
  constexpr double kNear = 1e-9;
  const double wanted =
      std::sqrt(2 * steps_.eta * steps_.softening / size_of(a)) / time_step_;  // may be infinite
  double step = 1;
  for (std::uint32_t level = 0; level < steps_.levels; ++level) {
    body.is_near = body.is_near || std::abs(wanted - step) < kNear * step;
    if (step <= wanted && std::fmod(part_, step) == 0) break;
    step /= 2;
  }
  body.step = step;
  kick(body, a);
}

void BlockReplay::move_to(double part, const HostArray& forces) {
  const double time = (part - part_) * time_step_;
  part_ = part;
  ++moves_;
  for (Body& body : bodies_) {
    for (std::size_t axis = 0; axis < 3; ++axis) body.x[axis] += body.v[axis] * time;
    body.size_x = std::max(body.size_x, size_of(body.x));
    if (std::fmod(part, body.step) != 0) continue;
    body.kicked_at = part;
    const std::array<double, 3> a = of(forces, body.place);
    kick(body, a);
    if (part < 1) begin(body, a);
  }
}

std::vector<std::uint64_t> BlockReplay::kicked() const {
  std::vector<std::uint64_t> places;
  for (const Body& body : bodies_)
    if (body.kicked_at == part_ && !body.is_near) places.push_back(body.place);
  return places;
}

std::string BlockReplay::fault(const ParticleSet& now) const {
  const double rounding =
      std::numeric_limits<double>::epsilon() * (8 + 2 * static_cast<double>(moves_));
  for (const Body& body : bodies_) {
    const std::uint64_t i = body.place;
    if (body.is_near) continue;
    const double off_x = distance({now.x[i], now.y[i], now.z[i]}, body.x);
    const double off_v = distance({now.vx[i], now.vy[i], now.vz[i]}, body.v);
    const double allowed_v = rounding * body.size_v;
    const double allowed_x = rounding * body.size_x + allowed_v * time_step_;
    if (off_x <= allowed_x && off_v <= allowed_v) continue;
    return fmt::format(
        "body {} is {:.2e} from the position that its forces give, and its velocity is off "
        "by {:.2e}: rounding explains {:.2e} and {:.2e}",
        now.id[i], off_x, off_v, allowed_x, allowed_v);
  }
  return "";
}

}  // namespace gputest

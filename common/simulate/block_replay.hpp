// Repeats a step of block time steps for some bodies on the host.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/particles/particle_set.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {

/// Kick, drift, kick with the accelerations that the device had, from the textbook's formulas and
/// with no code of the device's kernels. It shows a wrong level, kick or drift of a body, even of a
/// single one.
class BlockReplay {
 public:
  /// The bodies are at the beginning of the step; `forces` are their accelerations, as a kernel's
  /// first output.
  BlockReplay(const BlockSteps& steps, double time_step, const std::vector<std::uint64_t>& bodies,
              const ParticleSet& now, const HostArray& forces);
  /// Moves on until that part of the step has passed.
  void move_to(double part, const HostArray& forces);
  /// The bodies that were kicked there, except those for which rounding may have decided.
  std::vector<std::uint64_t> kicked() const;
  /// The fault of the bodies' positions at the step's end, a clause; empty if nothing.
  std::string fault(const ParticleSet& now) const;

 private:
  struct Body {
    std::uint64_t place;
    std::array<double, 3> x, v;
    double step = 0;        ///< its own step as a part of the whole one
    double size_x, size_v;  ///< the largest during the step; rounding is relative to them
    double kicked_at = 0;   ///< the part of the step when it was kicked last
    bool is_near = false;   ///< the wanted step was so near a boundary that rounding may have
                            ///< changed it
  };
  void kick(Body& body, const std::array<double, 3>& a) const;
  void begin(Body& body, const std::array<double, 3>& a) const;

  BlockSteps steps_;
  double time_step_, part_ = 0;
  std::uint64_t moves_ = 0;
  std::vector<Body> bodies_;
};

}  // namespace gputest

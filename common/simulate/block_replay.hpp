// Some bodies moved once more through a step of block time steps, on the host.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/particles/particle_set.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {

/// Kick, drift, kick by the accelerations that the device had, from the textbook's formulas and
/// with no text that the device's kernels have: what shows a wrong level, kick or drift of a body,
/// however few they are.
class BlockReplay {
 public:
  /// Of bodies that are where the step begins, `forces` being their accelerations, as a kernel's
  /// first output has them.
  BlockReplay(const BlockSteps& steps, double time_step, const std::vector<std::uint64_t>& bodies,
              const ParticleSet& now, const HostArray& forces);
  /// On to where that part of the step has passed.
  void move_to(double part, const HostArray& forces);
  /// The bodies that were kicked there, but for those of which rounding may have decided.
  std::vector<std::uint64_t> kicked() const;
  /// What is wrong with where the bodies are at the step's end, a clause; empty: nothing.
  std::string fault(const ParticleSet& now) const;

 private:
  struct Body {
    std::uint64_t place;
    std::array<double, 3> x, v;
    double step = 0;        ///< its own, of the whole one
    double size_x, size_v;  ///< the largest on the way, to which rounding is relative
    double kicked_at = 0;   ///< the part of the step
    bool is_near = false;   ///< a step was wanted that rounding may have made another one
  };
  void kick(Body& body, const std::array<double, 3>& a) const;
  void begin(Body& body, const std::array<double, 3>& a) const;

  BlockSteps steps_;
  double time_step_, part_ = 0;
  std::uint64_t moves_ = 0;
  std::vector<Body> bodies_;
};

}  // namespace gputest

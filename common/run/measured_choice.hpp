// Axis values that let the program choose an alternative by measuring on the device.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// Prefix of the launch-plan parameters that report the measurements: "measured plain us" are the
/// microseconds of a launch of alternative "plain". The fastest was chosen.
constexpr const char* kMeasured = "measured ";

/// One of the ways to choose from.
struct Alternative {
  std::string name;             ///< one word: "diagonal"
  Configuration configuration;  ///< that of the case, except for the value
};

/// A further interface of problems with such a value. A launch has a beginning and a number of
/// rounds. A few rounds are timed, and the time of all is extrapolated.
class ChoosesByMeasuring {
 public:
  virtual ~ChoosesByMeasuring() = default;
  /// None if the configuration has nothing to choose.
  virtual std::vector<Alternative> alternatives(const Configuration& configuration) const = 0;
  virtual std::uint64_t rounds() const = 0;
  /// Problem::shapes() of an alternative with that number of rounds.
  virtual KernelSignature shapes_of_rounds(const Configuration& configuration,
                                           std::uint64_t rounds) const = 0;
};

/// An alternative and the measured time of its launch.
struct Measured {
  Alternative alternative;
  double seconds;
};

/// Measures every alternative of the problem for the configuration, if there are any. `check` is
/// called before each launch and may throw. Throws Error like Kernel::prepare() and a launch.
std::vector<Measured> measured_alternatives(const Kernel& kernel, Device& device,
                                            const Problem& problem,
                                            const Configuration& configuration,
                                            const std::function<void()>& check);

}  // namespace gputest

// What a value of an axis leaves to the program, which it finds out by measuring on the device.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// What a launch plan's parameters begin with that say what was measured: "measured plain us", the
/// microseconds of a launch of the alternative of that name. The least was taken.
constexpr const char* kMeasured = "measured ";

/// A way that such a value stands for.
struct Alternative {
  std::string name;             ///< one word: "diagonal"
  Configuration configuration;  ///< that of the case, but for the value
};

/// A problem that has such a value has this interface as well. A launch is a beginning and so many
/// rounds; few rounds are timed, and the time of all is told from them.
class ChoosesByMeasuring {
 public:
  virtual ~ChoosesByMeasuring() = default;
  /// None where the configuration leaves nothing open.
  virtual std::vector<Alternative> alternatives(const Configuration& configuration) const = 0;
  virtual std::uint64_t rounds() const = 0;
  /// Problem::shapes() of an alternative, of so many rounds alone.
  virtual KernelSignature shapes_of_rounds(const Configuration& configuration,
                                           std::uint64_t rounds) const = 0;
};

/// An alternative and what its launch was measured to take.
struct Measured {
  Alternative alternative;
  double seconds;
};

/// Measures every alternative that the problem has for the configuration; none where it has none.
/// `check` is called before each launch and may throw. Throws Error as Kernel::prepare() and a
/// launch do.
std::vector<Measured> measured_alternatives(const Kernel& kernel, Device& device,
                                            const Problem& problem,
                                            const Configuration& configuration,
                                            const std::function<void()>& check);

}  // namespace gputest

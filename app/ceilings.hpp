// What a device is measured to be capable of, which no right answer comes faster than.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "common/run/registry.hpp"

namespace gputest {

/// Fused multiply-adds a second by the API's own roofline_fma, measured once for each device and
/// precision, in about 0.2 s, when it is first asked for.
class Ceilings {
 public:
  explicit Ceilings(const Registry& registry) : registry_(registry) {}

  /// 0 where the API has no such kernel, or the device does not run it rightly. Throws
  /// Error(interrupted).
  double of(Device& device, Precision precision);

 private:
  const Registry& registry_;
  std::map<std::pair<std::string, Precision>, double> measured_;
};

}  // namespace gputest

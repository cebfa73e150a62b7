// From what the user named to the cases that will run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One row to be: a kernel on a device at one point of its axes.
struct Case {
  const Kernel* kernel;
  DeviceInfo device;
  Configuration configuration;
  std::uint64_t n;
  std::string skip_reason = {};  ///< why it is a skipped row and does not run; empty: it runs
};

struct Selection {
  std::vector<Case> cases;        ///< in the order of the rows
  std::vector<Unavailable> unavailable;  ///< APIs that would have taken part
};

/// Throws Error(usage) for a name that nothing has, with near matches; Error(unavailable) for an
/// API asked for by name, or a device, that is not there.
Selection select(const Registry& registry, const RunCommand& command,
                 const std::vector<std::uint64_t>& counts);

/// "16384", "1024..65536*2" (from A to B, each times 2) or "8191,8192" as numbers. Throws
/// Error(bad_input) for anything else, for 0 and for what does not fit 64 bits.
std::vector<std::uint64_t> parse_counts(const std::string& text);

}  // namespace gputest

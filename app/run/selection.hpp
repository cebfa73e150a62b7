// Selects the cases of a run by the names that the user gave.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// The help of --device; app/run/device_choice.hpp has the details.
constexpr const char* kDeviceHelp =
    "id, number from 0, UUID, PCI address, a part of the name, vendor, driver or platform, or a "
    "pattern with *";

/// A future row: a kernel on a device with one choice of layout, precision, block, axes and n.
struct Case {
  std::string api;
  const Kernel* kernel;  ///< if the API lacks it, another API's of that name
  DeviceInfo device;
  Configuration configuration;
  std::uint64_t n;
  std::string skip_reason = {};  ///< why the row is skipped; empty: it runs
  bool exists = true;            ///< the API has the kernel in this configuration
  std::string input = {};        ///< distinguishes its problem from others with the same n

  /// The error of the kernel's description, which keeps it from running; empty if there is none.
  const std::string& fault() const { return kernel->info().fault; }
  bool runs() const { return skip_reason.empty() && fault().empty(); }
};

/// The cases of a run, and the left-out APIs with the reasons.
struct Selection {
  std::vector<Case> cases;               ///< in the order of the rows
  std::vector<Unavailable> unavailable;  ///< selected APIs that are not available
};

/// Every case that the command names. A case has a skip reason if its kernel lacks the named
/// layout, precision, block or axis value. It also has one if its API lacks a kernel that was
/// named in full. Throws Error(usage) for an unknown name, with similar names; for a part of a name
/// that fits different devices; for an axis or option that no chosen kernel uses; and if no case is
/// left. Throws Error(bad_input) for an
/// invalid value of an option, used or not. Throws Error(unavailable) for a named API or device
/// that is not available.
Selection select(const Registry& registry, const RunCommand& command,
                 const std::vector<std::uint64_t>& counts);

/// Throws Error(usage), with a list, if the cases are on several devices; `option` chose these.
void require_single_device(const Selection& selection, const std::string& option);

/// Whether the command's patterns match the kernel, in any API.
bool is_chosen(const RunCommand& command, const Kernel& kernel);

}  // namespace gputest

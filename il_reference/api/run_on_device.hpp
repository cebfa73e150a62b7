// Runs any kernel with CAL's resources on any device of the API "il".
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "il_reference/cal/context.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// The threads: the domain of a pixel kernel or the groups of a compute kernel.
using Extent = std::variant<Domain, Groups>;

/// A summary of a run, for the user.
struct RunReport {
  std::string device;
  RunStatistics statistics;  ///< instructions are 0 if they are not counted
  std::string counted;       ///< other counts, as text; may be empty
  double seconds = 0;
};

/// Receives a sentence when something takes long.
using Notice = std::function<void(std::string_view)>;

/// Runs the kernel on il:interpreter, as machine code on il:cypress and related GPUs, or translated
/// on an OpenCL device, il:opencl:N or opencl:N. A name may omit il: and :N (then 0). It may end in
/// :strict or :fast, which then is the mode. The results are in the context's resources afterwards.
///
/// On OpenCL the step limit counts loop iterations; in machine code it counts control-flow
/// instructions. Neither has a trace. Throws Error(unavailable) if there is no such device,
/// Error(usage) for an impossible trace or count, and the errors of il::run().
RunReport run_on_device(const std::string& device_name, Mode mode_wanted, cal::Context& context,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice = {});

/// The OpenCL part of run_on_device(). `id` is "opencl:N".
RunReport run_on_opencl(const std::string& id, Mode mode, const Bindings& bindings,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice);

}  // namespace gputest::il

// Runs any kernel with CAL's resources on any device of the API "il".
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "il_reference/cal/context.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// Where the threads are: a domain of a pixel kernel or the groups of a compute kernel.
using Extent = std::variant<Domain, Groups>;

/// What a run was: for a line to the user.
struct RunReport {
  std::string device;
  RunStatistics statistics;  ///< instructions are 0 where they are not counted
  std::string counted;       ///< what else was, as text; empty: nothing
  double seconds = 0;
};

/// Told, in a sentence, that something takes long.
using Notice = std::function<void(std::string_view)>;

/// Runs the kernel on il:interpreter, as machine code on il:cypress and its kin, or on an OpenCL
/// device, il:opencl:N or opencl:N, translated in that mode. The names may do without il: and :N,
/// which is then 0, and may end in :strict or :fast, which is then the mode. Results are in the
/// context's resources afterwards. On OpenCL the step limit counts turns of loops, of machine code
/// instructions of control flow, and there is no trace. Throws Error(unavailable) where there is no
/// such device, Error(usage) for a trace or a count that cannot be, and as il::run() does.
RunReport run_on_device(const std::string& device_name, Mode mode_wanted, cal::Context& context,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice = {});

/// The part of run_on_device() that needs OpenCL. `id` is "opencl:N".
RunReport run_on_opencl(const std::string& id, Mode mode, const Bindings& bindings,
                        const cal::Module& module, const Extent& extent, const RunOptions& options,
                        const Notice& notice);

}  // namespace gputest::il

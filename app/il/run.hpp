// `gputest il run`: one launch of a kernel over files.
#pragma once

#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// Options as text; il_arguments.hpp tells their forms.
struct IlRunCommand {
  std::string file;
  std::vector<std::string> resources, specializations, uavs, outputs;
  std::string global, domain, groups, trace, step_limit;
  std::string device = "il:interpreter";
  std::string cal_device = "RV770";
  bool strict = false;
  bool count = false;  ///< show how often each instruction was executed
};

/// Runs the kernel, or the plan where the file's name ends in .toml.
Status run_il(const IlRunCommand& command);

/// What a plan (il_plan.cpp) may be told beside its file.
struct IlPlanCommand {
  std::string file;
  std::string device;  ///< empty: the plan's own
};

/// Runs the launches of a plan. Throws Error(bad_input) with file, line and column where the plan
/// is not one.
Status run_il_plan(const IlPlanCommand& command);

}  // namespace gputest

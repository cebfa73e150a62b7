// `gputest il run`: one launch of a kernel over files.
#pragma once

#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// The options, as text in the forms of app/il/arguments.hpp.
struct IlRunCommand {
  std::string file;
  std::vector<std::string> resources, specializations, uavs, outputs;
  std::string global, domain, groups, trace, step_limit;
  std::string device = "il:interpreter";
  std::string cal_device = "RV770";
  bool strict = false;
  bool count = false;  ///< show how often each instruction was executed
};

/// Runs the kernel, or the plan if the file's name ends in .toml.
Status run_il(const IlRunCommand& command);

/// A plan (app/il/plan.cpp) and its options.
struct IlPlanCommand {
  std::string file;
  std::string device;  ///< empty: the plan's device
};

/// Runs the launches of a plan. Throws Error(bad_input) with file, line and column if the plan is
/// wrong.
Status run_il_plan(const IlPlanCommand& command);

}  // namespace gputest

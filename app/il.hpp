// `gputest il check|run|translate`: IL text of the user's own.
#pragma once

#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// Prints what is wrong with a kernel's text, line by line, and what it is if nothing is.
Status il_check(const std::string& file);

struct IlTranslateCommand {
  std::string file;
  bool strict = false;
  bool buffers = false;  ///< resources as pitched buffers and not as images
  std::string output;    ///< empty: stdout
};
Status il_translate(const IlTranslateCommand& command);

/// Options as text; il_arguments.hpp tells their forms.
struct IlRunCommand {
  std::string file;
  std::vector<std::string> resources, specializations, uavs, outputs;
  std::string global, domain, groups, trace, step_limit;
  std::string device = "il:interpreter";
  std::string cal_device = "RV770";
  bool strict = false;
};
Status il_run(const IlRunCommand& command);

}  // namespace gputest

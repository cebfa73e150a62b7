// The resources of every kernel in the program, as the build finds them and `describe` shows them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/codeobject/inner_loop.hpp"
#include "common/codeobject/kernel_instance.hpp"
#include "common/codeobject/kernel_resources.hpp"
#include "common/codeobject/occupancy.hpp"

namespace gputest {

/// One kernel instance on one target.
struct ResourceRow {
  std::string target;  ///< "gfx906", "sm_90"
  KernelInstance instance;
  KernelResources resources;
  std::optional<LoopCount> loop;
  std::string loop_source;  ///< "machine code", "PTX of compute_90"; empty: it was not looked at
  std::string told_by;      ///< LoadedKernel's, whose figures these are; empty: the code object's
  std::vector<Occupancy> occupancy;  ///< LoadedKernel's
};

/// JSON of what the code object says, and back. Throws nlohmann::json::exception for what is not a
/// table of them.
nlohmann::ordered_json to_json(const ResourceRow& row);
/// The rows of a JSON table that to_json() made.
std::vector<ResourceRow> resource_rows(std::string_view json);

/// Whether they are one instance on one target, for whatever wavefront its traits name.
bool same_but_wavefront(const ResourceRow& a, const ResourceRow& b);

/// Where there are instances for several wavefronts of one kernel on one target, those for the
/// target's own remain: the others end at once (check_wavefront() of common/simt/simt.hpp).
void drop_other_wavefronts(std::vector<ResourceRow>& rows);

}  // namespace gputest

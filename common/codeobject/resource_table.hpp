// The resources of every kernel in the program, as the build finds them and `describe` shows them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/codeobject/inner_loop.hpp"
#include "common/codeobject/kernel_resources.hpp"
#include "common/codeobject/occupancy.hpp"

namespace gputest {

/// One compiled kernel on one target. Its symbol is no other platform's kernel's.
struct ResourceRow {
  std::string platform;  ///< "cuda", "hip:amd", whose library it is in; empty: it is not known
  std::string target;    ///< "gfx906", "sm_90"
  KernelResources resources;
  std::optional<LoopCount> loop;
  std::string loop_source;  ///< "machine code", "PTX of compute_90"; empty: it was not looked at
  std::string told_by;      ///< LoadedKernel's, whose figures these are; empty: the code object's
  std::vector<Occupancy> occupancy;  ///< LoadedKernel's
};

/// Whether a kernel of that symbol may be the project's own, and no library's such as CUB's.
bool may_be_own(std::string_view symbol);

/// JSON of what the code object says, and back. Throws nlohmann::json::exception for what is not a
/// table of them.
nlohmann::ordered_json to_json(const ResourceRow& row);
/// The rows of a JSON table that to_json() made.
std::vector<ResourceRow> resource_rows(std::string_view json);

/// Rows by target and symbol.
class ResourceTable {
 public:
  explicit ResourceTable(std::vector<ResourceRow> rows);
  ResourceTable(const ResourceTable&) = delete;
  ResourceTable& operator=(const ResourceTable&) = delete;

  /// Null where there is none.
  const ResourceRow* find(std::string_view target, std::string_view symbol) const;

  /// What a platform has code for.
  struct Target {
    std::string platform;  ///< ResourceRow's
    std::string name;      ///< "gfx906"
    std::uint32_t wavefront;
  };
  /// Each once, older ones first.
  const std::vector<Target>& targets() const { return targets_; }

 private:
  std::vector<ResourceRow> rows_;
  std::map<std::pair<std::string_view, std::string_view>, const ResourceRow*> by_symbol_;
  std::vector<Target> targets_;
};

}  // namespace gputest

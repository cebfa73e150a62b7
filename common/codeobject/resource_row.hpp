// The GPU resources of a kernel, from its machine code, as `describe` and `explain` show them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "common/codeobject/inner_loop.hpp"
#include "common/codeobject/kernel_resources.hpp"
#include "common/codeobject/occupancy.hpp"

namespace gputest {

/// One kernel on one target.
struct ResourceRow {
  std::string target;  ///< "gfx906", "sm_90"
  KernelResources resources;
  std::optional<LoopCount> loop;
  std::string loop_source;  ///< "machine code", "PTX"; empty: the loop is unknown
};

/// The kernel with that symbol in AMD's or NVIDIA's machine code. Without cuobjdump, an NVIDIA
/// kernel's loop comes from `ptx`; without llvm-objdump, an AMD kernel has no loop. Throws
/// std::runtime_error if the kernel is missing.
ResourceRow resource_row(const std::string& target, const std::string& machine_code,
                         const std::string& ptx, const std::string& symbol);

/// The row as JSON.
nlohmann::ordered_json to_json(const ResourceRow& row);

/// Threads of a wavefront, by the compilers' default for the target.
std::uint32_t wavefront_of_target(std::string_view target);

/// In threads; for an unknown target, the limit for which the kernel is compiled.
std::uint32_t largest_block(const ResourceRow& row);

/// None for an unknown target.
std::optional<Occupancy> occupancy(const ResourceRow& row, std::uint32_t block);

}  // namespace gputest

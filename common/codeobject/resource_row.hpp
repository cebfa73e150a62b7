// What a kernel takes of a GPU, as its machine code says: what `describe` and `explain` show.
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
  std::string loop_source;  ///< "machine code", "PTX"; empty: it was not looked at
};

/// The kernel of that symbol in machine code: AMD's or NVIDIA's, of which `ptx` is read for the
/// loop where there is no cuobjdump. Without llvm-objdump an AMD kernel's loop is left out. Throws
/// std::runtime_error where it is not there.
ResourceRow resource_row(const std::string& target, const std::string& machine_code,
                         const std::string& ptx, const std::string& symbol);

/// JSON of it.
nlohmann::ordered_json to_json(const ResourceRow& row);

/// Threads of a wavefront, as compilers have it for the target where they are not asked.
std::uint32_t wavefront_of_target(std::string_view target);

/// In threads; of a target that is not known, what the kernel is compiled for.
std::uint32_t largest_block(const ResourceRow& row);

/// None of a target that is not known.
std::optional<Occupancy> occupancy(const ResourceRow& row, std::uint32_t block);

}  // namespace gputest

#include "common/resources/loaded_kernel.hpp"

#include <algorithm>

namespace gputest {

std::vector<ResourceRow> with_loaded(std::vector<ResourceRow> rows,
                                     const std::vector<LoadedKernel>& loaded) {
  for (const LoadedKernel& kernel : loaded) {
    const auto instance = kernel_instance(kernel.resources.symbol);
    if (!instance) continue;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const ResourceRow& built) {
      return built.target == kernel.target && built.instance == *instance;
    });
    const bool is_new = row == rows.end();
    if (is_new) row = rows.insert(row, {kernel.target, *instance, {}, std::nullopt, "", "", {}});
    row->resources = kernel.resources;
    row->told_by = kernel.told_by + (is_new ? ", whose driver compiled the PTX" : "");
    row->occupancy = kernel.occupancy;
  }
  return rows;
}

std::optional<Occupancy> occupancy(const ResourceRow& row, std::uint32_t block) {
  const std::uint32_t wavefronts = (block + row.resources.wavefront - 1) / row.resources.wavefront;
  if (wavefronts > 0 && wavefronts <= row.occupancy.size()) return row.occupancy[wavefronts - 1];
  if (!row.told_by.empty()) return Occupancy{0, 0, 0};  // larger than what may be launched
  const auto on = multiprocessor(row.target, row.resources.wavefront);
  if (!on) return std::nullopt;
  return occupancy(*on, row.resources, block);
}

}  // namespace gputest

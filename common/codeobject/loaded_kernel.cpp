#include "common/codeobject/loaded_kernel.hpp"

#include <algorithm>

namespace gputest {

std::vector<ResourceRow> with_loaded(std::vector<ResourceRow> rows,
                                     const std::vector<LoadedKernel>& loaded) {
  for (const LoadedKernel& kernel : loaded) {
    const auto instance = kernel_instance(kernel.resources.symbol);
    if (!instance) continue;
    ResourceRow row{kernel.target,  *instance,       kernel.resources, std::nullopt, "",
                    kernel.told_by, kernel.occupancy};
    const auto built = std::find_if(rows.begin(), rows.end(), [&](const ResourceRow& other) {
      return same_but_wavefront(row, other);
    });
    if (built == rows.end()) {
      row.told_by += ", whose driver compiled the PTX";
      rows.push_back(row);
    } else {
      row.loop = built->loop;
      row.loop_source = built->loop_source;
      *built = row;
    }
  }
  return rows;
}

std::uint32_t largest_block(const ResourceRow& row) {
  const auto on = multiprocessor(row.target, row.resources.wavefront);
  return row.told_by.empty() && on ? largest_block(*on, row.resources) : row.resources.max_block;
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

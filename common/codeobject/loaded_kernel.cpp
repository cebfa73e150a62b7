#include "common/codeobject/loaded_kernel.hpp"

#include <algorithm>
#include <map>

namespace gputest {

std::vector<ResourceRow> with_loaded(std::vector<ResourceRow> rows,
                                     const std::vector<LoadedKernel>& loaded) {
  std::map<std::string, std::vector<std::size_t>> by_symbol;
  for (std::size_t k = 0; k < rows.size(); ++k) by_symbol[rows[k].resources.symbol].push_back(k);
  for (const LoadedKernel& kernel : loaded) {
    if (!may_be_own(kernel.resources.symbol)) continue;
    ResourceRow row{"", kernel.target,  kernel.resources, std::nullopt,
                    "", kernel.told_by, kernel.occupancy};
    std::vector<std::size_t>& same = by_symbol[kernel.resources.symbol];
    if (!same.empty()) row.platform = rows[same.front()].platform;
    const auto built = std::find_if(same.begin(), same.end(),
                                    [&](std::size_t k) { return rows[k].target == kernel.target; });
    if (built == same.end()) {
      row.told_by += ", whose driver compiled the PTX";
      same.push_back(rows.size());
      rows.push_back(row);
    } else {
      row.loop = rows[*built].loop;
      row.loop_source = rows[*built].loop_source;
      rows[*built] = row;
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

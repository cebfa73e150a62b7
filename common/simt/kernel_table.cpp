#include "common/simt/kernel_table.hpp"

#include "common/run/registry.hpp"

namespace gputest::simt {

KernelInfo with_all_values(KernelInfo info, const Registry& registry) {
  for (auto& [name, values] : info.axes) {
    if (!values.empty()) continue;
    for (const Axis& axis : registry.find_family(info.family)->axes())
      if (axis.name == name) values = axis.values;
  }
  return info;
}

}  // namespace gputest::simt

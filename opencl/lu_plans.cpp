#include "common/arrays/wavefront.h"
#include "common/core/ceil_div.hpp"
#include "common/lu/storage.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
Plan plan_lu_wavefronts(const Source& source, const Configuration& configuration,
                        const KernelSignature& signature, const DeviceInfo& device) {
  const std::uint32_t inner = find_whole(signature.scalars, "n").value() - 2;
  const std::uint64_t block = configuration.block;
  const std::uint32_t steps = find_whole(signature.scalars, "steps").value();
  const bool stored = find_value(signature.specializations, "stored") == 1u;
  const bool diagonals = lu::by_diagonals(
      static_cast<lu::Storage>(find_value(signature.specializations, "storage").value()), 2 * steps,
      !device.on_host);
  const std::string chosen = diagonals ? " -DGT_DIAGONALS=1" : " -DGT_DIAGONALS=0";
  Plan plan;
  plan.options = source.options + chosen;
  plan.shared = Program{source.shared, block, signature.specializations, chosen};
  const auto over_all = [&](const char* entry, bool shared = true) {
    plan.passes.push_back({entry, {ceil_div(signature.items, block), 1}, shared});
  };
  const auto sweep = [&](const char* entry, bool upper) {
    const std::uint32_t wavefronts = gt_wavefronts(inner, inner, inner);
    for (std::uint32_t k = 0; k < wavefronts; ++k) {
      const std::uint32_t w = upper ? wavefronts - 1 - k : k;
      const std::uint64_t places = gt_wavefront_places(w, inner, inner, inner);
      plan.passes.push_back({entry, {ceil_div(places, block), 1}, false, k});
    }
  };
  over_all("lu_begin");
  plan.loop.first = plan.passes.size();
  over_all("lu_change");
  if (stored) over_all("lu_lower_blocks", false);
  sweep("lu_lower", false);
  if (stored) over_all("lu_upper_blocks", false);
  sweep("lu_upper", true);
  over_all("lu_update");
  plan.loop.end = plan.passes.size();
  plan.loop.times = steps;
  over_all("lu_residual");
  if (diagonals) over_all("lu_end");
  plan.parameters = {{"steps", steps}, {"diagonals", diagonals}};
  return plan;
}

}  // namespace gputest::opencl

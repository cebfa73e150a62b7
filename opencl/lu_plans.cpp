#include <algorithm>

#include "common/arrays/wavefront.h"
#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

std::uint32_t scalar_of_lu(const KernelSignature& signature, const char* name) {
  const auto found = std::find_if(signature.scalars.begin(), signature.scalars.end(),
                                  [&](const Scalar& s) { return s.name == name; });
  return std::get<std::uint32_t>(found->value);
}

bool is_specialized(const KernelSignature& signature, const char* name) {
  return std::any_of(signature.specializations.begin(), signature.specializations.end(),
                     [&](const Specialization& s) { return s.name == name && s.value != 0; });
}

}  // namespace

Plan plan_lu_wavefronts(const Source& source, const Configuration& configuration,
                        const KernelSignature& signature, const DeviceInfo&) {
  const std::uint32_t inner = scalar_of_lu(signature, "n") - 2;
  const std::uint64_t block = configuration.block;
  Plan plan;
  plan.options = source.options;
  plan.shared = Program{source.shared, block, signature.specializations, ""};
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
  const bool stored = is_specialized(signature, "stored");
  over_all("lu_begin");
  plan.loop.first = plan.passes.size();
  over_all("lu_change");
  if (stored) over_all("lu_lower_blocks", false);
  sweep("lu_lower", false);
  if (stored) over_all("lu_upper_blocks", false);
  sweep("lu_upper", true);
  over_all("lu_update");
  plan.loop.end = plan.passes.size();
  plan.loop.times = scalar_of_lu(signature, "steps");
  over_all("lu_residual");
  if (is_specialized(signature, "diagonals")) over_all("lu_end");
  plan.parameters = {{"steps", plan.loop.times}};
  return plan;
}

}  // namespace gputest::opencl

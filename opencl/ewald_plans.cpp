#include <fmt/format.h>

#include "common/core/ceil_div.hpp"
#include "common/ewald/waves_per_block.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

Plan plan_ewald_wave(const Source& source, const Configuration& configuration,
                     const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t waves = signature.scratch.at(1).count;
  const std::uint64_t parts = signature.scratch.at(0).count / waves;
  const std::uint64_t block = configuration.block;
  Plan plan;
  plan.options = fmt::format("{} -DGT_WAVES={}", source.options, kWavesPerBlock);
  plan.passes = {{source.entry + "_sums", {ceil_div(waves, std::uint64_t{kWavesPerBlock}), parts}},
                 {source.entry + "_amplitudes", {ceil_div(waves, block), 1}},
                 {source.entry, {ceil_div(signature.items, block), 1}}};
  plan.parameters = {{"waves_per_block", kWavesPerBlock}, {"parts", parts}};
  return plan;
}

}  // namespace gputest::opencl

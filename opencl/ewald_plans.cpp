#include <fmt/format.h>

#include <variant>

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

Plan plan_ewald_mesh(const Source& source, const Configuration& configuration,
                     const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t block = configuration.block;
  const std::size_t arrays = signature.inputs.size() + signature.outputs.size();
  const std::uint64_t points = signature.scratch.at(0).count, modes = signature.scratch.at(1).count;
  const auto pass = [&](const char* suffix, std::uint64_t items) -> Enqueue {
    return {source.entry + suffix, {ceil_div(items, block), 1}};
  };
  const auto transform = [](const char* name, int direction) -> Enqueue {
    return {name, {0, 0}, false, 0, direction};
  };
  Plan plan;
  plan.options = source.options;
  plan.passes = {pass("_zero", points),      pass("_spread", signature.items),
                 transform("VkFFT", -1),     pass("_multiply", modes),
                 transform("VkFFT back", 1), pass("", signature.items)};
  plan.transform = Transform{{}, arrays, arrays + 1};
  for (std::size_t axis = 0; axis < 3; ++axis)
    plan.transform->points[axis] = std::get<std::uint32_t>(signature.scalars.at(1 + axis).value);
  return plan;
}

}  // namespace gputest::opencl

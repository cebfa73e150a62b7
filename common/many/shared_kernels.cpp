#include "common/many/shared_kernels.hpp"

#include "common/many/gravity.hpp"
#include "common/many/lj.hpp"
#include "common/many/tree.hpp"

namespace gputest::many {
namespace {

/// Kernels with divided particles.
constexpr struct {
  KernelInfo (*info)();
  MakePart (*part)();
} kDivided[] = {{shared_lj_info, exchange_part<LjPart>},
                {shared_tree_info, exchange_part<TreePart>}};

}  // namespace

KernelInfo shared_info(const std::string& family, const std::string& variant,
                       const std::string& layout) {
  KernelInfo info;
  info.api = kApi;
  info.family = family;
  info.variant = variant;
  info.layouts = {layout};
  info.precisions = {Precision::fp32, Precision::fp64};
  return info;
}

std::vector<std::unique_ptr<SharedKernel>> shared_kernels(std::size_t devices) {
  std::vector<std::unique_ptr<SharedKernel>> all;
  for (const char* variant : {"blocked", "symmetric"})
    all.push_back(std::make_unique<SharedGravity>(variant, devices));
  for (const auto& [info, part] : kDivided)
    all.push_back(std::make_unique<SharedKernel>(info(), devices, part()));
  return all;
}

MakePart part_of(const std::string& kernel) {
  for (const auto& [info, part] : kDivided)
    if (kernel == info().name()) return part();
  return gravity_part(through_host);
}

}  // namespace gputest::many

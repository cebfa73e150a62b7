#include "common/many/shared_kernels.hpp"

#include "common/many/ghost_part.hpp"
#include "common/many/gravity.hpp"
#include "common/many/lj.hpp"
#include "common/many/tree.hpp"

namespace gputest::many {

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
  all.push_back(std::make_unique<SharedKernel>(shared_lj_info(), devices, ghost_part(lj_sharing)));
  all.push_back(
      std::make_unique<SharedKernel>(shared_tree_info(), devices, ghost_part(tree_sharing)));
  return all;
}

MakePart part_of(const std::string& kernel) {
  if (kernel == shared_lj_info().name()) return ghost_part(lj_sharing);
  if (kernel == shared_tree_info().name()) return ghost_part(tree_sharing);
  return gravity_part(through_host);
}

}  // namespace gputest::many

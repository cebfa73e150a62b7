#include "common/many/shared_kernels.hpp"

#include "common/many/ghost_part.hpp"
#include "common/many/gravity.hpp"
#include "common/many/lj.hpp"
#include "common/many/tree.hpp"

namespace gputest::many {
namespace {

/// Kernels whose devices read particles of each other.
constexpr struct {
  KernelInfo (*info)();
  std::unique_ptr<Sharing> (*sharing)();
} kWithGhosts[] = {{shared_lj_info, lj_sharing}, {shared_tree_info, tree_sharing}};

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
  for (const auto& [info, sharing] : kWithGhosts)
    all.push_back(std::make_unique<SharedKernel>(info(), devices, ghost_part(sharing)));
  return all;
}

MakePart part_of(const std::string& kernel) {
  for (const auto& [info, sharing] : kWithGhosts)
    if (kernel == info().name()) return ghost_part(sharing);
  return gravity_part(through_host);
}

}  // namespace gputest::many

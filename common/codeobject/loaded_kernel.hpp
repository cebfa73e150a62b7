// What a GPU's run-time library says of a kernel that it has loaded.
#pragma once

#include <string>
#include <vector>

#include "common/codeobject/occupancy.hpp"
#include "common/codeobject/resource_table.hpp"

namespace gputest {

/// One kernel on one target, as the run-time library tells of it.
struct LoadedKernel {
  std::string told_by;  ///< "the CUDA runtime says of NVIDIA H100 80GB HBM3"
  std::string target;   ///< "sm_90"; where the driver has compiled PTX, the device's own
  /// `max_block` is what may be launched: no more than the registers suffice for.
  KernelResources resources;
  std::vector<Occupancy> occupancy;  ///< [k] for blocks of k + 1 wavefronts, up to `max_block`
};

/// The rows, with what was told in place of what the code object says of the kernel of the same
/// target and symbol. A target that they lack is added: its code is the driver's, its loop was not
/// looked at, and its platform is that of the symbol's other rows. A library's kernel is left out.
std::vector<ResourceRow> with_loaded(std::vector<ResourceRow> rows,
                                     const std::vector<LoadedKernel>& loaded);

/// In threads, as told or computed; of a target that is not known, what the kernel is compiled for.
std::uint32_t largest_block(const ResourceRow& row);

/// As told or, where nobody told, as computed; none of a target that is not known.
std::optional<Occupancy> occupancy(const ResourceRow& row, std::uint32_t block);

}  // namespace gputest

// How the list builders of opencl/kernels/ are launched.
#pragma once

#include "opencl/opencl_backend.hpp"

namespace gputest::opencl {

/// The passes that sort particles into cells, those that a csr list needs, and last the kernel with
/// a work-item a particle,
Plan plan_item_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or with a work-group a particle,
Plan plan_group_builder(const Source&, const Configuration&, const KernelSignature&,
                        const DeviceInfo&);
/// or with a work-group a cell, also to count,
Plan plan_cell_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);
/// or with a work-item a particle, also to count.
Plan plan_mask_builder(const Source&, const Configuration&, const KernelSignature&,
                       const DeviceInfo&);

}  // namespace gputest::opencl

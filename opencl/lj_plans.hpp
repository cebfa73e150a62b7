// How the Lennard-Jones kernels of opencl/kernels/ are launched.
#pragma once

#include "opencl/opencl_backend.hpp"

namespace gputest::opencl {

/// One work-item a particle; before it, with the third law, a pass that zeroes the results.
Plan plan_one_item_per_particle(const Source&, const Configuration&, const KernelSignature&,
                              const DeviceInfo&);

/// Two work-items a particle, half a work-group apart.
Plan plan_two_items_per_particle(const Source&, const Configuration&, const KernelSignature&,
                               const DeviceInfo&);

/// A part of a work-group, 8 items, a particle.
Plan plan_lanes_per_particle(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// A part of a work-group, 32 items, a cluster.
Plan plan_lanes_per_cluster(const Source&, const Configuration&, const KernelSignature&,
                         const DeviceInfo&);

}  // namespace gputest::opencl

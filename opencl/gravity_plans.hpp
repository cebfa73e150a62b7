// How the gravity kernels of opencl/kernels/ are launched.
#pragma once

#include "opencl/opencl_backend.hpp"

namespace gputest::opencl {

/// One work-item a body.
Plan plan_one_item_per_body(const Source&, const Configuration&, const KernelSignature&,
                          const DeviceInfo&);

/// Four bodies a work-item, the range of j split so that every compute unit has work.
Plan plan_blocked(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

/// Groups that fill the device share the ring of pairs (common/gravity/symmetric_ring.h).
Plan plan_symmetric(const Source&, const Configuration&, const KernelSignature&, const DeviceInfo&);

}  // namespace gputest::opencl

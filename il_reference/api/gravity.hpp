// The gravity kernels in IL: binds a problem's arguments to their resources.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/embedded.hpp"
#include "common/device/kernel.hpp"
#include "il_reference/cal/context.hpp"

namespace gputest::il {

/// A gravity kernel's file and the shape of its resources.
struct GravityKernel {
  EmbeddedFile file;
  enum class Form {
    pixels_2d,   ///< bodies in a 2D resource, one thread per body, results in o0
    pixels_1d,   ///< the same with a 1D resource
    groups_by4,  ///< bodies in a 2D resource, four per thread, results in g[]
  } form;
};

/// The kernel on a CAL device with its resources: the part of CAL's host code between
/// calResAllocLocal and calCtxRunProgram.
class GravityRun {
 public:
  /// Throws if a limit of the device is exceeded.
  GravityRun(cal::Device& device, const GravityKernel& kernel, const KernelSignature& shapes);

  const cal::Module& module() const { return module_; }
  il::Bindings bindings() const { return context_.bindings(module_); }
  il::Domain domain() const { return domain_; }
  il::Groups groups() const { return groups_; }

  void write(const HostArray& bodies);
  /// Fills the sums with NaN; write() does so too.
  void spoil();
  void run(const RunOptions& options = {});
  /// One result per body, in order.
  HostArray read();

 private:
  KernelSignature shapes_;
  cal::Module module_;
  cal::Context context_;
  std::shared_ptr<cal::Resource> bodies_, constants_, sums_;
  il::Domain domain_;
  il::Groups groups_{1, 1, 1};
};

/// Throws Error(bad_input), as GravityRun would, if n bodies exceed a limit of the device.
void check_gravity_limits(const cal::DeviceAttributes& attributes, const GravityKernel& kernel,
                          std::uint64_t n);

}  // namespace gputest::il

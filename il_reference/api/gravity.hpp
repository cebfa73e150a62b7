// The gravity kernels in IL: what their names stand for, from a problem's arguments.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/embedded.hpp"
#include "common/device/kernel.hpp"
#include "il_reference/cal/context.hpp"

namespace gputest::il {

/// A gravity kernel's file and how its resources are shaped.
struct GravityKernel {
  EmbeddedFile file;
  enum class Form {
    pixels_2d,   ///< bodies in a 2D resource, a thread each, results in o0
    pixels_1d,   ///< the same of one dimension
    groups_by4,  ///< bodies in a 2D resource, four a thread, results in g[]
  } form;
};

/// The kernel on a CAL device with its resources: the part of CAL's host code between
/// calResAllocLocal and calCtxRunProgram.
class GravityRun {
 public:
  /// Throws as the device's limits do.
  GravityRun(cal::Device& device, const GravityKernel& kernel, const KernelSignature& shapes);

  const cal::Module& module() const { return module_; }
  il::Bindings bindings() const { return context_.bindings(module_); }
  il::Domain domain() const { return domain_; }
  il::Groups groups() const { return groups_; }

  void write(const HostArray& bodies);
  /// Fills the sums with NaN, which write() does too.
  void spoil();
  void run(const RunOptions& options = {});
  /// One result a body, in order.
  HostArray read();

 private:
  KernelSignature shapes_;
  cal::Module module_;
  cal::Context context_;
  std::shared_ptr<cal::Resource> bodies_, constants_, sums_;
  il::Domain domain_;
  il::Groups groups_{1, 1, 1};
};

/// Throws Error(bad_input) where n bodies pass a limit of the device: what GravityRun would throw.
void check_gravity_limits(const cal::DeviceAttributes& attributes, const GravityKernel& kernel,
                          std::uint64_t n);

}  // namespace gputest::il

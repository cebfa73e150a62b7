// The APIs, families and kernels of this build. One register_<api>() call per API fills the
// registry. Static constructors do not register anything, because a static library would drop them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/names.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// The APIs, families and kernels of a build.
class Registry {
 public:
  /// Throws std::logic_error if the name exists already.
  void add(std::unique_ptr<Backend> backend);
  void add(std::unique_ptr<Family> family);
  /// Accepts any kernel. A kernel with a wrong description gets a fault (KernelInfo), so that it
  /// affects only its own rows: an unknown API, family, layout or axis value, an empty list, a
  /// repeated name. An axis without values gets all values of the family. A missing summary or
  /// source is taken from another API's kernel of the same name.
  void add(std::unique_ptr<Kernel> kernel);
  /// Adds an API that this build leaves out, and the reason: it is listed as unavailable.
  void add_unavailable(const std::string& api, const std::string& reason);

  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }
  const std::vector<std::unique_ptr<Family>>& families() const { return families_; }
  /// In order of registration, one API after the other.
  const std::vector<std::unique_ptr<Kernel>>& kernels() const { return kernels_; }

  /// Null if there is no such name.
  Backend* find_backend(std::string_view name) const;
  const Family* find_family(std::string_view name) const;

  /// Another kernel of the same API and family in double precision and without axes; null if there
  /// is none, or if the device is the host's processor.
  const Kernel* second_to(const Kernel& kernel, const DeviceInfo& device) const;

  /// The layouts of all families, each once.
  std::vector<Named> layouts() const;

  /// Names in order of registration, each once.
  std::vector<std::string> api_names() const;
  std::vector<std::string> kernel_names() const;

 private:
  std::string fault_of(const KernelInfo& info) const;

  std::vector<std::unique_ptr<Backend>> backends_;
  std::vector<std::unique_ptr<Family>> families_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
};

}  // namespace gputest

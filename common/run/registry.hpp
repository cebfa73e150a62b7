// What this build of gputest holds. Filled by one register_<api>() call per API; there is no
// registration by static constructors, which a static library would drop.
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
  /// Throw std::logic_error for a name twice.
  void add(std::unique_ptr<Backend> backend);
  void add(std::unique_ptr<Family> family);
  /// Takes any kernel. One that is not described as it should be (an unknown API, family, layout or
  /// value of an axis, nothing in a list, a name twice) is kept with a fault (KernelInfo), so that
  /// it costs its own rows and nothing else. An axis without values has all that the family has. A
  /// summary or source that is left out is that of another API's kernel of the same name.
  void add(std::unique_ptr<Kernel> kernel);
  /// An API that this build leaves out, and why: it is listed, and absent.
  void add_unavailable(const std::string& api, const std::string& reason);

  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }
  const std::vector<std::unique_ptr<Family>>& families() const { return families_; }
  /// In order of registration: API by API.
  const std::vector<std::unique_ptr<Kernel>>& kernels() const { return kernels_; }

  /// Null if there is none of that name.
  Backend* find_backend(std::string_view name) const;
  const Family* find_family(std::string_view name) const;

  /// Another kernel of the API and family that a GPU has, in double precision and without axes;
  /// null where there is none, and for what a host's processor runs.
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

// What this build of gputest holds. Filled by one register_<api>() call per API; there is no
// registration by static constructors, which a static library would drop.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/codeobject/loaded_kernel.hpp"
#include "common/core/names.hpp"
#include "common/device/device.hpp"
#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

class Registry {
 public:
  /// The add functions throw std::logic_error for what a catalogue must not hold: a name twice, a
  /// kernel of an unknown API, family or layout, a kernel without layout or precision.
  void add(std::unique_ptr<Backend> backend);
  void add(std::unique_ptr<Family> family);
  void add(std::unique_ptr<Kernel> kernel);
  /// What a run-time library says of the program's own kernels.
  void add(LoadedKernelsOf loaded_kernels);
  /// An API that this build leaves out, and why: it is listed, and absent.
  void add_unavailable(const std::string& api, const std::string& reason);

  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }
  const std::vector<std::unique_ptr<Family>>& families() const { return families_; }
  /// In order of registration: API by API.
  const std::vector<std::unique_ptr<Kernel>>& kernels() const { return kernels_; }

  /// What the run-time libraries say, all of them: nothing where there is none, or no device.
  std::vector<LoadedKernel> loaded_kernels(const std::string& kernel) const;

  /// Null if there is none of that name.
  Backend* find_backend(std::string_view name) const;
  const Family* find_family(std::string_view name) const;

  /// Names in order of registration, each once.
  std::vector<std::string> api_names() const;
  std::vector<std::string> kernel_names() const;

 private:
  std::vector<std::unique_ptr<Backend>> backends_;
  std::vector<std::unique_ptr<Family>> families_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::vector<LoadedKernelsOf> loaded_kernels_;
};

}  // namespace gputest

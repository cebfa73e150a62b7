#include "app/texts/kernel_texts.hpp"

#include <fmt/format.h>

#include "app/registry.hpp"
#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "config.hpp"
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/kernel_source.hpp"
#endif

namespace gputest {

/// Made by the build from the families' folders simt/ and cpu/.
const std::vector<EmbeddedFile>& embedded_compiled_kernels();
/// Made by the build from il_reference/kernels/.
const std::vector<EmbeddedFile>& embedded_il_kernels();

namespace {

/// Where the API's kernel lies, from the project's root.
std::string path_of_kernel(const std::string& api, const std::string& kernel) {
  const auto underscore = kernel.find('_');
  const std::string family = kernel.substr(0, underscore), variant = kernel.substr(underscore + 1);
  if (api == "opencl") return fmt::format("opencl/kernels/{}/{}.cl", family, variant);
  if (api == "il") return fmt::format("il_reference/kernels/{}/{}.il", family, variant);
  if (api == "cpu") return fmt::format("common/{}/cpu/{}.cpp", family, variant);
  return fmt::format("common/{}/simt/{}.inl", family, variant);
}

}  // namespace

KernelFileText kernel_file_text(const std::string& api, const std::string& kernel) {
  const std::string path = path_of_kernel(api, kernel);
#ifdef GPUTEST_HAVE_OPENCL
  if (api == "opencl") {
    require_kernel_files();
    for (const opencl::KernelFile& file : opencl::kernel_files())
      if (file.path == path) return {api, file.name, file.text};
  }
#endif
  for (const auto* files : {&embedded_compiled_kernels(), &embedded_il_kernels()})
    for (const EmbeddedFile& file : *files)
      if (file.path == path) return {api, path, std::string(file.text)};
  throw Error(Status::bad_input,
              fmt::format("the program does not hold the text of {}:{}, {}", api, kernel, path));
}

}  // namespace gputest

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

/// The files of the families' folders simt/ and cpu/, embedded by the build.
const std::vector<EmbeddedFile>& embedded_compiled_kernels();
/// The files of il_reference/kernels/, embedded by the build.
const std::vector<EmbeddedFile>& embedded_il_kernels();

namespace {

/// The path of the API's kernel from the project's root.
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
              fmt::format("the program does not contain the text of {}:{}, {}", api, kernel, path));
}

}  // namespace gputest

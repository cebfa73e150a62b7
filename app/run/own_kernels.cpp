#include "app/run/own_kernels.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/text_file.hpp"
#include "common/cpu/own_kernel.hpp"
#include "common/run/manifest.hpp"
#include "config.hpp"
#ifdef GPUTEST_HAVE_CUDA
#include "cuda/catalogue.hpp"
#endif
#ifdef GPUTEST_HAVE_HIP
#include "hip/catalogue.hpp"
#endif
#include "il_reference/api/catalogue.hpp"
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/catalogue.hpp"
#endif

namespace gputest {
namespace {

namespace fs = std::filesystem;

bool is_pattern(const std::string& file) { return file.find_first_of("*?[") != file.npos; }

/// The files that match a pattern, in alphabetical order; a name without wildcards is unchanged.
std::vector<std::string> files_of(const std::string& pattern) {
  if (!is_pattern(pattern)) return {pattern};
  glob_t found{};
  const std::unique_ptr<glob_t, void (*)(glob_t*)> freed(&found, globfree);
  const int code = glob(pattern.c_str(), 0, nullptr, &found);
  if (code == GLOB_NOSPACE) throw std::bad_alloc();
  if (code != 0)
    throw Error(Status::bad_input, fmt::format("--my-kernel={} matches no file", pattern));
  return {found.gl_pathv, found.gl_pathv + found.gl_pathc};
}

/// The family with the longest name that begins the kernel's name; null if there is none.
const Family* family_of(const Registry& registry, const std::string& kernel) {
  const Family* longest = nullptr;
  for (const auto& family : registry.families())
    if (kernel.starts_with(family->name() + "_") &&
        (longest == nullptr || family->name().size() > longest->name().size()))
      longest = family.get();
  return longest;
}

OwnKernel read_own_kernel(const Registry& registry, const std::string& file,
                          const std::string& family) {
  const std::string extension = fs::path(file).extension();
  OwnKernel own;
  own.path = file.starts_with('/') || file.starts_with('.') ? file : "./" + file;
  own.text = read_text_file(file);
  const auto kernel = kernel_of_manifest(own.text);
  if (!kernel)
    throw Error(Status::bad_input,
                fmt::format("{} does not name its kernel; begin the file with a comment 'gputest "
                            "kernel: {}_mine' (gputest template writes one)",
                            file, family.empty() ? "gravity" : family));
  const Family* its = family_of(registry, *kernel);
  if (its == nullptr)
    throw Error(Status::bad_input,
                fmt::format("{} has the kernel {}, but no family has a name that begins it; see "
                            "gputest list kernels",
                            file, *kernel));
  if (!family.empty() && its->name() != family)
    throw Error(Status::bad_input,
                fmt::format("{} has the kernel {}, which does not belong to --as={}", file, *kernel,
                            family));
  own.family = its->name();
  own.variant = kernel->substr(own.family.size() + 1);
  return own;
}

/// A language of user's kernels, by the extension of a file.
struct OwnLanguage {
  const char* extension;
  const char* name;
  const char* api;
  void (*add)(Registry&, const OwnKernel&);  ///< null: the build lacks the API,
  const char* absence;                       ///< the reason
};

const std::vector<OwnLanguage>& own_languages() {
  static const std::vector<OwnLanguage> all{
#ifdef GPUTEST_HAVE_CUDA
      {".cu", "CUDA", "cuda", add_own_cuda_kernel, ""},
#else
      {".cu", "CUDA", "cuda", nullptr, GPUTEST_REASON_CUDA},
#endif
#ifdef GPUTEST_HAVE_HIP
      {".hip", "HIP", "hip", add_own_hip_kernel, ""},
#else
      {".hip", "HIP", "hip", nullptr, GPUTEST_REASON_HIP},
#endif
#ifdef GPUTEST_HAVE_OPENCL
      {".cl", "OpenCL C", "opencl", add_own_opencl_kernel, ""},
#else
      {".cl", "OpenCL C", "opencl", nullptr, GPUTEST_REASON_OPENCL},
#endif
      {".cpp", "C++", "cpu", add_own_cpu_kernel, ""},
      {".il", "IL", "il", add_own_il_kernel, ""}};
  return all;
}

bool is_own_kernel(const std::string& file) {
  const std::vector<OwnLanguage>& all = own_languages();
  return std::any_of(all.begin(), all.end(), [&](const OwnLanguage& language) {
    return language.extension == fs::path(file).extension();
  });
}

/// The language of a file. Throws Error(usage), or Error(unavailable) if the build lacks its API.
const OwnLanguage& language_of(const std::string& file, const std::string& option) {
  const std::string extension = fs::path(file).extension();
  std::string known;
  for (const OwnLanguage& language : own_languages()) {
    if (language.extension == extension && language.add == nullptr)
      throw Error(Status::unavailable,
                  fmt::format("{}: {} is {}", option, language.api, language.absence));
    if (language.extension == extension) return language;
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", language.name, language.extension);
  }
  throw Error(Status::usage,
              fmt::format("{}: the file's extension must be one of {}", option, known));
}

/// Adds the user's kernel and returns its API.
std::string add(Registry& registry, const std::string& file, const std::string& family) {
  const OwnLanguage& language = language_of(file, "--my-kernel=" + file);
  language.add(registry, read_own_kernel(registry, file, family));
  return language.api;
}

}  // namespace

std::string add_own_kernel(Registry& registry, const OwnKernel& kernel, const std::string& option) {
  const OwnLanguage& language = language_of(kernel.path, option);
  language.add(registry, kernel);
  return language.api;
}

std::vector<AddedKernel> add_own_kernels(Registry& registry, const std::vector<std::string>& files,
                                         const std::string& family) {
  if (!family.empty() && registry.find_family(family) == nullptr) {
    std::vector<std::string> names;
    for (const auto& one : registry.families()) names.push_back(one->name());
    throw Error(Status::usage, no_such("family", family, names));
  }
  std::vector<AddedKernel> added;
  for (const std::string& pattern : files) {
    const std::size_t before = added.size();
    for (const std::string& file : files_of(pattern)) {
      // The folder may also contain headers and notes.
      if (is_pattern(pattern) && !is_own_kernel(file)) continue;
      const std::string api = add(registry, file, family);
      added.push_back({api, registry.kernels().back()->info().name()});
    }
    if (added.size() == before)
      throw Error(Status::bad_input, fmt::format("--my-kernel={} matches no kernel file", pattern));
  }
  return added;
}

}  // namespace gputest

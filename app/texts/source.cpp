#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "app/command/commands.hpp"
#include "app/texts/kernel_texts.hpp"

namespace gputest {
namespace {

/// The API of "opencl:gravity_naive"; empty without one.
std::string api_before(const std::string& kernel) {
  const auto colon = kernel.find(':');
  return colon == kernel.npos ? "" : kernel.substr(0, colon);
}

/// The named APIs, or all that have the kernel if none is named. Throws Error(usage) for an unknown
/// API, or one without the kernel.
std::vector<std::string> apis_meant(const Registry& registry, const std::string& kernel,
                                    const std::vector<std::string>& named) {
  std::vector<std::string> having;
  std::vector<std::string> kernels;
  for (const auto& one : registry.kernels()) {
    kernels.push_back(one->info().name());
    if (one->info().name() == kernel) having.push_back(one->info().api);
  }
  if (having.empty()) throw Error(Status::usage, no_such("kernel", kernel, kernels));
  if (named.empty() || std::find(named.begin(), named.end(), "all") != named.end()) return having;
  const std::vector<std::string> known = registry.api_names();
  for (const std::string& api : named) {
    if (std::find(known.begin(), known.end(), api) == known.end())
      throw Error(Status::usage, no_such("API", api, known));
    if (std::find(having.begin(), having.end(), api) == having.end())
      throw Error(Status::usage, fmt::format("{} has no kernel {}; it is in {}", api, kernel,
                                             fmt::join(having, ", ")));
  }
  return named;
}

/// Prints a single text alone. Several texts, which APIs may share, get a heading each.
void print_texts(const std::vector<KernelFileText>& files) {
  std::set<std::string> printed;
  for (const KernelFileText& file : files) printed.insert(file.path);
  const bool several = printed.size() > 1;
  printed.clear();
  for (const KernelFileText& file : files) {
    if (!printed.insert(file.path).second) continue;
    if (several) {
      std::vector<std::string> apis;
      for (const KernelFileText& other : files)
        if (other.path == file.path) apis.push_back(other.api);
      fmt::print("==> {}: {} <==\n", fmt::join(apis, ", "), file.path);
    }
    fmt::print("{}", file.text);
  }
}

class Source : public Subcommand {
 public:
  explicit Source(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "source"; }
  std::string summary() const override { return "print the source text of a kernel"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest source gravity_tiled --api=opencl", "the kernel's OpenCL C"}};
  }
  void declare(OptionList& options) override {
    options.word("kernel", kernel_, "a name, or api:name");
    options.list("--api", apis_, "print the texts of these APIs [all that have the kernel]",
                 "LIST");
  }
  Status run() override {
    const std::string api = api_before(kernel_);
    if (!api.empty() && !apis_.empty())
      throw Error(Status::usage, fmt::format("{} already names its API; leave out --api", kernel_));
    if (!api.empty()) apis_ = {api};
    const std::string kernel = api.empty() ? kernel_ : kernel_.substr(api.size() + 1);
    std::vector<KernelFileText> files;
    for (const std::string& one : apis_meant(registry_, kernel, apis_))
      files.push_back(kernel_file_text(one, kernel));
    print_texts(files);
    return Status::ok;
  }

 private:
  const Registry& registry_;
  std::string kernel_;
  std::vector<std::string> apis_;
};

}  // namespace

std::unique_ptr<Subcommand> make_source(const Registry& registry) {
  return std::make_unique<Source>(registry);
}

}  // namespace gputest

#include "common/texts/nvidia_compiler.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/texts/nvrtc.hpp"
#include "common/texts/process.hpp"

namespace gputest::texts {
namespace {

constexpr const char* kWanted = "a kernel is compiled";
constexpr int kLeastMajor = 12;  // of NVRTC, because the texts are C++20

/// Subnormal numbers are flushed to zero: naive, tiled and unrolled gain 15 to 18 % on an H100.
const std::vector<std::string> kShared{"--std=c++20", "--ftz=true"};

class Nvrtc : public Compiler {
 public:
  std::string absence() const override { return why_no_nvrtc(kWanted, kLeastMajor); }
  std::string name() const override { return nvrtc_name(); }
  Reader reader() const override { return Reader::library; }
  std::vector<std::string> options() const override {
    std::vector<std::string> all = kShared;
    all.push_back("-default-device");
    return all;
  }
  Compiled compile(const Program& program, const std::string& target) const override {
    CompiledCuda made =
        compile_cuda(program.file, program.text, target, options(), program.headers);
    return {std::move(made.image), std::move(made.machine_code), std::move(made.ptx), name(),
            options()};
  }
};

class Nvcc : public Compiler {
 public:
  std::string absence() const override {
    return version().empty() ? why_no_nvrtc(kWanted, kLeastMajor) + "; there is no nvcc either"
                             : "";
  }
  std::string name() const override { return "nvcc " + version(); }
  Reader reader() const override { return Reader::process; }
  std::vector<std::string> options() const override {
    std::vector<std::string> all = kShared;
    all.push_back("--expt-relaxed-constexpr");
    return all;
  }
  Compiled compile(const Program& program, const std::string& target) const override {
    std::vector<std::string> words{"nvcc", "-cubin", "-arch=" + target};
    for (const std::string& option : options()) words.push_back(option);
    std::string code = compile_by_process(words, program, target, ".cu");
    return {code, code, "", name(), options()};
  }

 private:
  static const std::string& version() {
    static const std::string found =
        version_of_process({"nvcc", "--version"}, "release ([0-9]+\\.[0-9]+)");
    return found;
  }
};

}  // namespace

const Compiler& nvidia_compiler() {
  static const Nvrtc nvrtc;
  static const Nvcc nvcc;
  return nvrtc.absence().empty() ? static_cast<const Compiler&>(nvrtc) : nvcc;
}

}  // namespace gputest::texts

#include "common/texts/run_time_compiler.hpp"

#include <fmt/format.h>

#include <utility>

#include "common/core/error.hpp"

namespace gputest::texts {
namespace {

// The same in NVRTC and hiprtc.
constexpr int kRtcSuccess = 0, kRtcCompilation = 6;

}  // namespace

RunTimeCompiler::RunTimeCompiler(std::string prefix, std::initializer_list<std::string> libraries)
    : prefix_(std::move(prefix)), library_(libraries) {
  is_whole_ = find(error_text_, "GetErrorString") && find(create_, "CreateProgram") &&
              find(destroy_, "DestroyProgram") && find(compile_, "CompileProgram") &&
              find(log_size_, "GetProgramLogSize") && find(log_, "GetProgramLog");
}

void RunTimeCompiler::require(int code, const char* call) const {
  if (code == kRtcSuccess) return;
  throw Error(Status::unavailable,
              fmt::format("{}{} gave error {}: {}", prefix_, call, code, error_text_(code)),
              ApiFailure{prefix_, prefix_ + call, code, ""});
}

std::string RunTimeCompiler::version() const {
  int (*ask)(int*, int*) = nullptr;
  int major = 0, minor = 0;
  if (!find(ask, "Version") || ask(&major, &minor) != kRtcSuccess) return "";
  return fmt::format("{}.{}", major, minor);
}

RunTimeProgram::RunTimeProgram(const RunTimeCompiler& compiler, const std::string& file,
                               const std::string& text,
                               const std::map<std::string, std::string>& headers)
    : compiler_(compiler), file_(file) {
  std::vector<const char*> names, texts;
  for (const auto& [name, header] : headers) {
    names.push_back(name.c_str());
    texts.push_back(header.c_str());
  }
  // A text that includes the file must not have the same name.
  const char* const name = headers.count(file) > 0 ? "instances" : file.c_str();
  compiler_.require(compiler_.create_(&program_, text.c_str(), name,
                                      static_cast<int>(headers.size()), texts.data(), names.data()),
                    "CreateProgram");
}

RunTimeProgram::~RunTimeProgram() { static_cast<void>(compiler_.destroy_(&program_)); }

void RunTimeProgram::compile(const std::vector<std::string>& options,
                             const std::string& target) const {
  std::vector<const char*> argv;
  for (const std::string& option : options) argv.push_back(option.c_str());
  const int code = compiler_.compile_(program_, static_cast<int>(argv.size()), argv.data());
  if (code == kRtcSuccess) return;
  std::size_t size = 0;
  compiler_.require(compiler_.log_size_(program_, &size), "GetProgramLogSize");
  std::string messages(size + 1, '\0');
  compiler_.require(compiler_.log_(program_, messages.data()), "GetProgramLog");
  while (!messages.empty() && (messages.back() == '\0' || messages.back() == '\n'))
    messages.pop_back();
  throw Error(code == kRtcCompilation ? Status::bad_input : Status::unavailable,
              fmt::format("{} does not compile for {}", file_, target),
              ApiFailure{compiler_.prefix_, compiler_.prefix_ + "CompileProgram", code, messages});
}

std::string RunTimeProgram::get(const std::string& what) const {
  int (*size_of)(RunTimeCompiler::Handle*, std::size_t*) = nullptr;
  int (*copy)(RunTimeCompiler::Handle*, char*) = nullptr;
  const std::string get = "Get" + what, get_size = get + "Size";
  if (!compiler_.find(size_of, get_size.c_str()) || !compiler_.find(copy, get.c_str()))
    throw Error(Status::unavailable,
                fmt::format("the library has no {}{}", compiler_.prefix_, get));
  std::size_t size = 0;
  compiler_.require(size_of(program_, &size), get_size.c_str());
  std::string text(size, '\0');
  if (size > 0) compiler_.require(copy(program_, text.data()), get.c_str());
  return text;
}

}  // namespace gputest::texts

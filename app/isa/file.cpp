#include "app/isa/file.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/names.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

IsaCode read_code_object(std::string_view bytes) {
  const Elf elf = read_elf(bytes);
  static_cast<void>(isa::loaded_bytes(elf));
  return {isa::target_of_file(elf), bytes, isa::kernels_of_file(elf)};
}

/// "ns::reverse" for "void ns::reverse<float>(float*)".
std::string bare_name(const std::string& symbol) {
  std::string name = demangled(symbol);
  name.erase(std::min(name.find('('), name.size()));
  name.erase(std::min(name.find('<'), name.size()));
  if (const auto space = name.rfind(' '); space != name.npos) name.erase(0, space + 1);
  return name;
}

}  // namespace

IsaFile::IsaFile(const std::string& path) : path_(path), content_(read_file(path)) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Status::bad_input, fmt::format("{} cannot be loaded: {}", printable(path_), why));
  };
  std::string first_refusal;
  try {
    for (const std::string_view bytes : isa::code_objects_in(content_)) try {
        all_.push_back(read_code_object(bytes));
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& error) {
        if (first_refusal.empty()) first_refusal = error.what();
      }
  } catch (const Error& error) {
    refuse(error.what());
  }
  if (all_.empty()) refuse(first_refusal);
}

const IsaCode& IsaFile::of_target(const std::string& target) const {
  std::vector<std::string> targets;
  for (const IsaCode& code : all_) targets.push_back(code.target);
  if (target.empty()) {
    if (all_.size() == 1) return all_.front();
    throw Error(Status::usage, fmt::format("{} has code for {}; choose one with --target",
                                           printable(path_), fmt::join(targets, " and ")));
  }
  for (const IsaCode& code : all_)
    if (code.target == target) return code;
  throw Error(Status::usage,
              fmt::format("{} has no code for {}; it has code for {}", printable(path_),
                          printable(target), fmt::join(targets, " and ")));
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

const isa::KernelOfFile& find_isa_kernel(const IsaCode& code, const std::string& name) {
  const isa::KernelOfFile* found = nullptr;
  std::vector<std::string> names, of_that_name;
  for (const isa::KernelOfFile& kernel : code.kernels) {
    if (kernel.name == name) return kernel;
    names.push_back(bare_name(kernel.name));
    if (names.back() != name) continue;
    found = &kernel;
    of_that_name.push_back(kernel.name);
  }
  if (of_that_name.size() > 1)
    throw Error(Status::usage,
                fmt::format("several kernels are called {}; give one of the symbols {}",
                            printable(name), fmt::join(of_that_name, ", ")));
  if (found == nullptr) throw Error(Status::usage, no_such("kernel", name, names));
  return *found;
}

std::vector<isa::KernelArgument> explicit_arguments(const isa::KernelOfFile& kernel) {
  std::vector<isa::KernelArgument> arguments;
  for (const isa::KernelArgument& argument : kernel.arguments)
    if (!argument.is_hidden()) arguments.push_back(argument);
  return arguments;
}

}  // namespace gputest

#include "hip/isa/code_object_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <utility>

#include "common/codeobject/amd_metadata.hpp"
#include "common/codeobject/device_code.hpp"
#include "common/core/error.hpp"
#include "common/core/json_text.hpp"
#include "common/core/printable.hpp"

namespace gputest::isa {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // of a code object, loaded
constexpr std::uint64_t kMostArgumentBytes = 64 << 10;
constexpr std::uint32_t kMostAlignment = 64 << 10;

/// EF_AMDGPU_MACH of the file's flags.
constexpr std::pair<std::uint32_t, const char*> kMachines[]{{0x2f, "gfx906"},  {0x3f, "gfx90a"},
                                                            {0x36, "gfx1030"}, {0x40, "gfx940"},
                                                            {0x4b, "gfx941"},  {0x4c, "gfx942"}};

/// The target in the metadata; empty if there is none.
std::string named_target(const nlohmann::json& metadata) {
  const auto found = metadata.find("amdhsa.target");
  if (found == metadata.end() || !found->is_string()) return "";
  const std::string triple = *found;
  return triple.substr(triple.rfind('-') + 1);
}

KernelArgument argument_of(const nlohmann::json& entry) {
  KernelArgument argument{entry.at(".value_kind"), entry.at(".offset"), entry.at(".size")};
  if (const auto name = entry.find(".name"); name != entry.end()) argument.name = *name;
  if (const auto align = entry.find(".pointee_align"); align != entry.end())
    argument.pointee_align = *align;
  if (!std::has_single_bit(argument.pointee_align) || argument.pointee_align > kMostAlignment)
    throw std::runtime_error(
        fmt::format("an argument of a kernel is aligned to {} bytes", argument.pointee_align));
  if (std::uint64_t{argument.offset} + argument.size > kMostArgumentBytes)
    throw std::runtime_error(fmt::format("an argument of a kernel ends at byte {} of the arguments",
                                         std::uint64_t{argument.offset} + argument.size));
  return argument;
}

}  // namespace

std::string target_of_file(const Elf& file) {
  if (file.machine != EM_AMDGPU)
    throw std::runtime_error("it is a program or a library of another machine");
  for (const auto& [number, target] : kMachines)
    if ((file.machine_flags & 0xFF) == number) return target;
  const std::string named = named_target(amd_metadata(file));
  throw std::runtime_error(fmt::format("it is for {}, but only {} can be executed",
                                       named.empty() ? "another GPU" : printable(named),
                                       fmt::join(kTargets, ", ")));
}

std::uint64_t loaded_bytes(const Elf& file) {
  std::uint64_t bytes = 0;
  for (const ElfSegment& segment : file.segments) {
    if (segment.size > kMostBytes || segment.address > kMostBytes ||
        segment.contents.size() > segment.size)
      throw std::runtime_error("its segments have an invalid layout");
    bytes = std::max(bytes, segment.address + segment.size);
  }
  return bytes;
}

namespace {

std::vector<KernelOfFile> kernels_of_metadata(const Elf& file, const nlohmann::json& metadata) {
  std::map<std::string_view, const ElfSymbol*> symbols;
  for (const ElfSymbol& symbol : file.symbols) symbols[symbol.name] = &symbol;
  const std::uint64_t bytes = loaded_bytes(file);
  const auto require_inside = [&](std::uint64_t begin, std::uint64_t size) {
    if (begin > bytes || size > bytes - begin)
      throw std::runtime_error("one of its kernels lies outside of it");
  };
  std::vector<KernelOfFile> kernels;
  for (const nlohmann::json& entry : metadata.at("amdhsa.kernels")) {
    KernelOfFile kernel;
    kernel.name = entry.at(".name");
    const std::string descriptor = entry.at(".symbol");
    if (symbols.count(kernel.name) == 0 || symbols.count(descriptor) == 0)
      throw std::runtime_error(
          fmt::format("it has no symbols for the kernel {}", printable(kernel.name)));
    constexpr std::uint64_t kDescriptorBytes = 64;
    kernel.descriptor = symbols[descriptor]->address;
    kernel.code = symbols[kernel.name]->address;
    kernel.size = symbols[kernel.name]->size;
    require_inside(kernel.descriptor, kDescriptorBytes);
    require_inside(kernel.code, kernel.size);
    kernel.resources = amd_kernel(entry);
    if (kernel.resources.wavefront != 32 && kernel.resources.wavefront != 64)
      throw std::runtime_error(
          fmt::format("it has wavefronts of {} lanes", kernel.resources.wavefront));
    if (const auto arguments = entry.find(".args"); arguments != entry.end())
      for (const nlohmann::json& argument : *arguments)
        kernel.arguments.push_back(argument_of(argument));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace

std::vector<KernelOfFile> kernels_of_file(const Elf& file) {
  const nlohmann::json metadata = amd_metadata(file);
  try {
    return kernels_of_metadata(file, metadata);
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error("its metadata " + json_fault(error));
  }
}

std::vector<std::string_view> code_objects_in(std::string_view file) {
  if (file.starts_with(ELFMAG)) return {file};
  std::vector<std::string_view> found;
  for (const DeviceCode& code : find_device_code(file))
    if (code.kind == CodeKind::amd && !code.bytes.empty()) found.push_back(code.bytes);
  if (found.empty())
    throw Error(Status::bad_input,
                "it is neither a code object (ELF) nor a bundle of code objects");
  return found;
}

}  // namespace gputest::isa

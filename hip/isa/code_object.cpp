#include "hip/isa/code_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "common/core/error.hpp"
#include "hip/isa/decode.hpp"
#include "hip/isa/line_table.hpp"

namespace gputest::isa {
namespace {

constexpr std::uint64_t kPage = 4096;

bool is_rdna(const std::string& target) { return target.starts_with("gfx1"); }
/// CDNA 2 and 3 have one register file for vector and accumulation registers.
bool is_unified(const std::string& target) {
  return target == "gfx90a" || target.starts_with("gfx94");
}

}  // namespace

void CodeObject::FreeAligned::operator()(std::uint8_t* p) const { std::free(p); }

CodeObject::CodeObject(std::string_view bytes, std::string target, Memory& memory)
    : target_(std::move(target)), memory_(memory) {
  try {
    const Elf elf = read_elf(bytes);
    for (const char* relocations : {".rela.dyn", ".rela.plt"})
      if (elf.find(relocations) != nullptr)
        throw std::runtime_error("it has relocations, which are not implemented");
    if (const std::string of_file = target_of_file(elf); of_file != target_)
      throw std::runtime_error(fmt::format("it is for {}", of_file));
    size_ = (loaded_bytes(elf) + kPage - 1) / kPage * kPage;
    image_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(kPage, std::max(size_, kPage))));
    if (!image_) throw Error(Status::out_of_memory, "there is no memory for a code object");
    std::memset(image_.get(), 0, std::max(size_, kPage));
    for (const ElfSegment& segment : elf.segments)
      std::memcpy(image_.get() + segment.address, segment.contents.data(), segment.contents.size());
    const auto contents = [&](const char* name) {
      const ElfSection* const section = elf.find(name);
      return section == nullptr ? std::string_view() : section->contents;
    };
    lines_ = read_lines(contents(".debug_line"), contents(".debug_line_str"));
    for (KernelOfFile& kernel : kernels_of_file(elf)) {
      const std::string name = kernel.name;
      found_.emplace(name, std::move(kernel));
    }
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(Status::bad_input,
                fmt::format("a code object for {} cannot be loaded: {}", target_, error.what()));
  }
  memory_.add({base(), size_, false, "the code object"});
}

CodeObject::~CodeObject() { memory_.remove(base()); }

std::vector<std::string> CodeObject::kernels() const {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : found_) names.push_back(name);
  return names;
}

const Kernel* CodeObject::kernel(const std::string& name) {
  if (const auto found = kernels_.find(name); found != kernels_.end()) return &found->second;
  const auto found = found_.find(name);
  if (found == found_.end()) return nullptr;
  return &kernels_.emplace(name, load(found->second)).first->second;
}

Kernel CodeObject::load(const KernelOfFile& found) {
  const auto at = [&]<class T>(T, std::uint64_t offset) {
    T value;
    std::memcpy(&value, image_.get() + found.descriptor + offset, sizeof value);
    return value;
  };
  Kernel kernel;
  kernel.name = found.name;
  kernel.descriptor.lds_bytes = at(std::uint32_t{}, 0);
  kernel.descriptor.scratch_bytes = at(std::uint32_t{}, 4);
  kernel.descriptor.argument_bytes = at(std::uint32_t{}, 8);
  kernel.descriptor.entry =
      base() + found.descriptor + static_cast<std::uint64_t>(at(std::int64_t{}, 16));
  kernel.descriptor.resources3 = at(std::uint32_t{}, 44);
  kernel.descriptor.resources1 = at(std::uint32_t{}, 48);
  kernel.descriptor.resources2 = at(std::uint32_t{}, 52);
  kernel.descriptor.properties = at(std::uint16_t{}, 56);
  constexpr std::uint32_t kMostArgumentBytes = 64 << 10;
  if (kernel.descriptor.argument_bytes > kMostArgumentBytes)
    throw Error(Status::bad_input, fmt::format("the kernel {} has {} bytes of arguments",
                                               found.name, kernel.descriptor.argument_bytes));
  kernel.arguments = found.arguments;
  kernel.resources = found.resources;
  kernel.wavefront = found.resources.wavefront;
  const bool by_eight = is_unified(target_) || (is_rdna(target_) && kernel.wavefront == 32);
  kernel.vector_registers = ((kernel.descriptor.resources1 & 63) + 1) * (by_eight ? 8 : 4);
  if (is_unified(target_)) kernel.accumulation = ((kernel.descriptor.resources3 & 63) + 1) * 4;
  const Disassembler disassembler(target_, kernel.wavefront);
  const Surroundings in{target_, kernel.wavefront, kernel.accumulation, kernel.vector_registers, 0};
  const std::string_view code(reinterpret_cast<const char*>(image_.get()) + found.code, found.size);
  auto& program = programs_[found.name];
  program =
      std::make_unique<Program>(decode(disassembler, in, code, base() + found.code, found.name));
  const auto end = lines_.lower_bound(found.code + found.size);
  for (auto line = lines_.lower_bound(found.code); line != end; ++line)
    program->lines.emplace(base() + line->first, line->second);
  kernel.program = program.get();
  return kernel;
}

}  // namespace gputest::isa

#include "common/codeobject/elf.hpp"

#include <elf.h>

#include <cstring>
#include <stdexcept>

namespace gputest {
namespace {

std::string_view range(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    throw std::runtime_error("an ELF file is cut short");
  return bytes.substr(offset, size);
}

template <class T>
T at(std::string_view bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, range(bytes, offset, sizeof value).data(), sizeof value);
  return value;
}

std::string_view text_at(std::string_view strings, std::uint64_t offset) {
  if (offset >= strings.size()) throw std::runtime_error("an ELF file is cut short");
  const std::string_view rest = strings.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

const ElfSection* Elf::find(std::string_view name) const {
  for (const ElfSection& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

Elf read_elf(std::string_view bytes) {
  const auto header = at<Elf64_Ehdr>(bytes, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_shentsize != sizeof(Elf64_Shdr))
    throw std::runtime_error("this is not an ELF64 file");

  const auto section = [&](unsigned k) {
    return at<Elf64_Shdr>(bytes, header.e_shoff + k * sizeof(Elf64_Shdr));
  };
  const auto contents = [&](const Elf64_Shdr& of) {
    return of.sh_type == SHT_NOBITS ? std::string_view() : range(bytes, of.sh_offset, of.sh_size);
  };
  Elf elf;
  elf.machine = header.e_machine;
  elf.machine_flags = header.e_flags;
  const std::string_view names = contents(section(header.e_shstrndx));
  for (unsigned k = 0; k < header.e_shnum; ++k) {
    const Elf64_Shdr found = section(k);
    elf.sections.push_back({text_at(names, found.sh_name), found.sh_type,
                            (found.sh_flags & SHF_WRITE) != 0, found.sh_size, contents(found)});
    if (found.sh_type != SHT_SYMTAB) continue;
    const std::string_view strings = contents(section(found.sh_link));
    for (std::uint64_t offset = 0; offset < found.sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(contents(found), offset);
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      elf.symbols.push_back({text_at(strings, symbol.st_name), symbol.st_value, symbol.st_size,
                             type == STT_OBJECT || type == STT_TLS || type == STT_COMMON,
                             symbol.st_shndx});
    }
  }
  for (unsigned k = 0; k < header.e_phnum; ++k) {
    const auto segment = at<Elf64_Phdr>(bytes, header.e_phoff + k * sizeof(Elf64_Phdr));
    if (segment.p_type != PT_LOAD) continue;
    elf.segments.push_back(
        {segment.p_vaddr, segment.p_memsz, range(bytes, segment.p_offset, segment.p_filesz)});
  }
  return elf;
}

}  // namespace gputest

// A little-endian ELF64 file in memory, the format of AMD's code objects and NVIDIA's cubins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace gputest {

/// A section of the file.
struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;
  bool is_writable = false;
  std::uint64_t size = 0;     ///< in the device's memory
  std::string_view contents;  ///< empty if the file has none (SHT_NOBITS)
};

/// A loaded part of the file, at an address relative to the load address.
struct ElfSegment {
  std::uint64_t address = 0, size = 0;  ///< in the device's memory
  std::string_view contents;            ///< the rest of it is zero
};

/// A symbol of the symbol table.
struct ElfSymbol {
  std::string_view name;
  std::uint64_t address = 0, size = 0;
  bool is_variable = false;
  std::size_t section = 0;  ///< index in Elf::sections; beyond the last: none
};

/// The sections, segments and symbols of the file.
struct Elf {
  std::uint16_t machine = 0;  ///< EM_AMDGPU, EM_CUDA
  std::uint32_t machine_flags = 0;
  std::vector<ElfSection> sections;
  std::vector<ElfSegment> segments;
  std::vector<ElfSymbol> symbols;  ///< in the order of the symbol table

  /// Null if there is no such section.
  const ElfSection* find(std::string_view name) const;
};

/// Views into `bytes`. Throws std::runtime_error if they are not an ELF64 file or cut short.
Elf read_elf(std::string_view bytes);

}  // namespace gputest

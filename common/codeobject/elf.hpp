// A little-endian ELF64 file in memory: what AMD's code objects and NVIDIA's cubins are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gputest {

/// A section of the file.
struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint64_t size = 0;     ///< in the device's memory
  std::string_view contents;  ///< empty where the file holds none (SHT_NOBITS)
};

/// The sections and symbols of the file.
struct Elf {
  std::vector<ElfSection> sections;
  std::vector<std::string_view> symbols;  ///< names, in the order of the symbol table

  /// Null if there is none of that name.
  const ElfSection* find(std::string_view name) const;
};

/// Views into `bytes`. Throws std::runtime_error where they are no such file, or one cut short.
Elf read_elf(std::string_view bytes);

}  // namespace gputest

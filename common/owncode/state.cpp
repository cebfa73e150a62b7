#include "common/owncode/state.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "common/codeobject/elf.hpp"
#include "common/core/defences.hpp"
#include "common/core/error.hpp"
#include "common/owncode/ptx.hpp"

namespace gputest::owncode {
namespace {

struct Known {
  std::string_view name;
  std::uint64_t size;         ///< 0: any
  bool is_beginning = false;  ///< a number or a name follows
};

/// Variables of the compiler and its libraries: CUDA's tables for sines; HIP's name of the file;
/// those of a library's start and end; OpenMP's locks; addresses of functions.
constexpr std::array<Known, 11> kKnown{{{"__cudart_i2opi_f", 24},
                                        {"__cudart_i2opi_d", 144},
                                        {"__cudart_sin_cos_coeffs", 128},
                                        {"__dso_handle", 8},
                                        {"_DYNAMIC", 0},
                                        {"_GLOBAL_OFFSET_TABLE_", 0},
                                        {"_ZStL8__ioinit", 1},
                                        {"completed.", 1, true},
                                        {"__hip_cuid_", 1, true},
                                        {".gomp_", 0, true},
                                        {"DW.ref.", 8, true}}};

/// Whether it is a text of printf or assert, with its end.
bool is_text(const ElfSymbol& symbol, const ElfSection& section) {
  if (!symbol.name.starts_with("$str") && !symbol.name.starts_with("__unnamed_")) return false;
  if (symbol.address + symbol.size > section.contents.size()) return false;
  return section.contents.substr(symbol.address, symbol.size).find('\0') == symbol.size - 1;
}

/// Whether the compiler or its libraries and not the kernel's author have written the variable.
bool is_compilers(const ElfSymbol& symbol, const ElfSection& section, std::string_view ptx) {
  if (symbol.name.starts_with("__cudart_") && !ptx.empty()) return false;  // they are only read
  return is_text(symbol, section) ||
         std::any_of(kKnown.begin(), kKnown.end(), [&](const Known& known) {
           return (known.size == 0 || known.size == symbol.size) &&
                  (known.is_beginning ? symbol.name.starts_with(known.name)
                                      : symbol.name == known.name);
         });
}

/// Whether what a launch writes to the section is there in the next one. Shared memory is a
/// block's, and the loader alone writes tables of addresses.
bool keeps_data(const ElfSection& section) {
  return section.is_writable && !section.name.starts_with(".nv.shared") &&
         !section.name.starts_with(".data.rel.ro");
}

/// The variable's name in C++.
std::string readable(std::string_view name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : std::string(name);
}

}  // namespace

void require_stateless(const std::string& file, std::string_view code, std::string_view ptx) {
  if (is_left_out(Defence::variables)) return;
  const std::size_t begin = code.find(std::string_view(ELFMAG, SELFMAG));
  if (begin == code.npos) return;
  const Elf elf = read_elf(code.substr(begin));
  for (const ElfSymbol& symbol : elf.symbols)
    if (symbol.is_variable && symbol.size > 0 && symbol.section < elf.sections.size() &&
        keeps_data(elf.sections[symbol.section]) &&
        !is_compilers(symbol, elf.sections[symbol.section], ptx) && !is_only_read(ptx, symbol.name))
      throw Error(Status::bad_input,
                  fmt::format("{} keeps the variable {} from one launch to the next; a kernel may "
                              "only write its arguments and its threads' own variables",
                              file, readable(symbol.name)));
}

}  // namespace gputest::owncode

#include "common/owncode/state.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "common/codeobject/elf.hpp"
#include "common/core/error.hpp"

namespace gputest::owncode {
namespace {

/// Whether the compiler or its libraries and not the kernel's author have written the variable:
/// those of a library's start and end, OpenMP's locks, texts, and tables of functions.
bool is_compilers(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kBegins{
      "completed.",  "__dso_handle", "_DYNAMIC",  "_GLOBAL_OFFSET_TABLE_", ".gomp_", "DW.ref.",
      "__hip_cuid_", "$str",         "__cudart_", "_ZStL8__ioinit"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
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

void require_stateless(const std::string& file, std::string_view code) {
  const std::size_t begin = code.find(std::string_view(ELFMAG, SELFMAG));
  if (begin == code.npos) return;
  const Elf elf = read_elf(code.substr(begin));
  for (const ElfSymbol& symbol : elf.symbols)
    if (symbol.is_variable && symbol.size > 0 && symbol.section < elf.sections.size() &&
        keeps_data(elf.sections[symbol.section]) && !is_compilers(symbol.name))
      throw Error(Status::bad_input,
                  fmt::format("{} keeps the variable {} from one launch to the next; a kernel may "
                              "only write its arguments and its threads' own variables",
                              file, readable(symbol.name)));
}

}  // namespace gputest::owncode

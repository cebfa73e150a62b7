// Feeds arbitrary bytes to the reader of IL's tokens and, if they are a program's text, to the
// writer. They may throw only gputest::Error. A program that was read must be the same after it is
// written and read again. A program that was written must be read back as itself.
//
//   clang++ -fsanitize=fuzzer,address,undefined … && ./il_binary_fuzz tests/fuzz/corpus/il_binary
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/core/error.hpp"
#include "il_reference/binary/assembler.hpp"
#include "il_reference/binary/disassembler.hpp"
#include "il_reference/binary/image.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"

namespace {

using namespace gputest::il;

void require(bool promise) {
  if (!promise) std::abort();
}

/// A text that IL's parser and checker accept.
bool accepted(std::string_view text) {
  const Parsed parsed = parse(text);
  return !has_errors(parsed.diagnostics) && !has_errors(check(parsed.program));
}

void read_tokens(std::string_view bytes) {
  const binary::Image image = binary::read_image(bytes);
  if (image.tokens.empty()) return;
  const binary::Disassembly read = binary::disassemble(image.tokens);
  require(accepted(read.text));
  const binary::Disassembly again = binary::disassemble(binary::assemble(read.program));
  require(equivalent(read.program, again.program) && read.text == again.text);
}

void write_tokens(std::string_view text) {
  if (!accepted(text)) return;
  const Program program = parse(text).program;
  const binary::Disassembly read = binary::disassemble(binary::assemble(program));
  require(equivalent(binary::canonical(program), read.program));
}

template <typename Step>
void allow_errors(Step step) {
  try {
    step();
  } catch (const gputest::Error& error) {
    require(error.status() == gputest::Status::bad_input && *error.what() != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  allow_errors([&] { read_tokens(bytes); });
  allow_errors([&] { write_tokens(bytes); });
  return 0;
}

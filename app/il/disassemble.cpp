#include "app/il/disassemble.hpp"

#include <fmt/format.h>

#include "app/command/messages.hpp"
#include "app/il/memory.hpp"
#include "common/core/host.hpp"
#include "il_reference/binary/assembler.hpp"
#include "il_reference/binary/disassembler.hpp"
#include "il_reference/binary/image.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"

namespace gputest {
namespace {

/// The IL text of a file's content; warns on stderr about parts that are left out.
std::string disassembled(const std::string& name, const std::string& bytes) {
  const auto warn = [&](const std::string& sentence) {
    print_message(fmt::format("{}: warning: {}", name, sentence));
  };
  try {
    const il::binary::Image image = il::binary::read_image(bytes);
    if (image.more != 0)
      warn(fmt::format("{} further sections contain IL and are left out", image.more));
    if (image.tokens.empty()) {
      warn(fmt::format("the section {} contains IL as text; it is printed unchanged",
                       image.section));
      return image.text;
    }
    const il::binary::Disassembly read = il::binary::disassemble(image.tokens);
    for (const std::string& warning : read.warnings) warn(warning);
    return read.text;
  } catch (const Error& error) {
    throw Error(error.status(), fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace

Status disassemble_il(const std::string& file, const std::string& output) {
  require_il_output(output, file);
  write_il_output(output, disassembled(il_file_name(file), read_il_text(file)));
  return Status::ok;
}

Status assemble_il(const std::string& file, const std::string& output) {
  if (output.empty())
    throw Error(Status::usage, "il assemble writes binary tokens; give a file with --output FILE");
  require_il_output(output, file);
  const std::string name = il_file_name(file);
  il::Diagnostics warnings;
  const il::Program program = il::read_program(read_il_text(file), name, &warnings);
  print_messages(il::to_text(warnings, name));
  try {
    write_il_output(output, il::binary::to_bytes(il::binary::assemble(program)));
  } catch (const il::LocatedError& error) {
    throw Error(error.status(), error.in_file(name));
  }
  return Status::ok;
}

}  // namespace gputest

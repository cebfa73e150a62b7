#include "app/il_disassemble.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <ostream>

#include "app/il_memory.hpp"
#include "common/core/host.hpp"
#include "il_reference/binary/assembler.hpp"
#include "il_reference/binary/disassembler.hpp"
#include "il_reference/binary/image.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"

namespace gputest {
namespace {

void write_bytes(const std::string& path, const std::string& bytes) {
  if (path.empty() || path == "-")
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  else
    write_file_atomically(path, [&](std::ostream& out) {
      out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    });
}

/// What a file of that name says, with what is left out said on stderr.
std::string disassembled(const std::string& name, const std::string& bytes) {
  const auto warn = [&](const std::string& sentence) {
    fmt::print(stderr, "{}: warning: {}\n", name, sentence);
  };
  try {
    const il::binary::Image image = il::binary::read_image(bytes);
    if (image.more != 0)
      warn(fmt::format("IL is in {} further sections too, which are left out", image.more));
    if (image.tokens.empty()) {
      warn(fmt::format("the section {} holds IL as text, given as it stands", image.section));
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
  if (!output.empty() && output != "-") require_writable(output);
  write_bytes(output, disassembled(il_file_name(file), read_il_text(file)));
  return Status::ok;
}

Status assemble_il(const std::string& file, const std::string& output) {
  if (output.empty())
    throw Error(Status::usage, "il assemble writes binary tokens and needs --output FILE");
  if (output != "-") require_writable(output);
  const std::string name = il_file_name(file);
  il::Diagnostics warnings;
  const il::Program program = il::read_program(read_il_text(file), name, &warnings);
  fmt::print(stderr, "{}", il::to_text(warnings, name));
  try {
    write_bytes(output, il::binary::to_bytes(il::binary::assemble(program)));
  } catch (const il::LocatedError& error) {
    throw Error(error.status(), error.in_file(name));
  }
  return Status::ok;
}

}  // namespace gputest

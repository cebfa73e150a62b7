#include "hip/isa/decode.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hip/isa/rounding.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {
namespace {

void fail(Wave&, const Operation& op) { throw Fault(*op.reason); }

}  // namespace

Operation decode_text(const std::string& text, const Surroundings& in) {
  const Syntax syntax = parse_syntax(text);
  const Semantics* const semantics = find_semantics(syntax.mnemonic);
  if (semantics == nullptr)
    throw Fault(fmt::format("the instruction {} is not implemented", syntax.mnemonic));
  Operation op;
  op.run = semantics->run;
  if (semantics->bind != nullptr)
    semantics->bind(syntax, in, op);
  else
    bind_alu(*semantics, syntax, in, op);
  op.is_vector = !syntax.mnemonic.starts_with("s_");
  op.rounding = rounding_of(semantics->mnemonic);
  const auto check = [&](const Operand& operand) {
    const unsigned limit = operand.place == Place::vector   ? in.vector_registers
                           : operand.place == Place::scalar ? scalar::kCount
                                                            : ~0u;
    if (operand.index + unsigned{operand.words} > limit)
      throw Fault(
          fmt::format("register {} is beyond the kernel's {} registers", operand.index, limit));
  };
  for (const Operand& operand : op.out) check(operand);
  for (const Operand& operand : op.in) check(operand);
  return op;
}

Program decode(const Disassembler& disassembler, const Surroundings& surroundings,
               std::string_view code, std::uint64_t address, const std::string& kernel) {
  Program program;
  program.kernel = kernel;
  program.begin = address;
  program.at_word.assign(code.size() / 4 + 1, -1);
  Surroundings in = surroundings;
  for (std::size_t at = 0; at + 4 <= code.size();) {
    const DisassembledInstruction found = disassembler.first(code.substr(at), address + at);
    const std::uint32_t size = found.size == 0 ? 4 : found.size;
    in.next = address + at + size;
    const std::string& text = program.texts.emplace_back(found.text);
    Operation op;
    try {
      if (found.size == 0) throw Fault("these bytes are not an instruction");
      op = decode_text(text, in);
    } catch (const std::exception& error) {
      op = Operation();
      op.run = &fail;
      op.reason = &program.texts.emplace_back(error.what());
    }
    op.address = address + at;
    op.text = &text;
    program.at_word[at / 4] = static_cast<std::int32_t>(program.operations.size());
    program.operations.push_back(op);
    at += size;
  }
  Operation& end = program.operations.emplace_back();
  end.run = &fail;
  end.address = address + code.size();
  end.text = &program.texts.emplace_back("the end of the code");
  end.reason = &program.texts.emplace_back("the kernel runs beyond its end");
  // Branches contain addresses; convert them to indices of operations.
  for (Operation& op : program.operations) {
    if (op.text->find("branch") == std::string::npos || op.run == &fail) continue;
    try {
      op.immediate = static_cast<std::uint32_t>(program.at(static_cast<std::uint64_t>(op.offset)));
    } catch (const Fault& fault) {
      op.run = &fail;
      op.reason = &program.texts.emplace_back(fault.what());
    }
  }
  return program;
}

std::string Program::line_of(std::uint64_t address) const {
  const auto next = lines.upper_bound(address);
  return next == lines.begin() ? "" : std::prev(next)->second;
}

std::size_t Program::at(std::uint64_t address) const {
  const std::uint64_t word = (address - begin) / 4;
  if (address < begin || (address - begin) % 4 != 0 || word >= at_word.size() || at_word[word] < 0)
    throw Fault(
        fmt::format("it jumps to 0x{:x}, where no instruction of the kernel begins", address));
  return static_cast<std::size_t>(at_word[word]);
}

}  // namespace gputest::isa

#include "hip/isa/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "hip/isa/program.hpp"

namespace gputest::isa {
namespace {

/// "0x3f800000 (1)": the bits and, for a number of ordinary size, its value.
std::string word_text(std::uint32_t word) {
  const auto number = std::bit_cast<float>(word);
  const float size = number < 0 ? -number : number;
  if (size >= 1e-6f && size <= 1e9f) return fmt::format("0x{:x} ({:.7g})", word, number);
  return word < 10 ? fmt::format("{}", word) : fmt::format("0x{:x}", word);
}

std::string register_name(unsigned index) {
  switch (index) {
    case scalar::kVcc:
      return "vcc_lo";
    case scalar::kVcc + 1:
      return "vcc_hi";
    case scalar::kM0:
      return "m0";
    case scalar::kExec:
      return "exec_lo";
    case scalar::kExec + 1:
      return "exec_hi";
    default:
      return fmt::format("s{}", index);
  }
}

/// One word of a vector register: of the traced lane, or of all active lanes.
std::string vector_text(const Wave& wave, unsigned index, std::uint64_t lanes) {
  std::string text = fmt::format(" v{} =", index);
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const bool is_defined = (wave.defined[index] >> lane & 1) != 0;
    text += ' ';
    text += is_defined ? word_text(wave.vectors[index].lane[lane]) : "undefined";
  }
  return text;
}

/// The operation's result in that operand.
std::string written(const Wave& wave, const Operand& to, std::uint64_t lanes) {
  std::string text;
  for (unsigned k = 0; k < to.words; ++k) {
    const unsigned index = to.index + k;
    if (to.place == Place::vector) text += vector_text(wave, index, lanes);
    if (to.place == Place::scalar && index != scalar::kNull && index != scalar::kExec &&
        index != scalar::kExec + 1)
      text += fmt::format(" {} = {}", register_name(index), word_text(wave.scalars[index]));
  }
  return text;
}

}  // namespace

void Tracer::before(const Wave& wave, const Operation& op) {
  exec_ = wave.exec();
  vcc_ = wave.pair(scalar::kVcc);
  condition_ = wave.scc;
  shown_ = wave.block->id == traced_.block && wave.index == traced_.wavefront &&
           (!traced_.lane || !op.is_vector || (exec_ >> *traced_.lane & 1) != 0);
}

void Tracer::after(const Wave& wave, const Operation& op) const {
  if (!shown_) return;
  std::string text = *op.text;
  std::replace(text.begin(), text.end(), '\t', ' ');
  text.erase(0, text.find_first_not_of(' '));
  const std::uint64_t lanes = traced_.lane ? std::uint64_t{1} << *traced_.lane : exec_;
  std::string effect;
  for (const Operand& to : op.out) effect += written(wave, to, lanes);
  if (wave.exec() != exec_) effect += fmt::format(" exec = 0x{:x}", wave.exec());
  if (wave.scc != condition_) effect += fmt::format(" scc = {}", wave.scc ? 1 : 0);
  const bool names_vcc = std::any_of(op.out.begin(), op.out.end(), [](const Operand& to) {
    return to.place == Place::scalar && to.index == scalar::kVcc && to.words > 0;
  });
  if (!names_vcc && wave.pair(scalar::kVcc) != vcc_)
    effect += fmt::format(" vcc = 0x{:x}", wave.pair(scalar::kVcc));
  const std::uint64_t at = op.address - wave.program->begin;
  traced_.print(effect.empty() ? fmt::format("{:6x}  {}", at, text)
                               : fmt::format("{:6x}  {:<44} ;{}", at, text, effect));
}

}  // namespace gputest::isa

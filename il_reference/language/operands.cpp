// Registers, indices, masks, swizzles and modifiers.
#include <fmt/format.h>

#include <algorithm>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

struct RegisterName {
  std::string_view name;
  File file;
};

constexpr RegisterName register_names[] = {
    {"r", File::temp},
    {"l", File::literal},
    {"v", File::input},
    {"o", File::output},
    {"cb", File::constant},
    {"x", File::indexed_temp},
    {"g", File::global},
    {"mem", File::memory},
    {"vWinCoord", File::win_coord},
    {"vaTid", File::absolute_thread_flat},
    {"vAbsTidFlat", File::absolute_thread_flat},
    {"vTid", File::thread_in_group_flat},
    {"vTidInGrpFlat", File::thread_in_group_flat},
    {"vTGroupid", File::group_flat},
    {"vThreadGrpIdFlat", File::group_flat},
    {"vAbsTid", File::absolute_thread},
    {"vTidInGrp", File::thread_in_group},
    {"vThreadGrpId", File::group},
    {"vObjIndex", File::object_index},
    {"icb", File::constant},
};

// IL registers for graphics, or newer than CAL.
constexpr std::string_view unsupported_registers[] = {"a",
                                                      "al",
                                                      "b",
                                                      "c",
                                                      "i",
                                                      "p",
                                                      "pc",
                                                      "s",
                                                      "sr",
                                                      "t",
                                                      "vPrim",
                                                      "vFace",
                                                      "oDepth",
                                                      "oMask",
                                                      "oPos",
                                                      "vPos",
                                                      "vCoverageMask",
                                                      "vInstanceID",
                                                      "vVertexID",
                                                      "vOutputCoverage",
                                                      "tic",
                                                      "cbuf"};

int letter_index(char c) {
  constexpr std::string_view letters = "xyzw";
  const std::size_t index = letters.find(c);
  return index == std::string_view::npos ? -1 : static_cast<int>(index);
}

bool has_number(File file) {
  return file == File::temp || file == File::literal || file == File::input ||
         file == File::output || file == File::indexed_temp;
}

}  // namespace

TextParser::Register TextParser::register_name() {
  scanner_.skip_space();
  const Location location = scanner_.location();
  const std::string_view name = scanner_.letters();
  const std::string_view digits = scanner_.digits();
  if (name.empty()) fail(location, fmt::format("expected a register, found {}", found()));
  std::uint32_t number = 0;
  if (!digits.empty()) {
    const auto value = unsigned_number(digits);
    if (!value || *value >= register_limit) {
      fail(location, fmt::format("{}{} is past the highest register number, {}", name, digits,
                                 register_limit - 1));
    }
    number = *value;
  }
  Register made;
  made.number = number;
  if (!expansions_.empty() && (name == "in" || name == "out")) {
    const Expansion& expansion = *expansions_.back();
    const std::size_t count = name == "in" ? expansion.inputs.size() : expansion.outputs.size();
    if (digits.empty() || number >= count) {
      fail(location, fmt::format("{}{} is not an operand of macro {}", name, digits,
                                 expansion.macro->number));
    }
    if (name == "in") {
      made.input = &expansion.inputs[number];
    } else {
      made.output = &expansion.outputs[number];
    }
    return made;
  }
  // Case does not matter: public kernels have vAbsTIdFlat.
  const std::string in_lower_case = lower_case(name);
  const auto* known =
      std::find_if(std::begin(register_names), std::end(register_names),
                   [&](const RegisterName& r) { return lower_case(r.name) == in_lower_case; });
  if (known == std::end(register_names)) {
    const bool is_unsupported =
        std::find(std::begin(unsupported_registers), std::end(unsupported_registers), name) !=
        std::end(unsupported_registers);
    fail(location,
         fmt::format("{} '{}{}'", is_unsupported ? "unsupported register" : "unknown register",
                     name, digits));
  }
  made.file = known->file;
  if (has_number(made.file) && digits.empty()) {
    fail(location, fmt::format("register '{}' lacks its number", name));
  }
  if (!has_number(made.file) && made.file != File::constant) made.number = 0;
  if (in_lower_case == "icb") made.number = immediate_buffer;
  if (!expansions_.empty()) {
    const Macro& macro = *expansions_.back()->macro;
    const bool own = made.file == File::temp ||
                     (made.file == File::literal && macro.own_literals.count(made.number) != 0);
    if (own) made.number += (macro.index + 1) * register_limit;
  }
  return made;
}

Index TextParser::index() {
  Index made;
  std::int64_t offset = 0;
  int sign = 1;
  while (true) {
    scanner_.skip_space();
    const Location location = scanner_.location();
    if (is_digit(scanner_.peek())) {
      offset += sign * static_cast<std::int64_t>(number("an index"));
    } else {
      const Register named = register_name();
      if (made.relative || sign < 0) fail(location, "an index is one register plus a number");
      WrittenSource written;
      if (named.input != nullptr) written = *named.input;
      Source& whole_name = written.emplace_back();
      whole_name.file = named.file;
      whole_name.number = named.number;
      if (named.output != nullptr) {
        whole_name.file = named.output->file;
        whole_name.number = named.output->number;
      }
      whole_name.location = location;
      swizzle(whole_name);
      const Source whole = meant(written, 'u');
      if (whole.letters > 1) fail(location, "an index is one slot of a register");
      const Select select = whole.swizzle[0];
      if (is_indexed(whole.file) || whole.file == File::memory || !whole.plain() ||
          select >= Select::zero) {
        fail(location, "an index is a slot of a register that has no index itself");
      }
      made.relative = true;
      made.file = whole.file;
      made.number = whole.number;
      made.component = static_cast<std::uint8_t>(select);
    }
    if (scanner_.accept(']')) break;
    scanner_.skip_space();
    const char c = scanner_.peek();
    if (c != '+' && c != '-')
      fail(scanner_.location(), fmt::format("expected ']', found {}", found()));
    scanner_.advance();
    sign = c == '-' ? -1 : 1;
  }
  const std::int64_t limit = 0x7FFFFFFF;
  if (offset < -limit || offset > limit || (offset < 0 && !made.relative)) {
    fail(scanner_.location(), fmt::format("index {} is out of range", offset));
  }
  made.offset = static_cast<std::int32_t>(offset);
  return made;
}

/// The letters of a mask or a swizzle normally end at another character. If a kernel's C string
/// lacks a \n, the next instruction follows directly: `r8.yitof r8.y`.
void TextParser::end_of_slots(Location location, std::string_view what, std::string_view written) {
  if (!is_letter(scanner_.peek()) && !is_digit(scanner_.peek())) return;
  Scanner ahead = scanner_;
  const std::string_view word = ahead.word();
  // r1.yxor: y followed by xor, or yx followed by or?
  const std::string_view longer(word.data() - 1, word.size() + 1);
  const bool one_reading = written.size() == 1 || find_instruction(longer) == nullptr;
  if (written.empty() || find_instruction(word) == nullptr || !one_reading)
    fail(location, fmt::format("{}, found '{}{}'", what, written, word));
  report(Severity::warning, scanner_.location(),
         fmt::format("{} begins a new statement without white space before it", word));
}

void TextParser::mask(Destination& made) {
  if (scanner_.peek() != '.') return;
  scanner_.advance();
  const Location location = scanner_.location();
  const std::string_view written = scanner_.run_of("xyzw01_");
  end_of_slots(location, "a mask consists of x y z w _ 0 1", written);
  made.mask = {Write::keep, Write::keep, Write::keep, Write::keep};
  int slot = 0;
  for (const char c : written) {
    const int letter = letter_index(c);
    if (letter >= 0) {
      if (letter < slot) fail(location, fmt::format("mask '{}' is not in the order xyzw", written));
      slot = letter;
    }
    if (slot > 3) fail(location, fmt::format("mask '{}' has more than four slots", written));
    if (c != '_') {
      made.mask[static_cast<std::size_t>(slot)] =
          letter >= 0 ? Write::result : (c == '0' ? Write::zero : Write::one);
    }
    ++slot;
  }
  if (slot == 0) fail(location, "the mask after '.' is missing");
}

Destination TextParser::destination() {
  scanner_.skip_space();
  Destination made;
  made.location = scanner_.location();
  const Register named = register_name();
  if (named.input != nullptr) fail(made.location, "a macro cannot write its inputs");
  if (named.output != nullptr) {
    const Location location = made.location;
    made = *named.output;
    made.location = location;
    Destination formal;
    mask(formal);
    for (std::size_t slot = 0; slot < 4; ++slot) {
      if (made.mask[slot] == Write::result) made.mask[slot] = formal.mask[slot];
      if (formal.mask[slot] == Write::keep) made.mask[slot] = Write::keep;
    }
    return made;
  }
  made.file = named.file;
  made.number = named.number;
  scanner_.skip_space_in_line();
  if (is_indexed(made.file)) {
    expect('[');
    made.index = index();
  }
  mask(made);
  return made;
}

void TextParser::swizzle(Source& made) {
  if (scanner_.peek() != '.') return;
  scanner_.advance();
  const Location location = scanner_.location();
  const std::string_view written = scanner_.run_of("xyzw01");
  end_of_slots(location, "a swizzle consists of x y z w 0 1", written);
  if (written.empty()) fail(location, "the swizzle after '.' is missing");
  if (written.size() > 4) {
    fail(location, fmt::format("swizzle '{}' has more than four letters", written));
  }
  made.letters = static_cast<std::uint8_t>(written.size());
  for (std::size_t slot = 0; slot < written.size(); ++slot) {
    const char c = written[slot];
    made.swizzle[slot] = c == '0'   ? Select::zero
                         : c == '1' ? Select::one
                                    : static_cast<Select>(letter_index(c));
  }
}

void TextParser::source_modifiers(Source& made) {
  while (scanner_.peek() == '_') {
    const Location location = scanner_.location();
    scanner_.advance();
    const std::string_view start = scanner_.letters();
    std::string name(start);
    if (is_digit(scanner_.peek())) name += scanner_.digits();
    if (name == "neg") {
      std::string slots = "xyzw";
      scanner_.skip_space_in_line();
      if (scanner_.peek() == '(') slots = argument();
      if (slots.find_first_not_of("xyzw_") != std::string::npos) {
        fail(location, fmt::format("_neg takes slots of x y z w, found '{}'", slots));
      }
      for (const char c : slots) {
        if (c != '_') made.negate[static_cast<std::size_t>(letter_index(c))] = true;
      }
    } else if (name == "abs") {
      made.absolute = true;
    } else if (name == "x2") {
      made.x2 = true;
    } else if (name == "bias") {
      made.bias = true;
    } else if (name == "bx2") {
      made.bias = made.x2 = true;
    } else if (name == "invert") {
      made.invert = true;
    } else if (name == "sign") {
      made.sign = true;
    } else if (name == "divComp" || name == "divcomp") {
      const std::string slot = argument();
      made.divide = slot == "y"         ? DivComp::y
                    : slot == "z"       ? DivComp::z
                    : slot == "w"       ? DivComp::w
                    : slot == "unknown" ? DivComp::unknown
                                        : DivComp::none;
      if (made.divide == DivComp::none) {
        fail(location, fmt::format("_divComp takes y, z, w or unknown, found '{}'", slot));
      }
    } else {
      fail(location, fmt::format("unknown modifier '_{}'", name));
    }
    scanner_.skip_space_in_line();
  }
}

}  // namespace gputest::il

// Parses the text of one instruction in the form of LLVM's disassembler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest::isa {

/// A modifier after the operands: "offset:16", "glc", "op_sel:[0,1]", "vmcnt(0)".
struct Modifier {
  std::string name;
  std::string value;  ///< after the colon or within parentheses; may be empty
};

/// The parts of an instruction's text, not yet interpreted.
struct Syntax {
  std::string mnemonic;               ///< "v_add_f32", without its encoding
  std::string encoding;               ///< "e32", "e64", "sdwa", "dpp"; may be empty
  std::vector<std::string> operands;  ///< "v[0:1]", "-|v3|", "0x40", "off"
  std::vector<Modifier> modifiers;

  /// Null if there is none of that name.
  const Modifier* find(std::string_view name) const;
};

/// Splits the text. Checks only that brackets close, and throws Error(bad_input) if they do not.
Syntax parse_syntax(std::string_view text);

}  // namespace gputest::isa

// The text of one instruction, as LLVM's disassembler prints it, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest::isa {

/// A modifier behind the operands: "offset:16", "glc", "op_sel:[0,1]", "vmcnt(0)".
struct Modifier {
  std::string name;
  std::string value;  ///< behind the colon or within parentheses; empty where there is none
};

/// An instruction's parts, not yet understood.
struct Syntax {
  std::string mnemonic;               ///< "v_add_f32", without its encoding
  std::string encoding;               ///< "e32", "e64", "sdwa", "dpp"; empty where it is not named
  std::vector<std::string> operands;  ///< "v[0:1]", "-|v3|", "0x40", "off"
  std::vector<Modifier> modifiers;

  /// Null if it has none of that name.
  const Modifier* find(std::string_view name) const;
};

/// Takes the text apart. Nothing is checked but that brackets close.
/// Throws Error(bad_input) where they do not.
Syntax parse_syntax(std::string_view text);

}  // namespace gputest::isa

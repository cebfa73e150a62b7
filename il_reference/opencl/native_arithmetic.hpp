// IL's arithmetic in OpenCL C's operators and functions, for fast mode.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "il_reference/language/instructions.hpp"
#include "il_reference/language/program.hpp"
#include "il_reference/opencl/operands.hpp"

namespace gputest::il {

/// The native form of an instruction of shape slots, scalar or dot. In the text, $0, $1 … are the
/// operands.
struct NativeForm {
  std::string_view text;
  Type operands;
  Type result;
  enum class Kind {
    operators,   ///< vectors and scalars may be mixed
    function,    ///< operands have the width of the result
    comparison,  ///< a truth value, converted to all bits or none
    each,        ///< written for every slot
    dot,         ///< a product for every slot, and their sum
  } kind = Kind::operators;
};

/// Null if OpenCL C has nothing as short; fast mode then uses the shared semantics too.
const NativeForm* native_form(const Instruction& instruction);

/// The instruction's result over these slots of its destination, without result suffixes.
Expression native_result(const Operands& operands, const Instruction& instruction,
                         const NativeForm& form, const std::vector<unsigned>& slots);

/// `value` with _x2 … _d8 and _sat.
Expression native_suffixes(const Instruction& instruction, Expression value);

}  // namespace gputest::il

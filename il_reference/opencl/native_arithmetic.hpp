// IL's arithmetic as OpenCL C's own operators and functions, for fast mode.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "il_reference/language/instructions.hpp"
#include "il_reference/language/program.hpp"
#include "il_reference/opencl/operands.hpp"

namespace gputest::il {

/// How an instruction of shape slots, scalar or dot is written natively. In the text $0, $1 … stand
/// for the operands.
struct NativeForm {
  std::string_view text;
  Type operands;
  Type result;
  enum class Kind {
    operators,   ///< vectors and scalars may be mixed
    function,    ///< operands are as wide as the result
    comparison,  ///< a truth value, to become all bits or none
    each,        ///< written out for every slot
    dot,         ///< a product for every slot, and their sum
  } kind = Kind::operators;
};

/// Null where OpenCL C has nothing as short: the shared semantics then serve fast mode as well.
const NativeForm* native_form(const Instruction& instruction);

/// The instruction's result over these slots of its destination, without result suffixes.
Expression native_result(const Operands& operands, const Instruction& instruction,
                         const NativeForm& form, const std::vector<unsigned>& slots);

/// `value` with _x2 … _d8 and _sat.
Expression native_suffixes(const Instruction& instruction, Expression value);

}  // namespace gputest::il

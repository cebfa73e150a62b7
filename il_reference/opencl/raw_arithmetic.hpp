// IL's commonest float instructions in the fewest operations that give the interpreter's numbers:
// the functions of semantics/raw.h, for strict mode.
#pragma once

#include <optional>
#include <string>

#include "il_reference/opencl/operands.hpp"

namespace gputest::il {

/// The instruction's result for that slot, without result suffixes. Its bits are those of
/// semantics/il_semantics.h, except that a NaN may have arbitrary bits. Nothing if there is no such
/// form.
std::optional<std::string> raw_result(const Operands& operands, const Instruction& instruction,
                                      unsigned slot);

}  // namespace gputest::il

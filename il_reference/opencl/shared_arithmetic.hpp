// IL's arithmetic through the shared semantics, il_reference/semantics/il_semantics.h.
#pragma once

#include <string>
#include <vector>

#include "il_reference/language/program.hpp"
#include "il_reference/opencl/operands.hpp"

namespace gputest::il {

/// The bits for each of these slots of the destination, result suffixes included.
std::vector<std::string> shared_results(const Operands& operands, const Instruction& instruction,
                                        const std::vector<unsigned>& slots);

/// The last argument of a function that takes _zeroop, with its comma; else empty.
std::string zero_op_argument(const Instruction& instruction);

}  // namespace gputest::il

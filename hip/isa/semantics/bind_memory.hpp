// Operands of vector memory instructions. in[0]: the address's vector registers; in[1]: its scalar
// registers, if any; in[2]: the data; in[3] and in[4]: a buffer's descriptor and scalar offset;
// immediate: how to make a buffer's address (buffer.hpp).
#pragma once

#include "hip/isa/semantics.hpp"

namespace gputest::isa {

/// Binders (semantics.hpp) of loads, stores and atomics.
void bind_vector_load(const Syntax& syntax, const Surroundings& in, Operation& op);
void bind_vector_store(const Syntax& syntax, const Surroundings& in, Operation& op);
void bind_vector_atomic(const Syntax& syntax, const Surroundings& in, Operation& op);

}  // namespace gputest::isa

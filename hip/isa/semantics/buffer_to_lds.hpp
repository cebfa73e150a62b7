// Loads from buffers to LDS instead of a register (the modifier lds).
#pragma once

#include "hip/isa/semantics.hpp"

namespace gputest::isa {

/// Binds buffer_load_dword (semantics.hpp), with or without the modifier.
void bind_buffer_load_dword(const Syntax& syntax, const Surroundings& in, Operation& op);

}  // namespace gputest::isa

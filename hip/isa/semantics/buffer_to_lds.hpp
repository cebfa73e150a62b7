// Loads from buffers that go to LDS and to no register (the modifier lds).
#pragma once

#include "hip/isa/semantics.hpp"

namespace gputest::isa {

/// A binder (semantics.hpp) of buffer_load_dword, with the modifier or without it.
void bind_buffer_load_dword(const Syntax& syntax, const Surroundings& in, Operation& op);

}  // namespace gputest::isa

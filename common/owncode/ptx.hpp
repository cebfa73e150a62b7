// Variables in NVIDIA's assembly language, PTX.
#pragma once

#include <string_view>

namespace gputest::owncode {

/// Whether PTX defines the variable and no instruction can write it. An instruction may load from
/// its address, or from one computed from it by moves and additions. Any other use of such an
/// address counts as a write: a store, an atomic operation, a call, another variable's value.
bool is_only_read(std::string_view ptx, std::string_view variable);

}  // namespace gputest::owncode

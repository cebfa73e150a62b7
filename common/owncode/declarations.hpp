// Declarations of CUDA and HIP that a host program completes: the size of dynamic shared memory and
// the values of constants. A user's kernel has no host program.
#pragma once

#include <string>

namespace gputest::owncode {

/// The text, in which `extern __shared__ T name[];`, or HIP_DYNAMIC_SHARED(T, name), has become
/// shared memory of `shared` bytes, an expression; lines keep their numbers. Throws
/// Error(bad_input) with file and line for such a declaration if `shared` is empty, for a second
/// one, and for a __constant__ without values.
std::string with_complete_declarations(const std::string& file, std::string text,
                                       const std::string& shared);

}  // namespace gputest::owncode

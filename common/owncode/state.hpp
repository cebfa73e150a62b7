// Variables that outlive a launch. A kernel with one could keep answers in it, so gputest refuses
// it.
#pragma once

#include <string>
#include <string_view>

namespace gputest::owncode {

/// Throws Error(bad_input), which names the variable, if the compiled kernel has a variable that
/// kernels can write and that is not an argument: a global, a static or a thread's. `code` is an
/// ELF file, or a bundle that contains one: a library, a cubin, a code object.
///
/// NVIDIA's compilers put constants among these variables. With `ptx`, the same program in PTX, a
/// variable is allowed if no instruction can write it.
void require_stateless(const std::string& file, std::string_view code, std::string_view ptx = {});

}  // namespace gputest::owncode

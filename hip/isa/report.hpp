// Where in a kernel something happened, in words.
#pragma once

#include <string>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// "kernel k, instruction "v_mov_b32 v0, v1" at 0x40 of it (k.hip:12), block (0, 0, 0), wavefront
/// 1".
std::string where(const Wave& wave, const Operation& op);

/// Keeps in mind what is no error unless its result is used: "lane 3 reads LDS that nobody wrote".
/// The first few of a wavefront are told where it ends with a Fault.
void remark(Wave& wave, const Operation& op, unsigned lane, const std::string& what);

/// What remark() kept, in parentheses; empty where there was nothing.
std::string remarks(const Wave& wave);

}  // namespace gputest::isa

// Describes a place in a kernel.
#pragma once

#include <string>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// "kernel k, instruction "v_mov_b32 v0, v1" at 0x40 of it (k.hip:12), block (0, 0, 0), wavefront
/// 1".
std::string where(const Wave& wave, const Operation& op);

/// Notes something that is an error only if its result is used: "lane 3 reads an undefined value in
/// LDS". A Fault that ends the wavefront lists the first few notes.
void remark(Wave& wave, const Operation& op, unsigned lane, const std::string& what);

/// The notes of remark(), in parentheses; empty if there are none.
std::string remarks(const Wave& wave);

}  // namespace gputest::isa

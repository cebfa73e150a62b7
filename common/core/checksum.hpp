// Whether two results are of the same particles.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace gputest {

/// FNV-1a (Fowler, Noll and Vo, 64 bits) of the numbers' bytes, in hexadecimal.
std::string checksum(std::initializer_list<const std::vector<double>*> arrays);

}  // namespace gputest

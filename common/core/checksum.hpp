// Whether two results are of the same particles, or of the same text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// FNV-1a (Fowler, Noll and Vo, 64 bits) of the numbers' bytes, in hexadecimal.
std::string checksum(std::initializer_list<const std::vector<double>*> arrays);
/// Likewise of a text's.
std::string checksum(std::string_view text);

}  // namespace gputest

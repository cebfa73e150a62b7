// Checksums, which show whether two results come from the same particles or the same text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// FNV-1a (Fowler, Noll and Vo, 64 bits) of the numbers' bytes, in hexadecimal.
std::string checksum(std::initializer_list<const std::vector<double>*> arrays);
/// The same of a text's bytes.
std::string checksum(std::string_view text);

}  // namespace gputest

// Parses numbers of particles or cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// "16384"; "16k" or "16K", "1M" and "1G" in powers of 1024; "1e6" and "1.5e6" in powers of 10.
/// Throws Error(bad_input) for anything else: 0, fractions, numbers that do not fit 64 bits. The
/// message names the option.
std::uint64_t parse_count(const std::string& option, std::string_view text);

/// One such number, a range "1k..64k*2" (from A to B, each times 2) or a list "8191,8192". Throws
/// Error(bad_input), which names -n.
std::vector<std::uint64_t> parse_counts(const std::string& text);

}  // namespace gputest

// Compressed files: gzip and Zstandard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gputest {

/// The decompressed content if it begins as gzip or Zstandard; nothing if it does not. All members
/// or frames are joined. Throws Error(bad_input) if the data are damaged, cut short or followed by
/// other data, or if another program compressed them (bzip2, xz, LZ4, zip, compress);
/// Error(out_of_memory) if the content does not fit into host memory. `name` is the file's.
std::optional<std::string> decompressed(std::string_view content, const std::string& name);

}  // namespace gputest

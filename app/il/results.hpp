// The content of a resource after a kernel ran: as text, as a raw file or as a picture.
#pragma once

#include <string>
#include <vector>

#include "il_reference/cal/resource.hpp"

namespace gputest {

/// The values of a slot that become black and white.
struct IlRange {
  float black = 0, white = 1;
};

/// Element by element: "o0[0][1] = 1 2 3 4" with the row first, as in C, or "g[17] = …" for memory
/// with linear addresses. Shows the first `elements`, all if 0, read as `format`. Throws
/// Error(bad_input) if the resource has fewer.
std::string il_text(const std::string& name, cal::Resource& resource, const cal::Format& format,
                    std::uint64_t elements = 0);

/// Likewise for words outside a resource: "2[17] = …".
std::string il_words_text(const std::string& memory, const std::vector<std::uint32_t>& words,
                          const cal::Format& format);

/// Writes the elements to a file: as a PNG if its name ends so, otherwise as raw words.
void write_il_resource(const std::string& path, cal::Resource& resource, const IlRange& range = {});

}  // namespace gputest

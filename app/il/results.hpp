// What an IL kernel left in a resource, as text, as a raw file or as a picture.
#pragma once

#include <string>
#include <vector>

#include "il_reference/cal/resource.hpp"

namespace gputest {

/// Which values of a slot are black and white.
struct IlRange {
  float black = 0, white = 1;
};

/// Element by element: "o0[0][1] = 1 2 3 4", the row first as C counts, or "g[17] = …" of memory
/// that is addressed from end to end. `elements` of them, all where 0, read as `format`. Throws
/// Error(bad_input) where the resource holds fewer.
std::string il_text(const std::string& name, cal::Resource& resource, const cal::Format& format,
                    std::uint64_t elements = 0);

/// The same of words that are in no resource: "2[17] = …".
std::string il_words_text(const std::string& memory, const std::vector<std::uint32_t>& words,
                          const cal::Format& format);

/// Writes the elements to a file: as a PNG where its name ends so, otherwise as raw words.
void write_il_resource(const std::string& path, cal::Resource& resource, const IlRange& range = {});

}  // namespace gputest

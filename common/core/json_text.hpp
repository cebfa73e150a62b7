// JSON of a text, read in one place: each file that has nlohmann's parser compiled takes seconds
// longer to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace gputest {

/// The value that the text is, its keys in their order. Throws nlohmann::json::parse_error where it
/// is none.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace gputest

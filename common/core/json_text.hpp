// Parsing of JSON, in only one file: nlohmann's parser adds seconds to the compilation of each file
// that contains it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace gputest {

/// The value of the text, with its keys in their order. Throws nlohmann::json::parse_error if the
/// text is not JSON.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace gputest

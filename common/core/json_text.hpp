// Parsing of JSON, in only one file: nlohmann's parser adds seconds to the compilation of each file
// that contains it.
#pragma once

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gputest {

/// The value of the text, with its keys in their order. Throws nlohmann::json::parse_error if the
/// text is not JSON.
nlohmann::ordered_json parse_json(std::string_view text);

/// "has no member 'id'", "has a number in place of a string": the fault of a value whose reading
/// threw a nlohmann::json::exception, without that library's words. For any other exception, "is
/// wrong: " and its words.
std::string json_fault(const std::exception& error);

}  // namespace gputest

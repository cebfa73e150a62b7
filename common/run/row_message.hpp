// A row as a message between two processes of this program.
#pragma once

#include <string>
#include <string_view>

#include "common/run/result.hpp"

namespace gputest {

/// The whole row except the parts that identify the case: api, device, kernel, configuration and
/// unit, which the receiver knows. Every number is kept bit for bit, infinity and NaN too.
std::string to_message(const ResultRow& row);

/// Fills in the parts that to_message() sent. Throws std::exception if the message is invalid.
void from_message(std::string_view message, ResultRow& row);

}  // namespace gputest

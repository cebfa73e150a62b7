// What running a case gave, as a message from one process of this program to another.
#pragma once

#include <string>
#include <string_view>

#include "common/run/result.hpp"

namespace gputest {

/// Everything of the row but what tells which case it is: api, device, kernel, configuration and
/// the unit, which the receiver knows. Every number is kept bit for bit, infinity and NaN too.
std::string to_message(const ResultRow& row);

/// Fills in what to_message() has. Throws std::exception for what is no such message.
void from_message(std::string_view message, ResultRow& row);

}  // namespace gputest

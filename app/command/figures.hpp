// Figures as words for sentences.
#pragma once

#include <string>

namespace gputest {

/// "1.234 ms".
std::string time_words(double seconds);
/// "12.3 %"; below 0.1 % "less than 0.1 %".
std::string share_words(double share);
/// A number with a prefix and a unit: "3.48 TFLOP/s".
std::string rate_words(double per_second, const std::string& unit);

}  // namespace gputest

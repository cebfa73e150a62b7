// Expressions of a task's sizes: whole numbers of 64 bits.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gputest::task {

/// The values of names: of sizes, and in some places of "block".
using Values = std::map<std::string, std::int64_t>;

/// Throws Error(bad_input), with the expression, unless it is one over these names.
///
/// An expression has whole numbers, names, + - * / %, parentheses, min(a, b), max(a, b), log2(a),
/// which rounds down, and ceil(a / b). / rounds toward zero.
void require_expression(const std::string& text, const std::vector<std::string>& names);

/// Its value. Throws Error(bad_input), with the expression, for an overflow, a division by zero and
/// a logarithm of less than 1; and as require_expression() does.
std::int64_t evaluate(const std::string& text, const Values& values);

/// evaluate() for a number of things. Throws Error(bad_input) for a negative value too.
std::uint64_t evaluate_count(const std::string& text, const Values& values);

/// The value of a decimal number such as 2.5 or 1e-3, or else evaluate().
double evaluate_real(const std::string& text, const Values& values);

/// Throws as require_expression() does, unless the text is a decimal number.
void require_real(const std::string& text, const std::vector<std::string>& names);

}  // namespace gputest::task

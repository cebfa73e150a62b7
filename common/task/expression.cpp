#include "common/task/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <limits>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest::task {
namespace {

constexpr int kDeepest = 100;  // parentheses within parentheses

/// Reads an expression and, unless it only checks, computes its value.
class Evaluation {
 public:
  Evaluation(const std::string& text, const Values& values, bool computes)
      : text_(text), values_(values), computes_(computes) {}

  std::int64_t whole() {
    const std::int64_t value = sum();
    if (next() != '\0') fail(fmt::format("'{}' is not expected there", text_.substr(at_)));
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& complaint) const {
    throw Error(Status::bad_input, fmt::format("the expression `{}`: {}", text_, complaint));
  }

  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }
  void require(char wanted) {
    if (!take(wanted)) fail(fmt::format("a '{}' is missing", wanted));
  }

  std::int64_t sum() {
    std::int64_t value = product(false);
    while (true) {
      if (take('+'))
        value = checked(value, '+', product(false));
      else if (take('-'))
        value = checked(value, '-', product(false));
      else
        return value;
    }
  }

  /// With `rounds_up`, its last operation is a division that rounds up.
  std::int64_t product(bool rounds_up) {
    std::int64_t value = factor();
    while (true) {
      const char sign = next();
      if (sign != '*' && sign != '/' && sign != '%') break;
      ++at_;
      const std::int64_t right = factor();
      const char after = next();
      const bool is_last = after != '*' && after != '/' && after != '%';
      if (rounds_up && is_last && sign == '/') return divided_up(value, right);
      value = checked(value, sign, right);
    }
    if (rounds_up) fail("ceil takes a division, such as ceil(n / 256)");
    return value;
  }

  std::int64_t divided_up(std::int64_t left, std::int64_t right) const {
    const std::int64_t down = checked(left, '/', right);
    if (!computes_) return 0;
    return down + (left % right != 0 && (left < 0) == (right < 0) ? 1 : 0);
  }

  std::int64_t factor() {
    if (++depth_ > kDeepest) fail("it is nested too deeply");
    std::int64_t value = 0;
    if (take('-'))
      value = checked(0, '-', factor());
    else if (take('('))
      value = in_parentheses([this] { return sum(); });
    else if (std::isdigit(static_cast<unsigned char>(next())) != 0)
      value = number();
    else
      value = named();
    --depth_;
    return value;
  }

  template <class Inner>
  std::int64_t in_parentheses(const Inner& inner) {
    const std::int64_t value = inner();
    require(')');
    return value;
  }

  std::int64_t number() {
    const std::size_t first = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string digits = text_.substr(first, at_ - first);
    const auto value = parse_number<std::int64_t>(digits);
    if (!value || (at_ < text_.size() && text_[at_] == '.'))
      fail(fmt::format("{} is not a whole number of 64 bits", text_.substr(first)));
    return *value;
  }

  std::int64_t named() {
    const std::size_t first = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string name = text_.substr(first, at_ - first);
    if (name.empty())
      fail(at_ < text_.size() ? fmt::format("'{}' is not expected there", text_.substr(at_))
                              : "it ends too early");
    if (next() == '(') return function(name);
    const auto found = values_.find(name);
    if (found != values_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [each, value] : values_) known.push_back(each);
    fail(no_such("name", name, known));
  }

  std::int64_t function(const std::string& name) {
    require('(');
    if (name == "ceil") return in_parentheses([this] { return product(true); });
    if (name == "log2") return in_parentheses([this] { return logarithm(sum()); });
    if (name != "min" && name != "max")
      fail(no_such("function", name, {"ceil", "log2", "max", "min"}));
    return in_parentheses([&] {
      const std::int64_t left = sum();
      require(',');
      const std::int64_t right = sum();
      return name == "min" ? std::min(left, right) : std::max(left, right);
    });
  }

  std::int64_t logarithm(std::int64_t value) const {
    if (!computes_) return 0;
    if (value < 1) fail(fmt::format("log2 of {} does not exist", value));
    return std::bit_width(static_cast<std::uint64_t>(value)) - 1;
  }

  std::int64_t checked(std::int64_t left, char sign, std::int64_t right) const {
    if (!computes_) return 0;
    std::int64_t value = 0;
    const bool divides = sign == '/' || sign == '%';
    if (divides && right == 0) fail("it divides by zero");
    const bool overflows = sign == '+'   ? __builtin_add_overflow(left, right, &value)
                           : sign == '-' ? __builtin_sub_overflow(left, right, &value)
                           : sign == '*'
                               ? __builtin_mul_overflow(left, right, &value)
                               : left == std::numeric_limits<std::int64_t>::min() && right == -1;
    if (overflows) fail("its value does not fit into 64 bits");
    return sign == '/' ? left / right : sign == '%' ? left % right : value;
  }

  const std::string& text_;
  const Values& values_;
  bool computes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

void require_expression(const std::string& text, const std::vector<std::string>& names) {
  Values values;
  for (const std::string& name : names) values[name] = 0;
  Evaluation(text, values, false).whole();
}

std::int64_t evaluate(const std::string& text, const Values& values) {
  return Evaluation(text, values, true).whole();
}

std::uint64_t evaluate_count(const std::string& text, const Values& values) {
  const std::int64_t value = evaluate(text, values);
  if (value < 0)
    throw Error(Status::bad_input,
                fmt::format("the expression `{}`: its value {} is negative", text, value));
  return static_cast<std::uint64_t>(value);
}

double evaluate_real(const std::string& text, const Values& values) {
  if (const auto number = parse_number<double>(text)) return *number;
  return static_cast<double>(evaluate(text, values));
}

void require_real(const std::string& text, const std::vector<std::string>& names) {
  if (!parse_number<double>(text)) require_expression(text, names);
}

}  // namespace gputest::task

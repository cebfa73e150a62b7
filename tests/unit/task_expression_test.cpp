#include "common/task/expression.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::task_expression_test {
namespace {

using task::evaluate;
using task::Values;

const Values kSizes{{"n", 1000}, {"width", 7}};

std::string complaint(const std::string& text) {
  try {
    evaluate(text, kSizes);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "none";
}

TEST(TaskExpression, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(evaluate("1 + 2 * 3", kSizes), 7);
  EXPECT_EQ(evaluate("(1 + 2) * 3 - -4", kSizes), 13);
  EXPECT_EQ(evaluate("n / width", kSizes), 142);
  EXPECT_EQ(evaluate("n % width", kSizes), 6);
  EXPECT_EQ(evaluate("100 - 10 - 1", kSizes), 89);
  EXPECT_EQ(evaluate("min(n, 3) + max(width, 2)", kSizes), 10);
}

TEST(TaskExpression, CeilRoundsItsLastDivisionUp) {
  EXPECT_EQ(evaluate("ceil(n / 256)", kSizes), 4);
  EXPECT_EQ(evaluate("ceil(n / 250)", kSizes), 4);
  EXPECT_EQ(evaluate("ceil((n + 1) / (2 * 125))", kSizes), 5);
  EXPECT_EQ(evaluate("ceil(n / 3 / 111)", kSizes), 3);
  EXPECT_NE(complaint("ceil(n)").find("takes a division"), std::string::npos);
  EXPECT_NE(complaint("ceil(n / 4 + 1)").find("is missing"), std::string::npos);
}

TEST(TaskExpression, Log2RoundsDown) {
  EXPECT_EQ(evaluate("log2(1)", kSizes), 0);
  EXPECT_EQ(evaluate("log2(1023)", kSizes), 9);
  EXPECT_EQ(evaluate("log2(1024)", kSizes), 10);
  EXPECT_NE(complaint("log2(0)").find("does not exist"), std::string::npos);
}

TEST(TaskExpression, NamesItsErrors) {
  EXPECT_EQ(complaint("n * 9223372036854775807"),
            "the expression `n * 9223372036854775807`: its value does not fit into 64 bits");
  EXPECT_NE(complaint("9223372036854775808").find("not a whole number of 64 bits"),
            std::string::npos);
  EXPECT_NE(complaint("(n").find("a ')' is missing"), std::string::npos);
  EXPECT_NE(complaint("n +").find("ends too early"), std::string::npos);
  EXPECT_NE(complaint("n n").find("is not expected"), std::string::npos);
  EXPECT_NE(complaint("n / (width - 7)").find("divides by zero"), std::string::npos);
  EXPECT_NE(complaint("with").find("did you mean width"), std::string::npos);
  EXPECT_NE(complaint("2.5").find("not a whole number"), std::string::npos);
  EXPECT_NE(complaint(std::string(1000, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(complaint("(0 - 9223372036854775807 - 1) / (0 - 1)").find("does not fit"),
            std::string::npos);
}

TEST(TaskExpression, IsCheckedWithoutValues) {
  EXPECT_NO_THROW(task::require_expression("a / b % c + log2(a)", {"a", "b", "c"}));
  EXPECT_THROW(task::require_expression("a / d", {"a", "b"}), Error);
}

TEST(TaskExpression, ACountIsNotNegative) {
  EXPECT_EQ(task::evaluate_count("n - 1000", kSizes), 0u);
  EXPECT_THROW(task::evaluate_count("n - 1001", kSizes), Error);
}

TEST(TaskExpression, ARealNumberMayBeDecimal) {
  EXPECT_EQ(task::evaluate_real("-2.5e-1", kSizes), -0.25);
  EXPECT_EQ(task::evaluate_real("n / 2", kSizes), 500);
}

}  // namespace
}  // namespace gputest::task_expression_test

#include "common/task/task.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/task/reference.hpp"

namespace gputest::task_test {
namespace {

using task::parse_parameter;

template <class Work>
std::string complaint(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}
std::string of_parameter(const std::string& text) {
  return complaint([&] { parse_parameter(text, {"n"}); });
}

TEST(TaskParameters, AreRead) {
  const auto array = parse_parameter("inout float4 bodies[2 * n] = uniform(-1, n)", {"n"});
  EXPECT_EQ(array.name, "bodies");
  EXPECT_EQ(array.role, task::Parameter::Role::inout);
  EXPECT_EQ(array.type, task::NumberType(Element::fp32));
  EXPECT_EQ(array.components, 4u);
  EXPECT_EQ(array.count, "2 * n");
  EXPECT_EQ(array.contents.high, "n");
  EXPECT_EQ(parse_parameter("real a = 1e-3", {"n"}).type, std::nullopt);
  EXPECT_EQ(parse_parameter("int n", {"n"}).value, "n");
  EXPECT_FALSE(parse_parameter("out uchar x[n]", {"n"}).is_read());
}

TEST(TaskParameters, WithErrorsAreRefusedBySentences) {
  EXPECT_EQ(of_parameter("in flaot x[n] = zero"), "there is no type 'flaot'; did you mean float?");
  EXPECT_EQ(of_parameter("float x[n] = zero"), "the array x needs one of in, out and inout");
  EXPECT_EQ(of_parameter("in float x[n]"), "the array x has no contents, such as = uniform(-1, 1)");
  EXPECT_EQ(of_parameter("out float x[n] = zero"),
            "the array x is only written; it takes no contents");
  EXPECT_EQ(of_parameter("in float x = zero"), "the array x has no count in brackets");
  EXPECT_EQ(of_parameter("int m"), "m has no value, and no size has its name");
  EXPECT_EQ(of_parameter("int n = 2.5"),
            "the expression `2.5`: 2.5 is not a whole number of 64 bits");
  EXPECT_EQ(of_parameter("in int x[n] = uniform(0, 1)"),
            "x is of whole numbers, which have no uniform contents; take integers");
  EXPECT_EQ(of_parameter("in float x[n] = hash"),
            "x is of floating-point numbers, for which a hash is no value; take uniform");
  EXPECT_EQ(of_parameter("in float x[n] = uniform(0)"), "uniform takes 2 arguments, not 1");
  EXPECT_NE(of_parameter("in float x[m] = zero").find("there is no name 'm'"), std::string::npos);
}

TEST(TaskComparisons, AreRead) {
  EXPECT_EQ(task::parse_comparison("exact").kind, task::Comparison::Kind::exact);
  EXPECT_EQ(task::parse_comparison("2.5 ulps").bound, 2.5);
  EXPECT_EQ(task::parse_comparison("1e-6 of n * n").scale, "n * n");
  for (const char* text : {"", "2", "2 ulp", "-1 ulps", "exactly", "1e-6 of"})
    EXPECT_THROW(task::parse_comparison(text), Error) << text;
}

TEST(TaskSymmetries, AreRead) {
  const auto permute = task::parse_symmetry("permute 2 * n: x y");
  EXPECT_EQ(permute.length, "2 * n");
  EXPECT_EQ(permute.arrays, (std::vector<std::string>{"x", "y"}));
  for (const char* text : {"", "turn x", "scale", "permute x y", "permute n:"})
    EXPECT_THROW(task::parse_symmetry(text), Error) << text;
}

/// A task whose reference is that text: y from x, both of n numbers.
task::Task made(const std::string& text, const std::string& comparison = "exact") {
  task::Task task;
  task.parameters = {parse_parameter("int n", {"n"}),
                     parse_parameter("in float x[n] = uniform(0, 1)", {"n"}),
                     parse_parameter("out float y[n]", {"n"})};
  task.sizes = {{{{"n", 3}}, true}};
  task.compare["y"] = task::parse_comparison(comparison);
  task.reference = {"made.toml", text, 7};
  return task;
}
std::string of_reference(const std::string& body) {
  const task::Task task = made("void f(long n, const double* x, double* y) {" + body + "}");
  task::Arguments arguments{{false, {3}}, {true, {0, 0, 0}}, {true, {1, 1, 1}}};
  return complaint([&] { make_reference(task)->call(arguments); });
}

TEST(TaskReference, ComputesOutputsAndScales) {
  const task::Task task = made(
      "void f(long n, const double* x, double* y, double* size) {"
      "for (long k = 0; k < n; ++k) { y[k] = 2 * x[k]; size[k] = 7; } }",
      "1e-6 of size");
  EXPECT_EQ(scaled_outputs(task), std::vector<std::string>{"y"});
  task::Arguments arguments{{false, {3}}, {true, {}}, {true, {1, 1, 1}}, {true, {1, 1, 1}}};
  for (const double x : {1.0, 2.0, 4.0})
    arguments[1].words.push_back(std::bit_cast<std::uint64_t>(x));
  make_reference(task)->call(arguments);
  EXPECT_EQ(arguments[2].real(2), 8);
  EXPECT_EQ(arguments[3].real(0), 7);
}

TEST(TaskReference, ItsFaultsAreSentences) {
  EXPECT_EQ(of_reference(""), "none");
  EXPECT_NE(of_reference("y[0] = z;").find("does not compile: made.toml:7:"), std::string::npos);
  EXPECT_EQ(of_reference("y[n] = 1;"),
            "the reference made.toml reads or writes beyond the end of y");
  EXPECT_EQ(of_reference("y[-1] = 1;"), "the reference made.toml writes before the beginning of y");
  EXPECT_EQ(of_reference("((double*)x)[0] = 1;"), "the reference made.toml writes to its input x");
  EXPECT_EQ(of_reference("*(volatile long*)8 = 1;"),
            "the reference made.toml crashes: it uses a wrong address");
  EXPECT_EQ(of_reference("volatile long zero = 0; y[0] = double(7 / zero);"),
            "the reference made.toml divides a whole number by zero");
  EXPECT_EQ(of_reference("__builtin_abort();"), "the reference made.toml aborts");
}

}  // namespace
}  // namespace gputest::task_test

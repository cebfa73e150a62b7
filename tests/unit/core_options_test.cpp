// Options parsed into a struct: its initial values are the defaults, and a bad value is refused in
// one sentence.
#include "common/core/options.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::core_options_test {
namespace {

struct Base {
  double length = 2.5;
  bool sorted = true;
};
struct Options : Base {
  std::uint32_t count = 7;
  std::uint32_t enough = 0;
  double shift = -1;
};

OptionSet<Options> all() {
  return OptionSet<Options>()
      .include(OptionSet<Base>()
                   .number("length", &Base::length, Sign::positive, "a length")
                   .toggle("sorted", &Base::sorted, "whether"))
      .count("count", &Options::count, "a count")
      .count("enough", &Options::enough, "a count or as many as needed", "auto")
      .number("shift", &Options::shift, Sign::any, "a number");
}

std::string complaint(const OptionValues& values) {
  try {
    all().parse(values);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "";
}

TEST(OptionSet, AnUnnamedOptionHasItsDefault) {
  const Options options = all().parse({{"eps", "another's"}});
  EXPECT_EQ(options.length, 2.5);
  EXPECT_TRUE(options.sorted);
  EXPECT_EQ(options.count, 7u);
  EXPECT_EQ(options.enough, 0u);
}

TEST(OptionSet, ValuesAreParsed) {
  const Options options = all().parse({{"length", "3"},
                                       {"sorted", "off"},
                                       {"count", "4294967295"},
                                       {"enough", "5"},
                                       {"shift", "-0.5"}});
  EXPECT_EQ(options.length, 3);
  EXPECT_FALSE(options.sorted);
  EXPECT_EQ(options.count, 4294967295u);
  EXPECT_EQ(options.enough, 5u);
  EXPECT_EQ(options.shift, -0.5);
  EXPECT_EQ(all().parse({{"enough", "auto"}}).enough, 0u);
}

TEST(OptionSet, EachIsDescribedWithItsDefault) {
  std::string text;
  for (const ProblemOption& option : all().described())
    text += option.name + "=" + option.default_value + " ";
  EXPECT_EQ(text, "length=2.5 sorted=on count=7 enough=auto shift=-1 ");
}

TEST(OptionSet, ABadValueIsRefused) {
  EXPECT_EQ(complaint({{"length", "0"}}), "--length must be above 0, not 0");
  EXPECT_EQ(complaint({{"length", "nan"}}), "--length takes a finite number, not 'nan'");
  EXPECT_EQ(complaint({{"sorted", "yes"}}), "--sorted is on or off, not 'yes'");
  EXPECT_EQ(complaint({{"count", "0"}}), "--count takes a positive whole number, not '0'");
  EXPECT_EQ(complaint({{"count", "auto"}}), "--count takes a positive whole number, not 'auto'");
  EXPECT_EQ(complaint({{"count", "4294967296"}}), "--count 4294967296 is too large");
}

TEST(OptionSet, EachOptionChecksItsText) {
  for (const ProblemOption& option : all().described()) {
    EXPECT_NO_THROW(option.check(option.default_value)) << option.name;
    EXPECT_THROW(option.check("banana"), Error) << option.name;
    EXPECT_THROW(option.check(""), Error) << option.name;
  }
}

TEST(OptionSet, OptionsOfGeneratedInputAreKnownAlsoOfABase) {
  OptionSet<Base> base;
  base.number("length", &Base::length, Sign::any, "").of_generated();
  base.toggle("sorted", &Base::sorted, "");
  std::string names;
  for (const ProblemOption& option : OptionSet<Options>().include(base).described())
    if (option.of_generated) names += option.name + " ";
  EXPECT_EQ(names, "length ");
}

}  // namespace
}  // namespace gputest::core_options_test

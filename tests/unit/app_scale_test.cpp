#include <gtest/gtest.h>

#include "app/command/progress.hpp"
#include "app/table/prefix.hpp"

namespace gputest::app_scale_test {
namespace {

TEST(Scale, ThePrefixIsTheLargestThatLeavesAtLeastATenth) {
  for (const auto& [figure, symbol] : {std::pair{2e12, "T"},
                                       {1e11, "T"},
                                       {9e10, "G"},
                                       {1.0, ""},
                                       {0.05, "m"},
                                       {3e-7, "u"},
                                       {2e-17, "p"},
                                       {5e17, "P"},
                                       {0.0, ""},
                                       {-1.0, ""}})
    EXPECT_EQ(prefix_for(figure).symbol, symbol) << figure;
}

TEST(Scale, ANumberHasAtMostSevenCharactersAndAtLeastThreeDigits) {
  for (const auto& [figure, text] : {std::pair{0.0, "0"},
                                     {1.0, "1.000"},
                                     {999.9, "999.900"},
                                     {12345.67, "12345.7"},
                                     {0.0123456, "0.01235"},
                                     {0.00123, "0.00123"},
                                     {1e-5, "1.0e-05"},
                                     {2345678.9, "2345679"},
                                     {1e9, "1.0e+09"}}) {
    EXPECT_EQ(figure_text(figure), text);
    EXPECT_LE(figure_text(figure).size(), 7u);
  }
}

TEST(Scale, TheRemainingTimeIsRounded) {
  EXPECT_EQ(rough_time(3.4), "3 s");
  EXPECT_EQ(rough_time(180), "3 min");
  EXPECT_EQ(rough_time(9000), "2.5 h");
}

}  // namespace
}  // namespace gputest::app_scale_test

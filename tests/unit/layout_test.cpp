#include "common/layout/layout.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "common/layout/bodies.hpp"
#include "common/particles/generators.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kWidth = 64;

class LayoutTest : public testing::TestWithParam<const Layout*> {};

/// Sizes around the aosoa block of 32 and the image row of 64.
const std::vector<std::uint64_t> kSizes{1, 2, 31, 32, 33, 63, 64, 65, 129, 1000};

TEST_P(LayoutTest, UnpackingGivesBackWhatWasPacked) {
  for (const Precision precision : all_precisions())
    for (const std::uint64_t n : kSizes) {
      const ParticleSet given = rounded(generate_plummer(n, 3), precision);
      const ParticleSet back = unpack(*GetParam(), pack(*GetParam(), given, precision, kWidth), n);
      EXPECT_EQ(back.x, given.x);
      EXPECT_EQ(back.y, given.y);
      EXPECT_EQ(back.z, given.z);
      EXPECT_EQ(back.mass, given.mass);
      if (!GetParam()->holds_velocity) continue;
      EXPECT_EQ(back.vx, given.vx);
      EXPECT_EQ(back.vy, given.vy);
      EXPECT_EQ(back.vz, given.vz);
    }
}

TEST_P(LayoutTest, NoTwoNumbersShareAPlaceAndAllLieInsideTheArrays) {
  for (const std::uint64_t n : kSizes) {
    const auto shapes = GetParam()->shapes(n, Element::fp32, kWidth);
    std::vector<std::vector<bool>> taken;
    for (const ArrayShape& shape : shapes) taken.emplace_back(shape.bytes() / 4, false);
    const int components = GetParam()->holds_velocity ? 7 : 4;
    for (int c = 0; c < components; ++c)
      for (std::uint64_t i = 0; i < n; ++i) {
        const Place place = GetParam()->place(static_cast<Component>(c), i);
        ASSERT_LT(place.array, taken.size());
        ASSERT_LT(place.number, taken[place.array].size());
        EXPECT_FALSE(taken[place.array][place.number]);
        taken[place.array][place.number] = true;
      }
  }
}

TEST_P(LayoutTest, PaddingHasNoMass) {
  const ParticleSet given = generate_plummer(33, 3);
  double packed_mass = 0;
  const auto arrays = pack(*GetParam(), given, Precision::fp64, kWidth);
  const std::uint64_t padded = GetParam()->name == "aosoa" || arrays[0].shape.is_image() ? 64 : 33;
  const ParticleSet all = unpack(*GetParam(), arrays, padded);
  for (const double m : all.mass) packed_mass += m;
  EXPECT_NEAR(packed_mass, 1, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(All, LayoutTest, testing::ValuesIn(all_layouts()),
                         [](const auto& param) { return std::string(param.param->name); });

/// The load header of a layout must read the places that the layout packs to.
template <class View>
void expect_kernel_view_reads(const std::string& layout, View view, const ParticleSet& given) {
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    const auto body = view.load(i);
    EXPECT_EQ(body.x, given.x[i]) << layout;
    EXPECT_EQ(body.y, given.y[i]) << layout;
    EXPECT_EQ(body.z, given.z[i]) << layout;
    EXPECT_EQ(body.m, given.mass[i]) << layout;
  }
}

TEST(LoadHeaders, ReadWhatTheirLayoutPacks) {
  const ParticleSet given = rounded(generate_plummer(129, 4), Precision::fp64);
  const auto packed = [&](const char* name) {
    return pack(*find_layout(name), given, Precision::fp64, kWidth);
  };
  const auto aos = packed("aos"), aos3 = packed("aos3"), float4 = packed("float4"),
             soa = packed("soa"), aosoa = packed("aosoa");
  expect_kernel_view_reads("aos", AosBodies<double>{aos[0].as<double>()}, given);
  expect_kernel_view_reads("aos3", Aos3Bodies<double>{aos3[0].as<double>(), aos3[1].as<double>()},
                           given);
  // A vector's data is aligned to 16 bytes; a float4 element of doubles wants 32.
  std::vector<Vector4<double>> aligned(given.size());
  std::memcpy(aligned.data(), float4[0].data.data(), float4[0].data.size());
  expect_kernel_view_reads("float4", Float4Bodies<double>{aligned.data()}, given);
  expect_kernel_view_reads("soa",
                           SoaBodies<double>{soa[0].as<double>(), soa[1].as<double>(),
                                             soa[2].as<double>(), soa[3].as<double>()},
                           given);
  expect_kernel_view_reads("aosoa", AosoaBodies<double>{aosoa[0].as<double>()}, given);
}

TEST(Layouts, AosIsTwentyEightBytesAParticleInFp32) {
  EXPECT_EQ(find_layout("aos")->shapes(10, Element::fp32, kWidth)[0].bytes(), 280u);
}

}  // namespace
}  // namespace gputest

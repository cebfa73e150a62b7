#include "common/layout/layout.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"
#include "common/particles/generators.hpp"

namespace gputest::layout_test {
namespace {

constexpr std::uint64_t kWidth = 64;

class LayoutTest : public testing::TestWithParam<const Layout*> {};

/// Sizes around aosoa's block of 32 and the image's row of 64.
const std::vector<std::uint64_t> kSizes{1, 2, 31, 32, 33, 63, 64, 65, 129, 1000};

TEST_P(LayoutTest, UnpackingReturnsThePackedNumbers) {
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
  // Images have whole rows, aosoa whole blocks.
  std::uint64_t numbers = 0;
  for (const HostArray& array : arrays) numbers += array.shape.bytes() / sizeof(double);
  const std::uint64_t padded = numbers / (GetParam()->holds_velocity ? 7 : 4);
  const ParticleSet all = unpack(*GetParam(), arrays, padded);
  for (const double m : all.mass) packed_mass += m;
  EXPECT_NEAR(packed_mass, 1, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(All, LayoutTest, testing::ValuesIn(all_layouts()),
                         [](const auto& param) { return std::string(param.param->name); });

/// The load header of a layout must read from the places where the layout packs.
template <template <class> class View>
void expect_kernel_view_reads(const ParticleSet& given) {
  const auto arrays = pack(*find_layout(View<double>::kLayout), given, Precision::fp64, kWidth);
  // A vector's data is aligned to 16 bytes; a float4 element of doubles needs 32.
  std::vector<std::vector<Vector4<double>>> aligned;
  KernelCall call;
  for (const HostArray& array : arrays) {
    aligned.emplace_back(array.data.size() / sizeof(Vector4<double>) + 1);
    std::memcpy(aligned.back().data(), array.data.data(), array.data.size());
    call.inputs.push_back(aligned.back().data());
  }
  call.configuration.layout = View<double>::kLayout;
  const auto view = view_of<View<double>>(call.inputs.data());
  const AnyOf<double, AosBodies, View> any(call);
  EXPECT_EQ(any.count(), arrays.size()) << view.kLayout;
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    const auto body = view.load(i);
    EXPECT_EQ(body.x, given.x[i]) << view.kLayout;
    EXPECT_EQ(body.y, given.y[i]) << view.kLayout;
    EXPECT_EQ(body.z, given.z[i]) << view.kLayout;
    EXPECT_EQ(body.m, given.mass[i]) << view.kLayout;
    const auto same = any.load(i);
    EXPECT_EQ(std::tie(same.x, same.y, same.z, same.m), std::tie(body.x, body.y, body.z, body.m))
        << view.kLayout;
  }
}

template <template <class> class... Views>
std::vector<std::string> check_views(Layouts<Views...>, const ParticleSet& given) {
  (expect_kernel_view_reads<Views>(given), ...);
  return {Views<double>::kLayout...};
}

TEST(LoadHeaders, ReadThePackedNumbersOfTheirLayout) {
  const ParticleSet given = rounded(generate_plummer(129, 4), Precision::fp64);
  const std::vector<std::string> checked = check_views(EveryLayout<>{}, given);
  std::vector<std::string> buffers;
  for (const Layout* layout : all_layouts())
    if (!layout->shapes(1, Element::fp64, kWidth)[0].is_image()) buffers.emplace_back(layout->name);
  EXPECT_EQ(checked, buffers);
}

TEST(LoadHeaders, AListOfLayoutsBeginsWithTheKernelsOwnAndHasEachOnce) {
  using Wanted = EveryLayout<SoaBodies, Float4Bodies>;
  const auto names = check_views(Wanted{}, generate_plummer(3, 4));
  ASSERT_EQ(names.size(), check_views(EveryLayout<>{}, generate_plummer(3, 4)).size());
  EXPECT_EQ(names[0], "soa");
  EXPECT_EQ(names[1], "float4");
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Layouts, AosTakesTwentyEightBytesPerParticleInFp32) {
  EXPECT_EQ(find_layout("aos")->shapes(10, Element::fp32, kWidth)[0].bytes(), 280u);
}

}  // namespace
}  // namespace gputest::layout_test

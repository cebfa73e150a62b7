// The generated sets are the same on every machine and have the stated statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/core/error.hpp"
#include "common/particles/generators.hpp"

namespace gputest::particles_generators_test {
namespace {

/// FNV-1a, 64 bits, over the little-endian bytes of masses, positions and velocities.
std::uint64_t checksum(const ParticleSet& set) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const auto* values : {&set.mass, &set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz})
    for (const double value : *values)
      for (int byte = 0; byte < 8; ++byte) {
        hash ^= (std::bit_cast<std::uint64_t>(value) >> (8 * byte)) & 0xff;
        hash *= 0x100000001b3u;
      }
  return hash;
}

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

double kinetic_energy(const ParticleSet& set) {
  double total = 0;
  for (std::uint64_t i = 0; i < set.size(); ++i)
    total +=
        set.mass[i] / 2 * (set.vx[i] * set.vx[i] + set.vy[i] * set.vy[i] + set.vz[i] * set.vz[i]);
  return total;
}

double potential_energy(const ParticleSet& set) {
  double total = 0;
  for (std::uint64_t i = 0; i < set.size(); ++i)
    for (std::uint64_t j = 0; j < i; ++j)
      total -= set.mass[i] * set.mass[j] /
               std::hypot(set.x[i] - set.x[j], set.y[i] - set.y[j], set.z[i] - set.z[j]);
  return total;
}

std::vector<double> sorted_radii(const ParticleSet& set) {
  std::vector<double> radii;
  for (std::uint64_t i = 0; i < set.size(); ++i)
    radii.push_back(std::hypot(set.x[i], set.y[i], set.z[i]));
  std::sort(radii.begin(), radii.end());
  return radii;
}

// If these checksums change, new runs are no longer comparable with earlier ones.
TEST(Plummer, IsTheSameOnEveryMachine) {
  EXPECT_EQ(checksum(generate_plummer(64, 1)), 0x45d51373ffea59e6u);
  EXPECT_NE(checksum(generate_plummer(64, 2)), checksum(generate_plummer(64, 1)));
}

TEST(Uniform, IsTheSameOnEveryMachine) {
  EXPECT_EQ(checksum(generate_uniform(64, 1)), 0xf4442ad701f9b1acu);
}

TEST(Lattice, IsTheSameWithThisStandardLibrary) {
  EXPECT_EQ(checksum(generate_lattice(5, 1)), 0xdcccef0dca88b8b3u);
}

TEST(Plummer, IsInStandardUnits) {
  const ParticleSet set = generate_plummer(4096, 1);
  ASSERT_EQ(set.size(), 4096u);
  EXPECT_FALSE(set.has_box);
  EXPECT_DOUBLE_EQ(sum(set.mass), 1);
  for (const auto* component : {&set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz})
    EXPECT_NEAR(sum(*component) / 4096, 0, 1e-14);
  const double kinetic = kinetic_energy(set);
  const double potential = potential_energy(set);
  EXPECT_NEAR(kinetic + potential, -0.25, 0.01);
  EXPECT_NEAR(-kinetic / potential, 0.5, 0.02);
  const auto radii = sorted_radii(set);
  EXPECT_NEAR(radii[2048], 0.7686, 0.03);  // 1.3048 scale radii
  EXPECT_LT(radii.back(), 23);
}

TEST(Plummer, OfOneBodyRestsAtTheOrigin) {
  const ParticleSet set = generate_plummer(1, 1);
  EXPECT_EQ(set.mass[0], 1);
  EXPECT_EQ(set.x[0], 0);
  EXPECT_EQ(set.vy[0], 0);
}

TEST(Uniform, FillsItsOpenBox) {
  const ParticleSet set = generate_uniform(10000, 3, 2.0);
  EXPECT_NEAR(sum(set.mass), 1, 1e-12);
  EXPECT_TRUE(set.has_box);
  EXPECT_EQ(set.box, (Box{{0, 0, 0}, {2, 2, 2}, {false, false, false}}));
  EXPECT_EQ(kinetic_energy(set), 0);
  for (const auto* component : {&set.x, &set.y, &set.z}) {
    const auto [low, high] = std::minmax_element(component->begin(), component->end());
    EXPECT_GE(*low, 0);
    EXPECT_LT(*high, 2);
    EXPECT_NEAR(sum(*component) / 10000, 1, 0.03);
  }
}

TEST(Lattice, HasTheTabledSizes) {
  EXPECT_EQ(generate_lattice(50, 1.0).size(), 119164u);
  EXPECT_EQ(generate_lattice(50, 0.5).size(), 62500u);
}

TEST(Lattice, LoopsXFastestOverTheBasis) {
  const ParticleSet set = generate_lattice(4, 0.5, 2, true);  // cells of edge 2, two per axis
  ASSERT_EQ(set.size(), 32u);
  EXPECT_EQ(set.box, (Box{{0, 0, 0}, {4, 4, 4}, {true, true, true}}));
  const auto expect_near_site = [&](std::uint64_t i, double x, double y, double z) {
    EXPECT_NEAR(set.x[i], x + 0.05, 0.05) << i;
    EXPECT_NEAR(set.y[i], y + 0.05, 0.05) << i;
    EXPECT_NEAR(set.z[i], z + 0.05, 0.05) << i;
  };
  expect_near_site(0, 0, 0, 0);
  expect_near_site(1, 0, 1, 1);
  expect_near_site(2, 1, 0, 1);
  expect_near_site(3, 1, 1, 0);
  expect_near_site(4, 2, 0, 0);
  expect_near_site(8, 0, 2, 0);
  expect_near_site(16, 0, 0, 2);
  EXPECT_EQ(set.mass[31], 1);
  EXPECT_EQ(kinetic_energy(set), 0);
}

template <class Make>
Status refusal(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.status();
  }
  return Status::ok;
}

TEST(Generators, RefuseBadArgumentsBeforeAllocating) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(refusal([] { generate_plummer(0, 1); }), Status::bad_input);
  EXPECT_EQ(refusal([] { generate_uniform(0, 1); }), Status::bad_input);
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_EQ(refusal([&] { generate_uniform(1, 1, bad); }), Status::bad_input);
    EXPECT_EQ(refusal([&] { generate_lattice(bad, 1); }), Status::bad_input);
    EXPECT_EQ(refusal([&] { generate_lattice(5, bad); }), Status::bad_input);
  }
  EXPECT_EQ(refusal([] { generate_lattice(1, 1); }), Status::bad_input);  // less than one cell
  for (const std::uint64_t n : {std::uint64_t{1} << 50, most / 64 + 1, most}) {
    EXPECT_EQ(refusal([&] { generate_plummer(n, 1); }), Status::out_of_memory);
    EXPECT_EQ(refusal([&] { generate_uniform(n, 1); }), Status::out_of_memory);
  }
  EXPECT_EQ(refusal([] { generate_lattice(1e6, 1); }), Status::out_of_memory);
  EXPECT_EQ(refusal([] { generate_lattice(1e300, 1e-3); }), Status::out_of_memory);
}

}  // namespace
}  // namespace gputest::particles_generators_test

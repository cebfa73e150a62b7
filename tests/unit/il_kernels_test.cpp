// The kernels of il_reference/kernels/ against textbook loops, and the effect of IL's rules for
// zero.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "il_reference/cal/context.hpp"

namespace gputest::cal::il_kernels_test {
namespace {

struct Particle {
  float x, y, z, m;
};

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(GPUTEST_ROOT) + "/il_reference/kernels/" + file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Particle> random_particles(std::size_t n, float edge) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> place(0, edge);
  std::vector<Particle> particles(n);
  for (Particle& p : particles) p = {place(random), place(random), place(random), 1};
  return particles;
}

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<std::uint32_t> words_of(const std::vector<Particle>& particles) {
  std::vector<std::uint32_t> words;
  for (const Particle& p : particles)
    for (const float value : {p.x, p.y, p.z, p.m}) words.push_back(bits(value));
  return words;
}

/// Runs a kernel that reads a 2D resource; returns the first n elements of o0.
std::vector<Particle> run(const std::string& text, const std::vector<Particle>& particles,
                          std::uint32_t width, const std::vector<std::uint32_t>& constants) {
  Device device{device_attributes("RV770")};
  Context context(device);
  const Module module(text, "kernel.il");
  const auto n = static_cast<std::uint32_t>(particles.size());
  const std::uint32_t height = (n + width - 1) / width;
  const auto input = device.alloc_local_2d(width, height, format("float4"));
  const auto output = device.alloc_local_2d(width, height, format("float4"));
  const auto buffer = device.alloc_remote_1d(constants.size() / 4, format("uint4"));
  input->write(words_of(particles));
  buffer->write(constants);
  context.set_mem(module.name("i0"), input);
  context.set_mem(module.name("o0"), output);
  context.set_mem(module.name("cb0"), buffer);
  context.run_program(module, {0, 0, width, height});
  const std::vector<std::uint32_t> words = output->read();
  std::vector<Particle> results(n);
  for (std::uint32_t k = 0; k < n; ++k)
    results[k] = {std::bit_cast<float>(words[4 * k]), std::bit_cast<float>(words[4 * k + 1]),
                  std::bit_cast<float>(words[4 * k + 2]), std::bit_cast<float>(words[4 * k + 3])};
  return results;
}

struct Force {
  double x = 0, y = 0, z = 0, u = 0, magnitude = 0;
};

/// The forces by the formula, in double precision.
std::vector<Force> lennard_jones(const std::vector<Particle>& particles, double cutoff,
                                 double edge) {
  std::vector<Force> forces(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i)
    for (std::size_t j = 0; j < particles.size(); ++j) {
      if (i == j) continue;
      double d[3] = {double(particles[i].x) - double(particles[j].x),
                     double(particles[i].y) - double(particles[j].y),
                     double(particles[i].z) - double(particles[j].z)};
      if (edge > 0)
        for (double& axis : d) axis -= edge * std::nearbyint(axis / edge);
      const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      if (r >= cutoff) continue;
      const double f = 24 * (2 * std::pow(r, -14) - std::pow(r, -8));
      forces[i].x += f * d[0];
      forces[i].y += f * d[1];
      forces[i].z += f * d[2];
      forces[i].u += 4 * (std::pow(r, -12) - std::pow(r, -6));
      forces[i].magnitude += std::abs(f) * r;
    }
  return forces;
}

/// A jittered lattice: no pair is so near that its force hides all others.
std::vector<Particle> lattice(unsigned side, float spacing) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> jitter(0, 0.1f);
  std::vector<Particle> particles;
  for (unsigned z = 0; z < side; ++z)
    for (unsigned y = 0; y < side; ++y)
      for (unsigned x = 0; x < side; ++x)
        particles.push_back({spacing * static_cast<float>(x) + jitter(random),
                             spacing * static_cast<float>(y) + jitter(random),
                             spacing * static_cast<float>(z) + jitter(random), 0});
  return particles;
}

class LennardJones : public testing::TestWithParam<std::tuple<std::uint32_t, bool>> {};

TEST_P(LennardJones, IsTheTextbooksDoubleLoop) {
  const auto [width, periodic] = GetParam();
  constexpr unsigned kSide = 5;
  constexpr float kSpacing = 1.2f, kCutoff = 2.5f;
  const float edge = periodic ? kSpacing * kSide : 0;
  const std::vector<Particle> particles = lattice(kSide, kSpacing);
  const auto n = static_cast<std::uint32_t>(particles.size());
  const std::vector<Particle> actual =
      run(text_of("lj/lennard_jones.il"), particles, width,
          {n, width, bits(kCutoff * kCutoff), 0, bits(edge), bits(edge > 0 ? 1 / edge : 0), 0, 0});
  const std::vector<Force> expected = lennard_jones(particles, kCutoff, edge);
  for (std::size_t k = 0; k < particles.size(); ++k) {
    SCOPED_TRACE(fmt::format("particle {}", k));
    const double error = std::hypot(actual[k].x - expected[k].x, actual[k].y - expected[k].y,
                                    actual[k].z - expected[k].z);
    EXPECT_LT(error, 1e-5 * expected[k].magnitude);
    EXPECT_NEAR(actual[k].m, expected[k].u, 1e-5 * expected[k].magnitude);
  }
}

INSTANTIATE_TEST_SUITE_P(Boxes, LennardJones,
                         testing::Combine(testing::Values(5u, 16u, 125u), testing::Bool()));

TEST(GravityInIl, WithoutSofteningABodyMeetsItselfWithFiniteResultsUnderILsRules) {
  const std::vector<Particle> bodies = random_particles(9, 1);
  const std::vector<std::uint32_t> constants{9, 4, bits(0), 0};
  for (const Particle& sum : run(text_of("gravity/texture2d.il"), bodies, 4, constants)) {
    EXPECT_TRUE(std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z));
    EXPECT_LT(std::abs(sum.x), 1e6f) << "0 times any number is 0";
    EXPECT_GE(sum.m, FLT_MAX / 2) << "rsq(0) is FLT_MAX";
  }
}

TEST(GravityInIl, WithoutSofteningABodyMeetsItselfWithNanUnderIeeesRules) {
  std::string text = text_of("gravity/texture2d.il");
  for (const std::string name : {"mul", "mad"})
    for (auto at = text.find("\n" + name + " "); at != text.npos;
         at = text.find("\n" + name + " ", at + 1))
      text.insert(at + 1 + name.size(), "_ieee");
  const std::vector<Particle> bodies = random_particles(9, 1);
  for (const Particle& sum : run(text, bodies, 4, {9, 4, bits(0), 0}))
    EXPECT_TRUE(std::isnan(sum.x));
}

}  // namespace
}  // namespace gputest::cal::il_kernels_test

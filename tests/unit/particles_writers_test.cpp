// Written files read back as the same particles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/writer.hpp"

namespace gputest::particles_writers_test {
namespace {

class File {
 public:
  std::string path() const { return folder_.path("file"); }

 private:
  ScratchFolder folder_;
};

ParticleSet rewritten(const ParticleSet& set, const std::string& format) {
  const File file;
  write_particles(file.path(), set, format);
  return read_particles(file.path());
}

/// Plummer bodies of two masses, with ids, a box, forces and a time.
ParticleSet full_set() {
  ParticleSet set = generate_plummer(50, 7);
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    set.id[i] = static_cast<std::int64_t>(1000 - 3 * i);
    if (i % 3 == 0) set.mass[i] = 0.1;
  }
  set.fx = set.vz;
  set.fy = set.vx;
  set.fz = set.vy;
  set.time = 0.1;
  set.has_box = true;
  set.box = {{-32, -32, -16}, {32, 48, 16.5}, {true, false, true}};
  return set;
}

void expect_same_state(const ParticleSet& a, const ParticleSet& b) {
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
  EXPECT_EQ(a.vx, b.vx);
  EXPECT_EQ(a.vy, b.vy);
  EXPECT_EQ(a.vz, b.vz);
}

class RoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RoundTrip, OfDoublesIsExact) {
  const ParticleSet set = full_set();
  expect_same_state(rewritten(set, GetParam()), set);
}

TEST_P(RoundTrip, OfExtremeDoublesIsExact) {
  ParticleSet set;
  set.resize(2);
  set.mass = {std::numeric_limits<double>::denorm_min(), 0};
  set.x = {1e300, -1.0 / 3};
  set.y = {std::numeric_limits<double>::min(), 0.1};
  set.vz = {std::numeric_limits<double>::max(), -5e-324};
  expect_same_state(rewritten(set, GetParam()), set);
}

TEST_P(RoundTrip, OfASetWithoutABoxHasNoBox) {
  EXPECT_FALSE(rewritten(generate_plummer(5, 1), GetParam()).has_box);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         testing::Values("nbody", "table", "lammps-data", "lammps-dump", "xyz",
                                         "gadget"),
                         [](const auto& tested) {
                           auto name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RoundTrip, KeepsBoxIdsForcesAndTimeIfTheFormatHoldsThem) {
  const ParticleSet set = full_set();
  for (const std::string format : {"lammps-data", "lammps-dump", "xyz"}) {
    const ParticleSet back = rewritten(set, format);
    EXPECT_TRUE(back.has_box) << format;
    EXPECT_EQ(back.box, set.box) << format;
    EXPECT_EQ(back.id, set.id) << format;
  }
  for (const std::string format : {"lammps-dump", "xyz"}) {
    const ParticleSet back = rewritten(set, format);
    EXPECT_EQ(back.fx, set.fx) << format;
    EXPECT_EQ(back.fz, set.fz) << format;
    EXPECT_TRUE(back.warnings.empty()) << format;
  }
  for (const std::string format : {"nbody", "tipsy", "gadget", "lammps-dump", "xyz"})
    EXPECT_EQ(rewritten(set, format).time, set.time) << format;
}

TEST(RoundTrip, OfTipsyIsExactInFloats) {
  const ParticleSet set = full_set();
  const ParticleSet back = rewritten(set, "tipsy");
  ASSERT_EQ(back.size(), set.size());
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    EXPECT_EQ(back.mass[i], static_cast<double>(static_cast<float>(set.mass[i])));
    EXPECT_EQ(back.x[i], static_cast<double>(static_cast<float>(set.x[i])));
    EXPECT_EQ(back.vz[i], static_cast<double>(static_cast<float>(set.vz[i])));
  }
  EXPECT_TRUE(back.warnings.empty());
}

TEST(RoundTrip, OfGadgetKeepsIdsAndAPeriodicCubeFromTheOrigin) {
  ParticleSet set = full_set();
  EXPECT_FALSE(rewritten(set, "gadget").has_box);
  set.box = {{0, 0, 0}, {32, 32, 32}, {true, true, true}};
  for (auto* positions : {&set.x, &set.y, &set.z})
    for (double& at : *positions) at += 16;
  const ParticleSet back = rewritten(set, "gadget");
  EXPECT_TRUE(back.has_box);
  EXPECT_EQ(back.box, set.box);
  EXPECT_EQ(back.id, set.id);
  EXPECT_TRUE(back.warnings.empty());
  set.id[1] = -1;
  EXPECT_EQ(rewritten(set, "gadget").id[1], 2);
}

TEST(Write, TipsyIsTheStandardBigEndianForm) {
  const File file;
  write_particles(file.path(), generate_uniform(2, 1), "tipsy");
  std::ifstream in(file.path(), std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  const std::string bytes = content.str();
  ASSERT_EQ(bytes.size(), 32u + 2 * 36);
  EXPECT_EQ(bytes.substr(8, 24),
            std::string("\0\0\0\2\0\0\0\3\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0", 24));
  EXPECT_EQ(bytes.substr(32, 4), std::string("\x3f\0\0\0", 4));  // the mass 0.5
}

TEST(Write, LammpsFilesNumberFromOneIfIdsAreBelowOne) {
  for (const std::string format : {"lammps-data", "lammps-dump"})
    EXPECT_EQ(rewritten(generate_plummer(3, 1), format).id, (std::vector<std::int64_t>{1, 2, 3}))
        << format;
}

Status refusal_of_writing(const ParticleSet& set, const std::string& path,
                          const std::string& format) {
  try {
    write_particles(path, set, format);
  } catch (const Error& error) {
    return error.status();
  }
  return Status::ok;
}

TEST(Write, RefusesParticlesThatNoReaderAcceptsAndLeavesNoFile) {
  const File file;
  ParticleSet set = generate_uniform(3, 1);
  EXPECT_EQ(refusal_of_writing(set, file.path(), "hdf5"), Status::usage);
  EXPECT_EQ(refusal_of_writing(ParticleSet{}, file.path(), "nbody"), Status::bad_input);
  set.x[1] = 1e39;
  EXPECT_EQ(refusal_of_writing(set, file.path(), "tipsy"), Status::bad_input);
  set.x[1] = std::nan("");
  EXPECT_EQ(refusal_of_writing(set, file.path(), "nbody"), Status::bad_input);
  EXPECT_FALSE(std::filesystem::exists(file.path()));
  const std::string in_no_folder = file.path() + "/file";
  EXPECT_EQ(refusal_of_writing(generate_uniform(3, 1), in_no_folder, "nbody"), Status::bad_input);
}

TEST(Write, PicksTheFormatByExtension) {
  EXPECT_EQ(format_for_path("a.nbody"), "nbody");
  EXPECT_EQ(format_for_path("a.tipsy"), "tipsy");
  EXPECT_EQ(format_for_path("dir.xyz/a.bin"), "tipsy");
  EXPECT_EQ(format_for_path("a.hdf5"), "gadget");
  EXPECT_EQ(format_for_path("a.data"), "lammps-data");
  EXPECT_EQ(format_for_path("a.LMP"), "lammps-data");
  EXPECT_EQ(format_for_path("a.dump"), "lammps-dump");
  EXPECT_EQ(format_for_path("a.xyz"), "xyz");
  EXPECT_EQ(format_for_path("a.extxyz"), "xyz");
  EXPECT_EQ(format_for_path("a.tab"), "table");
  EXPECT_EQ(format_for_path("a.txt"), "table");
  EXPECT_EQ(format_for_path("a"), "nbody");
  EXPECT_EQ(format_for_path("a.other"), "nbody");
}

}  // namespace
}  // namespace gputest::particles_writers_test

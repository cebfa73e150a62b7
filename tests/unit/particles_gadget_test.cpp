// The reader of GADGET's snapshots: the files that it accepts, and its messages for others.
// tests/cli/test_gadget.py has files written by other software.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <ostream>

#include "common/core/error.hpp"
#include "common/particles/hdf5.hpp"
#include "common/particles/reader.hpp"

namespace gputest::particles_gadget_test {
namespace {

/// The parts from which a test makes an HDF5 file.
struct SnapshotParts {
  struct Vectors {
    std::vector<double> values;
    std::uint64_t columns;
  };
  std::vector<std::string> groups{"Header", "Parameters", "PartType0", "PartType4"};
  std::map<std::string, std::vector<double>> header{{"NumPart_ThisFile", {1, 0, 0, 0, 2, 0}},
                                                    {"NumPart_Total", {1, 0, 0, 0, 2, 0}},
                                                    {"NumPart_Total_HighWord", {0, 0, 0, 0, 0, 0}},
                                                    {"MassTable", {0, 0, 0, 0, 0.5, 0}},
                                                    {"NumFilesPerSnapshot", {1}},
                                                    {"Time", {0.25}},
                                                    {"Redshift", {0}},
                                                    {"BoxSize", {8}}};
  std::map<std::string, std::vector<double>> parameters;
  std::map<std::string, Vectors> vectors{{"PartType0/Coordinates", {{1, 2, 3}, 3}},
                                         {"PartType0/Masses", {{7}, 0}},
                                         {"PartType0/Velocities", {{-1, -2, -3}, 3}},
                                         {"PartType4/Coordinates", {{4, 5, 6, 0.1, 0.2, 0.3}, 3}},
                                         {"PartType4/Velocities", {{1, 2, 3, 4, 5, 6}, 3}}};
  std::map<std::string, std::vector<std::int64_t>> ids{{"PartType0/ParticleIDs", {30}},
                                                       {"PartType4/ParticleIDs", {20, 10}}};

  std::string content() const {
    Hdf5Writer file;
    for (const std::string& group : groups) file.group(group);
    for (const auto& [name, values] : header)
      file.attribute("Header", name.c_str(), values, Hdf5Writer::Stored::float64, true);
    for (const auto& [name, values] : parameters)
      file.attribute("Parameters", name.c_str(), values, Hdf5Writer::Stored::int32, false);
    for (const auto& [path, array] : vectors) file.array(path, array.values, array.columns);
    for (const auto& [path, values] : ids) file.array(path, values);
    const std::vector<char> image = file.image();
    return {image.begin(), image.end()};
  }
};

class ReadGadget : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_hdf5().empty()) GTEST_SKIP() << why_no_hdf5();
  }
};

TEST_F(ReadGadget, JoinsTypesInTheirOrder) {
  const ParticleSet set = parse_particles(SnapshotParts().content(), "file");
  EXPECT_EQ(set.time, 0.25);
  EXPECT_EQ(set.mass, (std::vector<double>{7, 0.5, 0.5}));
  EXPECT_EQ(set.x, (std::vector<double>{1, 4, 0.1}));
  EXPECT_EQ(set.z, (std::vector<double>{3, 6, 0.3}));
  EXPECT_EQ(set.vy, (std::vector<double>{-2, 2, 5}));
  EXPECT_EQ(set.id, (std::vector<std::int64_t>{30, 20, 10}));
  EXPECT_TRUE(set.has_box);
  EXPECT_EQ(set.box, (Box{{0, 0, 0}, {8, 8, 8}, {true, true, true}}));
  ASSERT_EQ(set.warnings.size(), 1u);
  EXPECT_NE(set.warnings[0].find("1 particles of gas"), std::string::npos);
}

TEST_F(ReadGadget, AcceptsFilesWithoutOptionalParts) {
  SnapshotParts parts;
  parts.header = {{"NumPart_ThisFile", {0, 0, 0, 0, 2}}, {"MassTable", {0, 0, 0, 0, 0.5}}};
  parts.ids.clear();
  parts.vectors.erase("PartType4/Velocities");
  const ParticleSet set = parse_particles(parts.content(), "file");
  EXPECT_EQ(set.x, (std::vector<double>{4, 0.1}));
  EXPECT_EQ(set.id, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(set.vx, (std::vector<double>{0, 0}));
  EXPECT_FALSE(set.has_box);
  ASSERT_EQ(set.warnings.size(), 1u);
  EXPECT_EQ(set.warnings[0], "file gives PartType4 no velocities: its particles are at rest.");
}

struct SpoiledSnapshot {
  std::string label;
  std::function<void(SnapshotParts&)> spoil;
  std::string sentence;
};

void PrintTo(const SpoiledSnapshot& spoiled, std::ostream* out) { *out << spoiled.label; }

class RefusesGadget : public testing::TestWithParam<SpoiledSnapshot> {};

TEST_P(RefusesGadget, InOneSentence) {
  if (!why_no_hdf5().empty()) GTEST_SKIP() << why_no_hdf5();
  SnapshotParts parts;
  GetParam().spoil(parts);
  std::string sentence;
  try {
    parse_particles(parts.content(), "file");
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    sentence = error.what();
  }
  EXPECT_EQ(sentence, "file: " + GetParam().sentence);
}

std::vector<SpoiledSnapshot> spoiled_snapshots() {
  using Parts = SnapshotParts;
  return {
      {"AnotherFile", [](Parts& p) { p.header.clear(); },
       "this HDF5 file is not a GADGET snapshot: it has no NumPart_ThisFile in Header"},
      {"NoParticles",
       [](Parts& p) {
         p.header["NumPart_ThisFile"] = p.header["NumPart_Total"] = {0, 0, 0, 0, 0, 0};
       },
       "the snapshot has no particles"},
      {"Negative", [](Parts& p) { p.header["NumPart_ThisFile"][4] = -2; },
       "NumPart_ThisFile has -2, which is not a number of particles"},
      {"NotFinite", [](Parts& p) { p.header["Time"] = {std::nan("")}; },
       "the attribute Time of Header does not hold numbers, or holds too many"},
      {"TooLong", [](Parts& p) { p.header["MassTable"].resize(33); },
       "the attribute MassTable of Header does not hold numbers, or holds too many"},
      {"SeveralFiles", [](Parts& p) { p.header["NumFilesPerSnapshot"] = {4}; },
       "this is one of 4 files of a snapshot; only snapshots of one file are supported"},
      {"Totals", [](Parts& p) { p.header["NumPart_Total_HighWord"][4] = 1; },
       "NumPart_Total says 4294967298 particles of type 4, NumPart_ThisFile 2"},
      {"Redshift", [](Parts& p) { p.header["Redshift"] = {0.5}; },
       "the snapshot is from a cosmological run (Redshift, ComovingIntegrationOn); comoving "
       "coordinates are not supported"},
      {"Comoving", [](Parts& p) { p.parameters["ComovingIntegrationOn"] = {1}; },
       "the snapshot is from a cosmological run (Redshift, ComovingIntegrationOn); comoving "
       "coordinates are not supported"},
      {"Lie",
       [](Parts& p) { p.header["NumPart_ThisFile"][4] = p.header["NumPart_Total"][4] = 1e12; },
       "PartType4/Coordinates has 2 x 3 numbers, and the 1000000000000 particles of "
       "NumPart_ThisFile need 3 each"},
      {"Plane",
       [](Parts& p) {
         p.vectors["PartType4/Coordinates"] = {{1, 2, 3, 4}, 2};
       },
       "PartType4/Coordinates has 2 x 2 numbers, and the 2 particles of NumPart_ThisFile need 3 "
       "each"},
      {"NoCoordinates", [](Parts& p) { p.vectors.erase("PartType4/Coordinates"); },
       "PartType4 has no Coordinates, and NumPart_ThisFile says 2 particles"},
      {"NoGroup",
       [](Parts& p) { p.header["NumPart_ThisFile"][1] = p.header["NumPart_Total"][1] = 3; },
       "PartType1 has no Coordinates, and NumPart_ThisFile says 3 particles"},
      {"AGroupForAnArray",
       [](Parts& p) {
         p.vectors.erase("PartType4/Coordinates");
         p.groups.emplace_back("PartType4/Coordinates");
       },
       "HDF5 cannot open PartType4/Coordinates as an array"},
      {"NoMasses", [](Parts& p) { p.header["MassTable"][4] = 0; },
       "PartType4 has no Masses, and MassTable has none for it"},
      {"NegativeMass", [](Parts& p) { p.vectors["PartType0/Masses"].values[0] = -1; },
       "particle 0 of PartType0 has the mass -1"},
      {"Infinite",
       [](Parts& p) {
         p.vectors["PartType4/Velocities"].values[4] = std::numeric_limits<double>::infinity();
       },
       "particle 1 of PartType4/Velocities has a value that is not finite"},
      {"Twins", [](Parts& p) { p.ids["PartType4/ParticleIDs"][1] = 30; },
       "particles 0 and 2 both have the id 30"},
      {"BrokenIds",
       [](Parts& p) {
         p.ids.erase("PartType4/ParticleIDs");
         p.vectors["PartType4/ParticleIDs"] = {{1, 2}, 0};
       },
       "PartType4/ParticleIDs has numbers that are not whole"},
  };
}

INSTANTIATE_TEST_SUITE_P(Snapshots, RefusesGadget, testing::ValuesIn(spoiled_snapshots()),
                         [](const auto& tested) { return tested.param.label; });

/// The samples are in single precision, with arrays within headers and in HDF5's newest file
/// format.
TEST_F(ReadGadget, SamplesOfAnotherWriterAreReadOrRefused) {
  const auto sentence_of = [](const std::string& name) -> std::string {
    const std::string path = GPUTEST_SAMPLES "/gadget/" + name + ".hdf5";
    try {
      const ParticleSet set = read_particles(path);
      EXPECT_EQ(set.mass, (std::vector<double>{0.5, 0.5, 2, 3}));
      EXPECT_EQ(set.y, (std::vector<double>{2, 5, 5, 8}));
      EXPECT_EQ(set.vz, (std::vector<double>{0, 0, -6, -9}));
      EXPECT_EQ(set.id, (std::vector<std::int64_t>{1, 2, 4, 5}));
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      const std::string sentence = error.what();
      EXPECT_EQ(sentence.substr(0, path.size() + 2), path + ": ");
      return sentence.substr(path.size() + 2);
    }
    return "";
  };
  const std::string masses = "PartType4/Masses ";
  EXPECT_EQ(sentence_of("sound"), "");
  EXPECT_EQ(sentence_of("external"), masses + "has its numbers in other files");
  EXPECT_EQ(sentence_of("virtual"), masses + "has its numbers in other files");
  EXPECT_EQ(sentence_of("huge"),
            masses + "cannot have 1099511627776 x 1 numbers in a file of 2729 bytes");
  EXPECT_EQ(sentence_of("huge_chunk"),
            masses + "cannot have 268435456 x 1 numbers in a file of 2729 bytes");
  EXPECT_EQ(sentence_of("unfilled"), masses + "was never written");
  EXPECT_EQ(sentence_of("words"), masses + "holds no numbers");
  EXPECT_EQ(sentence_of("large_id"),
            "PartType4/ParticleIDs has a number that does not fit 63 bits");
  EXPECT_EQ(sentence_of("cube"), masses + "has 3 dimensions, not 1 or 2");
}

/// HDF5 1.10.8 reads a size from this file that crashes it; later versions refuse the file.
TEST_F(ReadGadget, OutlivesAFileThatCrashesHdf5) {
  try {
    read_particles(GPUTEST_SAMPLES "/gadget/crashes_hdf5.hdf5");
    ADD_FAILURE() << "no version of HDF5 reads it";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos) << error.what();
  }
}

/// A truncated file is refused wherever it ends, because HDF5 knows its length.
TEST_F(ReadGadget, RefusesATruncatedFile) {
  const std::string whole = SnapshotParts().content();
  for (const std::size_t size :
       {std::size_t{4}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    try {
      parse_particles(whole.substr(0, size), "file");
      ADD_FAILURE() << size;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      EXPECT_STREQ(error.what(), "file: HDF5 cannot open it: the file is damaged or cut short");
    }
  }
}

}  // namespace
}  // namespace gputest::particles_gadget_test

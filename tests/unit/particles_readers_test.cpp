// The particle readers: the files that they accept, and their messages for others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/reader.hpp"

namespace gputest::particles_readers_test {
namespace {

using Doubles = std::vector<double>;
using Ids = std::vector<std::int64_t>;

/// The message with which a content is refused, or "" if it is not.
std::string refusal_of(const std::string& content) {
  try {
    parse_particles(content, "file");
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "";
}

std::string detected(const std::string& content) {
  for (const Format* format : formats())
    if (format->looks_like(content)) return std::string(format->name);
  return "";
}

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
  const auto at = text.find(old_part);
  EXPECT_NE(at, text.npos) << old_part;
  return text.replace(at, old_part.size(), new_part);
}

const std::string nbody = "2\n3\n0.5\n1\n2D0\n1 2 3\n+4 5 6e0\n-1 -2 -3\n.5 0 1d-1\n";

const std::string data =
    "LAMMPS data file via write_data\n\n2 atoms\n2 atom types\n\n"
    "0 4 xlo xhi\n-1 4 ylo yhi\n0 4 zlo zhi\n\nMasses\n\n1 2.5\n2 7 # heavy\n\n"
    "Pair Coeffs # lj/cut\n\n1 1 1\n2 1 1\n\n"
    "Atoms # atomic\n\n7 1 1 2 3 0 0 -1\n3 2 0.5 0.25 0.125 0 0 0\n\n"
    "Velocities\n\n3 1 2 3\n7 -1 -2 -3\n";

const std::string dump =
    "ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff sm\n0 2\n0 4\n-1 1\n"
    "ITEM: ATOMS id x y z vx vy vz mass fx fy fz\n"
    "2 0 1 0.5 1 2 3 9 4 5 6\n1 1 1 1 0 0 0 8 0 0 0\n";

const std::string extended_xyz =
    "2\nLattice=\"4 0 0 0 5 0 0 0 6\" Origin=\"-1 0 0\" pbc=\"T F T\" Time=2.5 "
    "Properties=species:S:1:id:I:1:pos:R:3:velo:R:3:masses:R:1:forces:R:3\n"
    "Ar 4 0 0 0 1 2 3 40 0 0 0\nAr 9 1 1 1 -1 -2 -3 40 1 2 3\n";

const std::string table = "# a comment\n1 0 0 0 1 2 3\n\n  .5 1 2 3 -1 -2 -3 # another\r\n";

/// A TIPSY file; particle i has the mass 1 + i, then 2 + i and so on.
std::string tipsy(bool big_endian, bool padded, int gas, int dark, int star) {
  std::string bytes;
  const auto put = [&](auto value) {
    for (std::size_t k = 0; k < sizeof value; ++k) {
      const std::size_t byte = big_endian ? sizeof value - 1 - k : k;
      bytes += static_cast<char>((value >> (8 * byte)) & 0xff);
    }
  };
  put(std::bit_cast<std::uint64_t>(0.25));
  for (const int whole : {gas + dark + star, 3, gas, dark, star})
    put(static_cast<std::uint32_t>(whole));
  if (padded) put(std::uint32_t{0});
  int i = 0;
  const auto records = [&](int count, int floats) {
    for (const int end = i + count; i < end; ++i)
      for (int k = 0; k < floats; ++k)
        put(std::bit_cast<std::uint32_t>(static_cast<float>(1 + i + k)));
  };
  records(gas, 12);
  records(dark, 9);
  records(star, 11);
  return bytes;
}

TEST(ReadNbody, KeepsEveryValue) {
  const ParticleSet set = parse_particles(nbody, "file");
  EXPECT_EQ(set.time, 0.5);
  EXPECT_EQ(set.mass, (Doubles{1, 2}));
  EXPECT_EQ(set.x, (Doubles{1, 4}));
  EXPECT_EQ(set.z, (Doubles{3, 6}));
  EXPECT_EQ(set.vx, (Doubles{-1, .5}));
  EXPECT_EQ(set.vz, (Doubles{-3, .1}));
  EXPECT_EQ(set.id, (Ids{0, 1}));
  EXPECT_FALSE(set.has_box);
  EXPECT_TRUE(set.fx.empty());
  EXPECT_TRUE(set.warnings.empty());
}

TEST(ReadTable, SkipsCommentsAndBlankLines) {
  const ParticleSet set = parse_particles(table, "file");
  EXPECT_EQ(set.mass, (Doubles{1, .5}));
  EXPECT_EQ(set.y, (Doubles{0, 2}));
  EXPECT_EQ(set.vz, (Doubles{3, -3}));
}

class ReadTipsy : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(ReadTipsy, UnderstandsGasDarkAndStar) {
  const auto [big_endian, padded] = GetParam();
  const ParticleSet set = parse_particles(tipsy(big_endian, padded, 1, 2, 1), "file");
  EXPECT_EQ(set.time, 0.25);
  EXPECT_EQ(set.mass, (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(set.x, (Doubles{2, 3, 4, 5}));
  EXPECT_EQ(set.vz, (Doubles{7, 8, 9, 10}));
  ASSERT_EQ(set.warnings.size(), 1u);
  EXPECT_NE(set.warnings[0].find("1 gas and 1 star"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(OrdersAndHeaders, ReadTipsy,
                         testing::Combine(testing::Bool(), testing::Bool()));

TEST(ReadTipsy, RefusesInconsistentCounts) {
  const std::string sound = tipsy(true, true, 0, 2, 0);
  EXPECT_NE(refusal_of(sound + "x").find("announces 2 bodies"), std::string::npos);
  EXPECT_NE(refusal_of(sound.substr(0, sound.size() - 1)).find("has 103"), std::string::npos);
  EXPECT_NE(refusal_of(sound.substr(0, 28)).find("has 28"), std::string::npos);
  std::string counts = sound;
  counts[11] = 3;
  EXPECT_NE(refusal_of(counts).find("do not add up"), std::string::npos);
  counts[8] = static_cast<char>(0xff);
  EXPECT_NE(refusal_of(counts).find("do not add up"), std::string::npos);
  std::string plane = sound;
  plane[15] = 2;
  EXPECT_NE(refusal_of(plane).find("2 dimensions"), std::string::npos);
  std::string not_a_number = sound;
  not_a_number[36] = 0x7f;
  not_a_number[37] = static_cast<char>(0xc0);
  EXPECT_NE(refusal_of(not_a_number).find("particle 0 has a value that is not finite"),
            std::string::npos);
  std::string negative_mass = sound;
  negative_mass[32] = static_cast<char>(negative_mass[32] | 0x80);
  EXPECT_NE(refusal_of(negative_mass).find("particle 0 has the mass -1"), std::string::npos);
}

TEST(ReadLammpsData, MatchesVelocitiesAndMassesInFileOrder) {
  const ParticleSet set = parse_particles(data, "file");
  EXPECT_EQ(set.id, (Ids{7, 3}));
  EXPECT_EQ(set.x, (Doubles{1, .5}));
  EXPECT_EQ(set.z, (Doubles{3, .125}));
  EXPECT_EQ(set.mass, (Doubles{2.5, 7}));
  EXPECT_EQ(set.vx, (Doubles{-1, 1}));
  const Box box{{0, -1, 0}, {4, 4, 4}, {true, true, true}};
  EXPECT_TRUE(set.has_box);
  EXPECT_EQ(set.box, box);
  ASSERT_EQ(set.warnings.size(), 1u);
  EXPECT_NE(set.warnings[0].find("several types"), std::string::npos);
}

TEST(ReadLammpsData, FindsPositionsByStyle) {
  const auto with_atoms = [](const std::string& atoms) {
    auto text = data.substr(0, data.find("Atoms #")) + atoms;
    return parse_particles(text, "file");
  };
  const Doubles x{1, 4};
  EXPECT_EQ(with_atoms("Atoms # charge\n\n1 1 0.5 1 2 3\n2 1 -0.5 4 5 6\n").x, x);
  EXPECT_EQ(with_atoms("Atoms # bond\n\n1 8 1 1 2 3\n2 9 1 4 5 6 0 0 0\n").x, x);
  EXPECT_EQ(with_atoms("Atoms # full\n\n1 8 1 0 1 2 3\n2 9 1 0 4 5 6\n").x, x);
  EXPECT_EQ(with_atoms("Atoms\n\n1 1 1 2 3\n2 1 4 5 6\n").x, x);
  EXPECT_EQ(with_atoms("Atoms\n\n1 8 1 0 1 2 3\n2 9 1 0 4 5 6\n").x, x);
  const auto charged = with_atoms("Atoms # charge\n\n1 1 0.5 1 2 3\n2 1 -0.5 4 5 6\n");
  ASSERT_EQ(charged.warnings.size(), 3u);
  EXPECT_NE(charged.warnings[0].find("no velocities"), std::string::npos);
  EXPECT_NE(charged.warnings[1].find("charges"), std::string::npos);
  EXPECT_NE(charged.warnings[2].find("1 of 2 positions outside the periodic box"),
            std::string::npos);
}

TEST(ReadLammpsData, TakesTheBoundaryFromTheTitle) {
  const auto set = parse_particles(replaced(data, "via write_data", "boundary f p s"), "file");
  EXPECT_EQ(set.box.periodic, (std::array<bool, 3>{false, true, false}));
  EXPECT_FALSE(parse_particles(replaced(data, "via write_data", "boundary s s s"), "file").has_box);
}

TEST(ReadLammpsDump, FindsColumnsByName) {
  const ParticleSet set = parse_particles(dump, "file");
  EXPECT_EQ(set.id, (Ids{2, 1}));
  EXPECT_EQ(set.y, (Doubles{1, 1}));
  EXPECT_EQ(set.vz, (Doubles{3, 0}));
  EXPECT_EQ(set.mass, (Doubles{9, 8}));
  EXPECT_EQ(set.fy, (Doubles{5, 0}));
  EXPECT_EQ(set.box, (Box{{0, 0, -1}, {2, 4, 1}, {true, false, false}}));
  EXPECT_TRUE(set.warnings.empty());
}

TEST(ReadLammpsDump, UnscalesPositions) {
  const auto set = parse_particles(replaced(dump, "x y z", "zs xs ys"), "file");
  EXPECT_EQ(set.z, (Doubles{-1, 1}));
  EXPECT_EQ(set.x, (Doubles{2, 2}));
  EXPECT_EQ(set.y, (Doubles{2, 4}));
  EXPECT_EQ(parse_particles(replaced(dump, "x y z", "xu yu zu"), "file").x, (Doubles{0, 1}));
}

TEST(ReadLammpsDump, ReadsTheLastCompleteFrame) {
  const std::string later = "ITEM: TIME\n0.5\n" + replaced(dump, "2 0 1", "2 9 1");
  const auto two = parse_particles(dump + later, "file");
  EXPECT_EQ(two.x, (Doubles{9, 1}));
  EXPECT_EQ(two.time, 0.5);
  ASSERT_EQ(two.warnings.size(), 2u);
  EXPECT_NE(two.warnings[0].find("2 frames"), std::string::npos);
  EXPECT_NE(two.warnings[1].find("1 of 2 positions outside the periodic box"), std::string::npos);
  const auto half = parse_particles(dump + later.substr(0, 60), "file");
  EXPECT_EQ(half.x, (Doubles{0, 1}));
  ASSERT_EQ(half.warnings.size(), 1u);
  EXPECT_NE(half.warnings[0].find("ends inside a frame"), std::string::npos);
}

/// A file truncated within its last number looks whole, except for the missing newline.
TEST(ReadText, ANumberAtTheEndOfTheFileMayBeTruncatedAndIsRefused) {
  const std::string xyz = "2\n\nAr 0 1 2\nAr 3 4 5.25\n", row = "1 2 3 4 5 6 7.25\n";
  for (const std::string& whole : {xyz, extended_xyz, row, nbody, dump, data}) {
    EXPECT_EQ(refusal_of(whole), "");
    std::string cut = whole;
    for (cut.pop_back(); cut.back() != ' '; cut.pop_back())
      EXPECT_NE(refusal_of(cut), "") << "cut behind " << cut.substr(cut.size() - 10);
  }
  EXPECT_NE(refusal_of(row.substr(0, row.size() - 1)).find("may be cut short"), std::string::npos);
  // A blank or a comment after the number shows that it is complete.
  EXPECT_EQ(refusal_of("1 2 3 4 5 6 7 "), "");
  EXPECT_EQ(refusal_of("1 2 3 4 5 6 7 # a body"), "");
}

TEST(ReadText, AFrameThatEndsWithinANumberIsIncomplete) {
  const std::string frame = "1\n\nAr 0 1 2\n", later = "1\n\nAr 9 1 2.5";
  for (const std::string& end : {later, later.substr(0, later.size() - 2)}) {
    const ParticleSet set = parse_particles(frame + end, "file");
    EXPECT_EQ(set.x, (Doubles{0}));
    EXPECT_NE(set.warnings.back().find("ends inside a frame"), std::string::npos);
  }
  EXPECT_EQ(parse_particles(frame + later + "\n", "file").x, (Doubles{9}));
}

TEST(ReadXyz, Plain) {
  const ParticleSet set = parse_particles("2\n3\n18 0 1 2\nAr 3 4 5\n", "file");
  EXPECT_EQ(set.x, (Doubles{0, 3}));
  EXPECT_EQ(set.mass, (Doubles{1, 1}));
  EXPECT_FALSE(set.has_box);
  EXPECT_EQ(set.warnings.size(), 3u);  // no masses, no velocities, two species
}

TEST(ReadXyz, Extended) {
  const ParticleSet set = parse_particles(extended_xyz, "file");
  EXPECT_EQ(set.id, (Ids{4, 9}));
  EXPECT_EQ(set.x, (Doubles{0, 1}));
  EXPECT_EQ(set.vy, (Doubles{2, -2}));
  EXPECT_EQ(set.mass, (Doubles{40, 40}));
  EXPECT_EQ(set.fz, (Doubles{0, 3}));
  EXPECT_EQ(set.time, 2.5);
  EXPECT_EQ(set.box, (Box{{-1, 0, 0}, {3, 5, 6}, {true, false, true}}));
  EXPECT_TRUE(set.warnings.empty());
  const auto without_pbc = parse_particles(replaced(extended_xyz, "pbc", "xyz"), "file");
  EXPECT_EQ(without_pbc.box.periodic, (std::array<bool, 3>{true, true, true}));
}

TEST(ReadXyz, ReadsTheLastCompleteFrame) {
  const auto set = parse_particles("1\n\nAr 0 0 0\n1\n\nAr 1 0 0\n2\n\nAr 2 0 0\n", "file");
  EXPECT_EQ(set.x, (Doubles{1}));
  EXPECT_NE(set.warnings.at(2).find("2 frames"), std::string::npos);
  EXPECT_NE(set.warnings.at(3).find("ends inside a frame"), std::string::npos);
}

TEST(Detection, GoesByContent) {
  EXPECT_EQ(detected(nbody), "nbody");
  EXPECT_EQ(detected(table), "table");
  EXPECT_EQ(detected(data), "lammps-data");
  EXPECT_EQ(detected(dump), "lammps-dump");
  EXPECT_EQ(detected(extended_xyz), "xyz");
  EXPECT_EQ(detected("1\n12 atoms\nAr 0 0 0\n"), "xyz");
  EXPECT_EQ(detected("1\n3\nAr 0 0 0\n"), "xyz");
  EXPECT_EQ(detected(tipsy(true, true, 0, 1, 0)), "tipsy");
  EXPECT_EQ(detected("hello, world\n"), "");
}

struct Hostile {
  std::string label, content, sentence;
};

void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.label; }

class Refuses : public testing::TestWithParam<Hostile> {};

TEST_P(Refuses, InOneSentence) { EXPECT_EQ(refusal_of(GetParam().content), GetParam().sentence); }

std::vector<Hostile> hostile_files() {
  return {
      {"Empty", "", "file is empty"},
      {"Blank", " \n\t\r\n", "file is empty"},
      {"Unknown", "hello, world\n",
       "file has none of the supported formats: gadget, tipsy, lammps-dump, lammps-data, nbody, "
       "xyz, table"},
      {"NbodyCut", nbody.substr(0, 20),
       "file, line 6: the file ends after 6 of the 15 numbers that N = 2 needs"},
      {"NbodySurplus", nbody + "7\n",
       "file, line 10: '7' follows the last velocity that N = 2 allows"},
      {"NbodyNan", replaced(nbody, "5", "nan"), "file, line 3: '0.nan' is not a number"},
      {"NbodyInfinite", replaced(nbody, "-1 -2", "-1 -inf"),
       "file, line 8: '-inf' is not a finite number"},
      {"NbodyWord", replaced(nbody, "1 2 3", "1 two 3"), "file, line 6: 'two' is not a number"},
      {"NbodyRange", replaced(nbody, "1 2 3", "1 1e999 3"),
       "file, line 6: '1e999' is outside the range of double precision"},
      {"NbodyHalfNumber", replaced(nbody, "1 2 3", "1 2.5x 3"),
       "file, line 6: '2.5x' is not a number"},
      {"NbodyMass", replaced(nbody, "\n1\n", "\n-1\n"), "file, line 4: the mass '-1' is negative"},
      {"NbodyZero", "0\n3\n0\n", "file, line 1: the number of bodies is 0 and must be above zero"},
      {"NbodyNegative", replaced(nbody, "2", "-2"),
       "file, line 1: the number of bodies is -2 and must be above zero"},
      {"NbodyFraction", replaced(nbody, "2", "2.5"), "file, line 1: '2.5' is not a whole number"},
      {"NbodyLie", replaced(nbody, "2", "1000000000000"),
       "file, line 1: 1000000000000 bodies cannot be in a file of 60 bytes"},
      {"NbodyHuge", replaced(nbody, "2", "99999999999999999999"),
       "file, line 1: '99999999999999999999' does not fit 64 bits"},
      {"NbodyPlane", replaced(nbody, "\n3\n", "\n2\n"),
       "file, line 2: 2 dimensions are given; only 3 are supported"},
      {"TableShort", "1 0 0 0 1 2 3\n1 0 0 0 1 2\n", "file, line 2: the row has 6 values, not 7"},
      {"TableLong", "1 0 0 0 1 2 3 4\n", "file, line 1: the row has 8 values, not 7"},
      {"TableWord", "1 0 0 0 1 2 v\n", "file, line 1: 'v' is not a number"},
      {"TableBinary", "1 0 0 0 1 2 \x01\n", "file, line 1: '?' is not a number"},
      {"TableMass", "1 0 0 0 0 0 0\n-2 0 0 0 1 2 3\n", "file, line 2: the mass '-2' is negative"},
      {"DataTwins", replaced(data, "\n3 2 0.5", "\n7 2 0.5"),
       "file, line 23: the id 7 is already on line 22"},
      {"DataStray", replaced(data, "\n3 1 2 3", "\n4 1 2 3"),
       "file, line 27: no atom has the id 4"},
      {"DataVelocityTwice", replaced(data, "\n3 1 2 3", "\n7 1 2 3"),
       "file, line 28: the velocity of atom 7 is given twice"},
      {"DataLie", replaced(data, "2 atoms", "123456789 atoms"),
       "file, line 3: 123456789 atoms cannot be in a file of 253 bytes"},
      {"DataTypesLie", replaced(data, "2 atom types", "123456789 atom types"),
       "file, line 4: 123456789 atom types cannot be in a file of 253 bytes"},
      {"DataNoAtoms", replaced(data, "2 atoms", "0 atoms"),
       "file, line 3: the number of atoms is 0 and must be above zero"},
      {"DataMoreRows", replaced(data, "2 atoms", "1 atoms"),
       "file, line 23: the section Atoms continues after its 1 rows"},
      {"DataFewerRows", replaced(data, "2 atoms", "3 atoms"),
       "file, line 24: the section Atoms ends after 2 of 3 rows"},
      {"DataCut", data.substr(0, data.find("3 2 0.5")),
       "file, line 22: the section Atoms ends after 1 of 2 rows"},
      {"DataHeaderOnly", data.substr(0, data.find("\nMasses")),
       "file, line 8: the file ends without a section Atoms"},
      {"DataNoBox", replaced(data, "0 4 zlo zhi", ""),
       "file, line 28: the file ends without a line 'low high zlo zhi' in its header"},
      {"DataBox", replaced(data, "0 4 xlo", "4 0 xlo"),
       "file, line 6: the box has no positive, finite edge along x: from 4 to 0"},
      {"DataTilt", replaced(data, "0 4 zlo zhi", "0 4 zlo zhi\n1 0 0 xy xz yz"),
       "file, line 9: the box is triclinic, and only rectangular ones are supported"},
      {"DataStyle", replaced(data, "# atomic", "# sphere"),
       "file, line 20: the atom style 'sphere' is not one of atomic, charge, bond, angle, "
       "molecular and full"},
      {"DataAmbiguous", replaced(replaced(data, " # atomic", ""), "3 0 0 -1", "3 0"),
       "file, line 22: rows of 6 values may be of style charge or molecular: write 'Atoms # "
       "molecular' to say which"},
      {"DataType", replaced(data, "7 1 1 2 3", "7 5 1 2 3"),
       "file, line 22: the atom type 5 is not one of 1 to 2"},
      {"DataMassTwice", replaced(data, "2 7 #", "1 7 #"),
       "file, line 13: the mass of type 1 is given twice"},
      {"DataSectionTwice", data + "\nAtoms\n\n",
       "file, line 30: the section Atoms is already on line 20"},
      {"DumpCut", dump.substr(0, dump.find("1 1 1 1")),
       "file, line 10: the file ends inside its first frame, which announces 2 atoms"},
      {"DumpLie", replaced(dump, "ATOMS\n2", "ATOMS\n123456789"),
       "file, line 11: the file ends inside its first frame, which announces 123456789 atoms"},
      {"DumpFewerRows", replaced(dump, "ATOMS\n2", "ATOMS\n3") + dump,
       "file, line 12: the frame has 2 rows for 3 atoms"},
      {"DumpMoreRows", replaced(dump, "ATOMS\n2", "ATOMS\n1"),
       "file, line 11: an ITEM: is expected, not '1 1 1 1 0 0 0 8 0 0 0'"},
      {"DumpTwins", replaced(dump, "\n1 1 1", "\n2 1 1"),
       "file, line 11: the id 2 is already on line 10"},
      {"DumpNoPositions", replaced(dump, "x y z", "a b c"),
       "file, line 9: the columns hold no positions: x y z, xu yu zu, xs ys zs or xsu ysu zsu"},
      {"DumpTilt", replaced(dump, "BOUNDS pp ff sm\n0 2\n", "BOUNDS xy xz yz pp ff sm\n0 2 1\n"),
       "file, line 6: the box is triclinic, and only rectangular ones are supported"},
      {"DumpNan", replaced(dump, "0.5", "nan"), "file, line 10: 'nan' is not a finite number"},
      {"DumpItem", replaced(dump, "ITEM: TIMESTEP", "ITEM: ENTRIES"),
       "file, line 1: the item 'ENTRIES' is not supported"},
      {"XyzCut", "2\n\nAr 0 0 0\n",
       "file, line 3: the file ends inside its first frame, which announces 2 atoms"},
      {"XyzLie", "99999999999\n\nAr 0 0 0\n",
       "file, line 3: the file ends inside its first frame, which announces 99999999999 atoms"},
      {"XyzZero", "0\n\n", "file, line 1: the number of atoms is 0 and must be above zero"},
      {"XyzWord", "1\n\nAr 0 zero 0\n", "file, line 3: 'zero' is not a number"},
      {"XyzSurplus", "1\n\nAr 0 0 0\nAr 1 1 1\n",
       "file, line 4: a line after the last atom is not the number of atoms of another frame"},
      {"XyzTilt", replaced(extended_xyz, "4 0 0 0 5", "4 1 0 0 5"),
       "file, line 2: the Lattice is triclinic, and only rectangular ones are supported"},
      {"XyzLattice", replaced(extended_xyz, "4 0 0 0 5", "4 0 0 5"),
       "file, line 2: the Lattice has 8 numbers, but it needs nine, or three for the edges of a "
       "rectangular box"},
      {"XyzPbc", replaced(extended_xyz, "T F T", "T F X"),
       "file, line 2: 'X' in pbc is neither T nor F"},
      {"XyzColumnsLie", replaced(extended_xyz, "pos:R:3", "pos:R:123456789"),
       "file, line 2: 123456789 columns in Properties cannot be in a file of 199 bytes"},
      {"XyzNoPositions", replaced(extended_xyz, "pos:R:3", "sop:R:3"),
       "file, line 2: Properties has no pos:R:3"},
      {"XyzTwins", replaced(extended_xyz, "Ar 9", "Ar 4"),
       "file, line 4: the id 4 is already on line 3"},
  };
}

INSTANTIATE_TEST_SUITE_P(Hostile, Refuses, testing::ValuesIn(hostile_files()),
                         [](const auto& tested) { return tested.param.label; });

/// The message with which a path is refused.
std::string path_refusal(const std::string& path) {
  try {
    read_particles(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "";
}

TEST(ReadFile, RefusesUnreadablePaths) {
  const ScratchFolder folder;
  EXPECT_EQ(path_refusal(folder.path("absent")),
            "cannot read " + folder.path("absent") + ": No such file or directory");
  EXPECT_EQ(path_refusal(folder.path()), "cannot read " + folder.path() + ": it is a folder");
  EXPECT_EQ(path_refusal("/dev/null"), "cannot read /dev/null: it is not a regular file");
}

TEST(ReadFile, IgnoresTheExtension) {
  const ScratchFolder folder;
  const std::string path = folder.path("bodies.xyz");
  std::ofstream(path) << nbody;
  EXPECT_EQ(read_particles(path).size(), 2u);
}

TEST(ReadFile, RefusesAFileLargerThanMemory) {
  const ScratchFolder folder;
  const std::string path = folder.path("sparse");
  std::ofstream(path) << nbody;
  if (truncate(path.c_str(), off_t{1} << 43) != 0) {
    GTEST_SKIP() << "the file system cannot hold a sparse file of 8 TiB";
  }
  try {
    read_particles(path);
    ADD_FAILURE() << "8 TiB were read";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::out_of_memory);
  }
}

/// A file of $GPUTEST_DATA_DIR, or an empty path.
std::string data_file(const std::string& name) {
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  if (folder == nullptr) return "";
  const auto path = std::filesystem::path(folder) / name;
  return std::filesystem::exists(path) ? path.string() : "";
}

TEST(RealFiles, PlummerSphere) {
  const auto path = data_file("plummer_4096.nbody");
  if (path.empty()) GTEST_SKIP() << "plummer_4096.nbody is not in GPUTEST_DATA_DIR";
  const ParticleSet set = read_particles(path);
  EXPECT_EQ(set.size(), 4096u);
  EXPECT_EQ(set.mass[0], 1.0 / 4096);
}

TEST(RealFiles, LammpsDataAndDumpAgree) {
  const auto data_path = data_file("lj_melt_2048.data");
  const auto dump_path = data_file("lj_melt_2048.dump");
  if (data_path.empty() || dump_path.empty()) GTEST_SKIP() << "no LAMMPS files in GPUTEST_DATA_DIR";
  const ParticleSet from_data = read_particles(data_path);
  const ParticleSet from_dump = read_particles(dump_path);
  ASSERT_EQ(from_data.size(), 2048u);
  ASSERT_EQ(from_dump.size(), 2048u);
  EXPECT_EQ(from_dump.fx.size(), 2048u);
  EXPECT_EQ(from_data.box.periodic, (std::array<bool, 3>{true, true, true}));
  EXPECT_EQ(from_dump.box.periodic, from_data.box.periodic);
  EXPECT_TRUE(std::is_sorted(from_dump.id.begin(), from_dump.id.end()));
  for (std::uint64_t i = 0; i < 2048; ++i) {
    const auto j = static_cast<std::uint64_t>(from_data.id[i] - 1);
    EXPECT_NEAR(from_data.x[i], from_dump.x.at(j), 1e-10);
    EXPECT_NEAR(from_data.vz[i], from_dump.vz.at(j), 1e-10);
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(from_data.box.high[axis], 13.436769531060058, 1e-14);
}

}  // namespace
}  // namespace gputest::particles_readers_test

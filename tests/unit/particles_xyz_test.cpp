// Extended XYZ in the forms of its specification and of ASE.
#include <gtest/gtest.h>

#include <cmath>

#include "common/core/error.hpp"
#include "common/particles/elements.hpp"
#include "common/particles/reader.hpp"

namespace gputest::particles_xyz_test {
namespace {

using Doubles = std::vector<double>;
using Flags = std::array<bool, 3>;

std::string xyz_with(const std::string& comment, const std::string& row = "Ar 1 2 3") {
  return "1\n" + comment + "\n" + row + "\n";
}

std::string refusal(const std::string& content) {
  try {
    parse_particles(content, "file");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The edges along x, or 0 without a box.
double edge_with(const std::string& comment) {
  const ParticleSet set = parse_particles(xyz_with(comment), "file");
  EXPECT_EQ(set.x, (Doubles{1})) << comment;
  return set.has_box ? set.box.high[0] : 0;
}

TEST(ExtendedXyz, EveryFormOfALatticeIsRead) {
  for (const char* lattice :
       {"Lattice=\"8 0 0 0 8 0 0 0 8\"", "Lattice = \"8 0 0 0 8 0 0 0 8\"",
        "\"Lattice\"=\"8 0 0 0 8 0 0 0 8\"", "Lattice=[8,0,0,0,8,0,0,0,8]",
        "Lattice= [ 8, 0, 0, 0, 8, 0, 0, 0, 8 ]", "Lattice=[[8, 0, 0], [0, 8, 0], [0, 0, 8]]",
        "Lattice={8 0 0 0 8 0 0 0 8}", "Lattice='8 0 0 0 8 0 0 0 8'", "Lattice=\"8 8 8\"",
        "Lattice=[8,8,8]", "Lattice=\"8. 0 0 0 8E0 0 0 0 .8d1\"",
        "note=\"made \\\"by hand\\\" from Lattice=\\\"1 0 0 0 1 0 0 0 1\\\"\" "
        "Lattice=\"8 0 0 0 8 0 0 0 8\"",
        "a flag b=x=y Lattice=\"8 0 0 0 8 0 0 0 8\" c"})
    EXPECT_EQ(edge_with(lattice), 8) << lattice;
  EXPECT_EQ(edge_with("note=\"Lattice=\\\"1 0 0 0 1 0 0 0 1\\\"\""), 0);
  EXPECT_EQ(edge_with("somebody's file, it's plain"), 0);
}

Flags flags_with(const std::string& pbc) {
  return parse_particles(xyz_with("Lattice=\"8 0 0 0 8 0 0 0 8\" " + pbc), "file").box.periodic;
}

TEST(ExtendedXyz, EveryFormOfFlagsIsRead) {
  const Flags mixed{true, true, false}, open{}, all{true, true, true};
  for (const char* pbc : {"pbc=\"T T F\"", "pbc = \"T T F\"", "pbc=[T,T,F]", "pbc={T T F}",
                          "pbc=\"true true false\"", "pbc=\"TRUE True FALSE\"", "pbc=\"1 1 0\""})
    EXPECT_EQ(flags_with(pbc), mixed) << pbc;
  EXPECT_EQ(flags_with("pbc=F"), open);
  EXPECT_EQ(flags_with("pbc"), all);
  EXPECT_EQ(flags_with(""), all);
}

TEST(ExtendedXyz, WhatIsNotSureIsRefused) {
  const std::string cell = "Lattice=\"8 0 0 0 8 0 0 0 8\"";
  EXPECT_EQ(refusal(xyz_with(cell + " pbc=\"T T F F\"")),
            "file, line 2: pbc has 4 flags, but it needs three, or one for all axes");
  EXPECT_EQ(refusal(xyz_with(cell + " pbc=\"t t f\"")),
            "file, line 2: 't' in pbc is neither T nor F");
  EXPECT_EQ(refusal(xyz_with("Lattice=\"8 0 0 0\"")),
            "file, line 2: the Lattice has 4 numbers, but it needs nine, or three for the edges of "
            "a rectangular box");
  EXPECT_EQ(refusal(xyz_with(cell + " " + cell)), "file, line 2: Lattice is given twice");
  EXPECT_EQ(refusal(xyz_with("lattice=\"8 8 8\"")),
            "file, line 2: the key 'lattice' must be written Lattice");
  EXPECT_EQ(refusal(xyz_with("Lattice=\"8 0 0")),
            "file, line 2: a quote or bracket opens in 'Lattice=\"8 0 0' and is not closed");
  EXPECT_EQ(refusal(xyz_with("pbc=\"F T F\"")),
            "file, line 2: pbc says that y is periodic, and no Lattice gives the box; add "
            "Lattice=\"a 0 0 0 b 0 0 0 c\"");
  EXPECT_EQ(refusal(xyz_with("Properties=species:S:1:pos:S:3")),
            "file, line 2: the property pos has the type S, not R");
  EXPECT_EQ(refusal(xyz_with("Properties=pos:R:3:positions:R:3")),
            "file, line 2: the property positions repeats a quantity of Properties");
  EXPECT_EQ(refusal(xyz_with("Properties=species:S:1:id:I:1:pos:R:3")),
            "file, line 3: the row has 4 values, not 5");
}

TEST(ExtendedXyz, ColumnsAreInAnyOrder) {
  const auto set =
      parse_particles(xyz_with("Properties = velo:R:3:tag:I:2:pos:R:3:mass:R:1:species:S:1:id:I:1",
                               "7 8 9 0 0 1 2 3 40 Ar 5"),
                      "file");
  EXPECT_EQ(set.x, (Doubles{1}));
  EXPECT_EQ(set.vz, (Doubles{9}));
  EXPECT_EQ(set.mass, (Doubles{40}));
  EXPECT_EQ(set.id[0], 5);
}

TEST(ExtendedXyz, MomentaAreMassTimesVelocityInAsesUnits) {
  const auto with_masses = parse_particles(
      xyz_with("Properties=species:S:1:pos:R:3:masses:R:1:momenta:R:3", "Ar 1 2 3 4 2 0 -8"),
      "file");
  EXPECT_EQ(with_masses.vx, (Doubles{0.5}));
  EXPECT_EQ(with_masses.vz, (Doubles{-2}));
  EXPECT_EQ(with_masses.units, "ase");
  EXPECT_TRUE(with_masses.warnings.empty());
  const auto of_element = parse_particles(
      xyz_with("Properties=species:S:1:pos:R:3:momenta:R:3", "na 1 2 3 22.98976928 0 0"), "file");
  EXPECT_EQ(of_element.mass, (Doubles{22.98976928}));
  EXPECT_EQ(of_element.vx, (Doubles{1}));
  EXPECT_NE(of_element.warnings.at(0).find("standard atomic mass"), std::string::npos);
}

TEST(ExtendedXyz, MomentaThatContradictAreRefused) {
  const std::string both = "Properties=species:S:1:pos:R:3:vel:R:3:masses:R:1:momenta:R:3";
  EXPECT_EQ(refusal(xyz_with(both, "X 0 0 0 1 2 3 2 2 4 6")), "");
  EXPECT_EQ(refusal(xyz_with(both, "X 0 0 0 1 2 3 2 1 2 3")),
            "file, line 3: the momentum 1 is not the mass 2 times the velocity 1");
  const std::string momenta = "Properties=species:S:1:pos:R:3:momenta:R:3";
  EXPECT_EQ(refusal(xyz_with(momenta, "Q 0 0 0 1 2 3")),
            "file, line 3: 'Q' is not an element, whose mass the momentum needs; add a column "
            "masses:R:1");
  EXPECT_EQ(refusal(xyz_with("Properties=pos:R:3:momenta:R:3", "0 0 0 1 2 3")),
            "file, line 2: Properties has momenta, but neither masses:R:1 nor species:S:1");
}

TEST(ExtendedXyz, UnitsOfTheCommentOrOfTheUserHold) {
  const std::string text = "units=metal Properties=species:S:1:pos:R:3:velo:R:3";
  EXPECT_NEAR(parse_particles(xyz_with(text, "X 0 0 0 1 0 0"), "file").vx[0], 0.0101805, 1e-7);
  const std::string silent = "Properties=species:S:1:pos:R:3:velo:R:3";
  EXPECT_EQ(parse_particles(xyz_with(silent, "X 0 0 0 1 0 0"), "file").units, "");
  EXPECT_EQ(parse_particles(xyz_with(silent, "X 0 0 0 1 0 0"), "file", "ase").units, "ase");
}

TEST(Elements, HaveTheirStandardMasses) {
  EXPECT_EQ(mass_of_element("H"), 1.008);
  EXPECT_EQ(mass_of_element("CL"), 35.45);
  EXPECT_EQ(mass_of_element("17"), 35.45);
  EXPECT_EQ(mass_of_element("U"), 238.02891);
  EXPECT_EQ(mass_of_element("X"), 1);
  EXPECT_EQ(mass_of_element("Qq"), 0);
  EXPECT_EQ(mass_of_element("500"), 0);
  EXPECT_EQ(mass_of_element(""), 0);
}

}  // namespace
}  // namespace gputest::particles_xyz_test

// LAMMPS files as they are met: titles, remarks, type labels, styles without a remark, units.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/halides.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/units.hpp"
#include "common/particles/writer.hpp"

namespace gputest::particles_lammps_test {
namespace {

using Doubles = std::vector<double>;
using Flags = std::array<bool, 3>;

std::string refusal(const std::string& content, std::string_view units = {}) {
  try {
    parse_particles(content, "file", units);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const std::string box = "0 8 xlo xhi\n0 8 ylo yhi\n0 8 zlo zhi\n";

/// A data file of two types and two atoms.
std::string data_with(const std::string& title, const std::string& rest = "") {
  return title + "\n\n2 atoms\n2 atom types\n" + box + rest +
         "\nMasses\n\n1 1\n2 4\n\nAtoms # atomic\n\n1 1 1 2 3\n2 2 4 5 6\n\n"
         "Velocities\n\n1 1 0 0\n2 0 2 0\n";
}

Flags periodic_with(const std::string& title) {
  return parse_particles(data_with(title), "file").box.periodic;
}

TEST(LammpsTitle, AWordBoundaryInASentenceStatesNoBoundary) {
  const Flags all{true, true, true};
  EXPECT_EQ(periodic_with("grain boundary sample, poly fcc"), all);
  EXPECT_EQ(periodic_with("boundary p f p relaxed"), all);
  EXPECT_EQ(periodic_with("boundary pf p p"), all);
  EXPECT_EQ(periodic_with("boundary f f"), all);
  EXPECT_EQ(periodic_with("grain boundary, then boundary p f p"), (Flags{true, false, true}));
  EXPECT_EQ(periodic_with("melt, boundary pp fs mm, units = lj"), (Flags{true, false, false}));
}

TEST(LammpsHeader, TextBehindKeywordsIsIgnored) {
  const std::string remarks =
      "t\n\n1 atoms in all\n1 atom types here\n0 8 xlo xhi (x)\n0 8 ylo yhi y\n0 8 zlo zhi z\n"
      "0 0 0 xy xz yz not tilted\n0 bonds\n3 extra bond per atom\n\nAtoms # atomic\n\n1 1 1 2 3\n";
  EXPECT_EQ(parse_particles(remarks, "file").x, (Doubles{1}));
}

TEST(LammpsHeader, ATiltedBoxIsNeverTakenAsRectangular) {
  const std::string triclinic =
      "file, line 8: the box is triclinic, and only rectangular ones are supported";
  EXPECT_EQ(refusal(data_with("t", "2.0 0 0 xy xz yz (tilted)\n")), triclinic);
  EXPECT_EQ(refusal(data_with("t", "0 0 1e-3 xy xz yz\n")), triclinic);
  const std::string general =
      "file, line 8: the box is a general triclinic one, and only rectangular ones are supported";
  EXPECT_EQ(refusal(data_with("t", "8 2 0 avec of the cell\n")), general);
  for (const char* misspelt : {"2 0 0 xy xz\n", "2 0 0 XY XZ YZ\n", "2 0 0 tilt\n"})
    EXPECT_NE(refusal(data_with("t", misspelt)).find("line 8: '2 0 0 "), std::string::npos);
}

TEST(LammpsHeader, ASecondTitleIsRefused) {
  const std::string text = "t\n\n" + std::string("2 bonds\nby hand\n") + data_with("");
  EXPECT_EQ(refusal(text),
            "file, line 4: 'by hand' is neither a header line nor a section; only the first line "
            "is a title");
}

/// A file whose rows name types by labels.
const std::string labelled =
    "t\n\n3 atoms\n2 atom types\n" + box +
    "\nAtom Type Labels\n\n1 Na+\n2 Cl\n\nMasses\n\nCl 35.5\nNa+ 23\n\nPair Coeffs\n\nCl 1 1\n\n"
    "Atoms # charge\n\n1 Cl -1 1 2 3\n2 1 1 4 5 6\n3 Na+ 1 7 7 7\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(LammpsTypeLabels, NameTypesInMassesAndAtoms) {
  EXPECT_EQ(parse_particles(labelled, "file").mass, (Doubles{35.5, 23, 23}));
  EXPECT_EQ(refusal(changed(labelled, "3 Na+ 1", "3 K 1")),
            "file, line 27: the atom type 'K' is neither a label of this file nor one of 1 to 2");
  EXPECT_EQ(refusal(changed(labelled, "2 Cl\n", "2 Na+\n")),
            "file, line 12: two types have the label 'Na+'");
  EXPECT_EQ(refusal(changed(labelled, "2 Cl\n", "1 Cl\n")),
            "file, line 12: the type 1 has two labels; give it one");
  EXPECT_EQ(refusal(changed(labelled, "Na+ 23\n", "Na+ 23\nK 39\n")),
            "file, line 18: the section Masses continues after its 2 rows");
}

std::string with_rows(const std::string& rows) {
  return "t\n\n2 atoms\n2 atom types\n" + box + "\nAtoms\n\n" + rows;
}

TEST(LammpsStyle, SevenColumnsWithoutARemarkAreFullOnlyIfTheyCanBeNothingElse) {
  // A charge that is not positive is no density, and type 3 does not exist.
  EXPECT_EQ(refusal(with_rows("1 1 2 0.5 1 2 3\n2 1 1 -0.5 4 5 6\n")), "");
  EXPECT_EQ(refusal(with_rows("1 3 2 0.5 1 2 3\n2 3 1 0.5 4 5 6\n")), "");
  EXPECT_EQ(refusal(with_rows("1 1 0.5 1 1 2 3\n2 2 0.5 1 4 5 6\n")),
            "file, line 9: the rows are of style sphere or peri or edpd, which is not supported; "
            "atomic, charge, bond, angle, molecular and full are");
  EXPECT_EQ(refusal(with_rows("1 1 2 0.5 1 2 3\n2 1 2 0.5 4 5 6\n")),
            "file, line 9: rows of 7 values may be of style full or sphere or peri or edpd: write "
            "'Atoms # full' to say so if they are");
}

TEST(LammpsStyle, ARemarkWithoutItsSignIsNamed) {
  EXPECT_EQ(refusal(changed(with_rows("1 1 1 2 3\n"), "Atoms", "Atoms atomic")),
            "file, line 9: the heading Atoms has more than one word; write a remark as 'Atoms # "
            "atomic'");
}

/// Å √(u/eV) in ps, from the constants of SI.
const double unit_of_time = std::sqrt(1.66053906660e-27 * 1e-20 / 1.602176634e-19) * 1e12;

TEST(LammpsUnits, MetalAndRealAreConvertedToThoseOfAse) {
  const auto metal = parse_particles(data_with("by LAMMPS, units = metal"), "file");
  EXPECT_EQ(metal.units, "ase");
  EXPECT_NEAR(metal.vy[1], 2 * unit_of_time, 1e-9);
  EXPECT_EQ(metal.x, (Doubles{1, 4}));
  EXPECT_EQ(metal.warnings.back(),
            "file has LAMMPS's units metal: velocities, times and forces are converted to ASE's, "
            "and lengths are in Å.");
  const auto real = parse_particles(data_with("t"), "file", "real");
  EXPECT_NEAR(real.vy[1], 2000 * unit_of_time, 1e-6);
  const auto reduced = parse_particles(data_with("t, units = lj"), "file");
  EXPECT_EQ(reduced.vy[1], 2);
  EXPECT_EQ(reduced.units, "lj");
  EXPECT_EQ(parse_particles(data_with("t"), "file").units, "");
}

TEST(LammpsUnits, OfAContradictionNothingIsGuessed) {
  EXPECT_EQ(refusal(data_with("t, units = real"), "metal"),
            "file has the units real, but --units=metal is given");
  EXPECT_EQ(refusal(data_with("t"), "si"), "--units is one of lj, metal, real and ase, not 'si'");
}

TEST(LammpsUnits, ANumberThatOverflowsIsRefused) {
  EXPECT_EQ(refusal(changed(data_with("t"), "2 0 2 0", "2 0 1e308 0"), "real"),
            "file has a number in units real that exceeds double precision in ASE's");
}

TEST(LammpsUnits, ADumpStatesThemOnlyInItsFirstFrame) {
  const std::string frame =
      "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n"
      "ITEM: ATOMS id x y z vx vy vz fx fy fz\n1 0 0 0 1 2 3 1 1 1\n";
  const auto set = parse_particles("ITEM: UNITS\nreal\n" + frame + frame, "file");
  EXPECT_NEAR(set.vx[0], 1000 * unit_of_time, 1e-6);
  EXPECT_NEAR(set.fx[0], 0.0433641, 1e-7);  // eV per kcal/mol
  EXPECT_EQ(refusal(changed(frame, "vx vy vz", "vx vy v")),
            "file, line 9: there is a column vx, but vx vy vz need all three");
}

TEST(LammpsUnits, FilesOfIonsStateMetal) {
  ParticleSet salt = halide_crystal(find_halide("NaCl"), 8, 1, true, 0, 1, 0);
  salt.vx[3] = 0.25;
  salt.time = 2;
  const ScratchFolder folder;
  for (const std::string format : {"lammps-data", "lammps-dump", "xyz"}) {
    const std::string path = folder.path(format);
    write_particles(path, salt, format);
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_NE(text.str().find(format == "xyz" ? "units=ase" : "metal"), std::string::npos);
    const ParticleSet back = read_particles(path);
    EXPECT_EQ(back.units, "ase") << format;
    EXPECT_NEAR(back.vx[3], 0.25, 1e-15) << format;
    EXPECT_NEAR(back.time, format == "lammps-data" ? 0 : 2, 1e-14) << format;
  }
  std::stringstream text;
  text << std::ifstream(folder.path("lammps-data")).rdbuf();
  EXPECT_NE(text.str().find("units = metal\n"), std::string::npos);
  EXPECT_NE(text.str().find(" 24.55"), std::string::npos);  // 0.25 in Å/ps
}

/// The sentence about particles for ions, or "".
std::string ions_refusal(const ParticleSet& set, bool velocities_matter = true) {
  try {
    require_units_of_ions(set, velocities_matter, "file");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(LammpsUnits, IonsThatMoveNeedThem) {
  ParticleSet set = parse_particles(data_with("t"), "file");
  EXPECT_EQ(ions_refusal(set),
            "file does not say the units of its velocities; add --units=metal, real or ase, or new "
            "velocities with --temperature");
  EXPECT_EQ(ions_refusal(set, false), "");
  set.vx = set.vy = {0, 0};
  EXPECT_EQ(ions_refusal(set), "");
  set.units = "si";
  EXPECT_EQ(ions_refusal(set, false), "file has the units si, but ions need metal, real or ase");
}

}  // namespace
}  // namespace gputest::particles_lammps_test

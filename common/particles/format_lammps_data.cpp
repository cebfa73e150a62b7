// LAMMPS data files as its write_data command makes them (https://docs.lammps.org/read_data.html):
// a title, header lines, then sections. Bonds, coefficients and image flags are ignored. The format
// does not say which boundaries are periodic: all are, unless the title says "boundary f p f" in
// the words of LAMMPS's command, as ours does. "boundary s s s" means no box at all.
#include <fmt/ostream.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "common/particles/formats.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

/// The columns of an atom style, from 0; the id is column 0, and image flags may follow.
struct AtomStyle {
  std::string_view name;
  std::size_t count, type, position;
  std::size_t charge = Columns::absent;
};

constexpr AtomStyle atom_styles[] = {
    {"atomic", 5, 1, 2},     // id type x y z
    {"charge", 6, 1, 3, 2},  // id type q x y z
    {"molecular", 6, 2, 3},  // id molecule type x y z
    {"full", 7, 2, 4, 3},    // id molecule type q x y z
};

bool starts_section(std::string_view line) {
  const auto word = next_word(line);
  return !word.empty() &&
         ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z'));
}

std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> words;
  while (words.size() < most) {
    const auto word = next_word(line);
    if (word.empty()) break;
    words.push_back(word);
  }
  return words;
}

constexpr std::size_t longest_header_line = 6;  // "xy xz yz" and their three values

/// Whether a header line has `values` words and then these keywords.
bool says(const std::vector<std::string_view>& words, std::size_t values,
          std::initializer_list<std::string_view> keywords) {
  return words.size() == values + keywords.size() &&
         std::equal(keywords.begin(), keywords.end(), words.begin() + static_cast<long>(values));
}

bool looks_like_lammps_data(std::string_view content) {
  LineScanner lines(content, "", LineScanner::Comments::hash);
  lines.next();
  const auto title = words_of(lines.raw(), 2);
  // A single number begins an N-body snapshot or an XYZ file, in which the second line may be
  // anything.
  if (title.size() == 1 && is_number(title[0])) return false;
  while (lines.next_filled() && !starts_section(lines.text())) {
    const auto words = words_of(lines.text(), longest_header_line);
    if (says(words, 1, {"atoms"}) || says(words, 2, {"xlo", "xhi"})) return true;
  }
  return false;
}

struct LammpsHeader {
  std::uint64_t atoms = 0;
  std::uint64_t types = 0;
  Box box;
  std::array<bool, 3> bounded{false, false, false};
};

void read_header_line(const LineScanner& lines, LammpsHeader& header) {
  const auto words = words_of(lines.text(), longest_header_line + 1);
  if (says(words, 1, {"atoms"})) {
    header.atoms = lines.count(words[0], "atoms");
    lines.require_room(header.atoms, 2 * atom_styles[0].count, "atoms");
  } else if (says(words, 1, {"atom", "types"})) {
    header.types = lines.count(words[0], "atom types");
    lines.require_room(header.types, 1, "atom types");
  } else if (says(words, 3, {"xy", "xz", "yz"})) {
    for (std::size_t k = 0; k < 3; ++k)
      if (lines.number(words[k]) != 0)
        lines.fail("the box is triclinic, and only rectangular ones are supported");
  } else if (words.size() == 4 &&
             (words[3] == "avec" || words[3] == "bvec" || words[3] == "cvec")) {
    lines.fail("the box is a general triclinic one, and only rectangular ones are supported");
  }
  constexpr std::string_view low_names[] = {"xlo", "ylo", "zlo"};
  constexpr std::string_view high_names[] = {"xhi", "yhi", "zhi"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!says(words, 2, {low_names[axis], high_names[axis]})) continue;
    header.box.low[axis] = lines.number(words[0]);
    header.box.high[axis] = lines.number(words[1]);
    require_edge(header.box, axis, lines);
    header.bounded[axis] = true;
  }
}

struct Sections {
  std::optional<LineScanner> masses, atoms, velocities;  ///< positioned at their headings
};

void note_section(const LineScanner& lines, Sections& sections) {
  const auto heading = words_of(lines.text(), 2);
  if (heading.size() != 1) return;
  std::optional<LineScanner>* section = heading[0] == "Masses"       ? &sections.masses
                                        : heading[0] == "Atoms"      ? &sections.atoms
                                        : heading[0] == "Velocities" ? &sections.velocities
                                                                     : nullptr;
  if (section == nullptr) return;
  if (section->has_value())
    lines.fail(
        fmt::format("the section {} is already on line {}", heading[0], (*section)->line_number()));
  *section = lines;
}

/// Calls read(lines, k) for the n consecutive rows of a section, after any blank lines.
template <class Read>
void read_rows(LineScanner& lines, std::uint64_t n, std::string_view section, const Read& read) {
  for (std::uint64_t k = 0; k < n; ++k) {
    const bool more = k == 0 ? lines.next_filled() : lines.next();
    auto rest = lines.text();
    const bool blank = next_word(rest).empty();
    const bool heading = starts_section(lines.text()) && words_of(rest, 2).size() < 2;
    if (!more || blank || heading)
      lines.fail(fmt::format("the section {} ends after {} of {} rows", section, k, n));
    read(lines, k);
  }
  LineScanner after = lines;
  if (after.next_filled() && !starts_section(after.text()))
    after.fail(fmt::format("the section {} continues after its {} rows", section, n));
}

/// The style that the heading names ("Atoms # full"), otherwise the one that fits the first row.
const AtomStyle& find_style(const LineScanner& heading) {
  auto hint = heading.raw();
  const auto hash = hint.find('#');
  hint.remove_prefix(std::min(hash, hint.size() - 1) + 1);
  auto named = hash == std::string_view::npos ? std::string_view{} : next_word(hint);
  if (named == "bond" || named == "angle") named = "molecular";  // the same columns
  if (!named.empty()) {
    for (const AtomStyle& style : atom_styles)
      if (style.name == named) return style;
    heading.fail(
        fmt::format("the atom style {} is not one of atomic, charge, bond, angle, "
                    "molecular and full",
                    quoted(named)));
  }
  LineScanner first_row = heading;
  if (!first_row.next_filled()) heading.fail("the section Atoms is empty");
  const std::size_t found = words_of(first_row.text(), 32).size();
  const AtomStyle* fitting = nullptr;
  for (const AtomStyle& style : atom_styles) {
    if (found != style.count && found != style.count + 3) continue;
    if (fitting != nullptr)
      first_row.fail(
          fmt::format("rows of {} values may be of style {} or {}: write 'Atoms # {}' to "
                      "say which",
                      found, fitting->name, style.name, style.name));
    fitting = &style;
  }
  if (fitting == nullptr)
    first_row.fail(fmt::format("rows of {} values fit no supported atom style", found));
  return *fitting;
}

std::uint64_t read_type(const LineScanner& row, std::string_view word, std::uint64_t types) {
  const std::int64_t type = row.integer(word);
  if (type < 1 || static_cast<std::uint64_t>(type) > types)
    row.fail(fmt::format("the atom type {} is not one of 1 to {}", type, types));
  return static_cast<std::uint64_t>(type);
}

/// The masses of types 1 … n, in that order.
std::vector<double> read_masses(LineScanner lines, std::uint64_t types) {
  std::vector<double> masses(types, -1.0);
  read_rows(lines, types, "Masses", [&](const LineScanner& row, std::uint64_t) {
    const auto words = words_of(row.text(), 3);
    if (words.size() != 2) row.fail("a mass is written as a type and a number");
    const std::uint64_t type = read_type(row, words[0], types);
    if (masses[type - 1] >= 0) row.fail(fmt::format("the mass of type {} is given twice", type));
    masses[type - 1] = row.mass(words[1]);
  });
  return masses;
}

void read_atoms(const Sections& sections, const LammpsHeader& header, const std::string& name,
                ParticleSet& set) {
  LineScanner lines = *sections.atoms;
  const AtomStyle& style = find_style(lines);
  Columns columns;
  columns.count = style.count;
  columns.image_flags = true;
  columns.id = 0;
  columns.kind = style.type;
  columns.charge = style.charge;
  columns.position = Columns::from(style.position);
  columns.mass_elsewhere = sections.masses.has_value();
  columns.velocity_elsewhere = sections.velocities.has_value();
  const std::vector<double> masses =
      sections.masses ? read_masses(*sections.masses, header.types) : std::vector<double>{};

  RowReader row(columns, set);
  std::uint64_t first_line = 0;
  read_rows(lines, header.atoms, "Atoms", [&](const LineScanner& line, std::uint64_t i) {
    if (i == 0) first_line = line.line_number();
    row.read(line, i);
    if (set.id[i] <= 0) line.fail(fmt::format("the atom id {} is not above zero", set.id[i]));
    const std::uint64_t type = read_type(line, row.word(style.type), header.types);
    if (sections.masses) set.mass[i] = masses[type - 1];
  });
  refuse_equal_ids(set.id, name, first_line);
  row.add_warnings(name);
}

void read_velocities(LineScanner lines, ParticleSet& set) {
  const std::vector<std::uint64_t> order = order_of(set.id);
  std::vector<bool> given(set.size(), false);
  read_rows(lines, set.size(), "Velocities", [&](const LineScanner& row, std::uint64_t) {
    const auto words = words_of(row.text(), 5);
    if (words.size() != 4) row.fail("a velocity is written as an id and three numbers");
    const std::int64_t id = row.integer(words[0]);
    const auto found =
        std::lower_bound(order.begin(), order.end(), id,
                         [&](std::uint64_t i, std::int64_t v) { return set.id[i] < v; });
    if (found == order.end() || set.id[*found] != id)
      row.fail(fmt::format("no atom has the id {}", id));
    if (given[*found]) row.fail(fmt::format("the velocity of atom {} is given twice", id));
    given[*found] = true;
    set.vx[*found] = row.number(words[1]);
    set.vy[*found] = row.number(words[2]);
    set.vz[*found] = row.number(words[3]);
  });
}

/// The three letters after "boundary" in the title; all periodic if there are none.
std::string read_boundary(std::string_view title) {
  while (!title.empty()) {
    if (next_word(title) != "boundary") continue;
    std::string letters;
    for (int axis = 0; axis < 3; ++axis) letters += next_word(title).substr(0, 1);
    if (letters.size() == 3 && letters.find_first_not_of("pfsm") == std::string::npos)
      return letters;
  }
  return "ppp";
}

ParticleSet parse_lammps_data(std::string_view content, const std::string& name) {
  LineScanner lines(content, name, LineScanner::Comments::hash);
  lines.next();
  const std::string boundary = read_boundary(lines.raw());

  LammpsHeader header;
  Sections sections;
  bool in_header = true;
  while (lines.next_filled()) {
    if (starts_section(lines.text())) {
      in_header = false;
      note_section(lines, sections);
    } else if (in_header) {
      read_header_line(lines, header);
    }
  }
  if (header.atoms == 0) lines.fail("the file ends without a line 'N atoms' in its header");
  if (header.types == 0) lines.fail("the file ends without a line 'N atom types' in its header");
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!header.bounded[axis])
      lines.fail(fmt::format("the file ends without a line 'low high {0}lo {0}hi' in its header",
                             "xyz"[axis]));
  if (!sections.atoms) lines.fail("the file ends without a section Atoms");

  ParticleSet set;
  resize_for(set, header.atoms, false, name);
  read_atoms(sections, header, name, set);
  if (sections.velocities) read_velocities(*sections.velocities, set);
  set.has_box = boundary != "sss";
  if (set.has_box) {
    set.box = header.box;
    for (std::size_t axis = 0; axis < 3; ++axis) set.box.periodic[axis] = boundary[axis] == 'p';
  }
  return set;
}

/// Writes one atom type for each mass.
void write_lammps_data(std::ostream& out, const ParticleSet& set) {
  std::vector<double> masses = set.mass;
  std::sort(masses.begin(), masses.end());
  masses.erase(std::unique(masses.begin(), masses.end()), masses.end());
  const Box box = set.has_box ? set.box : bounding_box(set);
  const auto letter = [&](std::size_t axis) {
    return !set.has_box ? 's' : box.periodic[axis] ? 'p' : 'f';
  };
  fmt::print(out, "LAMMPS data file via gputest, boundary {} {} {}\n\n{} atoms\n{} atom types\n\n",
             letter(0), letter(1), letter(2), set.size(), masses.size());
  for (std::size_t axis = 0; axis < 3; ++axis)
    fmt::print(out, "{0:.17g} {1:.17g} {2}lo {2}hi\n", box.low[axis], box.high[axis], "xyz"[axis]);
  fmt::print(out, "\nMasses\n\n");
  for (std::size_t type = 0; type < masses.size(); ++type)
    fmt::print(out, "{} {:.17g}\n", type + 1, masses[type]);

  // LAMMPS needs ids above zero; those of our generators begin at zero.
  const bool keep_ids = std::all_of(set.id.begin(), set.id.end(), [](auto id) { return id > 0; });
  const auto id = [&](std::uint64_t i) {
    return keep_ids ? set.id[i] : static_cast<std::int64_t>(i + 1);
  };
  const bool charged = !set.charge.empty();
  fmt::print(out, "\nAtoms # {}\n\n", charged ? "charge" : "atomic");
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    const auto type = std::lower_bound(masses.begin(), masses.end(), set.mass[i]) - masses.begin();
    fmt::print(out, "{} {} ", id(i), type + 1);
    if (charged) fmt::print(out, "{:.17g} ", set.charge[i]);
    fmt::print(out, "{:.17g} {:.17g} {:.17g}\n", set.x[i], set.y[i], set.z[i]);
  }
  fmt::print(out, "\nVelocities\n\n");
  for (std::uint64_t i = 0; i < set.size(); ++i)
    fmt::print(out, "{} {:.17g} {:.17g} {:.17g}\n", id(i), set.vx[i], set.vy[i], set.vz[i]);
}

}  // namespace

extern const Format lammps_data_format;
const Format lammps_data_format{"lammps-data",
                                "text: LAMMPS data file, atom styles atomic, charge, bond, angle, "
                                "molecular and full",
                                ".data .lmp",
                                looks_like_lammps_data,
                                parse_lammps_data,
                                write_lammps_data};

}  // namespace gputest

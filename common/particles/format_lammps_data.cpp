// LAMMPS data files as its write_data command makes them (https://docs.lammps.org/read_data.html):
// a title, header lines, then sections. Bonds, coefficients and image flags are ignored, and so is
// text after a header line's keywords. The format does not say which boundaries are periodic: all
// are, unless the title ends in "boundary f p f" or has it before a comma, in the words of LAMMPS's
// command, as ours does. "boundary s s s" means no box at all. "units = metal" in the title states
// the units, as LAMMPS writes them.
#include <fmt/ostream.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <set>

#include "common/particles/formats.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"
#include "common/particles/units.hpp"

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

bool starts_with_letter(std::string_view word) {
  return !word.empty() &&
         ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z'));
}

/// Whether a line is a section's heading: words without a number. Rows that begin with a type label
/// have numbers.
bool starts_section(std::string_view line) {
  auto word = next_word(line);
  if (!starts_with_letter(word)) return false;
  while (!(word = next_word(line)).empty())
    if (is_number(word)) return false;
  return true;
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

/// Whether a header line begins with `values` words and then these keywords. LAMMPS ignores what
/// follows.
bool says(const std::vector<std::string_view>& words, std::size_t values,
          std::initializer_list<std::string_view> keywords) {
  return words.size() >= values + keywords.size() &&
         std::equal(keywords.begin(), keywords.end(), words.begin() + static_cast<long>(values));
}

bool looks_like_lammps_data(std::string_view content) {
  LineScanner lines(content, "", LineScanner::Comments::hash);
  lines.next();
  const auto title = words_of(lines.raw(), 2);
  // A single number begins an N-body snapshot or an XYZ file, in which the second line may be
  // anything.
  if (title.size() == 1 && is_number(title[0])) return false;
  // A header has fewer lines; a damaged one may have others among them.
  constexpr int most_lines = 50;
  for (int k = 0; k < most_lines && lines.next_filled(); ++k) {
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

/// Throws Error(bad_input) for a header line that is neither read nor known to be ignored: a
/// misspelt box must not be passed over.
void require_ignored(const LineScanner& lines) {
  constexpr std::string_view ignored[] = {
      "bonds", "angles",    "dihedrals", "impropers", "crossterms", "extra",    "ellipsoids",
      "lines", "triangles", "bodies",    "bond",      "angle",      "dihedral", "improper"};
  auto rest = lines.text();
  auto word = next_word(rest);
  while (is_number(word)) word = next_word(rest);
  if (std::find(std::begin(ignored), std::end(ignored), word) != std::end(ignored)) return;
  lines.fail(
      fmt::format("{} is not a header line of LAMMPS's such as '100 atoms', '1 atom types', "
                  "'0 8 xlo xhi' or '0 0 0 xy xz yz'",
                  quoted(lines.text())));
}

void read_header_line(const LineScanner& lines, LammpsHeader& header) {
  const auto words = words_of(lines.text(), longest_header_line);
  constexpr std::string_view low_names[] = {"xlo", "ylo", "zlo"};
  constexpr std::string_view high_names[] = {"xhi", "yhi", "zhi"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!says(words, 2, {low_names[axis], high_names[axis]})) continue;
    header.box.low[axis] = lines.number(words[0]);
    header.box.high[axis] = lines.number(words[1]);
    require_edge(header.box, axis, lines);
    header.bounded[axis] = true;
    return;
  }
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
  } else if (says(words, 3, {"avec"}) || says(words, 3, {"bvec"}) || says(words, 3, {"cvec"}) ||
             says(words, 3, {"abc", "origin"})) {
    lines.fail("the box is a general triclinic one, and only rectangular ones are supported");
  } else {
    require_ignored(lines);
  }
}

struct Sections {
  std::optional<LineScanner> labels, masses, atoms, velocities;  ///< positioned at their headings
};

void note_section(const LineScanner& lines, Sections& sections) {
  const auto heading = words_of(lines.text(), 4);
  std::optional<LineScanner>* section = heading[0] == "Masses"       ? &sections.masses
                                        : heading[0] == "Atoms"      ? &sections.atoms
                                        : heading[0] == "Velocities" ? &sections.velocities
                                                                     : nullptr;
  if (section != nullptr && heading.size() > 1)
    lines.fail(fmt::format("the heading {0} has more than one word; write a remark as '{0} # {1}'",
                           heading[0], heading[1]));
  const bool of_labels =
      heading.size() == 3 && heading[0] == "Atom" && heading[1] == "Type" && heading[2] == "Labels";
  if (of_labels) section = &sections.labels;
  if (section == nullptr) return;
  if (section->has_value())
    lines.fail(fmt::format("the section {} is already on line {}",
                           of_labels ? "Atom Type Labels" : heading[0], (*section)->line_number()));
  *section = lines;
}

/// The types of a file. Rows name a type by its number or, if the file has labels, by its label.
class AtomTypes {
 public:
  explicit AtomTypes(std::uint64_t count) : count_(count) {}

  std::uint64_t count() const { return count_; }
  /// Throws Error(bad_input).
  void add_label(const LineScanner& row, std::uint64_t type, std::string_view label) {
    if (!labelled_.insert(type).second)
      row.fail(fmt::format("the type {} has two labels; give it one", type));
    if (!starts_with_letter(label) && is_number(label.substr(0, 1)))
      row.fail(fmt::format("the label {} begins with a digit", quoted(label)));
    if (!types_.emplace(label, type).second)
      row.fail(fmt::format("two types have the label {}", quoted(label)));
  }
  /// The type, or 0 if there is none.
  std::uint64_t find(std::string_view word) const {
    if (const auto found = types_.find(word); found != types_.end()) return found->second;
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool whole = code == std::errc() && end == word.data() + word.size();
    return whole && number <= count_ ? number : 0;
  }
  /// Throws Error(bad_input) if there is no such type.
  std::uint64_t read(const LineScanner& row, std::string_view word) const {
    if (const std::uint64_t type = find(word)) return type;
    if (!types_.empty())
      row.fail(fmt::format("the atom type {} is neither a label of this file nor one of 1 to {}",
                           quoted(word), count_));
    row.fail(fmt::format("the atom type {} is not one of 1 to {}", row.integer(word), count_));
  }

 private:
  std::uint64_t count_;
  std::map<std::string_view, std::uint64_t> types_;  ///< by label
  std::set<std::uint64_t> labelled_;
};

/// Calls read(lines, k) for the n consecutive rows of a section, after any blank lines.
template <class Read>
void read_rows(LineScanner& lines, std::uint64_t n, std::string_view section, const Read& read) {
  for (std::uint64_t k = 0; k < n; ++k) {
    const bool more = k == 0 ? lines.next_filled() : lines.next();
    auto rest = lines.text();
    const bool blank = next_word(rest).empty();
    if (!more || blank || starts_section(lines.text()))
      lines.fail(fmt::format("the section {} ends after {} of {} rows", section, k, n));
    read(lines, k);
  }
  LineScanner after = lines;
  if (after.next_filled() && !starts_section(after.text()))
    after.fail(fmt::format("the section {} continues after its {} rows", section, n));
}

/// LAMMPS's styles with 7 columns besides image flags, which a file without a remark may have. The
/// letters are kinds of columns: i whole, m whole and not negative, t a type, f 0 or 1, q any
/// number, d not negative, r above 0, x a coordinate.
struct StyleOfSeven {
  std::string_view name, columns;
};
constexpr StyleOfSeven styles_of_seven[] = {{"full", "imtqxxx"},      {"sphere", "itdrxxx"},
                                            {"ellipsoid", "itfrxxx"}, {"body", "itfrxxx"},
                                            {"peri", "itrrxxx"},      {"edpd", "itdrxxx"}};

bool may_be(char kind, std::string_view word, const AtomTypes& types) {
  if (kind == 't') return types.find(word) != 0;
  double value = 0;
  if (!parse_finite(word, value)) return false;
  switch (kind) {
    case 'm':
      return value >= 0 && value == std::floor(value) && word.find('.') == word.npos;
    case 'f':
      return word == "0" || word == "1";
    case 'd':
      return value >= 0;
    case 'r':
      return value > 0;
    default:
      return true;
  }
}

/// Throws Error(bad_input) unless the rows, of 7 words and perhaps image flags, can only be of
/// style full.
void require_full(LineScanner lines, std::uint64_t rows, const AtomTypes& types) {
  std::vector<const StyleOfSeven*> fitting;
  for (const StyleOfSeven& style : styles_of_seven) fitting.push_back(&style);
  const LineScanner heading = lines;
  for (std::uint64_t k = 0; k < rows && lines.next_filled(); ++k) {
    const auto words = words_of(lines.text(), 7);
    if (words.size() < 7 || starts_section(lines.text())) break;
    std::erase_if(fitting, [&](const StyleOfSeven* style) {
      for (std::size_t c = 0; c < words.size(); ++c)
        if (!may_be(style->columns[c], words[c], types)) return true;
      return false;
    });
    if (fitting.size() == 1 && fitting[0]->name == "full") return;
  }
  std::string names;
  for (const StyleOfSeven* style : fitting)
    names += (names.empty() ? "" : " or ") + std::string(style->name);
  if (fitting.empty()) return;  // a row says what is wrong
  if (fitting[0]->name == "full")
    heading.fail(
        fmt::format("rows of 7 values may be of style {}: write 'Atoms # full' to say so "
                    "if they are",
                    names));
  heading.fail(
      fmt::format("the rows are of style {}, which is not supported; atomic, charge, bond, "
                  "angle, molecular and full are",
                  names));
}

/// The style that the heading names ("Atoms # full"), otherwise the one that fits the rows.
const AtomStyle& find_style(const LineScanner& heading, std::uint64_t rows,
                            const AtomTypes& types) {
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
  if (fitting->name == "full") require_full(heading, rows, types);
  return *fitting;
}

/// The types, with the labels of the section if there is one.
AtomTypes read_labels(const std::optional<LineScanner>& section, std::uint64_t count) {
  AtomTypes types(count);
  if (!section) return types;
  LineScanner lines = *section;
  const AtomTypes numbers(count);
  read_rows(lines, count, "Atom Type Labels", [&](const LineScanner& row, std::uint64_t) {
    const auto words = words_of(row.text(), 3);
    if (words.size() != 2) row.fail("a label is written as a type and a word");
    types.add_label(row, numbers.read(row, words[0]), words[1]);
  });
  return types;
}

/// The masses of types 1 … n, in that order.
std::vector<double> read_masses(LineScanner lines, const AtomTypes& types) {
  std::vector<double> masses(types.count(), -1.0);
  read_rows(lines, types.count(), "Masses", [&](const LineScanner& row, std::uint64_t) {
    const auto words = words_of(row.text(), 3);
    if (words.size() != 2) row.fail("a mass is written as a type and a number");
    const std::uint64_t type = types.read(row, words[0]);
    if (masses[type - 1] >= 0) row.fail(fmt::format("the mass of type {} is given twice", type));
    masses[type - 1] = row.mass(words[1]);
  });
  return masses;
}

void read_atoms(const Sections& sections, const LammpsHeader& header, const std::string& name,
                ParticleSet& set) {
  LineScanner lines = *sections.atoms;
  const AtomTypes types = read_labels(sections.labels, header.types);
  const AtomStyle& style = find_style(lines, header.atoms, types);
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
      sections.masses ? read_masses(*sections.masses, types) : std::vector<double>{};

  RowReader row(columns, set);
  std::uint64_t first_line = 0;
  read_rows(lines, header.atoms, "Atoms", [&](const LineScanner& line, std::uint64_t i) {
    if (i == 0) first_line = line.line_number();
    row.read(line, i);
    if (set.id[i] <= 0) line.fail(fmt::format("the atom id {} is not above zero", set.id[i]));
    const std::uint64_t type = types.read(line, row.word(style.type));
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

/// The first letter of a boundary in the words of LAMMPS's command: "p", "f", "fs", …; or 0.
char boundary_letter(std::string_view word) {
  if (word.empty() || word.size() > 2 || word.find_first_not_of("pfsm") != word.npos) return 0;
  const bool half_periodic = word.size() == 2 && (word[0] == 'p') != (word[1] == 'p');
  return half_periodic ? 0 : word[0];
}

/// The three letters of "boundary f p f" at the title's end or before a comma; all periodic if it
/// has no such words.
std::string read_boundary(std::string_view title) {
  while (!title.empty()) {
    if (next_word(title) != "boundary") continue;
    auto rest = title;
    std::string letters;
    for (int axis = 0; axis < 3; ++axis) {
      auto word = next_word(rest);
      const bool comma = axis == 2 && word.ends_with(',');
      if (comma) word.remove_suffix(1);
      auto behind = rest;
      if (axis == 2 && !comma && !next_word(behind).empty()) break;
      if (const char letter = boundary_letter(word)) letters += letter;
    }
    if (letters.size() == 3) return letters;
  }
  return "ppp";
}

/// The word after "units =" in the title, as LAMMPS's write_data writes it; empty if there is none.
std::string_view read_title_units(std::string_view title) {
  while (!title.empty()) {
    if (next_word(title) != "units") continue;
    auto rest = title;
    if (next_word(rest) != "=") continue;
    const auto word = next_word(rest);
    return word.substr(0, word.find_first_of(",;"));
  }
  return {};
}

ParticleSet parse_lammps_data(std::string_view content, const std::string& name) {
  LineScanner lines(content, name, LineScanner::Comments::hash);
  lines.next();
  const std::string boundary = read_boundary(lines.raw());
  const std::string_view units = read_title_units(lines.raw());

  LammpsHeader header;
  Sections sections;
  bool in_header = true;
  while (lines.next_filled()) {
    if (starts_section(lines.text())) {
      if (in_header && header.atoms == 0 && header.types == 0)
        lines.fail(
            fmt::format("{} is neither a header line nor a section; only the first line is "
                        "a title",
                        quoted(lines.text())));
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
  set.units = units;
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
  // LAMMPS warns if these units are not its own.
  const std::string_view units = lammps_units(set);
  fmt::print(out,
             "LAMMPS data file via gputest, boundary {} {} {}{}{}\n\n{} atoms\n{} atom types\n\n",
             letter(0), letter(1), letter(2), units.empty() ? "" : ", units = ", units, set.size(),
             masses.size());
  for (std::size_t axis = 0; axis < 3; ++axis)
    fmt::print(out, "{0:.17g} {1:.17g} {2}lo {2}hi\n", box.low[axis], box.high[axis], "xyz"[axis]);
  fmt::print(out, "\nMasses\n\n");
  for (std::size_t type = 0; type < masses.size(); ++type)
    fmt::print(out, "{} {:.17g}\n", type + 1, masses[type]);

  const std::vector<std::int64_t> ids = ids_from_one(set);  // those of our generators begin at 0
  const bool charged = !set.charge.empty();
  fmt::print(out, "\nAtoms # {}\n\n", charged ? "charge" : "atomic");
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    const auto type = std::lower_bound(masses.begin(), masses.end(), set.mass[i]) - masses.begin();
    fmt::print(out, "{} {} ", ids[i], type + 1);
    if (charged) fmt::print(out, "{:.17g} ", set.charge[i]);
    fmt::print(out, "{:.17g} {:.17g} {:.17g}\n", set.x[i], set.y[i], set.z[i]);
  }
  fmt::print(out, "\nVelocities\n\n");
  const double unit = factors_to_ase(units).velocity;
  for (std::uint64_t i = 0; i < set.size(); ++i)
    fmt::print(out, "{} {:.17g} {:.17g} {:.17g}\n", ids[i], set.vx[i] / unit, set.vy[i] / unit,
               set.vz[i] / unit);
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

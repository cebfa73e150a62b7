// XYZ files, plain (rows `species x y z`) and extended (the comment line has Lattice="…",
// Properties=…, pbc="…"; https://github.com/libAtoms/extxyz). The last complete frame is read. Only
// rectangular lattices are supported. If the comment has a Lattice but no pbc, every boundary is
// periodic, as the format's description says.
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "common/particles/formats.hpp"
#include "common/particles/frames.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

bool looks_like_xyz(std::string_view content) {
  LineScanner lines(content, "");
  if (!lines.next_filled()) return false;
  auto rest = lines.text();
  return is_number(next_word(rest)) && next_word(rest).empty();
}

/// The supported parts of the comment line of extended XYZ.
struct Comment {
  std::optional<std::string_view> lattice, origin, properties, pbc, time;
};

/// Takes a value off `rest`: up to the closing quote or brace if it opens with one, otherwise a
/// word.
std::string_view take_value(std::string_view& rest) {
  const char open = rest.empty() ? ' ' : rest[0];
  if (open != '"' && open != '\'' && open != '{')
    return open == ' ' || open == '\t' ? std::string_view{} : next_word(rest);
  rest.remove_prefix(1);
  const auto end = std::min(rest.find(open == '{' ? '}' : open), rest.size());
  const auto value = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return value;
}

Comment read_comment(std::string_view line) {
  Comment comment;
  while (!line.empty()) {
    const auto start = line.find_first_not_of(" \t\r");
    if (start == line.npos) break;
    line.remove_prefix(start);
    const auto end = std::min(line.find_first_of(" \t\r="), line.size());
    const auto key = line.substr(0, end);
    line.remove_prefix(end);
    if (line.empty() || line[0] != '=') continue;  // a flag or plain text
    line.remove_prefix(1);
    const auto value = take_value(line);
    if (key == "Lattice") comment.lattice = value;
    if (key == "Origin") comment.origin = value;
    if (key == "Properties") comment.properties = value;
    if (key == "pbc") comment.pbc = value;
    if (key == "Time" || key == "time") comment.time = value;
  }
  return comment;
}

void read_box(const Comment& comment, const LineScanner& lines, ParticleSet& set) {
  std::array<double, 9> lattice{};
  auto rest = *comment.lattice;
  for (double& component : lattice) {
    const auto word = next_word(rest);
    if (word.empty()) lines.fail("the Lattice has fewer than nine numbers");
    component = lines.number(word);
  }
  if (!next_word(rest).empty()) lines.fail("the Lattice has more than nine numbers");
  if (comment.origin) {
    auto origin = *comment.origin;
    for (double& low : set.box.low) low = lines.number(next_word(origin));
  }
  constexpr double rounding = 1e-12;  // the deviation that programs leave after a rotation
  for (std::size_t k = 0; k < lattice.size(); ++k) {
    const std::size_t row = k / 3;
    if (k % 3 != row && std::abs(lattice[k]) > rounding * std::abs(lattice[4 * row]))
      lines.fail("the Lattice is triclinic, and only rectangular ones are supported");
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    set.box.high[axis] = set.box.low[axis] + lattice[4 * axis];
    set.box.periodic[axis] = true;
    require_edge(set.box, axis, lines);
  }
  if (comment.pbc) {
    auto flags = *comment.pbc;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto flag = next_word(flags);
      const bool yes = flag == "T" || flag == "True" || flag == "1";
      if (!yes && flag != "F" && flag != "False" && flag != "0")
        lines.fail(fmt::format("{} in pbc is neither T nor F", quoted(flag)));
      set.box.periodic[axis] = yes;
    }
  }
  set.has_box = true;
}

std::string_view take_field(std::string_view& rest) {
  const auto end = std::min(rest.find(':'), rest.size());
  const auto field = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

/// Parses "species:S:1:pos:R:3": names, types and numbers of columns.
Columns read_properties(std::string_view properties, const LineScanner& lines) {
  Columns columns;
  while (!properties.empty()) {
    const auto name = take_field(properties);
    const auto type = take_field(properties);
    const std::uint64_t width = lines.count(take_field(properties), "columns in Properties");
    lines.require_room(width, 1, "columns in Properties");
    if (type != "S" && type != "R" && type != "I" && type != "L")
      lines.fail(
          fmt::format("{} in Properties is not one of the types S, R, I and L", quoted(type)));
    const auto is = [&](std::uint64_t wanted, std::initializer_list<std::string_view> names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) return false;
      if (width != wanted)
        lines.fail(fmt::format("the property {} has {} columns, not {}", name, width, wanted));
      return true;
    };
    const std::size_t at = columns.count;
    if (is(1, {"species"})) columns.kind = at;
    if (is(3, {"pos", "position", "positions"})) columns.position = Columns::from(at);
    if (is(3, {"vel", "velo", "velocity", "velocities"})) columns.velocity = Columns::from(at);
    if (is(3, {"force", "forces"})) columns.force = Columns::from(at);
    if (is(1, {"mass", "masses"})) columns.mass = at;
    if (is(1, {"charge", "charges", "initial_charges"})) columns.charge = at;
    if (is(1, {"id"})) columns.id = at;
    columns.count += width;
  }
  if (columns.position == Columns::absent3) lines.fail("Properties has no pos:R:3");
  return columns;
}

Columns plain_columns() {
  Columns columns;
  columns.count = 4;
  columns.further_words = true;
  columns.kind = 0;
  columns.position = Columns::from(1);
  return columns;
}

struct XyzFrame {
  std::uint64_t atoms = 0;
  std::optional<LineScanner> comment;  ///< positioned at the frame's second line
};

/// Skips a frame. False if the file ends before the frame does.
bool scan_xyz_frame(LineScanner& lines, XyzFrame& frame) {
  auto rest = lines.text();
  const auto count = next_word(rest);
  if (!next_word(rest).empty())
    lines.fail("a line after the last atom is not the number of atoms of another frame");
  frame.atoms = lines.count(count, "atoms");
  if (!lines.next()) return false;
  frame.comment = lines;
  for (std::uint64_t k = 0; k < frame.atoms; ++k)
    if (!lines.next()) return false;
  return true;
}

ParticleSet read_xyz_frame(const XyzFrame& frame, const std::string& name) {
  LineScanner lines = *frame.comment;
  const Comment comment = read_comment(lines.text());
  ParticleSet set;
  if (comment.lattice) read_box(comment, lines, set);
  if (comment.time && is_number(*comment.time)) set.time = lines.number(*comment.time);
  const Columns columns =
      comment.properties ? read_properties(*comment.properties, lines) : plain_columns();
  lines.require_room(frame.atoms, 2 * columns.count, "atoms");
  resize_for(set, frame.atoms, columns.force != Columns::absent3, name);
  RowReader row(columns, set);
  for (std::uint64_t i = 0; i < frame.atoms; ++i) {
    lines.next();
    row.read(lines, i);
  }
  if (columns.id != Columns::absent)
    refuse_equal_ids(set.id, name, frame.comment->line_number() + 1);
  row.add_warnings(name);
  if (row.saw_further_words())
    set.warnings.push_back(
        fmt::format("{} has columns after x y z without a Properties= to name them: they are "
                    "ignored.",
                    name));
  return set;
}

ParticleSet parse_xyz(std::string_view content, const std::string& name) {
  return read_last_frame<XyzFrame>(
      LineScanner(content, name), scan_xyz_frame,
      [&](const XyzFrame& frame) { return read_xyz_frame(frame, name); });
}

void write_xyz(std::ostream& out, const ParticleSet& set) {
  fmt::print(out, "{}\n", set.size());
  if (set.has_box) {
    const auto edge = [&](std::size_t axis) { return set.box.high[axis] - set.box.low[axis]; };
    const auto flag = [&](std::size_t axis) { return set.box.periodic[axis] ? 'T' : 'F'; };
    fmt::print(out,
               "Lattice=\"{:.17g} 0 0 0 {:.17g} 0 0 0 {:.17g}\" "
               "Origin=\"{:.17g} {:.17g} {:.17g}\" pbc=\"{} {} {}\" ",
               edge(0), edge(1), edge(2), set.box.low[0], set.box.low[1], set.box.low[2], flag(0),
               flag(1), flag(2));
  }
  const bool forces = !set.fx.empty(), charged = !set.charge.empty();
  fmt::print(out, "Time={:.17g} Properties=species:S:1:id:I:1:pos:R:3:vel:R:3:mass:R:1{}{}\n",
             set.time, charged ? ":charge:R:1" : "", forces ? ":forces:R:3" : "");
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    fmt::print(out, "X {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", set.id[i],
               set.x[i], set.y[i], set.z[i], set.vx[i], set.vy[i], set.vz[i], set.mass[i]);
    if (charged) fmt::print(out, " {:.17g}", set.charge[i]);
    if (forces) fmt::print(out, " {:.17g} {:.17g} {:.17g}", set.fx[i], set.fy[i], set.fz[i]);
    out << '\n';
  }
}

}  // namespace

extern const Format xyz_format;
const Format xyz_format{
    "xyz",          "text: XYZ, plain or extended with a rectangular Lattice, the last frame",
    ".xyz .extxyz", looks_like_xyz,
    parse_xyz,      write_xyz};

}  // namespace gputest

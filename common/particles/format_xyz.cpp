// XYZ files, plain (rows `species x y z`) and extended (the comment line has Lattice="…",
// Properties=…, pbc="…"; https://github.com/libAtoms/extxyz). The last complete frame is read. Only
// rectangular lattices are supported. If the comment has a Lattice but no pbc, every boundary is
// periodic, as the format's description says. Columns `momenta` and `masses` are ASE's, whose units
// are then those of the file, unless `units=` in the comment states others.
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
  std::optional<std::string> lattice, origin, properties, pbc, time, units;
};

constexpr std::string_view comment_blanks = " \t\r";

/// Takes a key or a value off `rest`: up to the closing quote or bracket if it opens with one,
/// otherwise up to a blank or a character of `ends`. A backslash escapes the next character.
/// `closed` is false if the line ends before the closing quote or bracket.
std::string take_text(std::string_view& rest, std::string_view ends, bool& closed) {
  constexpr std::string_view openings = "\"'{[", closings = "\"'}]";
  const auto kind = rest.empty() ? rest.npos : openings.find(rest[0]);
  const bool delimited = kind != rest.npos;
  std::size_t depth = delimited ? 1 : 0, at = depth;
  std::string text;
  for (; at < rest.size(); ++at) {
    const char c = rest[at];
    if (c == '\\' && at + 1 < rest.size()) {
      const char escaped = rest[++at];
      text += escaped == 'n' ? '\n' : escaped;
    } else if (delimited && c == closings[kind]) {
      if (--depth == 0) break;
      text += c;
    } else if (!delimited &&
               (comment_blanks.find(c) != comment_blanks.npos || ends.find(c) != ends.npos)) {
      break;
    } else {
      if (kind != rest.npos && c == '[' && openings[kind] == '[') ++depth;
      text += c;
    }
  }
  closed = depth == 0;
  rest.remove_prefix(std::min(at + (delimited ? 1 : 0), rest.size()));
  return text;
}

void skip_blanks(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(comment_blanks), line.size()));
}

/// Throws Error(bad_input) for a key that differs from a supported one only in its case: ASE would
/// ignore it and others would not.
void refuse_case(const LineScanner& lines, std::string key) {
  const std::string given = key;
  std::transform(key.begin(), key.end(), key.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const std::string_view known : {"Lattice", "Properties", "Origin", "pbc"})
    if (key.size() == known.size() && key.substr(1) == known.substr(1) &&
        (key[0] == known[0] || key[0] == known[0] + 32))
      lines.fail(
          fmt::format("the key {} must be written {}", quoted(std::string_view(given)), known));
}

/// The comment line's pairs "key=value", with blanks around '=' or without, keys and values quoted
/// or not, and flags, which are true.
Comment read_comment(const LineScanner& lines) {
  Comment comment;
  const std::pair<std::string_view, std::optional<std::string>*> known[] = {
      {"Lattice", &comment.lattice},
      {"Origin", &comment.origin},
      {"Properties", &comment.properties},
      {"pbc", &comment.pbc},
      {"Time", &comment.time},
      {"time", &comment.time},
      {"units", &comment.units}};
  auto line = lines.text();
  for (skip_blanks(line); !line.empty(); skip_blanks(line)) {
    const auto from_here = line;
    bool closed = true;
    const std::string key = take_text(line, "=", closed);
    std::string value = "T";
    const bool key_closed = closed;
    skip_blanks(line);
    const bool is_pair = key_closed && !line.empty() && line[0] == '=';
    if (is_pair) {
      line.remove_prefix(1);
      skip_blanks(line);
      value = take_text(line, "", closed);
    }
    if (!closed) {
      for (const auto& [name, place] : known)
        if (from_here.find(name) != from_here.npos)
          lines.fail(
              fmt::format("a quote or bracket opens in {} and is not closed", quoted(from_here)));
      break;
    }
    if (!is_pair && key != "pbc") continue;  // a flag or plain text
    bool found = false;
    for (const auto& [name, place] : known) {
      if (key != name) continue;
      if (place->has_value() && name != "time" && name != "Time")
        lines.fail(fmt::format("{} is given twice", name));
      *place = value;
      found = true;
    }
    if (!found && is_pair) refuse_case(lines, key);
  }
  return comment;
}

/// The words of an array: its elements are apart by commas or blanks.
std::vector<std::string> elements_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == '[' || c == ']'; }, ' ');
  std::vector<std::string> words;
  std::string_view rest = text;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) words.emplace_back(word);
  return words;
}

std::array<bool, 3> read_flags(const std::string& pbc, const LineScanner& lines) {
  const auto flags = elements_of(pbc);
  if (flags.size() != 1 && flags.size() != 3)
    lines.fail(
        fmt::format("pbc has {} flags, but it needs three, or one for all axes", flags.size()));
  std::array<bool, 3> periodic{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string& flag = flags[flags.size() == 1 ? 0 : axis];
    const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), flag) != words.end();
    };
    periodic[axis] = is_one_of({"T", "True", "true", "TRUE", "1"});
    if (!periodic[axis] && !is_one_of({"F", "False", "false", "FALSE", "0"}))
      lines.fail(fmt::format("{} in pbc is neither T nor F", quoted(std::string_view(flag))));
  }
  return periodic;
}

void read_box(const Comment& comment, const LineScanner& lines, ParticleSet& set) {
  const auto numbers = elements_of(*comment.lattice);
  if (numbers.size() != 9 && numbers.size() != 3)
    lines.fail(
        fmt::format("the Lattice has {} numbers, but it needs nine, or three for the edges "
                    "of a rectangular box",
                    numbers.size()));
  std::array<double, 9> lattice{};
  for (std::size_t k = 0; k < numbers.size(); ++k)
    lattice[numbers.size() == 3 ? 4 * k : k] = lines.number(numbers[k]);
  if (comment.origin) {
    const auto origin = elements_of(*comment.origin);
    if (origin.size() != 3)
      lines.fail(fmt::format("the Origin has {} numbers, but it needs three", origin.size()));
    for (std::size_t axis = 0; axis < 3; ++axis) set.box.low[axis] = lines.number(origin[axis]);
  }
  constexpr double rounding = 1e-12;  // the deviation that programs leave after a rotation
  for (std::size_t k = 0; k < lattice.size(); ++k) {
    const std::size_t row = k / 3;
    if (k % 3 != row && std::abs(lattice[k]) > rounding * std::abs(lattice[4 * row]))
      lines.fail("the Lattice is triclinic, and only rectangular ones are supported");
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    set.box.high[axis] = set.box.low[axis] + lattice[4 * axis];
    require_edge(set.box, axis, lines);
  }
  set.box.periodic = comment.pbc ? read_flags(*comment.pbc, lines) : std::array{true, true, true};
  set.has_box = true;
}

/// Throws Error(bad_input) if a comment without a Lattice says that a boundary is periodic.
void refuse_periodic(const Comment& comment, const LineScanner& lines) {
  if (!comment.pbc) return;
  const std::array<bool, 3> periodic = read_flags(*comment.pbc, lines);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (periodic[axis])
      lines.fail(
          fmt::format("pbc says that {} is periodic, and no Lattice gives the box; add "
                      "Lattice=\"a 0 0 0 b 0 0 0 c\"",
                      "xyz"[axis]));
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
    const auto is = [&](std::uint64_t wanted, std::string_view types,
                        std::initializer_list<std::string_view> names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) return false;
      if (width != wanted)
        lines.fail(fmt::format("the property {} has {} columns, not {}", name, width, wanted));
      if (types.find(type) == types.npos)
        lines.fail(fmt::format("the property {} has the type {}, not {}", name, type, types[0]));
      return true;
    };
    const auto once = [&](auto& place, const auto& value, const auto& absent) {
      if (place != absent)
        lines.fail(fmt::format("the property {} repeats a quantity of Properties", name));
      place = value;
    };
    const std::size_t at = columns.count;
    const auto three = Columns::from(at);
    if (is(1, "SI", {"species"})) columns.kind = at;
    if (is(1, "IS", {"Z"}) && columns.kind == Columns::absent) columns.kind = at;
    if (is(3, "RI", {"pos", "position", "positions"}))
      once(columns.position, three, Columns::absent3);
    if (is(3, "RI", {"vel", "velo", "velocity", "velocities"}))
      once(columns.velocity, three, Columns::absent3);
    if (is(3, "RI", {"momenta"})) once(columns.momentum, three, Columns::absent3);
    if (is(3, "RI", {"force", "forces"})) columns.force = three;
    if (is(1, "RI", {"mass", "masses"})) once(columns.mass, at, Columns::absent);
    if (is(1, "RI", {"charge", "charges", "initial_charges"})) columns.charge = at;
    if (is(1, "I", {"id"})) once(columns.id, at, Columns::absent);
    columns.count += width;
  }
  if (columns.position == Columns::absent3) lines.fail("Properties has no pos:R:3");
  columns.mass_of_element = columns.mass == Columns::absent && columns.momentum != Columns::absent3;
  if (columns.mass_of_element && columns.kind == Columns::absent)
    lines.fail("Properties has momenta, but neither masses:R:1 nor species:S:1");
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
  const Comment comment = read_comment(lines);
  ParticleSet set;
  if (comment.lattice)
    read_box(comment, lines, set);
  else
    refuse_periodic(comment, lines);
  if (comment.time && is_number(*comment.time)) set.time = lines.number(*comment.time);
  const Columns columns =
      comment.properties ? read_properties(*comment.properties, lines) : plain_columns();
  if (comment.units)
    set.units = *comment.units;
  else if (columns.momentum != Columns::absent3 && columns.velocity == Columns::absent3)
    set.units = "ase";
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

/// The momenta, which ASE reads instead of velocities; empty if one is too large for a double.
std::vector<double> momenta_to_write(const ParticleSet& set) {
  std::vector<double> momenta;
  momenta.reserve(3 * set.size());
  for (std::uint64_t i = 0; i < set.size(); ++i)
    for (const double v : {set.vx[i], set.vy[i], set.vz[i]}) {
      momenta.push_back(set.mass[i] * v);
      if (!std::isfinite(momenta.back())) return {};
    }
  return momenta;
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
  if (set.units == "ase" || set.units == "lj") fmt::print(out, "units={} ", set.units);
  const bool forces = !set.fx.empty(), charged = !set.charge.empty();
  const std::vector<double> momenta = momenta_to_write(set);
  fmt::print(out, "Time={:.17g} Properties=species:S:1:id:I:1:pos:R:3:vel:R:3:masses:R:1{}{}{}\n",
             set.time, momenta.empty() ? "" : ":momenta:R:3", charged ? ":charge:R:1" : "",
             forces ? ":forces:R:3" : "");
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    fmt::print(out, "X {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", set.id[i],
               set.x[i], set.y[i], set.z[i], set.vx[i], set.vy[i], set.vz[i], set.mass[i]);
    if (!momenta.empty())
      fmt::print(out, " {:.17g} {:.17g} {:.17g}", momenta[3 * i], momenta[3 * i + 1],
                 momenta[3 * i + 2]);
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

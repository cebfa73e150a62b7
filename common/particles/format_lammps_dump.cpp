// LAMMPS text dumps of the styles atom and custom (https://docs.lammps.org/dump.html), with columns
// in any order. The last complete frame is read. ITEM: UNITS, which LAMMPS writes only in the first
// frame, holds for later ones. A box that is shrink-wrapped on every side adds
// nothing to the positions and means no box.
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "common/particles/formats.hpp"
#include "common/particles/frames.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"
#include "common/particles/units.hpp"

namespace gputest {
namespace {

constexpr std::string_view item = "ITEM:";

bool starts_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

bool looks_like_lammps_dump(std::string_view content) {
  LineScanner lines(content, "");
  return lines.next_filled() && starts_with(lines.text(), item);
}

struct Frame {
  std::uint64_t atoms = 0;
  Box box;
  bool boxed = false;  ///< the file has BOX BOUNDS
  bool shrink_wrapped = false;
  double time = 0;
  std::string units;                   ///< empty: not in this frame
  std::optional<LineScanner> heading;  ///< positioned at the line ITEM: ATOMS
};

/// The words of a line.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (auto word = next_word(line); !word.empty(); word = next_word(line)) words.push_back(word);
  return words;
}

/// Reads the flags after "BOX BOUNDS": "pp ff sm", after "xy xz yz" if the box is tilted.
void read_boundary(const LineScanner& lines, std::vector<std::string_view> flags, Frame& frame) {
  if (!flags.empty() && flags[0] == "abc")
    lines.fail("the box is a general triclinic one, and only rectangular ones are supported");
  frame.shrink_wrapped = flags.size() == 3;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto flag = axis < flags.size() ? flags[axis] : "pp";  // old files give no flags
    if (flag.empty() || flag.size() > 2 || flag.find_first_not_of("pfsm") != flag.npos)
      lines.fail(fmt::format("{} is not a boundary such as pp or ff", quoted(flag)));
    frame.box.periodic[axis] = flag[0] == 'p';
    frame.shrink_wrapped = frame.shrink_wrapped && flag == "ss";
  }
}

/// Reads a frame's header and skips its atoms. False if the file ends before the frame does.
bool scan_frame(LineScanner& lines, Frame& frame) {
  do {
    const auto title = lines.text();
    auto rest = title;
    if (next_word(rest) != item)
      lines.fail(fmt::format("an ITEM: is expected, not {}", quoted(title)));
    const auto kind = next_word(rest);
    if (kind == "TIMESTEP") {
      if (!lines.next()) return false;
      auto value = lines.text();
      lines.integer(next_word(value));
    } else if (kind == "TIME") {
      if (!lines.next()) return false;
      auto value = lines.text();
      frame.time = lines.number(next_word(value));
    } else if (kind == "UNITS") {
      if (!lines.next()) return false;
      auto value = lines.text();
      frame.units = next_word(value);
    } else if (kind == "NUMBER") {
      if (!lines.next()) return false;
      auto value = lines.text();
      frame.atoms = lines.count(next_word(value), "atoms");
    } else if (kind == "BOX") {
      next_word(rest);  // BOUNDS
      auto flags = words_of(rest);
      const bool tilted = !flags.empty() && flags[0] == "xy";
      if (tilted) flags.erase(flags.begin(), flags.begin() + std::min<long>(3, std::ssize(flags)));
      read_boundary(lines, flags, frame);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!lines.next()) return false;
        const auto bounds = words_of(lines.text());
        if (bounds.size() != (tilted ? 3 : 2))
          lines.fail(fmt::format("the box has {} values per axis instead of {}", bounds.size(),
                                 tilted ? "low, high and tilt" : "low and high"));
        if (tilted && lines.number(bounds[2]) != 0)
          lines.fail("the box is triclinic, and only rectangular ones are supported");
        frame.box.low[axis] = lines.number(bounds[0]);
        frame.box.high[axis] = lines.number(bounds[1]);
        require_edge(frame.box, axis, lines);
      }
      frame.boxed = true;
    } else if (kind == "ATOMS") {
      if (frame.atoms == 0) lines.fail("the atoms come before their number");
      frame.heading = lines;
      for (std::uint64_t k = 0; k < frame.atoms; ++k) {
        if (!lines.next()) return false;
        if (starts_with(lines.text(), item))
          lines.fail(fmt::format("the frame has {} rows for {} atoms", k, frame.atoms));
      }
      return true;
    } else {
      lines.fail(fmt::format("the item {} is not supported", quoted(kind)));
    }
  } while (lines.next_filled());
  return false;
}

/// The ways to write positions; the first triple that a frame has is read.
struct Coordinates {
  std::array<std::string_view, 3> names;
  bool scaled;
};
constexpr Coordinates all_coordinates[] = {{{"x", "y", "z"}, false},
                                           {{"xu", "yu", "zu"}, false},
                                           {{"xs", "ys", "zs"}, true},
                                           {{"xsu", "ysu", "zsu"}, true}};

ParticleSet read_frame(const Frame& frame, const std::string& name) {
  LineScanner lines = *frame.heading;
  auto names = words_of(lines.text());
  names.erase(names.begin(), names.begin() + 2);  // ITEM: ATOMS
  const auto find = [&](std::string_view column) {
    const auto found = std::find(names.begin(), names.end(), column);
    return found == names.end() ? Columns::absent : static_cast<std::size_t>(found - names.begin());
  };
  const auto find_triple = [&](const std::array<std::string_view, 3>& triple) {
    const Columns::Triple places{find(triple[0]), find(triple[1]), find(triple[2])};
    const bool whole = std::count(places.begin(), places.end(), Columns::absent) == 0;
    return whole ? places : Columns::absent3;
  };
  const auto find_whole_triple = [&](const std::array<std::string_view, 3>& triple) {
    const Columns::Triple places = find_triple(triple);
    if (places == Columns::absent3)
      for (const auto column : triple)
        if (find(column) != Columns::absent)
          lines.fail(fmt::format("there is a column {}, but {} {} {} need all three", column,
                                 triple[0], triple[1], triple[2]));
    return places;
  };
  Columns columns;
  columns.count = names.size();
  columns.id = find("id");
  columns.mass = find("mass");
  columns.kind = find("type");
  columns.charge = find("q");
  columns.velocity = find_whole_triple({"vx", "vy", "vz"});
  columns.force = find_triple({"fx", "fy", "fz"});
  bool scaled = false;
  for (const Coordinates& coordinates : all_coordinates) {
    columns.position = find_triple(coordinates.names);
    scaled = coordinates.scaled;
    if (columns.position != Columns::absent3) break;
  }
  if (columns.position == Columns::absent3)
    lines.fail("the columns hold no positions: x y z, xu yu zu, xs ys zs or xsu ysu zsu");
  if (scaled && !frame.boxed) lines.fail("positions are scaled by a box, and the frame has none");

  lines.require_room(frame.atoms, 2 * columns.count, "atoms");
  ParticleSet set;
  resize_for(set, frame.atoms, columns.force != Columns::absent3, name);
  RowReader row(columns, set);
  const std::array<std::vector<double>*, 3> axes{&set.x, &set.y, &set.z};
  for (std::uint64_t i = 0; i < frame.atoms; ++i) {
    lines.next();
    row.read(lines, i);
    for (std::size_t axis = 0; scaled && axis < 3; ++axis) {
      double& value = (*axes[axis])[i];
      value = frame.box.low[axis] + value * (frame.box.high[axis] - frame.box.low[axis]);
      if (!std::isfinite(value)) lines.fail("a scaled position is outside double precision");
    }
  }
  if (columns.id != Columns::absent)
    refuse_equal_ids(set.id, name, frame.heading->line_number() + 1);
  row.add_warnings(name);
  set.time = frame.time;
  set.units = frame.units;
  set.has_box = frame.boxed && !frame.shrink_wrapped;
  if (set.has_box) set.box = frame.box;
  return set;
}

ParticleSet parse_lammps_dump(std::string_view content, const std::string& name) {
  std::string units;  // of the frames so far
  const auto scan = [&](LineScanner& lines, Frame& frame) {
    frame.units = units;
    const bool complete = scan_frame(lines, frame);
    if (complete) units = frame.units;
    return complete;
  };
  return read_last_frame<Frame>(LineScanner(content, name), scan,
                                [&](const Frame& frame) { return read_frame(frame, name); });
}

void write_lammps_dump(std::ostream& out, const ParticleSet& set) {
  const Box box = set.has_box ? set.box : bounding_box(set);
  const auto boundary = [&](std::size_t axis) {
    return !set.has_box ? "ss" : box.periodic[axis] ? "pp" : "ff";
  };
  const std::string_view units = lammps_units(set);
  const UnitFactors unit = factors_to_ase(units);
  if (!units.empty()) fmt::print(out, "ITEM: UNITS\n{}\n", units);
  if (set.time != 0) fmt::print(out, "ITEM: TIME\n{:.17g}\n", set.time / unit.time);
  fmt::print(out, "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS {} {} {}\n",
             set.size(), boundary(0), boundary(1), boundary(2));
  for (std::size_t axis = 0; axis < 3; ++axis)
    fmt::print(out, "{:.17g} {:.17g}\n", box.low[axis], box.high[axis]);
  const bool forces = !set.fx.empty();
  const std::vector<std::int64_t> ids = ids_from_one(set);  // as a data file has them
  fmt::print(out, "ITEM: ATOMS id type mass x y z vx vy vz{}\n", forces ? " fx fy fz" : "");
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    fmt::print(out, "{} 1 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", ids[i],
               set.mass[i], set.x[i], set.y[i], set.z[i], set.vx[i] / unit.velocity,
               set.vy[i] / unit.velocity, set.vz[i] / unit.velocity);
    if (forces) fmt::print(out, " {:.17g} {:.17g} {:.17g}", set.fx[i], set.fy[i], set.fz[i]);
    out << '\n';
  }
}

}  // namespace

extern const Format lammps_dump_format;
const Format lammps_dump_format{
    "lammps-dump",     "text: LAMMPS dump of style atom or custom, the last frame",
    ".dump",           looks_like_lammps_dump,
    parse_lammps_dump, write_lammps_dump};

}  // namespace gputest

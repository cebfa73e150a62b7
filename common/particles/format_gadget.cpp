// Snapshots of GADGET in HDF5 (V. Springel, MNRAS 364, 1105 (2005); V. Springel et al., MNRAS 506,
// 2871 (2021)). AREPO, SWIFT and others share the layout: a group Header of attributes, and for
// each type of particle a group PartType0 …. A group has Coordinates, Velocities, ParticleIDs and
// Masses; Masses are missing if the header's MassTable has one mass for the type. All other content
// is ignored.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/rehearsal.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/hdf5.hpp"
#include "common/particles/rows.hpp"

namespace gputest {
namespace {

bool looks_like_gadget(std::string_view content) { return content.substr(0, 4) == "\x89HDF"; }

/// The particles of one type, in GADGET's terms.
struct PartType {
  std::string group;
  std::uint64_t count;
  double mass;  ///< of each particle, if `masses` is missing
  Hdf5Array coordinates, velocities, masses, ids;
};

/// A snapshot with a header and arrays that agree.
class Snapshot {
 public:
  Snapshot(std::string_view content, const std::string& name) : file_(content, name), name_(name) {
    counts_ = file_.attribute("Header", "NumPart_ThisFile");
    if (counts_.empty())
      file_.fail("this HDF5 file is not a GADGET snapshot: it has no NumPart_ThisFile in Header");
    require_whole_snapshot();
    require_no_expansion();
    const std::vector<double> table = file_.attribute("Header", "MassTable");
    for (std::size_t type = 0; type < counts_.size(); ++type)
      if (counts_[type] > 0) look_at(type, type < table.size() ? table[type] : 0);
    if (types_.empty()) file_.fail("the snapshot has no particles");
  }

  ParticleSet particles() const {
    std::uint64_t total = 0, largest = 0;
    for (const PartType& type : types_) {
      total += type.count;
      largest = std::max(largest, type.count);
    }
    ParticleSet set;
    resize_for(set, total, false, name_);
    require_host_memory(3 * sizeof(double) * largest, "reading " + name_);
    set.time = header("Time", 0);
    std::uint64_t first = 0;
    for (const PartType& type : types_) {
      read(type, set, first);
      first += type.count;
    }
    require_unique(set.id);
    read_box(set);
    return set;
  }

 private:
  /// A number of the header, or the first of several.
  double header(const char* attribute, double otherwise) const {
    const std::vector<double> values = file_.attribute("Header", attribute);
    return values.empty() ? otherwise : values.front();
  }

  void require_whole_snapshot() const {
    for (const double count : counts_)
      if (!(count >= 0 && count == std::floor(count)))
        file_.fail(
            fmt::format("NumPart_ThisFile has {}, which is not a number of particles", count));
    if (const double files = header("NumFilesPerSnapshot", 1); files != 1)
      file_.fail(fmt::format(
          "this is one of {} files of a snapshot; only snapshots of one file are supported",
          files));
    const std::vector<double> low = file_.attribute("Header", "NumPart_Total");
    const std::vector<double> high = file_.attribute("Header", "NumPart_Total_HighWord");
    for (std::size_t type = 0; type < std::min(low.size(), counts_.size()); ++type) {
      const double total = low[type] + (type < high.size() ? high[type] * 0x1p32 : 0);
      if (total != counts_[type])
        file_.fail(fmt::format("NumPart_Total says {} particles of type {}, NumPart_ThisFile {}",
                               total, type, counts_[type]));
    }
  }

  void require_no_expansion() const {
    const auto comoving = [&](const char* group) {
      const auto on = file_.attribute(group, "ComovingIntegrationOn");
      return !on.empty() && on.front() != 0;
    };
    if (header("Redshift", 0) != 0 || comoving("Header") || comoving("Parameters"))
      file_.fail(
          "the snapshot is from a cosmological run (Redshift, ComovingIntegrationOn); comoving "
          "coordinates are not supported");
  }

  void look_at(std::size_t number, double mass) {
    PartType type{fmt::format("PartType{}", number), 0, mass, {}, {}, {}, {}};
    const auto array = [&](const char* name, std::uint64_t columns) {
      Hdf5Array found = file_.array(fmt::format("{}/{}", type.group, name));
      if (!found.is_there()) return found;
      if (static_cast<double>(found.rows) != counts_[number] || found.columns != columns)
        file_.fail(
            fmt::format("{} has {} x {} numbers, and the {} particles of NumPart_ThisFile "
                        "need {} each",
                        found.path, found.rows, found.columns, counts_[number], columns));
      return found;
    };
    type.coordinates = array("Coordinates", 3);
    type.velocities = array("Velocities", 3);
    type.masses = array("Masses", 1);
    type.ids = array("ParticleIDs", 1);
    if (!type.coordinates.is_there())
      file_.fail(fmt::format("{} has no Coordinates, and NumPart_ThisFile says {} particles",
                             type.group, counts_[number]));
    if (!type.masses.is_there() && !(mass > 0))
      file_.fail(type.group + " has no Masses, and MassTable has none for it");
    if (type.ids.is_there() && !type.ids.whole)
      file_.fail(type.ids.path + " has numbers that are not whole");
    type.count = type.coordinates.rows;
    types_.push_back(std::move(type));
  }

  void read(const PartType& type, ParticleSet& set, std::uint64_t first) const {
    const auto spread = [&](const Hdf5Array& array, std::initializer_list<double*> to) {
      const std::vector<double> values = file_.doubles(array);
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (!std::isfinite(values[k]))
          file_.fail(fmt::format("particle {} of {} has a value that is not finite", k / to.size(),
                                 array.path));
        to.begin()[k % to.size()][first + k / to.size()] = values[k];
      }
    };
    spread(type.coordinates, {set.x.data(), set.y.data(), set.z.data()});
    if (type.velocities.is_there())
      spread(type.velocities, {set.vx.data(), set.vy.data(), set.vz.data()});
    else
      set.warnings.push_back(
          fmt::format("{} gives {} no velocities: its particles are at rest.", name_, type.group));
    const auto begin = set.mass.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(type.count);
    if (type.masses.is_there())
      spread(type.masses, {set.mass.data()});
    else
      std::fill(begin, end, type.mass);
    if (const auto bad = std::find_if(begin, end, [](double mass) { return mass < 0; }); bad != end)
      file_.fail(fmt::format("particle {} of {} has the mass {}", bad - begin, type.group, *bad));
    if (type.ids.is_there() && std::all_of(types_.begin(), types_.end(), [](const PartType& each) {
          return each.ids.is_there();
        })) {
      const std::vector<std::int64_t> ids = file_.integers(type.ids);
      if (std::count(ids.begin(), ids.end(), std::numeric_limits<std::int64_t>::max()) != 0)
        file_.fail(type.ids.path + " has a number that does not fit 63 bits");
      std::copy(ids.begin(), ids.end(), set.id.begin() + static_cast<std::ptrdiff_t>(first));
    }
    if (type.group == "PartType0")
      set.warnings.push_back(fmt::format(
          "{} has {} particles of gas, which are treated as bodies: only mass, position "
          "and velocity are used.",
          name_, type.count));
  }

  void require_unique(const std::vector<std::int64_t>& ids) const {
    const std::vector<std::uint64_t> order = order_of(ids);
    const auto twin =
        std::adjacent_find(order.begin(), order.end(),
                           [&](std::uint64_t a, std::uint64_t b) { return ids[a] == ids[b]; });
    if (twin != order.end())
      file_.fail(
          fmt::format("particles {} and {} both have the id {}", twin[0], twin[1], ids[twin[0]]));
  }

  /// A cube, or the three edges that SWIFT writes; 0 if there is no box.
  void read_box(ParticleSet& set) const {
    std::vector<double> edges = file_.attribute("Header", "BoxSize");
    if (edges.size() == 1) edges.resize(3, edges[0]);
    if (edges.size() != 3 || *std::min_element(edges.begin(), edges.end()) <= 0) return;
    set.has_box = true;
    std::copy(edges.begin(), edges.end(), set.box.high.begin());
    set.box.periodic = {true, true, true};
  }

  Hdf5Reader file_;
  std::string name_;
  std::vector<double> counts_;  ///< of particles of each type, in this file
  std::vector<PartType> types_;
};

/// HDF5 is not safe with maliciously damaged files: it has crashed and hung on some.
ParticleSet parse_gadget(std::string_view content, const std::string& name) {
  if (const std::string absence = why_no_hdf5(); !absence.empty())
    throw Error(Status::unavailable, fmt::format("{} is an HDF5 file, and {}", name, absence));
  constexpr std::uint64_t kSoonRead = 1 << 28;  // above it only places are rehearsed
  const std::string fault = fault_in_rehearsal([&] {
    const Snapshot snapshot(content, name);
    if (content.size() <= kSoonRead) snapshot.particles();
  });
  if (!fault.empty())
    throw Error(Status::bad_input,
                fmt::format("{}: HDF5 cannot read this file, which is damaged: {}", name, fault));
  return Snapshot(content, name).particles();
}

/// The value of BoxSize: the edge of a periodic cube that begins at the origin, otherwise 0.
double box_size(const ParticleSet& set) {
  const Box& box = set.box;
  const bool cube = set.has_box && box.periodic == std::array{true, true, true} &&
                    box.low == std::array{0.0, 0.0, 0.0} && box.high[1] == box.high[0] &&
                    box.high[2] == box.high[0];
  return cube ? box.high[0] : 0;
}

/// Writes all particles as type 1, GADGET's type for dark matter.
void write_gadget(std::ostream& out, const ParticleSet& set) {
  using Stored = Hdf5Writer::Stored;
  const std::uint64_t n = set.size();
  if (n > std::numeric_limits<std::uint32_t>::max())
    throw Error(Status::bad_input, fmt::format("{} bodies are too many for a GADGET file", n));
  // The file twice, as held by HDF5 and as written, and an array on its way there.
  require_host_memory(n * (2 * ParticleSet::bytes_per_particle + 3 * sizeof(double)),
                      fmt::format("a GADGET file of {} particles", n));
  Hdf5Writer file;
  file.group("Header");
  const std::vector<double> counts{0, static_cast<double>(n), 0, 0, 0, 0};
  const std::vector<double> none(counts.size(), 0.0);
  file.attribute("Header", "NumPart_ThisFile", counts, Stored::uint32, true);
  file.attribute("Header", "NumPart_Total", counts, Stored::uint32, true);
  file.attribute("Header", "NumPart_Total_HighWord", none, Stored::uint32, true);
  file.attribute("Header", "MassTable", none, Stored::float64, true);
  const auto number = [&](const char* name, double value, Stored stored) {
    file.attribute("Header", name, {value}, stored, false);
  };
  number("NumFilesPerSnapshot", 1, Stored::int32);
  number("Time", set.time, Stored::float64);
  number("BoxSize", box_size(set), Stored::float64);
  for (const char* name : {"Redshift", "Omega0", "OmegaLambda"}) number(name, 0, Stored::float64);
  number("HubbleParam", 1, Stored::float64);
  for (const char* name : {"Flag_Sfr", "Flag_Cooling", "Flag_StellarAge", "Flag_Metals",
                           "Flag_Feedback", "Flag_Entropy_ICs"})
    number(name, 0, Stored::int32);
  number("Flag_DoublePrecision", 1, Stored::int32);

  file.group("PartType1");
  const auto vectors = [&](const char* path, const std::vector<double>& x,
                           const std::vector<double>& y, const std::vector<double>& z) {
    std::vector<double> rows(3 * n);
    for (std::uint64_t i = 0; i < n; ++i) {
      rows[3 * i] = x[i];
      rows[3 * i + 1] = y[i];
      rows[3 * i + 2] = z[i];
    }
    file.array(path, rows, 3);
  };
  vectors("PartType1/Coordinates", set.x, set.y, set.z);
  vectors("PartType1/Velocities", set.vx, set.vy, set.vz);
  file.array("PartType1/Masses", set.mass, 0);
  std::vector<std::int64_t> ids = set.id;
  if (*std::min_element(ids.begin(), ids.end()) < 0)  // GADGET's ids are unsigned
    for (std::uint64_t i = 0; i < n; ++i) ids[i] = static_cast<std::int64_t>(i + 1);
  file.array("PartType1/ParticleIDs", ids);
  const std::vector<char> image = file.image();
  out.write(image.data(), static_cast<std::streamsize>(image.size()));
}

}  // namespace

extern const Format gadget_format;
const Format gadget_format{
    "gadget",     "binary: GADGET snapshot in HDF5, of one file, not comoving",
    ".hdf5 .h5",  looks_like_gadget,
    parse_gadget, write_gadget,
    why_no_hdf5};

}  // namespace gputest

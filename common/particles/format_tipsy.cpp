// TIPSY binary snapshots (N-Body Shop, University of Washington): a header { double time; int
// nbodies, ndim, nsph, ndark, nstar; } of 28 bytes, or 32 with the padding that C adds, then nsph
// gas, ndark dark and nstar star particles, all of floats. The standard form is big-endian and
// padded; native little-endian files (which CUDA's nbody sample reads) and unpadded ones are
// supported too.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <ostream>

#include "common/core/error.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/rows.hpp"

namespace gputest {
namespace {

constexpr std::size_t short_header = 28;
constexpr std::size_t padded_header = 32;

// Every record begins mass, position[3], velocity[3]; the remaining fields are ignored:
constexpr std::uint64_t gas_bytes = 12 * 4;   // rho, temp, hsmooth, metals, phi
constexpr std::uint64_t dark_bytes = 9 * 4;   // eps, phi
constexpr std::uint64_t star_bytes = 11 * 4;  // metals, tform, eps, phi

template <class Unsigned>
Unsigned load(std::string_view content, std::uint64_t at, bool big_endian) {
  Unsigned value = 0;
  for (std::size_t k = 0; k < sizeof(Unsigned); ++k) {
    const std::size_t byte = big_endian ? k : sizeof(Unsigned) - 1 - k;
    value = (value << 8) | static_cast<unsigned char>(content[at + byte]);
  }
  return value;
}

template <class Unsigned>
void store(std::ostream& out, Unsigned value) {
  for (std::size_t k = sizeof(Unsigned); k-- > 0;)
    out.put(static_cast<char>((value >> (8 * k)) & 0xff));
}

struct TipsyHeader {
  double time = 0;
  std::int32_t bodies = 0, dimensions = 0, gas = 0, dark = 0, star = 0;
};

TipsyHeader read_header(std::string_view content, bool big_endian) {
  const auto whole = [&](std::uint64_t at) {
    return static_cast<std::int32_t>(load<std::uint32_t>(content, at, big_endian));
  };
  return {std::bit_cast<double>(load<std::uint64_t>(content, 0, big_endian)),
          whole(8),
          whole(12),
          whole(16),
          whole(20),
          whole(24)};
}

/// The dimension count contains zero bytes in either byte order, which no text has.
bool plausible_dimensions(const TipsyHeader& header) {
  return header.dimensions >= 1 && header.dimensions <= 3;
}

bool looks_like_tipsy(std::string_view content) {
  return content.size() >= short_header && (plausible_dimensions(read_header(content, true)) ||
                                            plausible_dimensions(read_header(content, false)));
}

ParticleSet parse_tipsy(std::string_view content, const std::string& name) {
  const auto fail = [&](const std::string& sentence) {
    throw Error(Status::bad_input, fmt::format("{}: {}", name, sentence));
  };
  const bool big_endian = plausible_dimensions(read_header(content, true));
  const TipsyHeader header = read_header(content, big_endian);
  if (header.dimensions != 3)
    fail(fmt::format("the TIPSY header gives {} dimensions; only 3 are supported",
                     header.dimensions));
  if (header.bodies <= 0 || header.gas < 0 || header.dark < 0 || header.star < 0 ||
      std::int64_t{header.gas} + header.dark + header.star != header.bodies)
    fail(
        fmt::format("the TIPSY header's counts do not add up: {} gas, {} dark and {} star "
                    "particles of {}",
                    header.gas, header.dark, header.star, header.bodies));
  if (!std::isfinite(header.time)) fail("the TIPSY header's time is not finite");

  const auto gas = static_cast<std::uint64_t>(header.gas);
  const auto dark = static_cast<std::uint64_t>(header.dark);
  const auto star = static_cast<std::uint64_t>(header.star);
  const std::uint64_t records = gas * gas_bytes + dark * dark_bytes + star * star_bytes;
  if (content.size() != records + short_header && content.size() != records + padded_header)
    fail(fmt::format(
        "the TIPSY header announces {} bodies, a file of {} or {} bytes, and this one "
        "has {}",
        header.bodies, records + short_header, records + padded_header, content.size()));

  ParticleSet set;
  resize_for(set, gas + dark + star, false, name);
  set.time = header.time;
  std::uint64_t at = content.size() - records;
  std::uint64_t i = 0;
  const std::array<std::vector<double>*, 7> fields{&set.mass, &set.x,  &set.y, &set.z,
                                                   &set.vx,   &set.vy, &set.vz};
  const auto read_records = [&](std::uint64_t count, std::uint64_t bytes) {
    for (const std::uint64_t end = i + count; i < end; ++i, at += bytes) {
      for (std::size_t k = 0; k < fields.size(); ++k) {
        const auto bits = load<std::uint32_t>(content, at + 4 * k, big_endian);
        const float value = std::bit_cast<float>(bits);
        if (!std::isfinite(value))
          fail(fmt::format("particle {} has a value that is not finite", i));
        (*fields[k])[i] = static_cast<double>(value);
      }
      if (set.mass[i] < 0) fail(fmt::format("particle {} has the mass {}", i, set.mass[i]));
    }
  };
  read_records(gas, gas_bytes);
  read_records(dark, dark_bytes);
  read_records(star, star_bytes);
  if (gas + star > 0)
    set.warnings.push_back(fmt::format(
        "{} has {} gas and {} star particles, which are treated as dark ones: only mass, position "
        "and velocity are used.",
        name, gas, star));
  return set;
}

/// Writes the padded big-endian form, with every body as a dark particle without softening or
/// potential.
void write_tipsy(std::ostream& out, const ParticleSet& set) {
  if (set.size() > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error(Status::bad_input,
                fmt::format("{} bodies are too many for a TIPSY file", set.size()));
  const auto n = static_cast<std::uint32_t>(set.size());
  store(out, std::bit_cast<std::uint64_t>(set.time));
  for (const std::uint32_t whole : {n, 3u, 0u, n, 0u, 0u}) store(out, whole);
  const auto put = [&](double value) {
    if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max()))
      throw Error(Status::bad_input,
                  fmt::format("{} is too large for the floats of a TIPSY file", value));
    store(out, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  };
  for (std::uint64_t i = 0; i < set.size(); ++i)
    for (const double value :
         {set.mass[i], set.x[i], set.y[i], set.z[i], set.vx[i], set.vy[i], set.vz[i], 0.0, 0.0})
      put(value);
}

}  // namespace

extern const Format tipsy_format;
const Format tipsy_format{"tipsy",       "binary: TIPSY snapshot, single precision",
                          ".tipsy .bin", looks_like_tipsy,
                          parse_tipsy,   write_tipsy};

}  // namespace gputest

// A table of polynomials in place of a law g(x): how it is made, written and read.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gputest {

/// Quartics of t, which goes from -1 to 1 over an interval of x. Intervals are parts of octaves of
/// x, `parts()` to each, all of the same length: floats with their exponent and their leading bits
/// in common. 1024 of them at most, as MDGRAPE's memories held (T. Narumi et al., Molecular
/// Simulation 21, 401, 1999).
struct CentralTable {
  static constexpr std::size_t kMost = 1024;
  static constexpr unsigned kMostBits = 10;

  unsigned bits = 0;        ///< 2^bits intervals to an octave
  std::uint32_t first = 0;  ///< what the bits of the first interval's floats begin with
  std::vector<std::array<double, 5>> quartics;  ///< c0 to c4, each a float

  std::uint32_t parts() const { return 1u << bits; }
  /// Where interval k begins; where k is their number, where the last ends.
  double begin(std::size_t k) const;
  double end() const { return begin(quartics.size()); }
  /// Whether all of that range of x lies in it.
  bool covers(double low, double high) const { return begin(0) <= low && high < end(); }
  /// The polynomial of x, in double precision. x lies in the table.
  double at(double x) const;
};

/// A law, in more digits than a double has.
using CentralFunction = std::function<long double(long double x)>;

/// The table of a law from `low` to `high`, with as many intervals to an octave as 1024 allow:
/// interpolation at the nodes of Chebyshev's fifth polynomial. Throws Error(bad_input) where the
/// range has more octaves than 256 or no float holds a coefficient.
CentralTable make_central_table(const CentralFunction& g, double low, double high);

/// The table as text, docs/central.md has the format; `comment` is a line of it.
std::string central_table_text(const CentralTable& table, const std::string& comment);
/// Reads it. Throws Error(bad_input) with a sentence that names the file and the line where it is
/// no such table, has a hole or holds what is no number.
CentralTable read_central_table(const std::string& path);

/// The coefficients as kernels take them, of u = x / 2^e less the middle of the interval: c_m over
/// the m-th power of half of its length. Five numbers an interval.
std::vector<std::array<float, 5>> central_table_floats(const CentralTable& table);

/// These as a kernel's arrays, each of kMost intervals: c0 to c3, and c4.
struct CentralTableArrays {
  std::vector<float> lower, highest;
};
/// Of a table.
CentralTableArrays central_table_arrays(const CentralTable& table);

}  // namespace gputest

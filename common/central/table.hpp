// A table of polynomials instead of a law g(x): making, writing and reading it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gputest {

/// Quartics of t, which goes from -1 to 1 over an interval of x. Each octave of x has `parts()`
/// intervals of the same length: floats that share their exponent and their leading bits. There are
/// at most 1024, as in MDGRAPE's memories (T. Narumi et al., Molecular Simulation 21, 401, 1999).
struct CentralTable {
  static constexpr std::size_t kMost = 1024;
  static constexpr unsigned kMostBits = 10;

  unsigned bits = 0;                            ///< 2^bits intervals per octave
  std::uint32_t first = 0;                      ///< the leading bits of the first interval's floats
  std::vector<std::array<double, 5>> quartics;  ///< c0 to c4, each a float

  std::uint32_t parts() const { return 1u << bits; }
  /// The beginning of interval k; for k equal to their number, the end of the last.
  double begin(std::size_t k) const;
  double end() const { return begin(quartics.size()); }
  /// Whether the table covers all of this range of x.
  bool covers(double low, double high) const { return begin(0) <= low && high < end(); }
  /// The polynomial at x, in double precision. x must lie in the table.
  double at(double x) const;
};

/// A law, in more digits than a double has.
using CentralFunction = std::function<long double(long double x)>;

/// The table of a law from `low` to `high`, with as many intervals per octave as 1024 allow:
/// interpolation at the nodes of Chebyshev's fifth polynomial. Throws Error(bad_input) if the range
/// has more than 256 octaves or a coefficient overflows a float.
CentralTable make_central_table(const CentralFunction& g, double low, double high);

/// The table as text in the format of docs/central.md; `comment` becomes one of its lines.
std::string central_table_text(const CentralTable& table, const std::string& comment);
/// Reads such a text. Throws Error(bad_input), which names file and line, if it is not a table, has
/// a hole or holds something other than numbers.
CentralTable read_central_table(const std::string& path);

/// The coefficients as kernels take them, of u = x / 2^e less the middle of the interval: c_m over
/// half of the interval's length to the power m. Five numbers per interval.
std::vector<std::array<float, 5>> central_table_floats(const CentralTable& table);

/// These coefficients as a kernel's arrays, each of kMost intervals: c0 to c3, and c4.
struct CentralTableArrays {
  std::vector<float> lower, highest;
};
/// Converts a table into them.
CentralTableArrays central_table_arrays(const CentralTable& table);

}  // namespace gputest

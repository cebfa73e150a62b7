// Additional interface of families with forces by a law of the distance that kernels can read from
// a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// The law, and the range of distances.
struct LawRequest {
  std::string law;
  double alpha = 2;            ///< the inverse length, for laws that have one
  double from = 0.5, to = 64;  ///< distances, in units in which the law's x is r^2
  std::size_t parts = 14;      ///< of equal ratio
  std::string table;           ///< a file with the table; empty: the table is made
};

/// A part of the distances and the largest errors in fp32 there.
struct LawCurvePart {
  double r = 0, r_end = 0;
  double force = 0;       ///< g(r^2) r at the beginning
  double by_table = 0;    ///< of g from the table, relative to g or, if g is the difference of two
                          ///< terms, to their sum
  double of_largest = 0;  ///< of g r from the table, relative to the largest |g r| of all parts
  double by_formula = 0;  ///< of g by its formula, relative as in by_table
};

/// The errors of a law.
struct LawCurve {
  std::string formula;                 ///< for g
  std::size_t intervals = 0;           ///< of the table
  std::uint32_t parts_per_octave = 0;  ///< of x, likewise
  std::vector<LawCurvePart> parts;
  std::string table;  ///< the table as text of a file
};

/// An interface of families in addition to Family.
class LawFamily {
 public:
  virtual ~LawFamily() = default;
  /// The laws' names.
  virtual std::vector<std::string> laws() const = 0;
  /// Throws Error(bad_input) for an unknown law, and for a table that is invalid or does not cover
  /// those distances.
  virtual LawCurve law_curve(const LawRequest& request) const = 0;
};

}  // namespace gputest

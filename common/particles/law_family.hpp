// What families offer whose forces follow a law of the distance that kernels may have from a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// Of which law, over which distances.
struct LawRequest {
  std::string law;
  double alpha = 2;            ///< the inverse length of laws that have one
  double from = 0.5, to = 64;  ///< distances, in units in which the law's x is r^2
  std::size_t parts = 14;      ///< of equal ratio
  std::string table;           ///< a file that the table is read from; empty: it is made
};

/// A part of the distances and the largest errors in fp32 there.
struct LawCurvePart {
  double r = 0, r_end = 0;
  double force = 0;       ///< g(r^2) r at the beginning
  double by_table = 0;    ///< of g from the table, relative to g or, where g is the difference of
                          ///< two terms, to their sum
  double of_largest = 0;  ///< of g r from the table, relative to the largest |g r| of all parts
  double by_formula = 0;  ///< of g by its formula, relative as by_table
};

/// How far a law is off.
struct LawCurve {
  std::string formula;                 ///< of g
  std::size_t intervals = 0;           ///< of the table
  std::uint32_t parts_per_octave = 0;  ///< of x, likewise
  std::vector<LawCurvePart> parts;
  std::string table;  ///< the table as the text of a file
};

/// An interface of families beside Family.
class LawFamily {
 public:
  virtual ~LawFamily() = default;
  /// The laws' names.
  virtual std::vector<std::string> laws() const = 0;
  /// Throws Error(bad_input) for a law that there is not, and a table that is none or does not hold
  /// those distances.
  virtual LawCurve law_curve(const LawRequest& request) const = 0;
};

}  // namespace gputest

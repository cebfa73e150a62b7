// The text snapshot of NEMO's snapascii and Phantom-GRAPE: N, the number of dimensions (3), the
// time, then N masses, N positions and N velocities. Words may be divided into lines in any way,
// except that the first two lines hold one word each, which identifies the format.
#include <fmt/ostream.h>

#include <ostream>

#include "common/particles/formats.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

/// The only word of the scanner's line, or nothing.
std::string_view lone_word(const LineScanner& lines) {
  auto rest = lines.text();
  const auto word = next_word(rest);
  return next_word(rest).empty() ? word : std::string_view{};
}

bool looks_like_nbody(std::string_view content) {
  LineScanner lines(content, "");
  if (!lines.next_filled() || !is_number(lone_word(lines))) return false;
  if (!lines.next() || !is_number(lone_word(lines))) return false;
  return !lines.next_filled() || !lone_word(lines).empty();
}

/// The words of a file, regardless of lines.
class WordScanner {
 public:
  WordScanner(std::string_view content, std::string_view name) : lines_(content, name) {}

  /// The next word, or an empty one at the end of the file.
  std::string_view next() {
    for (;;) {
      const auto word = next_word(rest_);
      if (!word.empty() || !lines_.next()) return word;
      rest_ = lines_.text();
    }
  }
  const LineScanner& lines() const { return lines_; }

 private:
  LineScanner lines_;
  std::string_view rest_;
};

constexpr std::uint64_t values_per_body = 7;

ParticleSet parse_nbody(std::string_view content, const std::string& name) {
  WordScanner words(content, name);
  const LineScanner& lines = words.lines();
  const std::uint64_t n = lines.count(words.next(), "bodies");
  lines.require_room(n, 2 * values_per_body, "bodies");  // a digit and a blank per value
  const auto dimensions = words.next();
  if (lines.integer(dimensions) != 3)
    lines.fail(fmt::format("{} dimensions are given; only 3 are supported", dimensions));

  std::uint64_t read = 0;
  const auto next_value = [&] {
    const auto word = words.next();
    if (word.empty())
      lines.fail(fmt::format("the file ends after {} of the {} numbers that N = {} needs", read,
                             1 + values_per_body * n, n));
    ++read;
    return word;
  };

  ParticleSet set;
  resize_for(set, n, false, name);
  set.time = lines.number(next_value());
  for (double& mass : set.mass) mass = lines.mass(next_value());
  const auto read_vectors = [&](auto& a, auto& b, auto& c) {
    for (std::uint64_t i = 0; i < n; ++i) {
      a[i] = lines.number(next_value());
      b[i] = lines.number(next_value());
      c[i] = lines.number(next_value());
    }
  };
  read_vectors(set.x, set.y, set.z);
  read_vectors(set.vx, set.vy, set.vz);
  const auto surplus = words.next();
  if (!surplus.empty())
    lines.fail(fmt::format("{} follows the last velocity that N = {} allows", quoted(surplus), n));
  return set;
}

void write_nbody(std::ostream& out, const ParticleSet& set) {
  fmt::print(out, "{}\n3\n{:.17g}\n", set.size(), set.time);
  for (const double mass : set.mass) fmt::print(out, "{:.17g}\n", mass);
  for (std::uint64_t i = 0; i < set.size(); ++i)
    fmt::print(out, "{:.17g} {:.17g} {:.17g}\n", set.x[i], set.y[i], set.z[i]);
  for (std::uint64_t i = 0; i < set.size(); ++i)
    fmt::print(out, "{:.17g} {:.17g} {:.17g}\n", set.vx[i], set.vy[i], set.vz[i]);
}

}  // namespace

extern const Format nbody_format;
const Format nbody_format{"nbody",     "text: N, 3, time, N masses, N positions, N velocities",
                          ".nbody",    looks_like_nbody,
                          parse_nbody, write_nbody};

}  // namespace gputest

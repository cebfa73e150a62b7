// One body per line, `mass x y z vx vy vz`: Dubinski's .tab files, as distributed with CUDA's nbody
// sample. Blank lines and comments from '#' are skipped.
#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "common/particles/formats.hpp"
#include "common/particles/rows.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

bool looks_like_table(std::string_view content) {
  LineScanner lines(content, "", LineScanner::Comments::hash);
  if (!lines.next_filled()) return false;
  auto rest = lines.text();
  return is_number(next_word(rest)) && !next_word(rest).empty();
}

ParticleSet parse_table(std::string_view content, const std::string& name) {
  Columns columns;
  columns.count = 7;
  columns.mass = 0;
  columns.position = Columns::from(1);
  columns.velocity = Columns::from(4);

  const LineScanner start(content, name, LineScanner::Comments::hash);
  std::uint64_t n = 0;
  for (LineScanner lines = start; lines.next_filled();) ++n;
  // A valid row takes seven digits and seven blanks, so a file with more rows than this bound fails
  // anyway: a file of short lines claims no more memory than its size justifies.
  n = std::min(n, static_cast<std::uint64_t>(content.size() / (2 * columns.count) + 1));

  ParticleSet set;
  resize_for(set, n, false, name);
  RowReader row(columns, set);
  LineScanner lines = start;
  for (std::uint64_t i = 0; lines.next_filled(); ++i) row.read(lines, i);
  return set;
}

void write_table(std::ostream& out, const ParticleSet& set) {
  for (std::uint64_t i = 0; i < set.size(); ++i)
    fmt::print(out, "{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", set.mass[i],
               set.x[i], set.y[i], set.z[i], set.vx[i], set.vy[i], set.vz[i]);
}

}  // namespace

extern const Format table_format;
const Format table_format{"table",     "text: one line 'mass x y z vx vy vz' per body",
                          ".tab .txt", looks_like_table,
                          parse_table, write_table};

}  // namespace gputest

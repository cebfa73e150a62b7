// Reads the last complete frame of a file with several: a simulation that was stopped leaves an
// incomplete frame at the end.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "common/core/error.hpp"
#include "common/particles/particle_set.hpp"
#include "common/particles/text.hpp"

namespace gputest {

/// `scan(lines, frame)` gets the scanner at a frame's first line and moves it to the frame's last;
/// it returns false if the file ends earlier. `read(frame)` makes the particles of a frame. A Frame
/// has a count `atoms`. Throws Error(bad_input) if no frame is complete.
template <class Frame, class Scan, class Read>
ParticleSet read_last_frame(LineScanner lines, const Scan& scan, const Read& read) {
  std::optional<Frame> last;
  std::uint64_t frames = 0;
  bool cut_short = false;
  while (!cut_short && lines.next_filled()) {
    Frame frame;
    try {
      cut_short = !scan(lines, frame) || lines.ends_in_word();
    } catch (const Error&) {
      // If the end of the file cuts a header line, as in "ITEM: NUMB", the file is not wrong.
      if (!last || !lines.unterminated()) throw;
      cut_short = true;
    }
    if (!cut_short) {
      last = frame;
      ++frames;
    } else if (!last) {
      lines.fail(fmt::format("the file ends {} its first frame, which announces {} atoms",
                             lines.ends_in_word() ? "without a newline, perhaps inside" : "inside",
                             frame.atoms));
    }
  }
  if (!last) lines.fail("the file has no frame");
  ParticleSet set = read(*last);
  if (frames > 1)
    set.warnings.push_back(
        fmt::format("{} has {} frames; the last one is read.", lines.name(), frames));
  if (cut_short)
    set.warnings.push_back(fmt::format("{} ends inside a frame, which is ignored.", lines.name()));
  return set;
}

}  // namespace gputest

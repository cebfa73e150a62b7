#include "app/meanings.hpp"

#include <algorithm>

namespace gputest {

const std::vector<Meaning>& meanings() {
  static const std::vector<Meaning> all{
      {"device", "The device's id: its API and its number there, as gputest list devices has it."},
      {"kernel", "Family and variant: what is computed, and the way in which it is."},
      {"layout", "How particles lie in memory; gputest describe LAYOUT says where each number is."},
      {"prec", "The precision of data and arithmetic: fp32 or fp64."},
      {"n", "How many particles, bodies or grid points there are."},
      {"block", "Threads per block (work-group); empty where the kernel has no choice of them."},
      {"axes", "Values on the axes of the kernel's own family, such as newton3 and list."},
      {"rate",
       "What the family counts, a second: interactions, list entries, cell updates, bytes. "
       "The symbol says which: Ginter/s is 1e9 interactions a second."},
      {"GFLOP/s",
       "1e9 floating-point operations a second, by the family's own count: 38 for an "
       "interaction of gravity. It is a convention, and no count of instructions."},
      {"GB/s", "1e9 bytes a second, of the least that a launch must move: each array once."},
      {"time",
       "The median of the samples of one launch. A ~ marks one that is not to be relied on."},
      {"noise", "The samples' standard deviation over their mean."},
      {"max error",
       "The largest error against the reference in double precision, relative to the "
       "scale that the family states. It must stay below the tolerance."},
      {"MHz", "The device's core and memory clock while launches ran."},
      {"W", "The device's power while launches ran."},
      {"J/launch", "Energy of a launch, all that the board or package took."},
      {"x base", "The row's rate over that of the row that --baseline names."},
      {"status",
       "Whether the answer is right and the speed to be relied on: ok, noisy, disturbed, "
       "throttled, failed, skipped or error."},
      {"ok", "The answer is right, and its speed is to be relied on."},
      {"noisy",
       "The answer is right; the samples did not converge, so that the speed is not to be "
       "relied on."},
      {"disturbed",
       "The answer is right; the kernel ran on the host's processors, which worked for "
       "others as well, so that the speed is not to be relied on."},
      {"throttled",
       "The answer is right; the device held its clocks back, so that the speed is not "
       "to be relied on."},
      {"failed", "The answer is wrong, and no speed is shown."},
      {"skipped", "The case was not run, for the reason that stands with it."},
      {"error", "The case could not be run, for the reason that stands with it."},
      {"emulated", "The device is not hardware of its API: answers count, times do not exist."},
      {"untested", "Fewer than 3 samples, which say nothing of their noise."},
      {"not verified", "The answer was not compared, as --no-verify has it."},
  };
  return all;
}

const Meaning* find_meaning(const std::string& word) {
  const auto found = std::find_if(meanings().begin(), meanings().end(),
                                  [&](const Meaning& one) { return one.word == word; });
  return found == meanings().end() ? nullptr : &*found;
}

}  // namespace gputest

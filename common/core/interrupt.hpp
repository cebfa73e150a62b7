// Ctrl-C, noticed between launches: work stops at the next safe place and nothing is half-written.
// And the signals of a write that fails, which would end the process before it can clean up.
#pragma once

#include <sys/types.h>

namespace gputest {

/// From here on interrupted() is true after the first SIGINT, SIGTERM or SIGHUP; a second SIGINT or
/// SIGTERM ends the process at once, without its scratch files. A write to a pipe that nobody
/// reads, or beyond the limit on a file's size, fails with no more than its error.
void catch_interrupts();

/// Whether a write to a pipe that nobody reads has failed.
bool pipe_broke();

/// Whether a signal has come, since catch_interrupts() was called.
bool interrupted();

/// While one lives, interrupted() is false, so that what must be whole is finished; a signal that
/// came meanwhile shows afterwards. One at a time.
class InterruptsHeld {
 public:
  InterruptsHeld();
  ~InterruptsHeld();
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;
};

/// While one lives, SIGINT, SIGTERM and SIGHUP go to another process, which does the work, and this
/// one only waits. One at a time.
class InterruptsForwarded {
 public:
  /// What came before is told it as SIGTERM.
  explicit InterruptsForwarded(pid_t to);
  ~InterruptsForwarded();
  InterruptsForwarded(const InterruptsForwarded&) = delete;
  InterruptsForwarded& operator=(const InterruptsForwarded&) = delete;

  /// How many went.
  int count() const;
};

/// Throws Error(interrupted) if interrupted().
void throw_if_interrupted();

}  // namespace gputest

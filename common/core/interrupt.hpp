// Ctrl-C, noticed between launches: work stops at the next safe place and no file is half-written.
// Also the signals of failed writes, which would otherwise end the process before it can clean up.
#pragma once

#include <sys/types.h>

namespace gputest {

/// After this call, interrupted() is true from the first SIGINT, SIGTERM or SIGHUP on. A second
/// SIGINT or SIGTERM removes the scratch files and ends the process at once. A write to a pipe
/// without reader, or beyond the file-size limit, only returns its error.
void catch_interrupts();

/// Whether a write to a pipe without reader has failed.
bool pipe_broke();

/// Whether a signal has arrived since catch_interrupts() was called.
bool interrupted();

/// While one lives, interrupted() is false, so that work which must be complete can finish. A
/// signal that arrives during this time has its effect afterwards.
class InterruptsHeld {
 public:
  InterruptsHeld();
  ~InterruptsHeld();
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;
};

/// While one lives, SIGINT, SIGTERM and SIGHUP go to another process, which does the work; this
/// process only waits. At most one may live.
class InterruptsForwarded {
 public:
  /// If a signal arrived before, sends SIGTERM to the other process.
  explicit InterruptsForwarded(pid_t to);
  ~InterruptsForwarded();
  InterruptsForwarded(const InterruptsForwarded&) = delete;
  InterruptsForwarded& operator=(const InterruptsForwarded&) = delete;

  /// The number of forwarded signals.
  int count() const;
};

/// Throws Error(interrupted) if interrupted().
void throw_if_interrupted();

}  // namespace gputest

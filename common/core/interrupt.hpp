// Ctrl-C, noticed between launches: work stops at the next safe place and nothing is half-written.
#pragma once

namespace gputest {

/// Installs a SIGINT and SIGTERM handler for which interrupted() is true from the first signal on;
/// a second one ends the process at once.
void catch_interrupts();

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

/// Throws Error(interrupted) if interrupted().
void throw_if_interrupted();

}  // namespace gputest

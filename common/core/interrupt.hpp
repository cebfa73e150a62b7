// Ctrl-C, noticed between launches: work stops at the next safe place and nothing is half-written.
#pragma once

namespace gputest {

/// Installs a SIGINT and SIGTERM handler for which interrupted() is true from the first signal on;
/// a second one ends the process at once.
void catch_interrupts();

bool interrupted();

/// Throws Error(interrupted) if interrupted().
void throw_if_interrupted();

}  // namespace gputest

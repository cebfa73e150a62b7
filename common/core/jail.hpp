// Shuts a process in, so that foreign code in it reaches neither the user's files nor other
// processes.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// The things that a process may use after enter_jail(), besides the system's libraries.
struct Room {
  std::vector<std::string>
      readable;                  ///< files and folders to read; those that are missing are ignored
  std::string writable;          ///< a folder in which it may do everything; empty: none
  bool starts_programs = false;  ///< it may start programs, which are shut in like itself
};

/// Why this system cannot shut a process in, "it has no Landlock"; empty if it can. A sanitizer's
/// build cannot: the sanitizer starts processes itself.
std::string jail_absence();

/// Shuts this process in for the rest of its life, with Landlock and seccomp: it opens no files
/// except those of the room and the system's libraries, changes no file's mode or owner, opens no
/// socket, and neither signals nor traces other processes. Call it before the process has a second
/// thread: threads that exist are not shut in. Throws Error(unavailable).
void enter_jail(const Room& room);

}  // namespace gputest

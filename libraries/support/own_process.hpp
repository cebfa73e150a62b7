// The process that uses the libraries.
#pragma once

namespace gputest::libraries {

/// Whether fork() made this process from one that has called use_in_this_process().
bool is_forked();

/// Throws Error(unavailable) if is_forked(): this process has the locks and handles of drivers, but
/// none of their threads, so that their calls would never return.
void require_not_forked();

/// To be called before a library uses devices or threads. Throws Error(unavailable) if is_forked().
void use_in_this_process();

}  // namespace gputest::libraries

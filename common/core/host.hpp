// Information from the operating system: memory, processor, files.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// Bytes of memory that a new allocation can use without swapping and within the limits of this
/// process' control groups (a container, a service).
std::uint64_t available_memory();

/// Throws Error(out_of_memory) if `bytes` exceeds available_memory(). `what` begins the sentence "…
/// needs B GiB of host memory, but only A GiB are free".
void require_host_memory(std::uint64_t bytes, const std::string& what);

/// The processor's marketing name.
std::string cpu_name();
/// Logical cores.
unsigned cpu_cores();
/// Bytes of the second-level cache of a core; 1 MiB if the system does not say.
std::uint64_t core_cache_bytes();
/// Name and release of the operating system.
std::string operating_system();

/// The content of a regular file. Throws Error(bad_input) if it is missing, unreadable, a folder or
/// cut short during reading; Error(out_of_memory) if it does not fit into host memory.
std::string read_file(const std::string& path);

/// 1234567890 as "1.15 GiB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace gputest

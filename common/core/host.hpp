// What gputest asks of the operating system.
#pragma once

#include <cstdint>
#include <string>

namespace gputest {

/// Bytes of memory that a new allocation can use without swapping, nor beyond what the control
/// groups of this process (a container, a service) leave.
std::uint64_t available_memory();

/// Throws Error(out_of_memory) if `bytes` exceeds available_memory(). `what` completes the
/// sentence "… needs B GiB of host memory and A GiB are free".
void require_host_memory(std::uint64_t bytes, const std::string& what);

/// The processor's marketing name, its logical cores and the operating system, for results.
std::string cpu_name();
/// Logical cores.
unsigned cpu_cores();
/// Name and release of the operating system.
std::string operating_system();

/// The content of a regular file. Throws Error(bad_input) where it is missing, unreadable, a folder
/// or cut short while it is read, Error(out_of_memory) where it does not fit the host.
std::string read_file(const std::string& path);

/// 1234567890 as "1.15 GiB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace gputest

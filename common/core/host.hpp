// What gputest asks of the operating system.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace gputest {

/// Bytes of memory that a new allocation can use without swapping.
std::uint64_t available_memory();

/// Throws Error(out_of_memory) if `bytes` exceeds available_memory(). `what` completes the
/// sentence "… needs B GiB of host memory and A GiB are free".
void require_host_memory(std::uint64_t bytes, const std::string& what);

/// The processor's marketing name, its logical cores and the operating system, for results.
std::string cpu_name();
unsigned cpu_cores();
std::string operating_system();

/// Writes a file whole or not at all: `write` fills a temporary file beside `path`, which is then
/// renamed over it. Throws Error(bad_input) where the folder is missing or not writable or the
/// disk is full; then `path` is as it was. A `path` that exists and is no regular file (a device, a
/// pipe) is written directly, since it cannot be replaced.
void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write);

/// Throws Error(bad_input) where write_file_atomically() could not write `path`, before the work
/// that is to fill it.
void require_writable(const std::string& path);

/// 1234567890 as "1.15 GiB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace gputest

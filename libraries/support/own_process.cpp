#include "libraries/support/own_process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>

#include "common/core/error.hpp"

namespace gputest::libraries {
namespace {

std::atomic<pid_t> user_of_libraries{0};

}  // namespace

bool is_forked() {
  const pid_t user = user_of_libraries;
  return user != 0 && user != getpid();
}

void require_not_forked() {
  if (is_forked())
    throw Error(Status::unavailable,
                fmt::format("process {} opened the library before fork() made process {} from it, "
                            "which cannot use the devices; call fork() before the library is "
                            "opened",
                            user_of_libraries.load(), getpid()));
}

void use_in_this_process() {
  pid_t none = 0;
  user_of_libraries.compare_exchange_strong(none, getpid());
  require_not_forked();
}

}  // namespace gputest::libraries

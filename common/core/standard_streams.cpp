#include "common/core/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // open() takes the lowest free descriptor, which is this one. The opposite direction makes its
    // use fail.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

void require_standard_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
    throw Error(Status::bad_input, kNoStandardOutput);
}

bool standard_output_lost_its_reader() { return pipe_broke() && std::ferror(stdout) != 0; }

void write_message(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace gputest

#include "common/core/run_tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/core/error.hpp"

namespace gputest {
namespace {

[[noreturn]] void fail_tool(const std::string& tool, int code) {
  throw Error(Status::unavailable, fmt::format("cannot start {}: {}", tool, std::strerror(code)));
}

/// A file in memory, without a name.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& tool)
      : tool_(tool), file_(memfd_create("gputest", MFD_CLOEXEC)) {
    if (file_ < 0) fail_tool(tool_, errno);
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int get() const { return file_; }

  void write_all(const std::string& text) const {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
      if (wrote < 0 && errno != EINTR) fail_tool(tool_, errno);
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
    }
    if (lseek(file_, 0, SEEK_SET) < 0) fail_tool(tool_, errno);
  }

  std::string read_all() const {
    std::string text;
    char part[4096];
    if (lseek(file_, 0, SEEK_SET) < 0) fail_tool(tool_, errno);
    for (;;) {
      const ssize_t got = ::read(file_, part, sizeof part);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return text;
      text.append(part, static_cast<std::size_t>(got));
    }
  }

 private:
  std::string tool_;
  int file_;
};

/// The redirection of a child's standard streams.
class StreamActions {
 public:
  StreamActions(const MemoryFile& input, const MemoryFile& messages) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, messages.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, messages.get(), STDERR_FILENO);
  }
  ~StreamActions() { posix_spawn_file_actions_destroy(&actions_); }
  StreamActions(const StreamActions&) = delete;
  StreamActions& operator=(const StreamActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

std::optional<ToolEnd> run_tool(const std::vector<std::string>& words, const std::string& input,
                                const std::vector<std::string>& variables) {
  std::vector<std::string> copies = words, first = variables;
  std::vector<char*> argv, environment;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  for (std::string& variable : first) environment.push_back(variable.data());
  for (char** variable = environ; *variable != nullptr; ++variable)
    environment.push_back(*variable);
  environment.push_back(nullptr);
  const MemoryFile text(words.front()), messages(words.front());
  text.write_all(input);
  const StreamActions streams(text, messages);
  pid_t pid = 0;
  const int failure =
      posix_spawnp(&pid, argv[0], streams.get(), nullptr, argv.data(), environment.data());
  if (failure == ENOENT) return std::nullopt;
  if (failure != 0) fail_tool(words.front(), failure);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) fail_tool(words.front(), errno);
  return ToolEnd{WIFEXITED(status) && WEXITSTATUS(status) == 0, messages.read_all()};
}

}  // namespace gputest

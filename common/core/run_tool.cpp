#include "common/core/run_tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>

#include "common/core/channel.hpp"
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

/// The connection to the process that runs the tools; none: this process runs them.
std::optional<Channel> g_apart;

// The first letter of an answer; the tool's messages or the error's sentence follow.
constexpr char kSucceeded = 's', kFailed = 'f', kMissing = 'm', kError = 'e';

std::optional<ToolEnd> ask_to_run(const std::string& request) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  std::string answer;
  g_apart->send(request);
  const Channel::Received received = g_apart->receive(answer);
  if (received == Channel::Received::interrupted) throw Error(Status::interrupted, "interrupted");
  if (received != Channel::Received::message || answer.empty())
    throw Error(Status::unavailable, "the process that starts tools has ended");
  const std::string rest = answer.substr(1);
  if (answer[0] == kMissing) return std::nullopt;
  if (answer[0] == kError) throw Error(Status::unavailable, rest);
  return ToolEnd{answer[0] == kSucceeded, rest};
}

std::string answer_to(const std::string& request) try {
  const auto order = nlohmann::json::from_msgpack(request);
  const auto end = run_tool(order.at(0), order.at(1), order.at(2));
  if (!end) return std::string(1, kMissing);
  return (end->succeeded ? kSucceeded : kFailed) + end->messages;
} catch (const std::exception& error) {
  return kError + std::string(error.what());
}

/// The process that runs tools: ends when the channel closes.
[[noreturn]] void serve_tools(Channel channel, pid_t parent, const std::function<void()>& begin) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // Only the channel stays open: a copy of another connection would keep its end from being seen.
  const auto own = static_cast<unsigned>(channel.descriptor());
  if (own > STDERR_FILENO + 1) close_range(STDERR_FILENO + 1, own - 1, 0);
  close_range(own + 1, ~0U, 0);
  try {
    begin();
    std::string request;
    while (channel.receive(request) == Channel::Received::message) channel.send(answer_to(request));
  } catch (const std::exception&) {  // the other process sees the end
  }
  _exit(0);
}

}  // namespace

void run_tools_apart(const std::function<void()>& begin) {
  auto [ours, theirs] = Channel::make_pair();
  const pid_t parent = getpid(), child = fork();
  if (child == 0) serve_tools(std::move(theirs), parent, begin);
  if (child < 0)
    throw Error(Status::unavailable,
                fmt::format("cannot start a process: {}", std::strerror(errno)));
  g_apart = std::move(ours);
}

std::optional<ToolEnd> run_tool(const std::vector<std::string>& words, const std::string& input,
                                const std::vector<std::string>& variables) {
  if (g_apart) {
    const auto bytes = nlohmann::json::to_msgpack({words, input, variables});
    return ask_to_run({bytes.begin(), bytes.end()});
  }
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

#include "common/core/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

constexpr const char* kVariable = "GPUTEST_WORKER";  // "DESCRIPTOR PARENT ORDER"
constexpr double kSecondsToLeave = 5;

/// The environment with the variable set.
std::vector<std::string> environment_with(const std::string& value) {
  const std::string name = std::string(kVariable) + "=";
  std::vector<std::string> result{name + value};
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, name.c_str(), name.size()) != 0) result.emplace_back(*entry);
  return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The steps that posix_spawn() does in the child before the program starts. These calls fail only
/// if memory runs out.
class Preparation {
 public:
  Preparation(int descriptor, ChildProcess::Output output) {
    posix_spawn_file_actions_init(&actions);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (output == ChildProcess::Output::standard_error)
      posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor);  // keeps it open
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  ~Preparation() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& argv, const std::string& order,
                           Output output)
    : channel_(-1) {
  auto [ours, theirs] = Channel::make_pair();
  std::vector<std::string> arguments = argv;
  std::vector<std::string> environment =
      environment_with(fmt::format("{} {} {}", theirs.descriptor(), getpid(), order));
  const Preparation preparation(theirs.descriptor(), output);
  const int failure =
      posix_spawn(&pid_, "/proc/self/exe", &preparation.actions, &preparation.attributes,
                  pointers_to(arguments).data(), pointers_to(environment).data());
  if (failure != 0)
    throw Error(Status::unavailable,
                fmt::format("cannot start a process: {}", std::strerror(failure)));
  channel_ = std::move(ours);
}

ChildProcess::~ChildProcess() {
  channel_.close();
  end();
}

ChildProcess::End ChildProcess::end() {
  if (!has_ended(kSecondsToLeave)) kill_now();
  return *end_;
}

void ChildProcess::interrupt() {
  if (end_) return;
  constexpr double kSecondsToTidy = 0.2;
  kill(pid_, SIGTERM);
  if (has_ended(kGrace)) return;
  kill(pid_, SIGTERM);
  if (!has_ended(kSecondsToTidy)) kill_now();
}

void ChildProcess::kill_now() {
  if (end_) return;
  kill(pid_, SIGKILL);
  wait();
}

void ChildProcess::wait() {
  int status = 0;
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
    ;
  kill(-pid_, SIGKILL);  // processes that it has started and left
  while (!end_)
    if (const pid_t ended = waitpid(pid_, &status, 0); ended == pid_)
      end_ = WIFSIGNALED(status) ? End{WTERMSIG(status), 0} : End{0, WEXITSTATUS(status)};
    else if (errno != EINTR)
      end_ = End{};  // another thread has already waited for it
}

/// Whether the child ends within that time.
bool ChildProcess::has_ended(double seconds) {
  const Stopwatch watch;
  while (!end_) {
    siginfo_t ended{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid != 0)
      wait();
    else if (watch.seconds() > seconds)
      return false;
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::optional<ChildProcess::Order> ChildProcess::order() {
  const char* variable = std::getenv(kVariable);
  if (variable == nullptr) return std::nullopt;
  std::istringstream text(variable);
  int descriptor = -1;
  pid_t parent = 0;
  std::string order;
  text >> descriptor >> parent >> std::ws;
  std::getline(text, order);
  unsetenv(kVariable);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)  // the parent has ended, or a user set the variable
    throw Error(Status::usage, fmt::format("{} is reserved for gputest", kVariable));
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  std::signal(SIGTTOU, SIG_IGN);  // so that a background group can write to the terminal
  return Order{Channel(descriptor), order};
}

std::string signal_text(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  return abbreviation == nullptr ? fmt::format("signal {}", signal)
                                 : fmt::format("SIG{} ({})", abbreviation, strsignal(signal));
}

}  // namespace gputest

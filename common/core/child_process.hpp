// Child processes that run this program, for work that may crash.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "common/core/channel.hpp"

namespace gputest {

/// A child that runs this program's file with its own arguments. It has its own process group, so
/// that Ctrl-C reaches only the parent.
class ChildProcess {
 public:
  /// The destination of a child's standard output.
  enum class Output { standard_error, standard_output };
  /// Starts the child, in which ChildProcess::order() returns `order`. Throws Error(unavailable).
  ChildProcess(const std::vector<std::string>& argv, const std::string& order,
               Output output = Output::standard_error);
  /// Closes the channel, which asks the child to end, and kills the child if it does not.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  Channel& channel() { return channel_; }
  pid_t pid() const { return pid_; }

  /// Sends SIGTERM. If the child still runs after kGrace seconds, sends SIGTERM again, which makes
  /// it remove its scratch files, and then SIGKILL.
  void interrupt();
  static constexpr double kGrace = 1;
  void kill_now();

  /// How a child ended: by a signal, or else with an exit status.
  struct End {
    int signal = 0;
    int exit_status = 0;
  };
  /// How the child ended, to be called when it has closed its end of the channel. Kills a child
  /// that goes on, and the processes of its group that it has left.
  End end();

  /// In a child of this class, on the first call: the parent's order and the child's end of the
  /// channel. The child then dies with its parent. None on later calls and in any other process.
  /// Throws Error(usage) if the parent has already ended.
  struct Order {
    Channel channel;
    std::string text;
  };
  static std::optional<Order> order();

 private:
  bool has_ended(double seconds);
  void wait();

  Channel channel_;
  pid_t pid_ = 0;
  std::optional<End> end_;
};

/// "SIGSEGV (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace gputest

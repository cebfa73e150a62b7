// This program started again, for work that may end the process which does it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "common/core/channel.hpp"

namespace gputest {

/// A child that runs this program's file with arguments of its own. It is in a process group of its
/// own, so that Ctrl-C reaches this process alone.
class ChildProcess {
 public:
  /// Where a child's standard output goes.
  enum class Output { standard_error, standard_output };
  /// Starts it. The child's ChildProcess::order() is `order`. Throws Error(unavailable).
  ChildProcess(const std::vector<std::string>& argv, const std::string& order,
               Output output = Output::standard_error);
  /// Closes the channel, by which the child is to end, and kills it where it does not.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  Channel& channel() { return channel_; }
  pid_t pid() const { return pid_; }

  /// Sends SIGTERM; where the child is still there kGrace seconds later, once more, upon which it
  /// removes its scratch files; and then SIGKILL.
  void interrupt();
  static constexpr double kGrace = 1;
  void kill_now();

  /// How a child ended: by a signal, or else with an exit status.
  struct End {
    int signal = 0;
    int exit_status = 0;
  };
  /// How a child that has closed its end of the channel ended. Kills it where it goes on.
  End end();

  /// What a child of this class has been told and its end of the channel; none in any other
  /// process, nor when it is called again. From then on the child dies with its parent. Throws
  /// Error(usage) where that has ended already.
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

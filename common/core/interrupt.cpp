#include "common/core/interrupt.hpp"

#include <atomic>
#include <csignal>

#include "common/core/error.hpp"
#include "common/core/scratch_path.hpp"

namespace gputest {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;
std::atomic<int> g_held = 0;

volatile std::sig_atomic_t g_pipe_broke = 0;

std::atomic<pid_t> g_receiver = 0;  // the process that receives signals; 0: this one
std::atomic<int> g_forwarded = 0;

bool forward(int signal) {
  const pid_t receiver = g_receiver;
  if (receiver == 0) return false;
  kill(receiver, signal);
  ++g_forwarded;
  return true;
}

void end_at_once(int signal) {
  if (forward(signal)) return;
  remove_scratch_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void on_signal(int signal) {
  if (forward(signal)) return;
  g_interrupted = 1;
  // When a terminal closes, both the system and the shell send SIGHUP.
  if (signal != SIGHUP) std::signal(signal, end_at_once);
}

void on_failed_write(int signal) {
  if (signal == SIGPIPE) g_pipe_broke = 1;
}

/// Keeps a signal ignored if this process was started so, for example by nohup.
void handle_unless_ignored(int signal, void (*handler)(int)) {
  if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  handle_unless_ignored(SIGHUP, on_signal);
  handle_unless_ignored(SIGPIPE, on_failed_write);
  handle_unless_ignored(SIGXFSZ, on_failed_write);
}

bool pipe_broke() { return g_pipe_broke != 0; }

InterruptsHeld::InterruptsHeld() { ++g_held; }
InterruptsHeld::~InterruptsHeld() { --g_held; }

InterruptsForwarded::InterruptsForwarded(pid_t to) {
  g_forwarded = 0;
  g_receiver = to;
  if (g_interrupted != 0) forward(SIGTERM);
}
InterruptsForwarded::~InterruptsForwarded() { g_receiver = 0; }
int InterruptsForwarded::count() const { return g_forwarded; }

bool interrupted() { return g_interrupted != 0 && g_held == 0; }

void throw_if_interrupted() {
  if (interrupted()) throw Error(Status::interrupted, "interrupted");
}

}  // namespace gputest

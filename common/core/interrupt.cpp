#include "common/core/interrupt.hpp"

#include <atomic>
#include <csignal>

#include "common/core/error.hpp"

namespace gputest {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;
std::atomic<bool> g_held = false;

void on_signal(int signal) {
  g_interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptsHeld::InterruptsHeld() { g_held = true; }
InterruptsHeld::~InterruptsHeld() { g_held = false; }

bool interrupted() { return g_interrupted != 0 && !g_held; }

void throw_if_interrupted() {
  if (interrupted()) throw Error(Status::interrupted, "interrupted");
}

}  // namespace gputest

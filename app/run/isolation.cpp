#include "app/run/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "app/command/messages.hpp"
#include "app/results/run_report.hpp"
#include "app/run/shut_in.hpp"
#include "common/core/file_lock.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"
#include "common/core/rehearsal.hpp"
#include "common/core/stopwatch.hpp"
#include "common/run/row_message.hpp"

namespace gputest {
namespace {

// The first letter of a worker's message ...
constexpr char kReady = 'w', kDescribed = 'd', kDone = 'r', kUnknown = 'x';
// ... and of a message from a process that do_apart() started.
constexpr char kStepping = 's', kPreparing = 'p';
constexpr char kUnfinished = 'u', kFinished = 'f';  // followed by a file's name

/// Precedes a case's key in an order for a turn.
const std::string kTurn = "turn ";

constexpr double kSecondsToStart = 60;  // if there is a timeout

/// The number of processes that Linux killed because memory was exhausted; 0 if it is unknown.
std::uint64_t killed_for_memory() {
  std::ifstream file("/proc/vmstat");
  std::string name;
  for (std::uint64_t count = 0; file >> name >> count;)
    if (name == "oom_kill") return count;
  return 0;
}

bool is_from_outside(ChildProcess::End end) {
  return end.signal == SIGKILL || end.signal == SIGTERM || end.signal == SIGINT ||
         end.signal == SIGHUP ||
         (end.signal == 0 && end.exit_status == static_cast<int>(Status::interrupted));
}

/// The error of a process that ended before its work was done. `begun`: the work had begun.
Error ended(ChildProcess::End end, bool begun, bool for_memory) {
  if (end.signal == SIGKILL && for_memory)
    return Error(Status::out_of_memory,
                 "the system killed its process because memory was exhausted");
  if (end.signal == 0 && end.exit_status == static_cast<int>(Status::out_of_memory))
    return Error(Status::out_of_memory, "its process ran out of memory");
  if (end.signal == 0 && end.exit_status == 0 && begun)
    return Error(Status::device_lost,
                 "the kernel ended its process, or closed the connection to it: exit status 0");
  const std::string how =
      end.signal != 0 ? signal_text(end.signal) : fmt::format("exit status {}", end.exit_status);
  const std::string what = !begun                 ? "its process ended before the case began"
                           : is_from_outside(end) ? "its process was ended from outside"
                                                  : "the kernel ended its process";
  return Error(Status::device_lost, fmt::format("{}: {}", what, how));
}

/// How long to wait for a child's next message, and how to end it if it takes longer.
struct Patience {
  std::optional<double> seconds;  ///< none: no limit
  std::string sentence = {};
  void (ChildProcess::*end)() = &ChildProcess::interrupt;
};

/// A child's next message; none if its connection is closed. Throws Error(timeout) if it is late
/// and Error(interrupted) if this process must end; the child has ended in both cases.
std::optional<std::string> next_message(ChildProcess& child, const Patience& patience) {
  std::string message;
  switch (child.channel().receive(message, patience.seconds)) {
    case Channel::Received::message:
      return message;
    case Channel::Received::closed:
      return std::nullopt;
    case Channel::Received::interrupted:
      child.interrupt();
      throw Error(Status::interrupted, "interrupted");
    case Channel::Received::late:
      break;
  }
  (child.*patience.end)();
  throw Error(Status::timeout, patience.sentence);
}

/// Cleans up after a process that ended and could not do it: deletes its unfinished files and its
/// lock files.
void tidy_up(const std::set<std::string>& unfinished, const std::vector<std::string>& locked) {
  for (const std::string& file : unfinished) unlink(file.c_str());
  for (const std::string& path : locked) try {
      const FileLock taken_over(path);
    } catch (const Error&) {  // another process has it already
    }
}

/// Ends this process by the signal that ended the child.
[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal);
}

/// The child's part of do_apart().
Status do_here(const Channel& channel, double timeout, const Apart::Work& work) {
  constexpr double kOften = 0.1;  // as a share of the timeout
  Stopwatch since_sign;
  char last = kPreparing;
  const SignOfLife sign([&](Alive kind, const std::string& doing) {
    const char now = kind == Alive::step ? kStepping : kPreparing;
    const bool is_due = now != last || since_sign.seconds() >= kOften * timeout;
    if (timeout == 0 || (doing.empty() && !is_due)) return;
    channel.send((last = now) + doing);
    since_sign = Stopwatch();
  });
  tell_of_unfinished_files([&channel](const std::string& path, bool is_there) {
    channel.send((is_there ? kUnfinished : kFinished) + path);
  });
  const auto end = [&] {
    tell_of_unfinished_files(nullptr);
    std::fflush(stdout);  // may wait for its reader
    channel.send(std::string(1, kDone));
  };
  try {
    const Status status = work(sign);
    end();
    return status;
  } catch (...) {
    end();
    throw;
  }
}

}  // namespace

std::string case_key(const Case& c) {
  return fmt::format("{} {} {} {} {} {} {}{}{}", c.device.id, c.kernel->info().name(),
                     c.configuration.layout, name(c.configuration.precision), c.configuration.block,
                     axes_of(c.configuration), c.n, c.input.empty() ? "" : " ", c.input);
}

void Workers::start(const Case& c) {
  worker_.reset();  // the worker of the last device ends before the next starts
  device_ = c.device.id;
  answered_ = 0;
  room_.reset();
  if (shuts_in_ && runs_code_of_host(c.device)) room_.emplace();
  worker_.emplace(argv_, fmt::format("{} {} {}", c.api, c.device.id, room_ ? room_->path() : ""));
}

ChildProcess::End Workers::end_of_worker() {
  const ChildProcess::End end = worker_->end();
  worker_.reset();
  return end;
}

Workers::Attempt Workers::attempt(const Case& c, const ResultRow& bare, bool is_turn) {
  const std::string order = (is_turn ? kTurn : "") + case_key(c);
  Attempt result{bare};
  ResultRow& row = result.row;
  const std::uint64_t killed_before = killed_for_memory();
  bool ready = worker_ && device_ == c.device.id;
  try {
    if (!ready) start(c);
  } catch (const Error& error) {
    set_error(row, error.status(), error.what());
    return result;
  }
  if (ready) worker_->channel().send(order);  // a closed connection is noticed below
  Stopwatch watch;
  while (true) {
    Patience patience{std::nullopt, "", &ChildProcess::kill_now};
    if (timeout_ > 0) {
      patience.seconds = timeout_ + (ready ? kGrace : kSecondsToStart) - watch.seconds();
      patience.sentence =
          ready
              ? fmt::format("not finished after {} s (--timeout): its process was killed", timeout_)
              : fmt::format("its process did not start within {} s", kSecondsToStart);
    }
    std::optional<std::string> said;
    try {
      said = next_message(*worker_, patience);
    } catch (const Error& error) {
      worker_.reset();
      if (error.status() == Status::interrupted) throw;
      set_error(row, error.status(), error.what());
      return result;
    }
    if (!said) {
      const ChildProcess::End end = end_of_worker();
      const Error error = ended(end, ready, killed_for_memory() > killed_before);
      set_error(row, error.status(), error.what());
      result.ended = true;
      return result;
    }
    const std::string& message = *said;
    const char kind = message.empty() ? '\0' : message.front();
    if (kind == kReady) {
      ready = true;
      watch = Stopwatch();
      worker_->channel().send(order);
      continue;
    }
    try {
      ResultRow filled = row;
      if (kind != kUnknown) from_message(std::string_view(message).substr(1), filled);
      row = std::move(filled);
    } catch (const std::exception&) {
      worker_->kill_now();
      set_error(row, Status::device_lost, "its process sent a message that cannot be read");
      result.ended = true;
      return result;
    }
    if (kind == kDescribed) continue;
    ++answered_;
    if (kind == kUnknown)
      set_error(row, Status::device_lost, "a new process cannot find the device");
    return result;
  }
}

ResultRow Workers::run(const Case& c, const ResultRow& bare) {
  const unsigned before = worker_ && device_ == c.device.id ? answered_ : 0;
  const auto is_sound = [](const Attempt& attempt) {
    return !attempt.ended && attempt.row.status != RowStatus::failed &&
           attempt.row.exit_status != Status::device_lost;
  };
  Attempt result = attempt(c, bare);
  if (is_sound(result)) return result.row;
  worker_.reset();
  if (before == 0) return result.row;
  Attempt again = attempt(c, bare);
  if (is_sound(again)) {
    say("warning: {}: {}; right in a new process, so one of the {} cases before it in the old "
        "process may have overwritten its memory",
        case_key(c), result.row.reason, before);
  } else {
    worker_.reset();
  }
  return again.row;
}

ResultRow Workers::take_turn(const Case& c, const ResultRow& bare) {
  return attempt(c, bare, true).row;
}

Status do_apart(const Apart& apart, const Apart::Work& work) {
  if (auto order = ChildProcess::order()) return do_here(order->channel, apart.timeout, work);
  if (!apart.wanted) return work(SignOfLife([](Alive, const std::string&) {}));
  throw_if_interrupted();
  const std::uint64_t killed_before = killed_for_memory();
  ChildProcess child(apart.argv, "", ChildProcess::Output::standard_output);
  const InterruptsForwarded forwarded(child.pid());
  const InterruptsHeld held;  // until the child has answered
  char last = kPreparing;
  std::string doing;
  std::set<std::string> unfinished;
  while (true) {
    Patience patience;
    if (apart.timeout > 0 && last != kDone)
      patience = {
          apart.timeout + (last == kStepping ? 0 : kSecondsToStart),
          fmt::format("no step within {} s (--timeout): its process was ended", apart.timeout)};
    std::optional<std::string> message;
    try {
      message = next_message(child, patience);
    } catch (const Error& error) {
      tidy_up(unfinished, apart.locked);
      if (error.status() == Status::timeout)
        throw EndedByKernel(error.status(), error.what(), doing);
      throw;
    }
    if (!message || message->empty()) break;
    const char kind = message->front();
    if (kind == kUnfinished)
      unfinished.insert(message->substr(1));
    else if (kind == kFinished)
      unfinished.erase(message->substr(1));
    else
      last = kind;
    if (kind == kStepping && message->size() > 1) doing = message->substr(1);
    if (kind == kDone) doing.clear();
  }
  const bool done = last == kDone;
  const ChildProcess::End end = child.end();
  if (end.signal != 0) tidy_up(unfinished, apart.locked);
  if (done && end.signal == 0) return static_cast<Status>(end.exit_status);
  if (end.signal == SIGPIPE || (end.signal != 0 && forwarded.count() > 1)) end_by(end.signal);
  if (forwarded.count() > 0) throw Error(Status::interrupted, "interrupted");
  const Error error = ended(end, true, killed_for_memory() > killed_before);
  if (error.status() == Status::device_lost && !is_from_outside(end))
    throw EndedByKernel(error.status(), error.what(), doing);
  throw error;
}

Isolation parse_isolation(const std::string& text) {
  static const std::map<std::string, Isolation> isolations{
      {"auto", Isolation::automatic}, {"on", Isolation::on}, {"off", Isolation::off}};
  const auto isolation = isolations.find(text);
  if (isolation == isolations.end())
    throw Error(Status::usage, no_such("--isolate", text, {"auto", "on", "off"}));
  return isolation->second;
}

std::optional<WorkerOrder> worker_order() {
  auto order = ChildProcess::order();
  if (!order) return std::nullopt;
  leave_out_rehearsals();  // the parent has done them
  offer_to_be_ended();
  WorkerOrder result{std::move(order->channel), "", ""};
  std::istringstream text(order->text);
  text >> result.api >> result.device >> std::ws;
  std::getline(text, result.room);
  return result;
}

Status serve(Channel& channel, const std::vector<Case>& cases,
             const std::function<ResultRow(const Case&)>& describe,
             const std::function<ResultRow(const Case&, bool is_turn)>& run) {
  std::map<std::string, const Case*> by_key;
  for (const Case& c : cases)
    if (c.runs()) by_key.emplace(case_key(c), &c);
  channel.send(std::string(1, kReady));
  std::string wanted;
  while (true) {
    const Channel::Received received = channel.receive(wanted);
    if (received == Channel::Received::interrupted) return Status::interrupted;
    if (received != Channel::Received::message) return Status::ok;
    const bool is_turn = wanted.starts_with(kTurn);
    const auto found = by_key.find(is_turn ? wanted.substr(kTurn.size()) : wanted);
    if (found == by_key.end()) {
      channel.send(std::string(1, kUnknown));
      continue;
    }
    try {
      channel.send(kDescribed + to_message(describe(*found->second)));
      channel.send(kDone + to_message(run(*found->second, is_turn)));
    } catch (const Error& error) {
      if (error.status() == Status::interrupted) return Status::interrupted;
      throw;
    }
  }
}

}  // namespace gputest

// Cases run in processes of their own, so that a kernel that ends its process, or never comes back,
// costs its own row and no other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/run/selection.hpp"
#include "common/core/child_process.hpp"
#include "common/core/error.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// What tells a case of a run from another, by which a worker is asked for it.
std::string case_key(const Case& c);

/// Has cases run by workers: this program started again, one for each device at a time. A worker
/// serves case after case, so that a device, its programs and a problem's reference are made once;
/// another takes its place where it ends, is late, loses its device or gives a wrong answer.
class Workers {
 public:
  /// `argv` is this program's own command line. `timeout` is in seconds, for everything of a case;
  /// 0: none.
  Workers(std::vector<std::string> argv, double timeout)
      : argv_(std::move(argv)), timeout_(timeout) {}

  /// `row`, which tells no more than which case it is, filled in by a worker. What goes wrong is
  /// the row's error. A case that ends a worker which has run others, or fails in it, is run once
  /// more in a new one, since one of those may have spoiled its memory. Throws Error(interrupted)
  /// alone.
  ResultRow run(const Case& c, const ResultRow& row);

  /// How long after the timeout a worker is killed, which ends a case itself between launches.
  static constexpr double kGrace = 1;

 private:
  struct Attempt {
    ResultRow row;
    bool ended = false;  ///< the worker, without an answer
  };
  Attempt attempt(const Case& c, const ResultRow& row);
  void start(const Case& c);
  ChildProcess::End end_of_worker();

  std::vector<std::string> argv_;
  double timeout_;
  std::optional<ChildProcess> worker_;
  std::string device_;     ///< that the worker is for
  unsigned answered_ = 0;  ///< cases, by the worker
};

/// A sign of life: a step was taken, or something else was done that takes long.
enum class Alive { step, other };

/// The kernel ended the process that ran it, or did not return within the timeout.
class EndedByKernel : public Error {
 public:
  EndedByKernel(Status status, const std::string& sentence, std::string doing)
      : Error(status, sentence), doing_(std::move(doing)) {}

  /// The last text that the work gave with a sign of life; empty where it gave none.
  const std::string& doing() const { return doing_; }

 private:
  std::string doing_;
};

/// How work gives a sign of life, and may say what it does next.
class SignOfLife {
 public:
  using Send = std::function<void(Alive, const std::string& doing)>;
  explicit SignOfLife(Send send) : send_(std::move(send)) {}
  void operator()(Alive kind, const std::string& doing = "") const { send_(kind, doing); }

 private:
  Send send_;
};

/// Work as a whole in this program started again, so that a kernel which ends its process is a
/// sentence and a status. The child's output is this process's, and signals are the child's.
struct Apart {
  std::vector<std::string> argv;         ///< this program's own command line
  bool wanted = true;                    ///< false: the work is done here
  double timeout = 0;                    ///< seconds that may pass after a step; 0: any
  std::vector<std::string> locked = {};  ///< paths of files that the work locks (FileLock)
  using Work = std::function<Status(const SignOfLife& sign)>;
};

/// The status of `work`, which is called in the child, or here. Of what it throws in the child, the
/// sentence has been said there and the exit status is returned. Throws EndedByKernel, with
/// Status::device_lost or Status::timeout, Error(device_lost) where the child was ended from
/// outside, or what `work` throws here.
Status do_apart(const Apart& apart, const Apart::Work& work);

/// The value of --isolate as a yes or no; `automatic` where it is "auto". Throws Error(usage).
Isolation parse_isolation(const std::string& text);

/// What a worker is told: to run cases of one device.
struct WorkerOrder {
  Channel channel;
  std::string api, device;
};

/// The order of this process where it is a worker; none otherwise.
std::optional<WorkerOrder> worker_order();

/// What a worker does: answers with a row for each case that it is asked for, until it is told to
/// end. `describe` gives what is known of a row before it is run. Its output is the channel's
/// alone.
Status serve(Channel& channel, const std::vector<Case>& cases,
             const std::function<ResultRow(const Case&)>& describe,
             const std::function<ResultRow(const Case&)>& run);

}  // namespace gputest

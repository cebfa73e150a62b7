// Runs cases in separate processes, so that a kernel that ends its process or never returns costs
// only its own row.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/run/selection.hpp"
#include "common/core/child_process.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A key that identifies a case of a run, for requests to workers.
std::string case_key(const Case& c);

/// Runs cases in workers: this program, started again, one worker per device at a time. A worker
/// serves case after case, so that a device, its programs and a problem's reference are made only
/// once. A new worker replaces one that ends, is late, loses its device or gives wrong results.
class Workers {
 public:
  /// `argv` is the command line of this process. `timeout` is in seconds for a whole case; 0: none.
  /// If `shuts_in`, workers of devices that execute code of the host get a WorkerOrder::room.
  Workers(std::vector<std::string> argv, double timeout, bool shuts_in = false)
      : argv_(std::move(argv)), timeout_(timeout), shuts_in_(shuts_in) {}

  /// `row`, which only identifies its case, filled in by a worker. Errors are stored in the row. If
  /// a case ends its worker or fails, and the worker has run other cases, it is repeated once in a
  /// new worker: the other cases may have corrupted the memory. Throws only Error(interrupted).
  ResultRow run(const Case& c, const ResultRow& row);
  /// Likewise for a turn of a case that has run. It is not repeated.
  ResultRow take_turn(const Case& c, const ResultRow& row);

  /// A worker ends a case itself between launches; it is killed this long after the timeout, in s.
  static constexpr double kGrace = 1;

 private:
  struct Attempt {
    ResultRow row;
    bool ended = false;  ///< the worker ended without an answer
  };
  Attempt attempt(const Case& c, const ResultRow& row, bool is_turn = false);
  void start(const Case& c);
  ChildProcess::End end_of_worker();

  std::vector<std::string> argv_;
  double timeout_;
  bool shuts_in_;
  std::optional<ScratchFolder> room_;  ///< removed after its worker has ended
  std::optional<ChildProcess> worker_;
  std::string device_;     ///< the worker's device
  unsigned answered_ = 0;  ///< cases that the worker has answered
};

/// A sign of life: a step was done, or something else that takes long.
enum class Alive { step, other };

/// Thrown if the kernel ended its process, or did not return within the timeout.
class EndedByKernel : public Error {
 public:
  EndedByKernel(Status status, const std::string& sentence, std::string doing)
      : Error(status, sentence), doing_(std::move(doing)) {}

  /// The last text that the work sent with a sign of life; empty if there was none.
  const std::string& doing() const { return doing_; }

 private:
  std::string doing_;
};

/// Sends signs of life from the work, with a text about its next step.
class SignOfLife {
 public:
  using Send = std::function<void(Alive, const std::string& doing)>;
  explicit SignOfLife(Send send) : send_(std::move(send)) {}
  void operator()(Alive kind, const std::string& doing = "") const { send_(kind, doing); }

 private:
  Send send_;
};

/// Work that runs in this program, started again, so that a kernel that ends its process becomes an
/// error with a status. The child writes to this process's output, and signals go to the child.
struct Apart {
  std::vector<std::string> argv;         ///< the command line of this process
  bool wanted = true;                    ///< false: do the work in this process
  double timeout = 0;                    ///< maximum seconds between steps; 0: no limit
  std::vector<std::string> locked = {};  ///< paths of files that the work locks (FileLock)
  using Work = std::function<Status(const SignOfLife& sign)>;
};

/// Returns the status of `work`, which runs in the child or here. If it throws in the child, the
/// child prints the message and its exit status is returned. Throws EndedByKernel with
/// Status::device_lost or Status::timeout, Error(device_lost) if the child was ended from outside,
/// or an error of `work` here.
Status do_apart(const Apart& apart, const Apart::Work& work);

/// The value of --isolate: on, off or `automatic` for "auto". Throws Error(usage).
Isolation parse_isolation(const std::string& text);

/// The order to a worker: to run cases of one device.
struct WorkerOrder {
  Channel channel;
  std::string api, device;
  std::string room = {};  ///< the folder of a worker that must shut itself in; empty: it need not
};

/// The order of this process if it is a worker.
std::optional<WorkerOrder> worker_order();

/// Runs as a worker: answers each requested case with a row, until the channel closes. `describe`
/// returns a row as known before it runs. Only the channel receives its results.
Status serve(Channel& channel, const std::vector<Case>& cases,
             const std::function<ResultRow(const Case&)>& describe,
             const std::function<ResultRow(const Case&, bool is_turn)>& run);

}  // namespace gputest

// Processes of this program that mpirun started together and that share cases. Rank 0 does all that
// the user sees; the others follow its orders.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/many/messages.hpp"

namespace gputest::many {

/// Whether mpirun, srun or another launcher of MPI processes has started this one; they set
/// environment variables.
bool started_as_rank();
/// Whether it has, and this is not the first rank. Such a process prints nothing.
bool is_silent_rank();

/// This process and the others. All ranks make every call, except where a function says otherwise.
class Ranks {
 public:
  /// A single process.
  Ranks() = default;
  explicit Ranks(std::unique_ptr<Messages> messages) : messages_(std::move(messages)) {}
  /// Leaves the others: rank 0 sends its last order, for which they wait.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return messages_ ? messages_->rank() : 0; }
  int size() const { return messages_ ? messages_->size() : 1; }
  int rank_on_host() const { return messages_ ? messages_->rank_on_host() : 0; }

  /// How long to wait for a rank. After that time the waiting rank ends all ranks with
  /// Status::timeout. Each rank waits a little longer than the one before, so that only one reports
  /// it.
  void set_patience(double seconds) { patience_ = seconds; }

  /// Copies rank 0's `data` to every rank.
  void broadcast(void* data, std::uint64_t bytes);
  /// A text of each rank, in rank order; nothing on ranks other than 0.
  std::vector<std::string> gather(const std::string& mine);
  /// A text of rank 0, on every rank.
  std::string broadcast(const std::string& text);

  /// Gathers texts that the ranks make. If one fails, rank 0 throws the first failing rank's Error,
  /// with a sentence that names that rank; the others return.
  std::vector<std::string> gather_made(const std::function<std::string()>& make);
  /// Runs every rank's part of some work; failures are handled in the same way.
  void together(const std::function<void()>& work);

  /// Gives the other ranks their next order; `order` is above 0. Only for rank 0.
  void give_order(std::uint32_t order);
  /// For the other ranks: that order, or 0 if rank 0 needs nothing more.
  std::uint32_t next_order();

  /// For one rank: begins to send or receive; wait() completes it.
  void begin_send(int to, const void* data, std::uint64_t bytes) {
    messages_->begin_send(to, data, bytes);
  }
  void begin_receive(int from, void* data, std::uint64_t bytes) {
    messages_->begin_receive(from, data, bytes);
  }
  /// Whether the operations begun have ended; they advance in this call. For one rank.
  bool done() { return !messages_ || messages_->done(); }
  /// Waits until they have. For one rank.
  void wait() {
    wait_for([this] { return done(); });
  }
  /// The messages between the ranks; null for one process.
  const Messages* messages() const { return messages_.get(); }
  /// Polls `is_over` until it is true; gives up other ranks after the time of set_patience(). For
  /// one rank.
  void wait_for(const std::function<bool()>& is_over);

 private:
  std::unique_ptr<Messages> messages_;
  double patience_ = 60;  // for joining, until set_patience()
  bool over_ = false;     ///< no more orders are given
};

/// Joins the other ranks; returns a single rank if the process was not started as one. All ranks
/// must have the same `argv` and the same program file. Throws Error(unavailable) if the program
/// has no MPI, and Error(usage) if a rank differs.
std::unique_ptr<Ranks> join_ranks(const std::vector<std::string>& argv);

/// The name of this host.
std::string host_name();

}  // namespace gputest::many

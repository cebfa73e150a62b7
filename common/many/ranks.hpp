// Processes of this program, started together by mpirun, that share cases. Rank 0 does what the
// user sees; the others do what it tells them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/many/messages.hpp"

namespace gputest::many {

/// Whether mpirun, srun or another starter of MPI's processes has started this one, which it tells
/// them by the environment.
bool started_as_rank();
/// Whether it has, and this is not the first of them. Such a process says nothing.
bool is_silent_rank();

/// This process and the others. Every call but those that say otherwise is made by all ranks.
class Ranks {
 public:
  /// Of one process.
  Ranks() = default;
  explicit Ranks(std::unique_ptr<Messages> messages) : messages_(std::move(messages)) {}
  /// Leaves the others: rank 0 tells them that it wants nothing more, for which they wait.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return messages_ ? messages_->rank() : 0; }
  int size() const { return messages_ ? messages_->size() : 1; }
  int rank_on_host() const { return messages_ ? messages_->rank_on_host() : 0; }

  /// How long a rank is waited for; the ranks are ended where it takes longer, with
  /// Status::timeout. Each rank waits a little longer than the one before, so that one of them says
  /// so.
  void set_patience(double seconds) { patience_ = seconds; }

  /// What is in rank 0's `data` in everyone's.
  void broadcast(void* data, std::uint64_t bytes);
  /// A text of each rank, in their order; on other ranks than 0 nothing.
  std::vector<std::string> gather(const std::string& mine);
  /// A text of rank 0's.
  std::string broadcast(const std::string& text);

  /// Texts that the ranks make, gathered. Where one fails, rank 0 throws the first rank's Error,
  /// whose sentence names that rank; the others return.
  std::vector<std::string> gather_made(const std::function<std::string()>& make);
  /// Every rank's part of a work, likewise.
  void together(const std::function<void()>& work);

  /// What rank 0 has the others do next; `order` is above 0. For rank 0.
  void give_order(std::uint32_t order);
  /// For the others: that order, or 0 where rank 0 wants nothing more.
  std::uint32_t next_order();

  /// For one rank: begins to send and to receive; wait() ends that.
  void begin_send(int to, const void* data, std::uint64_t bytes) {
    messages_->begin_send(to, data, bytes);
  }
  void begin_receive(int from, void* data, std::uint64_t bytes) {
    messages_->begin_receive(from, data, bytes);
  }
  /// Whether what has begun has ended; it goes on in this call. For one rank.
  bool done() { return !messages_ || messages_->done(); }
  /// Until it has. For one rank.
  void wait() {
    wait_for([this] { return done(); });
  }
  /// What is between the ranks; null of one process.
  const Messages* messages() const { return messages_.get(); }
  /// Asks until it is over; the other ranks are given up as patience says. For one rank.
  void wait_for(const std::function<bool()>& is_over);

 private:
  std::unique_ptr<Messages> messages_;
  double patience_ = 60;  // until it is said: for joining
  bool over_ = false;     ///< no order is given any more
};

/// Joins the other ranks; one alone where the process was not started so. `argv` must be
/// everyone's, and so must this program's file. Throws Error(unavailable) where the program has no
/// MPI, and Error(usage) where a rank differs.
std::unique_ptr<Ranks> join_ranks(const std::vector<std::string>& argv);

/// The name of this host.
std::string host_name();

}  // namespace gputest::many

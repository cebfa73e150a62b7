// The interface to MPI. The module that links MPI (common/many/mpi/module.cpp) implements it. The
// program opens the module only if mpirun started it, and needs no MPI otherwise.
#pragma once

#include <cstdint>
#include <string>

namespace gputest::many {

/// The processes that mpirun started together, and messages between them. An operation that was
/// begun continues until done() returns true; its memory must live as long. One thread calls at a
/// time. If an MPI call fails, MPI itself ends the processes.
class Messages {
 public:
  virtual ~Messages() = default;
  /// The rank of this process among all: 0 … size() - 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The rank of this process among those of its host.
  virtual int rank_on_host() const = 0;

  /// Sends from rank 0 to all.
  virtual void begin_broadcast(void* data, std::uint64_t bytes) = 0;
  /// Sends `bytes` bytes of each rank to rank 0, which receives them in rank order in `all`.
  virtual void begin_gather(const void* mine, std::uint32_t bytes, void* all) = 0;
  virtual void begin_send(int to, const void* data, std::uint64_t bytes) = 0;
  virtual void begin_receive(int from, void* data, std::uint64_t bytes) = 0;
  /// Whether every operation begun has ended. Unfinished ones advance in this call.
  virtual bool done() = 0;

  /// The name as the MPI reports it: "Open MPI v4.1.4".
  virtual std::string name() const = 0;
  /// Whether MPI says that it sends and receives memory of such GPUs, from any thread.
  virtual bool takes_memory_of_cuda() const = 0;
  virtual bool takes_memory_of_rocm() const = 0;

  /// Ends every rank's process; the exit status of mpirun is `status`.
  [[noreturn]] virtual void end_all(int status) = 0;
};

/// The module's one function: joins the other ranks (MPI_Init). The caller deletes the result to
/// leave them (MPI_Finalize).
inline constexpr const char* kJoinFunction = "gputest_join_ranks";
using JoinFunction = Messages* (*)();

}  // namespace gputest::many

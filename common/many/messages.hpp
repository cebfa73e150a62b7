// What is asked of MPI. The module that links MPI (common/many/mpi/module.cpp) has it; the program
// opens that where it was started by mpirun, and needs no MPI otherwise.
#pragma once

#include <cstdint>
#include <string>

namespace gputest::many {

/// The processes that mpirun started together, and messages between them. What begins goes on until
/// done() says that it has ended; its memory must live as long. One thread calls at a time. MPI
/// itself ends the processes where a call of it fails.
class Messages {
 public:
  virtual ~Messages() = default;
  /// Of this process among all: 0 … size() - 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Of this process among those of its host.
  virtual int rank_on_host() const = 0;

  /// From rank 0 to all.
  virtual void begin_broadcast(void* data, std::uint64_t bytes) = 0;
  /// So many bytes of each rank to rank 0, which has them in the order of ranks in `all`.
  virtual void begin_gather(const void* mine, std::uint32_t bytes, void* all) = 0;
  virtual void begin_send(int to, const void* data, std::uint64_t bytes) = 0;
  virtual void begin_receive(int from, void* data, std::uint64_t bytes) = 0;
  /// Whether all that has begun has ended. What has not goes on in this call.
  virtual bool done() = 0;

  /// As the MPI says: "Open MPI v4.1.4".
  virtual std::string name() const = 0;
  /// Whether it says that it sends and receives memory of such GPUs, from any thread.
  virtual bool takes_memory_of_cuda() const = 0;
  virtual bool takes_memory_of_rocm() const = 0;

  /// Ends every rank's process; the exit status of mpirun is `status`.
  [[noreturn]] virtual void end_all(int status) = 0;
};

/// The one function of the module: joins the other ranks (MPI_Init). The caller deletes the result,
/// by which it leaves them (MPI_Finalize).
inline constexpr const char* kJoinFunction = "gputest_join_ranks";
using JoinFunction = Messages* (*)();

}  // namespace gputest::many

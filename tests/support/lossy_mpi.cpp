// Preloaded before an MPI: the first message that rank 1 receives (MPI_Irecv) contains NaN instead
// of its data. It uses MPI's profiling interface, which gives every function a second name.
#include <mpi.h>

#include <cstring>
#include <vector>

extern "C" __attribute__((visibility("default"))) int MPI_Irecv(void* data, int count,
                                                                MPI_Datatype type, int from,
                                                                int tag, MPI_Comm ranks,
                                                                MPI_Request* request) {
  static bool is_lost = false;
  static std::vector<char> lost;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1 && !is_lost) {
    is_lost = true;
    int bytes = 0;
    PMPI_Type_size(type, &bytes);
    std::memset(data, 0xFF, static_cast<std::size_t>(count) * static_cast<std::size_t>(bytes));
    lost.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(bytes));
    data = lost.data();
  }
  return PMPI_Irecv(data, count, type, from, tag, ranks, request);
}

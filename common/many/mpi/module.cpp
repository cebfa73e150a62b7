// The one file that includes mpi.h: a module that the program opens where mpirun has started it.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "common/many/messages.hpp"

namespace gputest::many {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 30;  // of a message: MPI counts in int

class MpiMessages : public Messages {
 public:
  MpiMessages() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm host;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &rank_on_host_);
    MPI_Comm_free(&host);
  }
  ~MpiMessages() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int rank_on_host() const override { return rank_on_host_; }

  void begin_broadcast(void* data, std::uint64_t bytes) override {
    in_pieces(bytes, [&](std::uint64_t first, int count) {
      MPI_Ibcast(static_cast<char*>(data) + first, count, MPI_BYTE, 0, MPI_COMM_WORLD, next());
    });
  }
  void begin_gather(const void* mine, std::uint32_t bytes, void* all) override {
    const int count = static_cast<int>(bytes);
    MPI_Igather(mine, count, MPI_BYTE, all, count, MPI_BYTE, 0, MPI_COMM_WORLD, next());
  }
  void begin_send(int to, const void* data, std::uint64_t bytes) override {
    in_pieces(bytes, [&](std::uint64_t first, int count) {
      MPI_Isend(static_cast<const char*>(data) + first, count, MPI_BYTE, to, 0, MPI_COMM_WORLD,
                next());
    });
  }
  void begin_receive(int from, void* data, std::uint64_t bytes) override {
    in_pieces(bytes, [&](std::uint64_t first, int count) {
      MPI_Irecv(static_cast<char*>(data) + first, count, MPI_BYTE, from, 0, MPI_COMM_WORLD, next());
    });
  }
  bool done() override {
    int all = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, MPI_STATUSES_IGNORE);
    if (all != 0) requests_.clear();
    return all != 0;
  }
  void end_all(int status) override {
    // mpirun of Open MPI 5 ends the ranks without reading what one of them has just said.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  template <class Begin>
  static void in_pieces(std::uint64_t bytes, const Begin& begin) {
    for (std::uint64_t first = 0; first < bytes; first += kMostBytes)
      begin(first, static_cast<int>(std::min(kMostBytes, bytes - first)));
  }
  MPI_Request* next() {
    requests_.push_back(MPI_REQUEST_NULL);
    return &requests_.back();
  }

  int rank_ = 0, size_ = 1, rank_on_host_ = 0;
  std::vector<MPI_Request> requests_;
};

}  // namespace
}  // namespace gputest::many

extern "C" __attribute__((visibility("default"))) gputest::many::Messages* gputest_join_ranks() {
  return new gputest::many::MpiMessages;
}

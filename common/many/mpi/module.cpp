// The one file that includes mpi.h: a module that the program opens if mpirun has started it.
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
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
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    any_thread_ = provided >= MPI_THREAD_SERIALIZED;
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
  /// The name up to the end of the first line or a comma, with one space between words.
  std::string name() const override {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    std::string name;
    for (const char c : std::string(text, static_cast<std::size_t>(length))) {
      if (c == ',' || c == '\n') break;
      const bool is_space = c == ' ' || c == '\t';
      if (!is_space) name += c;
      if (is_space && !name.empty() && name.back() != ' ') name += ' ';
    }
    return name;
  }

  // Open MPI has a function for each API; MPICH since 4.0 has one function for all.
  bool takes_memory_of_cuda() const override {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    return any_thread_ && MPIX_Query_cuda_support() == 1;
#elif defined(MPIX_GPU_SUPPORT_CUDA)
    return any_thread_ && supports(MPIX_GPU_SUPPORT_CUDA);
#else
    return false;
#endif
  }
  bool takes_memory_of_rocm() const override {
#if defined(MPIX_ROCM_AWARE_SUPPORT)
    return any_thread_ && MPIX_Query_rocm_support() == 1;
#elif defined(MPIX_GPU_SUPPORT_HIP)
    return any_thread_ && supports(MPIX_GPU_SUPPORT_HIP);
#else
    return false;
#endif
  }

  void end_all(int status) override {
    // mpirun of Open MPI 5 ends the ranks without reading their last output.
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
#if defined(MPIX_GPU_SUPPORT_CUDA)
  static bool supports(int gpu) {
    int is_supported = 0;
    return MPIX_GPU_query_support(gpu, &is_supported) == MPI_SUCCESS && is_supported != 0;
  }
#endif
  MPI_Request* next() {
    requests_.push_back(MPI_REQUEST_NULL);
    return &requests_.back();
  }

  int rank_ = 0, size_ = 1, rank_on_host_ = 0;
  bool any_thread_ = false;
  std::vector<MPI_Request> requests_;
};

}  // namespace
}  // namespace gputest::many

extern "C" __attribute__((visibility("default"))) gputest::many::Messages* gputest_join_ranks() {
  return new gputest::many::MpiMessages;
}

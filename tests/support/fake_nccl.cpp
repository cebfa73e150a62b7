// A fake NCCL for devices that use the host's memory (hip:host). Sent data wait in a file of a
// folder that the communicators share, so that processes as well as threads can send to each other.
// FAKE_NCCL_FAULT plants a fault: "version", another major version; "init" and "send", which fail;
// "late", a transfer that never ends and reports its failure later; "lost_part", the first of
// several arrays that are received together is lost; "lost_sums", an array that is received alone
// is lost.
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/many/nccl.hpp"

using gputest::many::NcclComm;
using gputest::many::NcclId;

namespace {

constexpr int kSuccess = 0, kSystemError = 2, kInvalidArgument = 4, kRemoteError = 6;

bool is_planted(std::string_view fault) {
  const char* const planted = std::getenv("FAKE_NCCL_FAULT");
  return planted != nullptr && fault == planted;
}

struct Communicator {
  std::string folder;
  int rank, size;
  std::map<int, int> sent, received;  ///< number of messages to and from each rank

  bool is_aborted() const { return access((folder + "/aborted").c_str(), F_OK) == 0; }
};

/// Removed when this process ends.
struct Folder {
  explicit Folder(std::string folder) : path(std::move(folder)) {}
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

Communicator& of(NcclComm communicator) { return *static_cast<Communicator*>(communicator); }

struct Transfer {
  NcclComm communicator;
  const void* sent;
  void* received;
  std::size_t bytes;
  int peer;
};

thread_local int depth = 0;
thread_local std::vector<Transfer> group;
thread_local std::vector<std::unique_ptr<Communicator>> ending;  ///< waiting to be destroyed

std::string destroyed(const Communicator& c, int rank) {
  return c.folder + "/destroyed-" + std::to_string(rank);
}

/// Waits until all ranks destroy theirs, as NCCL does on one host. The folder stays until rank 0's
/// process ends, so that no rank misses it.
void end_destroyed() {
  static std::list<Folder> ended;
  for (const auto& c : std::exchange(ending, {})) {
    for (int rank = 0; rank < c->size; ++rank)
      while (access(destroyed(*c, rank).c_str(), F_OK) != 0 && !c->is_aborted()) usleep(50);
    if (c->rank == 0) ended.emplace_back(c->folder);
  }
}

std::string file_of(const Communicator& c, int from, int to, int number) {
  return c.folder + "/" + std::to_string(from) + "-" + std::to_string(to) + "-" +
         std::to_string(number);
}

int send(const Transfer& t) {
  Communicator& c = of(t.communicator);
  const std::string file = file_of(c, c.rank, t.peer, c.sent[t.peer]++), begun = file + "-begun";
  std::ofstream(begun, std::ios::binary)
      .write(static_cast<const char*>(t.sent), static_cast<std::streamsize>(t.bytes));
  return std::rename(begun.c_str(), file.c_str()) == 0 ? kSuccess : kSystemError;
}

int receive(const Transfer& t, bool is_lost) {
  Communicator& c = of(t.communicator);
  const std::string file = file_of(c, t.peer, c.rank, c.received[t.peer]++);
  while (access(file.c_str(), F_OK) != 0 || is_planted("late")) {
    if (c.is_aborted()) return kRemoteError;
    usleep(50);
  }
  if (std::filesystem::file_size(file) != t.bytes) return kInvalidArgument;
  if (!is_lost)
    std::ifstream(file, std::ios::binary)
        .read(static_cast<char*>(t.received), static_cast<std::streamsize>(t.bytes));
  std::remove(file.c_str());
  return kSuccess;
}

int end_group() {
  const std::vector<Transfer> transfers = std::exchange(group, {});
  std::size_t receives = 0, k = 0;
  for (const Transfer& t : transfers) {
    if (t.received != nullptr) ++receives;
    if (t.sent != nullptr)
      if (const int code = send(t)) return code;
  }
  for (const Transfer& t : transfers) {
    if (t.received == nullptr) continue;
    const bool is_first = k++ == 0;
    const bool is_lost =
        is_first && (receives > 1 ? is_planted("lost_part") : is_planted("lost_sums"));
    if (const int code = receive(t, is_lost)) return code;
  }
  return kSuccess;
}

int add(const Transfer& transfer) {
  group.push_back(transfer);
  return depth > 0 ? kSuccess : end_group();
}

}  // namespace

extern "C" {

/// Its presence informs the program that hip:host's memory may be sent.
void gputest_takes_host_memory() {}

int ncclGetVersion(int* version) {
  *version = is_planted("version") ? 30102 : 22803;
  return kSuccess;
}
const char* ncclGetErrorString(int code) {
  return code == kRemoteError ? "remote process exited" : "a planted fault";
}
int ncclGetUniqueId(NcclId* id) {
  *id = {};
  std::snprintf(id->bytes.data(), id->bytes.size(), "%s/fake-nccl-XXXXXX",
                std::filesystem::temp_directory_path().c_str());
  return mkdtemp(id->bytes.data()) == nullptr ? kSystemError : kSuccess;
}
int ncclCommInitRank(NcclComm* communicator, int size, NcclId id, int rank) {
  if (is_planted("init")) return kSystemError;
  *communicator = new Communicator{id.bytes.data(), rank, size, {}, {}};
  return kSuccess;
}
/// Takes effect when the group ends, after all calls.
int ncclCommDestroy(NcclComm communicator) {
  Communicator& c = of(communicator);
  std::ofstream(destroyed(c, c.rank));
  ending.emplace_back(&c);
  if (depth == 0) end_destroyed();
  return kSuccess;
}
/// Other threads may wait in it, so it lives until the library is unloaded.
int ncclCommAbort(NcclComm communicator) {
  std::ofstream(of(communicator).folder + "/aborted");
  static std::mutex keeping;
  static std::list<std::unique_ptr<Communicator>> aborted;
  const std::lock_guard<std::mutex> lock(keeping);
  aborted.emplace_back(&of(communicator));
  return kSuccess;
}
int ncclCommGetAsyncError(NcclComm, int* code) {
  *code = is_planted("late") ? kRemoteError : kSuccess;
  return kSuccess;
}
int ncclGroupStart() {
  ++depth;
  return kSuccess;
}
int ncclGroupEnd() {
  if (--depth > 0) return kSuccess;
  end_destroyed();
  return end_group();
}
int ncclSend(const void* from, std::size_t bytes, int, int peer, NcclComm communicator, void*) {
  if (is_planted("send") && of(communicator).rank == 1) return kSystemError;
  if (peer < 0 || peer >= of(communicator).size) return kInvalidArgument;
  return add({communicator, from, nullptr, bytes, peer});
}
int ncclRecv(void* to, std::size_t bytes, int, int peer, NcclComm communicator, void*) {
  if (peer < 0 || peer >= of(communicator).size) return kInvalidArgument;
  return add({communicator, nullptr, to, bytes, peer});
}

}  // extern "C"

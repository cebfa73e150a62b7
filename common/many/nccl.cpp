#include "common/many/nccl.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "common/core/error.hpp"

namespace gputest::many {
namespace {

constexpr int kMajor = 2;  // version of the interface that this file knows

std::string file_to_open(const std::string& file) {
  const char* const named = std::getenv("GPUTEST_NCCL");
  return named == nullptr || *named == '\0' ? file : named;
}

int major_of(int number) { return number < 10000 ? number / 1000 : number / 10000; }

}  // namespace

std::string nccl_version(int number) {
  const int of_minor = number < 10000 ? number % 1000 : number % 10000;
  return fmt::format("{}.{}.{}", major_of(number), of_minor / 100, of_minor % 100);
}

Nccl::Nccl(const std::string& file) : library_{file_to_open(file)} {
  const std::string opened = file_to_open(file);
  if (!library_.is_there()) {
    absence_ = opened + " is not there";
    return;
  }
  const auto find = [&](auto& function, const char* entry_point) {
    if (!library_.find(function, entry_point) && absence_.empty())
      absence_ = fmt::format("{} lacks {}", opened, entry_point);
  };
  find(version, "ncclGetVersion");
  find(error, "ncclGetErrorString");
  find(make_id, "ncclGetUniqueId");
  find(init, "ncclCommInitRank");
  find(destroy, "ncclCommDestroy");
  find(abort, "ncclCommAbort");
  find(late_error, "ncclCommGetAsyncError");
  find(group_start, "ncclGroupStart");
  find(group_end, "ncclGroupEnd");
  find(send, "ncclSend");
  find(receive, "ncclRecv");
  void* symbol = nullptr;
  takes_host_memory_ = library_.find(symbol, "gputest_takes_host_memory");
  if (version == nullptr) return;
  int number = 0;
  if (version(&number) != 0 || major_of(number) != kMajor)
    absence_ = fmt::format("{} has version {}, and version {} is needed", opened,
                           nccl_version(number), kMajor);
  const bool is_rccl = file.find("rccl") != std::string::npos;
  name_ = fmt::format("{} {}", is_rccl ? "RCCL" : "NCCL", nccl_version(number));
}

void Nccl::check(int code, const char* call) const {
  if (code != 0)
    throw Error(Status::unavailable,
                fmt::format("{}: {} gave error {}: {}", name_, call, code, error(code)));
}

}  // namespace gputest::many

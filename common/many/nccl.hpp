// NCCL, or RCCL, which has the same functions. The library is opened when needed, so the program
// builds and starts without either.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/core/shared_library.hpp"

namespace gputest::many {

/// An NCCL communicator: one device among those that send to each other.
using NcclComm = void*;

/// The identifier that the ranks of one set of communicators share; its size is
/// NCCL_UNIQUE_ID_BYTES.
struct NcclId {
  std::array<char, 128> bytes{};
};

/// The NCCL functions in use, from its documented interface ("NCCL API", NVIDIA). Each returns a
/// code, 0 for success.
struct NcclFunctions {
  int (*version)(int*) = nullptr;
  const char* (*error)(int) = nullptr;
  int (*make_id)(NcclId*) = nullptr;
  int (*init)(NcclComm*, int devices, NcclId, int device) = nullptr;
  int (*destroy)(NcclComm) = nullptr;
  int (*abort)(NcclComm) = nullptr;
  int (*late_error)(NcclComm, int*) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*send)(const void*, std::size_t count, int type, int to, NcclComm, void* stream) = nullptr;
  int (*receive)(void*, std::size_t count, int type, int from, NcclComm, void* stream) = nullptr;
};

/// An open NCCL library.
class Nccl : public NcclFunctions {
 public:
  /// The type that makes `send` and `receive` count in bytes: ncclInt8.
  static constexpr int kBytes = 0;

  /// Opens `file`, "libnccl.so.2" or "librccl.so.1", or the file that the variable GPUTEST_NCCL
  /// names instead. Throws nothing: absence() has the reason of a failure.
  explicit Nccl(const std::string& file);

  /// Why it cannot be used, a sentence without a full stop: "libnccl.so.2 is not there". Empty if
  /// it can be used.
  const std::string& absence() const { return absence_; }
  /// Whether it takes host memory as device memory, like the tests' library, which has the symbol
  /// gputest_takes_host_memory.
  bool takes_host_memory() const { return takes_host_memory_; }
  /// "NCCL 2.28.3".
  const std::string& name() const { return name_; }
  /// Throws Error(unavailable) unless the code means success; `call` is the name of the NCCL
  /// function.
  void check(int code, const char* call) const;

 private:
  SharedLibrary library_;
  std::string name_, absence_;
  bool takes_host_memory_ = false;
};

/// "2.28.3" from a number that ncclGetVersion gives: 22803 since 2.9, 2708 for 2.7.8 before.
std::string nccl_version(int number);

}  // namespace gputest::many

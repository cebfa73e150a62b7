// The parameters of a user's kernel, and its family's arguments for them.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/precision.hpp"
#include "common/device/kernel_call.hpp"

namespace gputest::owncode {

/// The size in bytes of the record that common/owncode/parameters.h writes.
inline constexpr std::size_t kToldBytes = 16 + 1 + 63 * 3;

/// A parameter in that record.
struct Parameter {
  /// f: a floating-point number, u: a whole number, F and W: a pointer to such a number, p: a
  /// pointer to another type, ?: another
  char kind;
  unsigned bytes;      ///< its size
  unsigned points_to;  ///< the size of a pointer's target type; 0: void
};

/// The parameters recorded in machine code or a library. Throws Error(bad_input) if there is no
/// record.
std::vector<Parameter> parameters_in(std::string_view code, const std::string& kernel);

/// Checks the parameters against the arguments of KernelSignature in their order. Throws
/// Error(bad_input), naming the parameter, if they differ.
void require_parameters(const std::string& kernel, const std::vector<Parameter>& parameters,
                        const KernelSignature& signature, Precision precision);

/// The argument values of a kernel, and a pointer to each. They do not move.
class Arguments {
 public:
  explicit Arguments(const KernelCall& call);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  void** pointers() { return pointers_.data(); }

 private:
  struct alignas(8) Value {
    unsigned char bytes[8];
  };
  template <class T>
  void add(const T& value) {
    std::memcpy(values_.emplace_back().bytes, &value, sizeof value);
  }
  std::vector<Value> values_;
  std::vector<void*> pointers_;
};

}  // namespace gputest::owncode

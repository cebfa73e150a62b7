// The parameters of a kernel of the user's own, and the arguments that its family has for them.
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

/// Bytes of what common/owncode/parameters.h writes.
inline constexpr std::size_t kToldBytes = 16 + 1 + 63 * 3;

/// A parameter as common/owncode/parameters.h writes it.
struct Parameter {
  char kind;           ///< p: a pointer, f: a floating-point number, u: a whole number, ?: another
  unsigned bytes;      ///< its size
  unsigned points_to;  ///< of a pointer, the size of what it points to; 0: void
};

/// The parameters that are written in machine code or in a library. Throws Error(bad_input) where
/// none are.
std::vector<Parameter> parameters_in(std::string_view code, const std::string& kernel);

/// What a kernel is called with, as the parameters of KernelSignature: arrays, then scalars. Throws
/// Error(bad_input), naming the parameter, where the kernel's are others.
void require_parameters(const std::string& kernel, const std::vector<Parameter>& parameters,
                        const KernelSignature& signature, Precision precision);

/// The values that a kernel is called with, and a pointer to each. Neither moves.
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

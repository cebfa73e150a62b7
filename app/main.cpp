#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

#include "app/command_line.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_path.hpp"
#include "common/core/standard_streams.hpp"

namespace {

/// Handles exceptions that nothing can catch: from the construction of a static object, or from a
/// destructor, such as JSON's, which may allocate memory.
[[noreturn]] void end_uncaught() {
  using gputest::Status;
  gputest::remove_scratch_files();
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type != nullptr && *type == typeid(std::bad_alloc)) {
    gputest::write_message("gputest: host memory is exhausted\n");
    std::_Exit(static_cast<int>(Status::out_of_memory));
  }
  gputest::write_message("gputest: internal error\n");
  std::_Exit(gputest::kOwnFault);
}

constexpr int kFirst = 101;  // the first priority that a program may use
__attribute__((constructor(kFirst))) void prepare() { std::set_terminate(end_uncaught); }

}  // namespace

int main(int argc, char** argv) { return gputest::run_command_line(argc, argv); }

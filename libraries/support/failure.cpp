#include "libraries/support/failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "common/core/error.hpp"

namespace gputest::libraries {
namespace {

constexpr int kOwnFault = 70;  // the same as the command's

}  // namespace

void Failures::report(const char* call) {
  int status = kOwnFault;
  std::string sentence;
  try {
    throw;
  } catch (const Error& error) {
    status = static_cast<int>(error.status());
    sentence = fmt::format("{}: {}", call, error.what());
  } catch (const std::bad_alloc&) {
    status = static_cast<int>(Status::out_of_memory);
    sentence = fmt::format("{}: the host's memory is exhausted", call);
  } catch (const std::exception& error) {
    sentence = fmt::format("{}: {}", call, error.what());
  }
  if (const ErrorHandler handler = handler_) return handler(status, sentence.c_str());
  std::fprintf(stderr, "%s: %s\n", library_, sentence.c_str());
  std::exit(status);
}

}  // namespace gputest::libraries

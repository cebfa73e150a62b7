#include "libraries/support/failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "common/core/error.hpp"
#include "common/core/printable.hpp"
#include "libraries/support/own_process.hpp"

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
    sentence = fmt::format("{}: internal error: {}", call, error.what());
  }
  sentence = printable(sentence);  // it may quote the environment or a file
  if (const ErrorHandler handler = handler_) return handler(status, sentence.c_str());
  std::fprintf(stderr, "%s: %s\n", library_, sentence.c_str());
  if (!is_forked()) std::exit(status);
  std::fflush(nullptr);
  std::_Exit(status);  // drivers' functions for std::exit() would wait for the parent's threads
}

}  // namespace gputest::libraries

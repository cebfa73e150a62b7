#include "app/run/first_use.hpp"

#include <fmt/format.h>

#include "app/command/messages.hpp"
#include "app/command/progress.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {

void compile_first(const std::vector<texts::Wanted>& wanted, bool quiet) {
  const std::vector<texts::Wanted> missing = texts::not_compiled(wanted);
  if (missing.size() < 2) return;
  if (!quiet) say("compiling {} kernels", missing.size());
  Progress progress(missing.size(), {}, quiet);
  texts::compile_all(missing, [&](std::size_t done) { progress.show(done, "compiled"); });
  progress.clear();
  throw_if_interrupted();
}

}  // namespace gputest

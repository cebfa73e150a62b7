// Feeds arbitrary bytes to IL's parser and, if they are a program, runs it over a few threads. Only
// gputest::Error may be thrown. Every diagnostic has a place in the text. An accepted program,
// printed and parsed again, is the same.
//
//   clang++ -fsanitize=fuzzer,address,undefined … && ./il_fuzz il_reference/tests/corpus
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "common/core/error.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"

namespace {

using namespace gputest::il;

void require(bool promise) {
  if (!promise) std::abort();
}

void require_places(const Diagnostics& diagnostics, std::size_t size) {
  for (const Diagnostic& d : diagnostics) {
    require(d.location.line >= 1 && d.location.line <= size + 1);
    require(d.location.column >= 1 && d.location.column <= size + 1);
    require(!d.message.empty());
  }
}

// Small memory, so that most addresses are out of bounds.
void run_briefly(const Program& program) {
  std::vector<std::uint32_t> memory(1024);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    memory[i] = static_cast<std::uint32_t>(i % 7 == 0 ? i * 2654435761u : i % 3);
  }
  Bindings bindings;
  for (std::uint32_t id = 0; id < 4; ++id) {
    bindings.resources[id] = {memory, Format::float4, 4, 4, 5};
    bindings.constants[id] = memory;
    bindings.uavs[id] = {memory, Format::uint1, 8, 8, 16};
  }
  std::vector<std::vector<std::uint32_t>> outputs(4, std::vector<std::uint32_t>(4 * 16 * 8));
  for (std::uint32_t o = 0; o < 4; ++o) {
    bindings.outputs[o] = {outputs[o], Format::float4, 16, 8, 16};
  }
  bindings.global = memory;
  RunOptions options;
  options.step_limit = 2000;
  std::size_t traced = 0;
  options.trace.sink = [&](std::string_view line) { traced += line.size(); };
  if (program.stage == Stage::pixel) {
    run(program, bindings, Domain{0, 0, 11, 7}, options);
  } else {
    run(program, bindings, Groups{2, 1, 1}, options);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Parsed parsed = parse(text);
  require_places(parsed.diagnostics, size);
  const Diagnostics more = check(parsed.program);
  require_places(more, size);
  if (has_errors(parsed.diagnostics)) return 0;
  const Parsed again = parse(to_text(parsed.program));
  require(!has_errors(again.diagnostics) && equivalent(parsed.program, again.program));
  if (has_errors(more)) return 0;
  try {
    run_briefly(parsed.program);
  } catch (const gputest::Error& error) {
    require(error.status() == gputest::Status::bad_input && *error.what() != '\0');
  }
  return 0;
}

#include "app/isa/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <ostream>
#include <span>

#include "app/command/fitted_table.hpp"
#include "app/command/messages.hpp"
#include "app/command/subcommand.hpp"
#include "app/command/text_style.hpp"
#include "app/il/arguments.hpp"
#include "app/il/results.hpp"
#include "app/isa/arguments.hpp"
#include "app/isa/file.hpp"
#include "app/table/count_tables.hpp"
#include "common/core/destination.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/output_file.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/printable.hpp"
#include "common/core/stopwatch.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/counter.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/program.hpp"
#include "hip/isa/tracer.hpp"

namespace gputest {
namespace {

/// Parses a block's place in the grid: "4", "4,2" or "4,2,1".
std::array<std::uint32_t, 3> parse_place(const std::string& text) {
  std::array<std::uint32_t, 3> place{};
  std::size_t axis = 0, start = 0;
  while (true) {
    const auto comma = text.find(',', start);
    const auto number = parse_number<std::uint32_t>(text.substr(start, comma - start));
    if (!number || axis == place.size())
      throw Error(Status::bad_input,
                  fmt::format("--of-block takes a block's place as X, X,Y or X,Y,Z, not '{}'",
                              printable(text)));
    place[axis++] = *number;
    if (comma == text.npos) return place;
    start = comma + 1;
  }
}

/// "1=file", "1=-:16:float1": the destination of a buffer and, as text, its number of elements.
struct IsaOutput {
  std::size_t number;
  IlFile file;
};

IsaOutput parse_output(const std::string& text) {
  const std::size_t number = parse_isa_argument("--output", text).first;
  return {number, parse_il_file("--output", text, "argument ")};
}

std::string buffer_text(const IsaOutput& output, std::span<const std::uint8_t> content) {
  const cal::Format format = output.file.format.value_or(cal::format("uint1"));
  if (content.size() % format.bytes() != 0)
    throw Error(Status::bad_input,
                fmt::format("argument {} has {} bytes; an element of {} has {}, and the size must "
                            "be a multiple of it",
                            output.number, content.size(), format.name, format.bytes()));
  std::vector<std::uint32_t> words(content.size() / 4);
  std::copy_n(content.data(), words.size() * 4, reinterpret_cast<std::uint8_t*>(words.data()));
  const std::uint64_t held = words.size() / format.words,
                      wanted = output.file.shape ? output.file.shape->width : held;
  if (wanted > held)
    throw Error(Status::bad_input, fmt::format("argument {} has only {} elements of {}, not {}",
                                               output.number, held, format.name, wanted));
  words.resize(wanted * format.words);
  return il_words_text(fmt::format("{}", output.number), words, format);
}

/// Executions of each instruction, with the lines and bank cycles of memory accesses.
Table instruction_table(const isa::Program& program, const isa::Counter& counter) {
  Table table;
  table.columns = {
      {"at", Align::right},    {"executed", Align::right},      {"lanes", Align::right}, {"unit"},
      {"lines", Align::right}, {"banks' cycles", Align::right}, {"instruction"}};
  const std::uint64_t line = counter.line();
  for (std::size_t k = 0; k < program.operations.size(); ++k) {
    const isa::InstructionCounts& counts = counter.instructions()[k];
    if (counts.executed == 0) continue;
    const isa::Operation& op = program.operations[k];
    const auto mean = [](std::uint64_t sum, std::uint64_t of) {
      return of == 0 ? std::string()
                     : fmt::format("{:.3g}", static_cast<double>(sum) / static_cast<double>(of));
    };
    const auto lines_of = [&](const MemoryCounts& of) {
      return (line == 128 ? of.lines_128 : of.lines_64).value_or(0);
    };
    std::string text = *op.text;
    for (char& c : text)
      if (c == '\t') c = ' ';
    text.erase(0, text.find_first_not_of(' '));
    table.rows.push_back(
        {{fmt::format("{:x}", op.address - program.begin), std::to_string(counts.executed),
          op.is_vector ? mean(counts.lanes, counts.executed) : "",
          std::string(isa::kUnitNames[static_cast<std::size_t>(counter.kinds()[k].unit)]),
          mean(lines_of(counts.memory) + lines_of(counts.own),
               counts.memory.requests + counts.own.requests),
          mean(counts.banks.cycles, counts.banks.requests), text}});
  }
  return table;
}

class IsaRun {
 public:
  explicit IsaRun(const IsaRunCommand& command)
      : command_(command),
        file_(command.file),
        code_(file_.of_target(command.target)),
        kernel_(find_isa_kernel(code_, command.kernel)) {}

  Status run() {
    for (const std::string& text : command_.outputs) outputs_.push_back(parse_output(text));
    require_files();
    isa::Launch launch = parse_launch();
    const isa::Traced traced = parse_traced(launch);
    isa::Memory memory;
    IsaArguments arguments(kernel_, command_.arguments, memory);
    for (const IsaOutput& output : outputs_) static_cast<void>(arguments.buffer(output.number));
    launch.dynamic_lds = arguments.place_in_lds(launch.dynamic_lds);
    std::vector<void*> pointers = arguments.pointers();
    launch.arguments = pointers.data();
    isa::CodeObject object(code_.bytes, code_.target, memory);
    launch.kernel = object.kernel(kernel_.name);
    const Stopwatch watch;
    const isa::Counts counts = execute(launch, memory, traced);
    save(arguments);
    say("{} ran as {} on the host's processor in {:.3g} s: {} wavefront instructions",
        demangled(kernel_.name), code_.target, watch.seconds(), counts.instructions);
    if (command_.outputs.empty() && !command_.count && !command_.trace) hint(arguments);
    return Status::ok;
  }

 private:
  void require_files() const {
    std::vector<NamedPath> written, read{{"the code object", command_.file}};
    for (const IsaOutput& output : outputs_)
      if (output.file.path != "-") {
        written.push_back({fmt::format("--output {}", output.number), output.file.path});
        require_writable(output.file.path);
      }
    for (const std::string& text : command_.arguments)
      read.push_back({"--arg", parse_isa_argument("--arg", text).second});
    require_apart(written, read);
  }

  isa::Launch parse_launch() const {
    isa::Launch launch;
    const auto axes = [](const char* option, const std::string& text) {
      const IlShape shape = parse_il_shape(option, text);
      return std::array<std::uint32_t, 3>{static_cast<std::uint32_t>(shape.width),
                                          static_cast<std::uint32_t>(shape.height),
                                          static_cast<std::uint32_t>(shape.depth)};
    };
    launch.grid = axes("--grid", command_.grid);
    launch.block = axes("--block", command_.block);
    launch.dynamic_lds =
        static_cast<std::uint32_t>(whole_number("--lds", command_.lds, 0, kMostLds).value_or(0));
    const auto seconds = real_number("--timeout", command_.timeout, 0.001);
    launch.check = [seconds, watch = Stopwatch()] {
      throw_if_interrupted();
      if (seconds && watch.seconds() > *seconds)
        throw Error(Status::timeout,
                    fmt::format("the kernel did not finish within {} s (--timeout)", *seconds));
    };
    return launch;
  }

  isa::Traced parse_traced(const isa::Launch& launch) const {
    isa::Traced traced;
    if (!command_.trace) return traced;
    traced.block = parse_place(command_.traced_block);
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (traced.block[axis] >= launch.grid[axis])
        throw Error(Status::bad_input, fmt::format("--of-block={} is outside --grid={}",
                                                   command_.traced_block, command_.grid));
    const std::uint64_t threads =
        std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    const std::uint64_t wavefront = kernel_.resources.wavefront;
    traced.wavefront = static_cast<unsigned>(
        *whole_number("--wavefront", command_.traced_wavefront, 0, (threads - 1) / wavefront));
    if (const auto lane = whole_number("--lane", command_.traced_lane, 0, wavefront - 1))
      traced.lane = static_cast<unsigned>(*lane);
    traced.print = [](std::string_view line) { fmt::print("{}\n", line); };
    return traced;
  }

  isa::Counts execute(const isa::Launch& launch, isa::Memory& memory, const isa::Traced& traced) {
    try {
      if (command_.trace) {
        isa::Tracer tracer(traced);
        return isa::run_traced(launch, memory, code_.target, tracer);
      }
      if (!command_.count) return isa::run(launch, memory, code_.target);
      isa::Counter counter(*launch.kernel, code_.target);
      const isa::Counts counts = isa::run_counted(launch, memory, code_.target, counter);
      show(launch, counter);
      return counts;
    } catch (const isa::Fault& fault) {
      throw Error(Status::bad_input, fault.what());
    }
  }

  void show(const isa::Launch& launch, const isa::Counter& counter) const {
    fmt::print("{}", to_text(instruction_table(*launch.kernel->program, counter), false));
    const LaunchCounts counts = isa::launch_counts(launch, code_.target, counter);
    const std::size_t width = text_width(STDOUT_FILENO);
    std::vector<std::string> left_out;
    for (const Table& table : count_tables({{demangled(kernel_.name), &counts}})) {
      if (command_.wide) {
        fmt::print("\n{}", to_text(table, false));
        continue;
      }
      const FittedTable narrow = fitted(table, ranks_of_counts(table), width);
      left_out.insert(left_out.end(), narrow.left_out.begin(), narrow.left_out.end());
      fmt::print("\n{}", fitted_text(narrow, width));
    }
    if (const std::string line = not_shown(left_out); !line.empty()) fmt::print("\n{}\n", line);
  }

  void save(const IsaArguments& arguments) const {
    std::vector<std::function<void()>> tasks;
    for (const IsaOutput& output : outputs_)
      tasks.push_back([&] { save(output, arguments.buffer(output.number)); });
    do_all(tasks);
  }

  static void save(const IsaOutput& output, std::span<const std::uint8_t> content) {
    if (output.file.path == "-") {
      fmt::print("{}", buffer_text(output, content));
      return;
    }
    write_file_atomically(output.file.path, [&](std::ostream& out) {
      out.write(reinterpret_cast<const char*>(content.data()),
                static_cast<std::streamsize>(content.size()));
    });
  }

  static void hint(const IsaArguments& arguments) {
    std::vector<std::string> options;
    for (const std::size_t number : arguments.buffers())
      options.push_back(fmt::format("--output {}=-", number));
    if (!options.empty())
      say("no output is printed by default; {} prints the memory that the kernel wrote",
          fmt::join(options, " or "));
  }

  const IsaRunCommand& command_;
  IsaFile file_;
  const IsaCode& code_;
  const isa::KernelOfFile& kernel_;
  std::vector<IsaOutput> outputs_;
};

}  // namespace

Status run_isa(const IsaRunCommand& command) { return IsaRun(command).run(); }

}  // namespace gputest

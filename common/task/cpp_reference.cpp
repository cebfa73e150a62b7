#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "common/core/error.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"
#include "common/owncode/system_compiler.hpp"
#include "common/task/reference_call.hpp"

namespace gputest::task {
namespace {

/// The program around the function: arrays between guard pages, a limit of time, signals as
/// sentences.
constexpr const char* kProgram = R"--(
#line 1 "the reference's program"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

namespace gputest_reference {

struct Array {
  const char* name;
  unsigned char *first, *data, *end, *last;  // guard page, slack, data, guard page
  bool is_input;
};
Array arrays[128];
unsigned count;
constexpr long kPage = 4096;
constexpr unsigned char kSlack = 0xA5;

[[noreturn]] void end(const char* words, const char* name) {
  char text[400];
  const int size = snprintf(text, sizeof text, "\x01%s%s\n", words, name);
  if (write(2, text, size) < 0) _exit(2);
  _exit(1);
}

void on_access(int, siginfo_t* info, void*) {
  const auto* at = static_cast<unsigned char*>(info->si_addr);
  for (unsigned k = 0; k < count; ++k) {
    const Array& one = arrays[k];
    if (at >= one.end && at < one.last) end("reads or writes beyond the end of ", one.name);
    if (at >= one.first && at < one.first + kPage)
      end("reads or writes before the beginning of ", one.name);
    if (at >= one.data && at < one.end && one.is_input) end("writes to its input ", one.name);
  }
  end("crashes: it uses a wrong address", "");
}
void on_signal(int signal) {
  end(signal == SIGALRM ? "does not end" : signal == SIGFPE ? "divides a whole number by zero"
                                                            : "aborts", "");
}

void catch_signals() {
  static char stack[1 << 16];
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action{};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_access;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
  const int numbers[] = {SIGALRM, SIGFPE, SIGABRT, SIGILL};
  for (const int number : numbers) signal(number, on_signal);
}

void need(bool works) {
  if (!works) end("has not enough memory or files", "");
}

uint64_t word(FILE* file) {
  uint64_t one = 0;
  need(fread(&one, sizeof one, 1, file) == 1);
  return one;
}

template <class Number>
Number scalar(FILE* file) {
  need(word(file) == 1);
  const uint64_t bits = word(file);
  Number number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

template <class Number>
Number* array(FILE* file, const char* name, bool is_input) {
  const uint64_t bytes = word(file) * 8, pages = (bytes + kPage - 1) / kPage * kPage;
  void* all = mmap(nullptr, pages + 2 * kPage, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  need(all != MAP_FAILED);
  auto* first = static_cast<unsigned char*>(all);
  Array& one = arrays[count++];
  one = {name, first, first + kPage + pages - bytes, first + kPage + pages,
         first + 2 * kPage + pages, is_input};
  memset(first + kPage, kSlack, pages - bytes);
  need(fread(one.data, 1, bytes, file) == bytes);
  mprotect(first, kPage, PROT_NONE);
  mprotect(one.end, kPage, PROT_NONE);
  if (is_input) mprotect(first + kPage, pages, PROT_READ);
  return reinterpret_cast<Number*>(one.data);
}

void check_slack() {
  for (unsigned k = 0; k < count; ++k)
    for (const unsigned char* at = arrays[k].first + kPage; at < arrays[k].data; ++at)
      if (*at != kSlack) end("writes before the beginning of ", arrays[k].name);
}

void write_output(FILE* file, const void* data) {
  for (unsigned k = 0; k < count; ++k)
    if (arrays[k].data == data) {
      const size_t bytes = arrays[k].end - arrays[k].data;
      need(fwrite(data, 1, bytes, file) == bytes);
    }
}

}  // namespace gputest_reference

int main(int, char** files) {
  using namespace gputest_reference;
  catch_signals();
  FILE* from = fopen(files[1], "rb");
  need(from != nullptr);
)--";

/// The last function of the text that returns void. Throws Error(bad_input).
std::string function_of(const Task& task) {
  static const std::regex kFunction(R"(\bvoid\s+(\w+)\s*\()");
  const std::string& text = task.reference.text;
  std::string name;
  for (std::sregex_iterator found(text.begin(), text.end(), kFunction), end; found != end; ++found)
    name = (*found)[1];
  if (name.empty())
    throw Error(Status::bad_input, fmt::format("the reference {} has no function that returns void",
                                               task.reference.file));
  return name;
}

/// The whole program.
std::string program_of(const Task& task) {
  std::string reading, call, writing;
  const auto add_array = [&](const std::string& name, bool is_real, bool is_input) {
    const std::string argument = fmt::format("a{}", reading.size());
    reading += fmt::format("  auto* {} = array<{}>(from, \"{}\", {});\n", argument,
                           is_real ? "double" : "long", name, is_input);
    call += (call.empty() ? "" : ", ") + argument;
    if (!is_input) writing += fmt::format("  write_output(to, {});\n", argument);
  };
  for (const Parameter& parameter : task.parameters) {
    const bool real = !parameter.type || is_real(*parameter.type);
    if (parameter.is_array()) {
      add_array(parameter.name, real, !parameter.is_written());
      continue;
    }
    const std::string argument = fmt::format("s{}", reading.size());
    reading +=
        fmt::format("  const auto {} = scalar<{}>(from);\n", argument, real ? "double" : "long");
    call += (call.empty() ? "" : ", ") + argument;
  }
  for (const std::string& output : scaled_outputs(task))
    add_array(task.compare.at(output).scale, true, false);
  return fmt::format(
      "#line {} \"{}\"\n{}\n{}{}  alarm({});\n  {}({});\n  alarm(0);\n"
      "  check_slack();\n  FILE* to = fopen(files[2], \"wb\");\n"
      "  need(to != nullptr);\n{}  need(fclose(to) == 0);\n}}\n",
      task.reference.line, task.reference.file, task.reference.text, kProgram, reading,
      Reference::kSeconds, function_of(task), call, writing);
}

class CppReference : public Reference {
 public:
  explicit CppReference(const Task& task) : task_(task) {}

  void call(Arguments& arguments) override {
    if (program_.path().empty()) compile();
    write_arguments(in_.path(), arguments);
    std::ofstream(out_.path(), std::ios::trunc).close();  // of an earlier call
    const auto end = run_tool({program_.path(), in_.path(), out_.path()}, "");
    if (!end || !end->succeeded) throw_end(task_.reference.file, end ? end->messages : "");
    read_outputs(out_.path(), task_, arguments);
  }

 private:
  void compile() {
    const owncode::SystemOutput output =
        owncode::compile_on_system(task_.reference.file, program_of(task_),
                                   {"-O2", "-ffp-contract=off"}, "a reference in C++");
    if (output.code.empty())
      throw Error(Status::bad_input,
                  fmt::format("the reference does not compile: {}", first_error(output.messages)),
                  ApiFailure{"C++", "the compiler", 1, output.messages});
    program_ = owncode::program_file(output.code, ".exe");
  }

  /// The compiler's first line about an error, "saxpy.toml:12:3: error: …".
  static std::string first_error(const std::string& messages) {
    std::size_t at = messages.find("error:");
    if (at == messages.npos) return "the compiler fails";
    at = messages.rfind('\n', at) + 1;  // npos + 1 is 0
    return messages.substr(at, messages.find('\n', at) - at);
  }

  Task task_;
  const ScratchPath in_ = new_scratch_file(".in"), out_ = new_scratch_file(".out");
  ScratchPath program_;  ///< empty: not compiled yet
};

}  // namespace

std::unique_ptr<Reference> make_cpp_reference(const Task& task) {
  return std::make_unique<CppReference>(task);
}

}  // namespace gputest::task

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/il/describe.hpp"
#include "app/il/disassemble.hpp"
#include "app/il/memory.hpp"
#include "app/il/run.hpp"
#include "common/core/host.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/opencl/translator.hpp"
#include "il_reference/r600/compiler.hpp"

namespace gputest {
namespace {

struct IlTranslateCommand {
  std::string file;
  bool strict = false;
  bool buffers = false;  ///< resources as pitched buffers instead of images
  bool lines = false;    ///< line directives that name the IL text
  std::string output;    ///< empty: stdout
};

std::string described(const il::Program& program) {
  return fmt::format("{}, {} instructions, {} registers", program.version,
                     program.instructions.size(), program.temps);
}

/// Prints the errors of a kernel's text, line by line; without errors, a description of the kernel.
Status il_check(const std::string& path) {
  const std::string file = il_file_name(path);
  const il::Parsed parsed = il::parse_and_check(read_il_text(path));
  print_messages(il::to_text(parsed.diagnostics, file));
  if (il::has_errors(parsed.diagnostics)) return Status::bad_input;
  fmt::print("{}: {}\n", file, described(parsed.program));
  return Status::ok;
}

Status il_translate(const IlTranslateCommand& command) {
  require_il_output(command.output, command.file);
  const std::string file = il_file_name(command.file);
  const std::string text = read_il_text(command.file);
  il::Diagnostics warnings;
  const il::Program program = il::read_program(text, file, &warnings);
  print_messages(il::to_text(warnings, file));
  il::TranslationOptions options;
  options.mode = command.strict ? il::Mode::strict : il::Mode::fast;
  options.images = !command.buffers;
  if (command.lines) options.line_file = file;
  const il::Translation translation = [&] {
    try {
      return il::translate(program, text, options);
    } catch (const il::LocatedError& error) {
      throw Error(error.status(), error.in_file(file));
    }
  }();
  write_il_output(
      command.output,
      fmt::format(
          "/* {}, translated by gputest il translate. Build with\n * {} */\n{}", file,
          options.mode == il::Mode::strict ? il::strict_build_options : il::fast_build_options,
          translation.text()));
  return Status::ok;
}

/// Runs a command. The errors of an IL text are printed line by line, as `il check` prints them.
Status with_text_errors(const std::function<Status()>& command) {
  try {
    return command();
  } catch (const il::TextErrors& errors) {
    print_messages(fmt::format("{}\n", errors.what()));
    return errors.status();
  }
}

void declare_mode(OptionList& options, bool& strict) {
  options.flag("--strict,!--fast", strict,
               "OpenCL: the same bits as the interpreter, or the device's arithmetic [fast]");
}

class IlCheck : public Subcommand {
 public:
  std::string name() const override { return "check"; }
  std::string summary() const override { return "report the errors of kernels"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest il check kernel.il", "all errors of a kernel"}};
  }
  void declare(OptionList& options) override {
    options.words("file", files_, "IL text; - for standard input", 1);
  }
  /// Every file is checked; the worst status counts.
  Status run() override {
    Status worst = Status::ok;
    for (const std::string& file : files_) worst = std::max(worst, il_check(file));
    return worst;
  }

 private:
  std::vector<std::string> files_;
};

class IlTranslate : public Subcommand {
 public:
  std::string name() const override { return "translate"; }
  std::string summary() const override { return "write a kernel as OpenCL C 1.2"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest il translate kernel.il", "OpenCL C with the IL as comments"}};
  }
  void declare(OptionList& options) override {
    options.word("file", command_.file, "IL text; - for standard input");
    declare_mode(options, command_.strict);
    options.flag("--buffers", command_.buffers, "resources as pitched buffers instead of images");
    options.flag("--lines", command_.lines,
                 "add #line directives, so that compilers' messages name the IL lines");
    options.value("--output", command_.output, "write to a file");
  }
  Status run() override {
    return with_text_errors([&] { return il_translate(command_); });
  }

 private:
  IlTranslateCommand command_;
};

class IlDescribe : public Subcommand {
 public:
  std::string name() const override { return "describe"; }
  std::string summary() const override {
    return "show a kernel's machine code for GPUs of IL's time";
  }
  void declare(OptionList& options) override {
    options.word("file", command_.file, "IL text; - for standard input");
    options.value("--target", command_.target,
                  fmt::format("{} [cypress]", fmt::join(r600_targets(), ", ")), "GPU");
    options.value("--format", command_.format, "table or json [table]");
    declare_mode(options, command_.strict);
  }
  Status run() override {
    return with_text_errors([&] { return describe_il(command_); });
  }

 private:
  IlDescribeCommand command_;
};

class IlDisassemble : public Subcommand {
 public:
  std::string name() const override { return "disassemble"; }
  std::string summary() const override { return "write binary tokens as text"; }
  std::vector<ManualEntry> examples() const override {
    return {
        {"gputest il disassemble kernel.bin", "print the IL text of tokens or of an ELF image"}};
  }
  void declare(OptionList& options) override {
    options.word("file", file_, "tokens, or an ELF image with tokens; - for standard input");
    options.value("--output", output_, "write to a file");
  }
  Status run() override { return disassemble_il(file_, output_); }

 private:
  std::string file_, output_;
};

class IlAssemble : public Subcommand {
 public:
  std::string name() const override { return "assemble"; }
  std::string summary() const override { return "write a kernel as binary tokens"; }
  void declare(OptionList& options) override {
    options.word("file", file_, "IL text; - for standard input");
    options.value("--output", output_, "write to a file; - for standard output");
  }
  Status run() override {
    return with_text_errors([&] { return assemble_il(file_, output_); });
  }

 private:
  std::string file_, output_;
};

class IlRunKernel : public Subcommand {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "run a kernel; files are raw little-endian words"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest il run plan.toml", "run kernels as a plan describes"}};
  }
  void declare(OptionList& options) override {
    IlRunCommand& run = command_;
    options.word("file", run.file, "IL text, or a plan (*.toml); - for standard input");
    options.repeated("--resource", run.resources, "input resource", "N=FILE:WxH[xD][:FORMAT]");
    options.repeated("--cb", run.specializations,
                     "constant buffer: a file, or numbers 2,2.0,0x2,0.5d", "N=FILE|NUMBERS");
    options.repeated("--uav", run.uavs, "UAV: a file, or a number of zero elements",
                     "N=FILE|COUNT[:WxH:FORMAT]");
    options.value("--global", run.global, "g[]: a file, or a number of zero elements",
                  "FILE|COUNT");
    options.repeated("--output", run.outputs,
                     "file for o0, g or uav0; - prints text [- for every o]",
                     "oN=FILE[:WxH[:FORMAT]]");
    options.value("--domain", run.domain, "threads of a pixel kernel, beginning at (X, Y)",
                  "WxH[+X+Y]");
    options.value("--groups", run.groups, "groups of a compute kernel", "XxYxZ");
    options.value("--trace", run.trace, "show each instruction of this thread", "X,Y");
    options.flag("--count", run.count, "count executions of each instruction, by unit");
    options.value("--step-limit", run.step_limit,
                  "maximum number of instructions per thread [100000000]", "N");
    options.value("--device", run.device,
                  "il:interpreter, il:opencl:N or il:opencl:N:strict [il:interpreter]", "ID");
    options.value("--cal-device", run.cal_device,
                  "model the limits of RV670, RV770 or Cypress [RV770]", "NAME");
    declare_mode(options, run.strict);
  }
  Status run() override {
    return with_text_errors([&] { return run_il(command_); });
  }

 private:
  IlRunCommand command_;
};

class Il : public Subcommand {
 public:
  std::string name() const override { return "il"; }
  std::string summary() const override {
    return "check, describe, run, translate or (dis)assemble your own AMD IL";
  }
  std::vector<std::unique_ptr<Subcommand>> children() override {
    std::vector<std::unique_ptr<Subcommand>> children;
    children.push_back(std::make_unique<IlCheck>());
    children.push_back(std::make_unique<IlTranslate>());
    children.push_back(std::make_unique<IlDescribe>());
    children.push_back(std::make_unique<IlDisassemble>());
    children.push_back(std::make_unique<IlAssemble>());
    children.push_back(std::make_unique<IlRunKernel>());
    return children;
  }
};

}  // namespace

std::unique_ptr<Subcommand> make_il() { return std::make_unique<Il>(); }

}  // namespace gputest

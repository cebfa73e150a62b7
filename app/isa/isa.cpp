// gputest isa: AMD's machine code of the user's own, executed on the processor.
#include "app/command/commands.hpp"
#include "app/isa/list.hpp"
#include "app/isa/run.hpp"

namespace gputest {
namespace {

/// What a launch takes, whatever is shown of it.
void declare_launch(OptionList& options, IsaRunCommand& run) {
  options.word("file", run.file, "a code object, or hipcc's bundle of such (hipcc --genco)");
  options.word("kernel", run.kernel, "its name, as isa list has it, or that without arguments");
  options.value("--target", run.target,
                "of a bundle for several: gfx906, gfx90a, gfx940 to gfx942 or gfx1030", "NAME");
  options.value("--grid", run.grid, "blocks [1]", "X[xY[xZ]]");
  options.value("--block", run.block, "threads of a block [64]", "X[xY[xZ]]");
  options.repeated("--arg", run.arguments,
                   "an argument: of a buffer a file, or so many bytes of zeros; of a pointer to "
                   "LDS its bytes; else numbers 2,2.0,0x2,0.5d",
                   "N=FILE|BYTES|NUMBERS");
  options.repeated("--output", run.outputs, "where a buffer goes; - for text",
                   "N=FILE[:COUNT[:FORMAT]]");
  options.value("--lds", run.lds, "bytes of LDS that the launch adds to a block's", "BYTES");
  options.value("--timeout", run.timeout, "seconds before the kernel is stopped [none]", "S");
}

class IsaList : public Subcommand {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override { return "kernels, arguments, registers and memory"; }
  void declare(OptionList& options) override {
    options.word("file", file_, "a code object, or hipcc's bundle of such (hipcc --genco)");
    options.value("--format", format_, "table or json [table]");
  }
  Status run() override { return list_isa(file_, format_); }

 private:
  std::string file_, format_ = "table";
};

class IsaRunKernel : public Subcommand {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "run a kernel; files are raw"; }
  std::vector<ManualEntry> examples() const override {
    return {
        {"gputest isa run x.co scale --grid=4 --block=256 --arg 0=in.bin --arg 1=4096 "
         "--arg 2=1024 --output 1=-:8:float1",
         "a buffer of a file, one of zeros, a number"}};
  }
  void declare(OptionList& options) override {
    declare_launch(options, command_);
    options.flag("--count", command_.count,
                 "show instructions, lines of memory and conflicts of banks");
  }
  Status run() override { return run_isa(command_); }

 private:
  IsaRunCommand command_;
};

class IsaTrace : public Subcommand {
 public:
  std::string name() const override { return "trace"; }
  std::string summary() const override {
    return "run a kernel and show a wavefront, instruction by instruction";
  }
  void declare(OptionList& options) override {
    command_.trace = true;
    declare_launch(options, command_);
    options.value("--of-block", command_.traced_block, "which block [0]", "X[,Y[,Z]]");
    options.value("--wavefront", command_.traced_wavefront, "which of its wavefronts [0]", "N");
    options.value("--lane", command_.traced_lane, "one lane alone [all that are active]", "N");
  }
  Status run() override { return run_isa(command_); }

 private:
  IsaRunCommand command_;
};

class Isa : public Subcommand {
 public:
  std::string name() const override { return "isa"; }
  std::string summary() const override {
    return "AMD's machine code of your own: list, run or trace it";
  }
  std::vector<std::unique_ptr<Subcommand>> children() override {
    std::vector<std::unique_ptr<Subcommand>> children;
    children.push_back(std::make_unique<IsaList>());
    children.push_back(std::make_unique<IsaRunKernel>());
    children.push_back(std::make_unique<IsaTrace>());
    return children;
  }
};

}  // namespace

std::unique_ptr<Subcommand> make_isa() { return std::make_unique<Isa>(); }

}  // namespace gputest

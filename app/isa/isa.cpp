// gputest isa: the user's machine code for AMD GPUs, executed on the processor.
#include "app/command/commands.hpp"
#include "app/command/text_style.hpp"
#include "app/isa/list.hpp"
#include "app/isa/run.hpp"

namespace gputest {
namespace {

/// Declares the options of a launch, common to run and trace.
void declare_launch(OptionList& options, IsaRunCommand& run) {
  options.word("file", run.file,
               "a code object, or hipcc's bundle of code objects (hipcc --genco)");
  options.word("kernel", run.kernel, "its name as isa list prints it, with or without arguments");
  options.value("--target", run.target,
                "if a bundle has several: gfx906, gfx90a, gfx940 to gfx942 or gfx1030", "NAME");
  options.value("--grid", run.grid, "number of blocks [1]", "X[xY[xZ]]");
  options.value("--block", run.block, "threads per block [64]", "X[xY[xZ]]");
  options.repeated("--arg", run.arguments,
                   "an argument: for a buffer a file or a number of zero bytes; for a pointer to "
                   "LDS a number of bytes; else numbers 2,2.0,0x2,0.5d",
                   "N=FILE|BYTES|NUMBERS");
  options.repeated("--output", run.outputs, "file for a buffer; - prints text",
                   "N=FILE[:COUNT[:FORMAT]]");
  options.value("--lds", run.lds, "dynamic LDS of a block, in bytes", "BYTES");
  options.value("--timeout", run.timeout, "stop the kernel after so many seconds [never]", "S");
}

class IsaList : public Subcommand {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override { return "list kernels, arguments, registers and memory"; }
  void declare(OptionList& options) override {
    options.word("file", file_, "a code object, or hipcc's bundle of code objects (hipcc --genco)");
    options.value("--format", format_, "table or json [table]");
  }
  Status run() override { return list_isa(file_, format_); }

 private:
  std::string file_, format_ = "table";
};

class IsaRunKernel : public Subcommand {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "run a kernel; files are raw binary"; }
  std::vector<ManualEntry> examples() const override {
    return {
        {"gputest isa run x.co scale --grid=4 --block=256 --arg 0=in.bin --arg 1=4096 --arg 2=1024 "
         "--output 1=-:8:float1",
         "a buffer from a file, a buffer of zeros, a number"}};
  }
  void declare(OptionList& options) override {
    declare_launch(options, command_);
    options.flag("--count", command_.count, "count instructions, memory lines and bank conflicts");
    options.flag("--wide", command_.wide, kWideHelp);
    options.need("--wide", "--count");
  }
  Status run() override { return run_isa(command_); }

 private:
  IsaRunCommand command_;
};

class IsaTrace : public Subcommand {
 public:
  std::string name() const override { return "trace"; }
  std::string summary() const override {
    return "run a kernel and show each instruction of one wavefront";
  }
  void declare(OptionList& options) override {
    command_.trace = true;
    declare_launch(options, command_);
    options.value("--of-block", command_.traced_block, "the traced block [0]", "X[,Y[,Z]]");
    options.value("--wavefront", command_.traced_wavefront, "the traced wavefront of the block [0]",
                  "N");
    options.value("--lane", command_.traced_lane, "show only this lane [all active lanes]", "N");
  }
  Status run() override { return run_isa(command_); }

 private:
  IsaRunCommand command_;
};

class Isa : public Subcommand {
 public:
  std::string name() const override { return "isa"; }
  std::string summary() const override {
    return "list, run or trace your own machine code for AMD GPUs";
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

// The subcommands of gputest, each in the file of its name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/command/subcommand.hpp"
#include "common/run/registry.hpp"

namespace gputest {

namespace many {
class Ranks;
}

/// gputest without a subcommand: runs the selected cases and prints the report, which contains the
/// command line `argv`. It adds the user's kernels to the registry. `ranks` share the run.
std::unique_ptr<Subcommand> make_run(Registry& registry, const std::vector<std::string>& argv,
                                     many::Ranks& ranks);
/// Weak and strong scaling of a kernel that several devices share; it adds such kernels to the
/// registry. `ranks` share the run.
std::unique_ptr<Subcommand> make_scale(Registry& registry, many::Ranks& ranks);
/// Lists APIs, devices, kernels, layouts or file formats.
std::unique_ptr<Subcommand> make_list(const Registry& registry);
/// Describes a kernel, API by API, or a layout.
std::unique_ptr<Subcommand> make_describe(const Registry& registry);
/// Lists or deletes compiled kernels on disk.
std::unique_ptr<Subcommand> make_cache(const Registry& registry);
/// Writes particles to a file.
std::unique_ptr<Subcommand> make_generate();
/// The errors of a law of central forces, by its formula and by its table; writes the table.
std::unique_ptr<Subcommand> make_law(const Registry& registry);
/// Compares JSON results of any versions of gputest, row by row, with an earlier one.
std::unique_ptr<Subcommand> make_compare(const Registry& registry);
/// Writes JSON results of any versions of gputest as an HTML page, Markdown or CSV.
std::unique_ptr<Subcommand> make_report(const Registry& registry);
/// Explains the speed of the rows of a JSON result in sentences.
std::unique_ptr<Subcommand> make_explain(const Registry& registry);
/// Moves particles under one kernel's forces and prints energies. `argv` is the command line of
/// this process.
std::unique_ptr<Subcommand> make_simulate(Registry& registry, const std::vector<std::string>& argv,
                                          many::Ranks& ranks);
/// Prints the JSON Schema of a result, with every family's part of it.
std::unique_ptr<Subcommand> make_schema(const Registry& registry);
/// The two tables of the IPSJ survey of 2009, for the devices of this machine; `argv` as above.
std::unique_ptr<Subcommand> make_survey(const Registry& registry,
                                        const std::vector<std::string>& argv);
/// A suite of runs, next to the figures that its source published; `argv` as above.
std::unique_ptr<Subcommand> make_sweep(const Registry& registry,
                                       const std::vector<std::string>& argv);
/// Verifies the devices of this machine with the conformance tests; `argv` as above.
std::unique_ptr<Subcommand> make_verify(const Registry& registry,
                                        const std::vector<std::string>& argv);
/// The exercises of the course. It adds the user's kernel to the registry; `argv` as above.
std::unique_ptr<Subcommand> make_exercise(Registry& registry, const std::vector<std::string>& argv);
/// Checks a folder of students' kernels for the exercises.
std::unique_ptr<Subcommand> make_grade();
/// Verifies and times submissions to a task. It adds them to the registry; `argv` as above.
std::unique_ptr<Subcommand> make_judge(Registry& registry, const std::vector<std::string>& argv);
/// Checks and runs the user's AMD IL.
std::unique_ptr<Subcommand> make_il();
/// Runs the user's machine code for AMD GPUs.
std::unique_ptr<Subcommand> make_isa();
/// The manual of the program or, if words name a subcommand, of that.
struct Manual {
  using Page = std::function<std::string(const std::vector<std::string>& words)>;
  Page help;      ///< the text of --help, or of a topic (app/manual/help_topics.hpp)
  Page man_page;  ///< in roff, for man
  std::function<std::vector<std::vector<std::string>>()> commands;  ///< the words of each command
};
/// Prints the manual.
std::unique_ptr<Subcommand> make_help(Manual manual);
/// Prints the source text of a kernel.
std::unique_ptr<Subcommand> make_source(const Registry& registry);
/// Writes a first version of a user's kernel.
std::unique_ptr<Subcommand> make_template(const Registry& registry);
/// Prints a completion script for a shell, which `script` makes.
std::unique_ptr<Subcommand> make_completion(
    const std::function<std::string(const std::string& shell)>& script);

}  // namespace gputest

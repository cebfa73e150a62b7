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

/// What gputest does without a subcommand: runs the selected cases and prints the report, which
/// holds the command line `argv`. It adds the user's own kernels to the registry.
/// `ranks` share it.
std::unique_ptr<Subcommand> make_run(Registry& registry, const std::vector<std::string>& argv,
                                     many::Ranks& ranks);
/// Weak and strong scaling of a kernel that devices share; it adds them to the registry. Likewise.
std::unique_ptr<Subcommand> make_scale(Registry& registry, many::Ranks& ranks);
/// APIs, devices, kernels, layouts or file formats.
std::unique_ptr<Subcommand> make_list(const Registry& registry);
/// Everything known of a kernel, API by API, or of a layout.
std::unique_ptr<Subcommand> make_describe(const Registry& registry);
/// Compiled kernels that are kept on disk.
std::unique_ptr<Subcommand> make_cache(const Registry& registry);
/// Writes particles to a file.
std::unique_ptr<Subcommand> make_generate();
/// How far a law of central forces is off by its formula and by its table, which it writes.
std::unique_ptr<Subcommand> make_law(const Registry& registry);
/// Compares JSON results row by row with an earlier one, of whatever versions of gputest.
std::unique_ptr<Subcommand> make_compare(const Registry& registry);
/// Writes JSON results, of whatever versions of gputest, as a page.
std::unique_ptr<Subcommand> make_report(const Registry& registry);
/// Says in sentences why rows of a JSON result are as fast as they are.
std::unique_ptr<Subcommand> make_explain(const Registry& registry);
/// Moves particles under one kernel's forces and prints energies. `argv` is this program's own
/// command line.
std::unique_ptr<Subcommand> make_simulate(Registry& registry, const std::vector<std::string>& argv,
                                          many::Ranks& ranks);
/// Prints the JSON Schema of a result, with every family's part of it.
std::unique_ptr<Subcommand> make_schema(const Registry& registry);
/// The two tables of the IPSJ survey of 2009, for the devices of this machine; likewise.
std::unique_ptr<Subcommand> make_survey(const Registry& registry,
                                        const std::vector<std::string>& argv);
/// A suite of runs, beside what its source published; likewise.
std::unique_ptr<Subcommand> make_sweep(const Registry& registry,
                                       const std::vector<std::string>& argv);
/// Verifies the devices of this machine by what conformance tests run; likewise.
std::unique_ptr<Subcommand> make_verify(const Registry& registry,
                                        const std::vector<std::string>& argv);
/// The exercises of the course. It adds the user's kernel to the registry; likewise.
std::unique_ptr<Subcommand> make_exercise(Registry& registry, const std::vector<std::string>& argv);
/// AMD IL of the user's own.
std::unique_ptr<Subcommand> make_il();
/// AMD's machine code of the user's own.
std::unique_ptr<Subcommand> make_isa();
/// The manual of the program or, where words name one, of its subcommand.
struct Manual {
  using Page = std::function<std::string(const std::vector<std::string>& words)>;
  Page help;                                                        ///< what --help prints
  Page man_page;                                                    ///< in roff, for man
  std::function<std::vector<std::vector<std::string>>()> commands;  ///< the words of each
  std::function<std::string()> table;                               ///< what a run's table says
};
/// Prints that.
std::unique_ptr<Subcommand> make_help(Manual manual);
/// The text of a kernel, as its author wrote it.
std::unique_ptr<Subcommand> make_source(const Registry& registry);
/// A start for a kernel of the user's own.
std::unique_ptr<Subcommand> make_template(const Registry& registry);
/// A script for a shell, which `script` makes.
std::unique_ptr<Subcommand> make_completion(
    const std::function<std::string(const std::string& shell)>& script);

}  // namespace gputest

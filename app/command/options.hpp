// The options of a run as the command line gives them, before they are checked with the registry.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/command/text_style.hpp"
#include "common/run/runner.hpp"

namespace gputest {

enum class OutputFormat { table, json, csv, markdown };

/// Whether cases run in separate processes (app/run/isolation.hpp).
enum class Isolation {
  automatic,  ///< if more than one case runs, or there is a timeout or a memory limit
  on,
  off,
};

/// Whether rows are compared with their device's ceilings (app/run/roofs.hpp).
enum class RooflineWish {
  none,
  kept,     ///< use the ceilings measured earlier
  measure,  ///< measure the ceilings again
  forget,   ///< no comparison; deletes the kept ceilings
};

/// Repetitions of a problem's rows in turns (--turns).
struct TurnsWish {
  unsigned count = 7;       ///< 0: none
  bool if_doubtful = true;  ///< only for problems with a row that is not reliable
  double longest = 20;      ///< seconds that all turns may take; more: none
};

/// The options of a run: its cases, measurement and output.
struct RunCommand {
  std::vector<std::string> apis{"all"};
  std::vector<std::string> kernels;  ///< patterns; empty: own_kernels or, without any, gravity_*
  std::vector<std::string> own_kernels;  ///< files, or patterns of files
  std::string own_family;                ///< of all of those; empty: each file names its own
  std::string device;   ///< id, part of a name or vendor, "all"; empty: the first of each API
  std::string devices;  ///< they share every case (common/many/devices.hpp); empty: none
  std::vector<std::string> layouts;     ///< empty: each kernel's default
  std::vector<std::string> precisions;  ///< empty: each family's default
  std::vector<std::string> blocks;      ///< empty: each kernel's default
  std::string n = "16384";              ///< as parse_counts() takes it
  std::string input;                    ///< a file of particles; "-": standard input
  std::string units;                    ///< of its numbers; empty: as the file says
  std::optional<std::uint64_t> seed;    ///< none: the generator's default
  /// --eps and other options of families; only those given.
  std::map<std::string, std::string> problem;
  /// --newton3 and other axes of families; empty: each kernel's default.
  std::map<std::string, std::vector<std::string>> axes;
  /// Cases of a smaller n are only verified; right ones have no row. A kernel with a wrong answer
  /// runs no case of this n or more on that device, and after another failure none at all. 0: every
  /// case is measured, whatever others were.
  std::uint64_t only_right_from = 0;
  std::string junit;        ///< a file for JUnit XML, in addition to the output; empty: none
  std::string certificate;  ///< JSON for the result's element `judge`; empty: none
  Checking checking;
  RunnerOptions runner;
  TurnsWish turns;
  Isolation isolation = Isolation::automatic;
  RooflineWish roofline = RooflineWish::none;
  bool is_held =
      false;  ///< the process that started this one has already checked that memory suffices
  std::optional<std::uint64_t> memory_limit;  ///< of a worker, in bytes
  std::string price_file;                     ///< empty: none
  std::vector<std::string> columns;           ///< of row_columns(), for the table
  std::string baseline;                       ///< "[api:]kernel[:layout]"
  bool shuts_in = false;  ///< workers get a WorkerOrder::room if their kernels are code of the host
  bool dry_run = false;
  bool plan = false;  ///< show the passes of each case's launch
  OutputFormat format = OutputFormat::table;
  ColourWish colour = ColourWish::automatic;
  bool wide = false;   ///< every column of the table
  bool plot = false;   ///< draw rates below the table
  bool draw = false;   ///< draw the first accesses below the table
  bool quiet = false;  ///< neither progress nor hints
  std::string output;  ///< empty: stdout
  std::string forces;
  std::string trace;  ///< a thread of il:interpreter, "X" or "X,Y"
};

}  // namespace gputest

// What the command line of a run says, before it is held against the registry.
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

/// Whether cases run in processes of their own (app/run/isolation.hpp).
enum class Isolation {
  automatic,  ///< where more than one case runs, or there is a timeout or a limit of memory
  on,
  off,
};

/// Whether rows are held against what their device reaches (app/run/roofs.hpp).
enum class RooflineWish {
  none,
  kept,     ///< as it was measured once
  measure,  ///< anew
  forget,   ///< not, and what is kept is deleted
};

/// What a run is told: which cases, how to measure, what to print.
struct RunCommand {
  std::vector<std::string> apis{"all"};
  std::vector<std::string> kernels;  ///< patterns; empty: own_kernels or, without any, gravity_*
  std::vector<std::string> own_kernels;  ///< files, or patterns of files
  std::string own_family;                ///< of all of those; empty: what each says
  std::string device;   ///< id, part of a name or vendor, "all"; empty: each API's first
  std::string devices;  ///< that share every case (common/many/devices.hpp); empty: none do
  std::vector<std::string> layouts;     ///< empty: each kernel's own
  std::vector<std::string> precisions;  ///< empty: each family's own
  std::vector<std::string> blocks;      ///< empty: each kernel's default
  std::string n = "16384";              ///< as parse_counts() takes it
  std::string input;
  std::optional<std::uint64_t> seed;  ///< none: the generator's own
  /// --eps and whatever else families take; those alone that were given.
  std::map<std::string, std::string> problem;
  /// --newton3 and whatever other axes families have; empty: each kernel's own.
  std::map<std::string, std::vector<std::string>> axes;
  Checking checking;
  RunnerOptions runner;
  Isolation isolation = Isolation::automatic;
  RooflineWish roofline = RooflineWish::none;
  bool is_held = false;  ///< against what there is, by the process that started this one
  std::optional<std::uint64_t> memory_limit;  ///< of a worker, in bytes
  std::string price_file;                     ///< empty: none
  std::vector<std::string> columns;           ///< of row_columns(), for the table
  std::string baseline;                       ///< "[api:]kernel[:layout]"
  bool dry_run = false;
  bool plan = false;  ///< show what a launch of each case enqueues
  OutputFormat format = OutputFormat::table;
  ColourWish colour = ColourWish::automatic;
  bool wide = false;   ///< every column of the table
  bool plot = false;   ///< draw rates below the table
  bool quiet = false;  ///< no progress and no hints
  std::string output;  ///< empty: stdout
  std::string forces;
  std::string trace;  ///< a thread of il:interpreter, "X" or "X,Y"
};

}  // namespace gputest

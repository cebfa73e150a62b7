// Parses LLVM's assembly for AMD's r600 family, the GPUs that IL was compiled for.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gputest::r600 {

/// One operation of a bundle, or one fetch.
struct Operation {
  std::string text;  ///< "MULADD_IEEE T0.Z, PS, PS, PV.W", "VTX_READ_128 T0.XYZW, T0.X, 0, #1"
  std::string file;  ///< the compiler's source; empty if unknown
  std::uint32_t line = 0;  ///< in that file, from 1; 0 if unknown
};

/// The operations that a thread's vector processor does at once: up to five (four on Northern
/// Islands).
struct Bundle {
  std::vector<Operation> operations;
  std::vector<std::string> literals;  ///< "-1" or "@table"; operations read them as literal.x …
};

/// A run of bundles or of fetches, started by one instruction of control flow.
struct Clause {
  std::vector<Bundle> bundles;     ///< of an ALU clause
  std::vector<Operation> fetches;  ///< of a fetch clause
};

/// An instruction of control flow, and the clause that it starts.
struct Step : Operation {
  int clause = -1;  ///< in Code::clauses; negative: none
};

/// A kernel's code.
struct Code {
  std::uint32_t registers = 0;  ///< per thread, of four numbers
  std::uint32_t stack = 0;      ///< entries of control flow
  std::uint32_t lds_words = 0;  ///< per group
  std::vector<Step> steps;
  std::vector<Clause> clauses;
  std::map<std::string, std::vector<std::uint8_t>> tables;  ///< constant data, by its symbol
};

/// The kernel of that name. Operations have lines if the compiler wrote line tables. Throws
/// std::runtime_error if the text has no such kernel or is not for the r600 family.
Code parse_assembly(std::string_view text, const std::string& kernel);

/// Sums over some steps.
struct Count {
  std::uint32_t alu_clauses = 0, fetch_clauses = 0, bundles = 0, operations = 0, fetches = 0;
};
/// For the steps [first, last) of the code.
Count count(const Code& code, std::size_t first, std::size_t last);

/// Steps from a loop's start to its end: [first, last); empty if there is no loop.
struct Loop {
  std::size_t first = 0, last = 0;
};
/// Among the loops that contain no other, the one with most bundles.
Loop inner_loop(const Code& code);

/// The operations and fetches for one line of a source.
struct LineCount {
  std::uint32_t operations = 0, fetches = 0;
};
/// Counts for the lines of that file in the steps [first, last), by number. Operations of other
/// files or without a line count as line 0.
std::map<std::uint32_t, LineCount> count_by_line(const Code& code, const Loop& steps,
                                                 std::string_view file);

}  // namespace gputest::r600

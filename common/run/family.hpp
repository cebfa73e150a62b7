// A family of kernels: how its inputs are made, what the right answer is and how much work it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/input_data.hpp"
#include "common/core/names.hpp"
#include "common/core/options.hpp"
#include "common/core/precision.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// An axis that a family's kernels have beside layout, precision and block, such as --newton3.
/// The kernels say which values they take.
struct Axis {
  std::string name;  ///< without dashes
  std::vector<std::string> values;
  std::string help;
  /// Whether a kernel that does not name it takes every value, as the registry then says.
  bool of_every_kernel = false;
  std::map<std::string, std::string> aliases = {};  ///< values of earlier versions, to today's
  /// Whether its values are problems of their own, not ways to solve one: the times of one say
  /// nothing of those of another.
  bool is_problem = false;
};

/// How much of a large answer is compared with the reference.
enum class Coverage {
  automatic,  ///< all where that takes seconds, else as `second`
  sample,
  second,  ///< a sample; and all with another kernel's answer, on a device that has one
  full
};

/// How an answer is verified.
struct Checking {
  Coverage coverage = Coverage::automatic;
  std::uint64_t salt = 0;  ///< of the choice of a sample
};

/// What the user asked for.
struct ProblemRequest {
  std::uint64_t n = 0;                     ///< ignored if `input` is set
  std::optional<std::uint64_t> seed;       ///< none: the generator's own
  std::shared_ptr<const InputData> input;  ///< null: the family generates its own
  OptionValues options;                    ///< what they do not name has its default
  Checking checking = {};
};

/// How far an answer is from the reference. Errors are norms the family states, relative to what it
/// says; a component that is not finite counts as infinitely wrong.
struct Verification {
  bool passed = false;
  double max_error = 0;
  double rms_error = 0;
  double tolerance = 0;
  std::uint64_t worst_index = 0;
  std::uint64_t checked = 0;               ///< results compared with the reference
  std::optional<std::uint64_t> salt = {};  ///< of the sample, if one was compared with the oracle
  std::string second;  ///< the kernel with whose answer every result was compared, beside a sample
  std::string reason;  ///< a sentence, if not passed
};

/// What one launch does, by the family's own count.
struct Work {
  double items = 0;  ///< of what RateUnit names
  double flops = 0;
  double bytes = 0;  ///< least traffic to and from device memory: each array once
};

/// What a family counts its speed in.
struct RateUnit {
  std::string items;         ///< plural: "interactions"
  std::string symbol;        ///< of 1e9 items per second: "Ginter/s"
  std::string meaning = {};  ///< what one of the items is, as a clause
  /// Whether memory bounds its kernels, so that bytes per second say how good one is.
  bool streams = false;
};

/// One instance of a family's problem: its data, its reference and its work. It outlives the runs
/// that use it, so that its reference is computed once.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::uint64_t n() const = 0;
  /// Shapes of the kernel arguments, allocating nothing. Throws Error(bad_input) for what the
  /// configuration cannot hold, such as a position beyond the precision's range.
  virtual KernelSignature shapes(const Configuration& configuration) const = 0;
  /// shapes() as far as a launch is planned by them: scalars that take long to find may be others.
  virtual KernelSignature planned_shapes(const Configuration& configuration) const {
    return shapes(configuration);
  }
  virtual std::vector<HostArray> inputs(const Configuration& configuration) const = 0;
  /// How many fillings of the inputs a kernel's answers are verified with before it is timed, where
  /// one might hide an error.
  virtual std::uint32_t fillings(const Configuration&) const { return 1; }
  /// From then on inputs() and verify() are of that filling, of which the first is 0 and is what a
  /// problem begins with.
  virtual void fill(std::uint32_t /*filling*/) {}
  /// Computes the reference for inputs rounded to the configuration's precision, unless it is there
  /// already.
  virtual void make_reference(const Configuration& configuration) = 0;
  /// Compares the outputs of a launch in that configuration with the reference, which
  /// make_reference() has made; `arithmetic` is the precision of a single interaction.
  virtual Verification verify(const Configuration& configuration, Precision arithmetic,
                              const std::vector<HostArray>& outputs) const = 0;
  /// Where make_reference() has compared a sample alone and more is wanted: the same problem, its
  /// numbers as rounded for the configuration, for another kernel to solve in double precision.
  /// Null otherwise.
  virtual std::unique_ptr<Problem> in_double(const Configuration&) const { return nullptr; }
  /// From then on every result in that precision is compared with these too, the answer of `kernel`
  /// to in_double().
  virtual void adopt(const Configuration&, const std::string& /*kernel*/,
                     const std::vector<HostArray>& /*outputs*/) {}
  /// The kernel whose answer was adopted for that precision; empty if none was.
  virtual const std::string& second(const Configuration&) const {
    static const std::string none;
    return none;
  }
  virtual Work work(const Configuration& configuration) const = 0;
  /// Arithmetic instructions, of which a fused multiply-add is one, that no kernel can do with less
  /// of for a launch, whatever its algorithm; 0: none are known. So a launch that is done in less
  /// time than the device takes for them left out work.
  virtual double least_operations(const Configuration&) const { return 0; }
  /// Reciprocal square roots that no kernel can do with less of for a launch; 0: none are known.
  virtual double least_roots(const Configuration&) const { return 0; }
  /// Bytes that every kernel must read or write for a launch, each once; 0: none are known.
  virtual double least_bytes(const Configuration& configuration) const {
    return work(configuration).bytes;
  }
  /// Bytes that every kernel must read of shared memory for a launch; 0: none are known.
  virtual double least_shared_bytes(const Configuration&) const { return 0; }
  /// Whether a launch has parts whose times are of interest by themselves.
  virtual bool has_parts() const { return false; }
  /// The part that begins with the pass of that name; empty where it belongs to the one before.
  virtual std::string part_begun_by(const std::string& /*pass*/) const { return ""; }
  /// What tells this instance from another, for the result's "problem" field.
  virtual nlohmann::ordered_json parameters(const Configuration& configuration) const = 0;
};

/// A problem that every kernel of a family must solve, at sizes and options where kernels go wrong.
struct TestInput {
  std::uint64_t n = 0;        ///< ignored if `file` is set
  OptionValues options = {};  ///< the others have their default values
  std::string layout = {};    ///< for kernels in this layout alone; empty: any
  /// For the kernel's own layout and block alone, though for every precision and value of an axis.
  bool defaults_only = false;
  bool costly = false;     ///< left out where every access is checked
  std::string file = {};   ///< of the folder of test data
  OptionValues axes = {};  ///< for kernels with those values on these axes alone

  auto operator<=>(const TestInput&) const = default;
};

/// A folder of common/: what its kernels compute, whatever the API. Some families offer more, by
/// deriving from an interface that a caller looks for: ForceFamily (common/particles).
class Family {
 public:
  virtual ~Family() = default;
  /// "gravity"; the first word of its kernels' names.
  virtual std::string name() const = 0;
  /// One line.
  virtual std::string summary() const = 0;
  virtual RateUnit rate_unit() const {
    return {"interactions", "Ginter/s",
            "what one particle j does to another i: n squared of them, or one per entry of the "
            "neighbour list, full or half as the kernel reads it"};
  }
  /// What a kernel's arguments and specializations mean, beside a layout's arrays; a name may be a
  /// pattern, "edge_*".
  virtual std::vector<Named> arguments() const { return {}; }
  /// The layouts that its kernels may take.
  virtual std::vector<Named> layouts() const = 0;
  /// What of the command line its problems are made by: OptionSet::described().
  virtual std::vector<ProblemOption> options() const = 0;
  /// Whether a kernel in that layout has a use for the option, one of options().
  virtual bool uses(const std::string& /*option*/, const std::string& /*layout*/) const {
    return true;
  }
  /// Axes of its kernels beside those that every kernel has.
  virtual std::vector<Axis> axes() const { return {}; }
  /// Whether --input gives it a file of particles to work on; else it makes its own data.
  virtual bool takes_input() const { return false; }
  /// What conformance runs every kernel on, every run of a layout, precision, block and axis.
  virtual std::vector<TestInput> test_inputs() const = 0;
  /// JSON Schema of Problem::parameters(): an object with `description`, `required` and
  /// `properties`, each described. The family's axes are added to the properties, and others are
  /// not allowed.
  virtual nlohmann::ordered_json parameters_schema() const = 0;
  /// Brings the parameters of an earlier version's result, Problem::parameters(), up to date.
  virtual void update_parameters(nlohmann::ordered_json&) const {}
  /// Throws Error(bad_input) or Error(out_of_memory) before allocating for what cannot be run.
  virtual std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const = 0;
};

}  // namespace gputest

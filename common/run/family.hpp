// A family of kernels: its inputs, its right answer and its amount of work.
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

/// An axis of a family's kernels in addition to layout, precision and block, such as --newton3.
/// Each kernel lists the values that it supports.
struct Axis {
  std::string name;  ///< without dashes
  std::vector<std::string> values;
  std::string help;
  /// Whether a kernel that does not name the axis supports every value; the registry then adds
  /// them.
  bool of_every_kernel = false;
  std::map<std::string, std::string> aliases = {};  ///< earlier names of values
  /// Whether its values are different problems, not ways to solve one: then their times must not be
  /// compared.
  bool is_problem = false;
};

/// The part of a large answer that is compared with the reference.
enum class Coverage {
  automatic,  ///< all if that takes seconds, otherwise like `second`
  sample,
  second,  ///< a sample; and all results with another kernel's answer, if the device has such a
           ///< kernel
  full
};

/// The way to verify an answer.
struct Checking {
  Coverage coverage = Coverage::automatic;
  std::uint64_t salt = 0;  ///< seed of the choice of a sample
};

/// The user's request.
struct ProblemRequest {
  std::uint64_t n = 0;                     ///< ignored if `input` is set
  std::optional<std::uint64_t> seed;       ///< none: the generator's default
  std::shared_ptr<const InputData> input;  ///< null: the family generates its own
  OptionValues options;                    ///< options without a value have their defaults
  Checking checking = {};
};

/// The distance of an answer from the reference. The family defines the error norms and their
/// scale. A component that is not finite counts as infinitely wrong.
struct Verification {
  bool passed = false;
  double max_error = 0;
  double rms_error = 0;
  double tolerance = 0;
  std::uint64_t worst_index = 0;
  std::uint64_t checked = 0;               ///< results compared with the reference
  std::optional<std::uint64_t> salt = {};  ///< of the sample, if one was checked
  std::string second;  ///< the kernel that gave the answer for comparing every result, in addition
                       ///< to the sample
  std::string reason;  ///< a sentence, if not passed
};

/// The work of one launch, as the family counts it.
struct Work {
  double items = 0;  ///< in RateUnit's items
  double flops = 0;
  double bytes = 0;  ///< least traffic to and from device memory: each array once
};

/// The unit of a family's speed.
struct RateUnit {
  std::string items;         ///< plural: "interactions"
  std::string symbol;        ///< of 1e9 items per second: "Ginter/s"
  std::string meaning = {};  ///< the definition of one item
  /// Whether memory bandwidth limits its kernels, so that bytes per second measure them.
  bool streams = false;
};

/// One instance of a family's problem: its data, its reference and its work. It outlives the runs
/// that use it, so that its reference is computed once.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::uint64_t n() const = 0;
  /// Whether its launches are timed. If not, a kernel is only verified.
  virtual bool is_timed() const { return true; }
  /// Shapes of the kernel arguments. Allocates nothing. Throws Error(bad_input) for values that the
  /// configuration cannot hold, such as a position beyond the precision's range.
  virtual KernelSignature shapes(const Configuration& configuration) const = 0;
  /// The part of shapes() that launch plans depend on. Scalars that take long to compute may
  /// differ.
  virtual KernelSignature planned_shapes(const Configuration& configuration) const {
    return shapes(configuration);
  }
  virtual std::vector<HostArray> inputs(const Configuration& configuration) const = 0;
  /// The number of different fillings of the inputs with which a kernel is verified before it is
  /// timed. More than one if a single filling could hide an error.
  virtual std::uint32_t fillings(const Configuration&) const { return 1; }
  /// After this call, inputs() and verify() use that filling. A problem begins with filling 0.
  virtual void fill(std::uint32_t /*filling*/) {}
  /// The number of variants of the inputs that turn() knows. Timed launches get different ones, so
  /// that the answer to another launch is wrong. The answer to a variant follows exactly from that
  /// to variant 0 by a symmetry of the problem, or verify() computes it: none needs a reference of
  /// its own. The work of a launch does not depend on the variant.
  virtual std::uint32_t symmetries(const Configuration&) const { return 1; }
  /// After this call, inputs() and verify() use that variant. A problem begins with variant 0.
  virtual void turn(std::uint32_t /*symmetry*/) {}
  /// Computes the reference for inputs rounded to the configuration's precision, unless it exists
  /// already.
  virtual void make_reference(const Configuration& configuration) = 0;
  /// Compares the outputs of a launch in that configuration with the reference from
  /// make_reference(); `arithmetic` is the precision of a single interaction.
  virtual Verification verify(const Configuration& configuration, Precision arithmetic,
                              const std::vector<HostArray>& outputs) const = 0;
  /// What a right answer lacks that the kernel's name promises: a sentence; empty if nothing. The
  /// outputs have passed verify().
  virtual std::string broken_promise(const std::string& /*variant*/, const Configuration&,
                                     const std::vector<HostArray>& /*outputs*/) const {
    return "";
  }
  /// The same problem in two units, if the accuracy of a method could hide a lesser precision: all
  /// numbers have other digits in the second, and nothing else differs. Empty otherwise.
  virtual std::vector<std::unique_ptr<Problem>> in_two_units(const Configuration&) const {
    return {};
  }
  /// Compares a kernel's answers to the two problems. In the claimed precision they differ by
  /// little more than its roundings, whatever the method's error.
  virtual Verification compare_units(const Configuration&, const std::vector<HostArray>& /*one*/,
                                     const std::vector<HostArray>& /*two*/) const {
    return {};
  }
  /// If make_reference() has computed only a sample and more is requested: the same problem,
  /// rounded to the configuration's precision, for another kernel to solve in double precision.
  /// Null otherwise.
  virtual std::unique_ptr<Problem> in_double(const Configuration&) const { return nullptr; }
  /// After this call, every result in that precision is also compared with these outputs, the
  /// answer of `kernel` to in_double().
  virtual void adopt(const Configuration&, const std::string& /*kernel*/,
                     const std::vector<HostArray>& /*outputs*/) {}
  /// The kernel that gave the adopted answer for that precision; empty if there is none.
  virtual const std::string& second(const Configuration&) const {
    static const std::string none;
    return none;
  }
  virtual Work work(const Configuration& configuration) const = 0;
  /// The fewest arithmetic instructions of a launch for any algorithm; a fused multiply-add is one.
  /// 0: unknown. A launch that takes less time than the device needs for them has skipped work.
  virtual double least_operations(const Configuration&) const { return 0; }
  /// The fewest reciprocal square roots of a launch for any algorithm; 0: unknown.
  virtual double least_roots(const Configuration&) const { return 0; }
  /// The fewest bytes that any kernel must read or write in a launch, each once; 0: unknown.
  virtual double least_bytes(const Configuration& configuration) const {
    return work(configuration).bytes;
  }
  /// The fewest bytes that any kernel must read from shared memory in a launch; 0: unknown.
  virtual double least_shared_bytes(const Configuration&) const { return 0; }
  /// The atomic operations on memory that every launch of a row with that name makes; 0: none.
  virtual std::uint64_t promised_atomics(const Configuration&) const { return 0; }
  /// Whether a launch has parts with times of separate interest.
  virtual bool has_parts() const { return false; }
  /// The part that begins with the pass of that name; empty if the pass belongs to the part before.
  virtual std::string part_begun_by(const std::string& /*pass*/) const { return ""; }
  /// The parameters that identify this instance, for the result's "problem" field.
  virtual nlohmann::ordered_json parameters(const Configuration& configuration) const = 0;
};

/// A problem that every kernel of a family must solve, with a size and options that are prone to
/// errors.
struct TestInput {
  std::uint64_t n = 0;        ///< ignored if `file` is set
  OptionValues options = {};  ///< the others have their default values
  std::string layout = {};    ///< only for kernels in this layout; empty: any
  /// Limited to the kernel's default layout and block, with every precision and axis value.
  bool defaults_only = false;
  bool costly = false;     ///< left out of builds that check every access
  std::string file = {};   ///< in the folder of test data
  OptionValues axes = {};  ///< only for kernels with those values on these axes

  auto operator<=>(const TestInput&) const = default;
};

/// A folder of common/: the task of its kernels, for every API. Some families have further
/// interfaces, which a caller looks for: ForceFamily (common/particles).
class Family {
 public:
  virtual ~Family() = default;
  /// "gravity"; the first word of its kernels' names.
  virtual std::string name() const = 0;
  /// One line.
  virtual std::string summary() const = 0;
  virtual RateUnit rate_unit() const {
    return {"interactions", "Ginter/s",
            "the effect of one particle j on another i: n squared of them, or one per entry of the "
            "neighbour list, full or half as the kernel reads it"};
  }
  /// The meaning of a kernel's arguments and specializations, in addition to the layout's arrays. A
  /// name may be a pattern, "edge_*".
  virtual std::vector<Named> arguments() const { return {}; }
  /// The layouts that its kernels may have.
  virtual std::vector<Named> layouts() const = 0;
  /// The command-line options of its problems: OptionSet::described().
  virtual std::vector<ProblemOption> options() const = 0;
  /// Whether a kernel in that layout uses the option, one of options().
  virtual bool uses(const std::string& /*option*/, const std::string& /*layout*/) const {
    return true;
  }
  /// Axes of its kernels in addition to those of every kernel.
  virtual std::vector<Axis> axes() const { return {}; }
  /// Whether it accepts a particle file by --input; otherwise it always generates its data.
  virtual bool takes_input() const { return false; }
  /// The problems on which the conformance tests run every kernel, in every layout, precision,
  /// block and axis value.
  virtual std::vector<TestInput> test_inputs() const = 0;
  /// JSON Schema of Problem::parameters(): an object with `description`, `required` and
  /// `properties`, each with a description. The caller adds the family's axes to the properties and
  /// forbids others.
  virtual nlohmann::ordered_json parameters_schema() const = 0;
  /// Converts Problem::parameters() of an earlier version's result to the present form.
  virtual void update_parameters(nlohmann::ordered_json&) const {}
  /// Throws Error(bad_input) or Error(out_of_memory), before it allocates, for a problem that
  /// cannot be run.
  virtual std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const = 0;
};

}  // namespace gputest

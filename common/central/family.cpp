#include "common/central/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "common/cells/short_range.hpp"
#include "common/central/curve.hpp"
#include "common/central/halide_law.hpp"
#include "common/central/ions.hpp"
#include "common/central/laws.hpp"
#include "common/central/oracle.hpp"
#include "common/central/table.hpp"
#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/core/text_file.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/attraction.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/ions.hpp"
#include "common/particles/law_family.hpp"
#include "common/particles/limits.hpp"
#include "common/particles/mirrored.hpp"
#include "common/particles/rounded.hpp"
#include "common/run/checked_results.hpp"

namespace gputest {
namespace {

/// Operations: the differences, r^2, x, A g and four sums.
constexpr double kCentralFlops = 3 + 5 + 1 + 1 + 7;

const std::vector<std::string>& ways_to_add_up() {
  static const std::vector<std::string> ways{"plain", "kahan", "fixed64", "fixed80"};
  return ways;
}

/// The index of the configuration's value on the axis `sum`; that of plain if it names none.
std::uint32_t way_of(const Configuration& configuration) {
  const auto& ways = ways_to_add_up();
  const auto found = std::find(ways.begin(), ways.end(), configuration.on_axis("sum"));
  return found == ways.end() ? 0 : static_cast<std::uint32_t>(found - ways.begin());
}

bool by_table(const Configuration& configuration) {
  return configuration.on_axis("form") == "table";
}

double largest_of(Precision precision) {
  return precision == Precision::fp32 ? std::numeric_limits<float>::max()
                                      : std::numeric_limits<double>::max();
}

constexpr std::uint64_t kApart = 64;  ///< of this many particles of equal terms, one is elsewhere

/// The error of a kernel's sum, and the error that it may have.
struct CentralJudged {
  double error = 0, allowed = 0;  ///< relative to the pairs' magnitudes

  bool worse_than(const CentralJudged& other) const {
    return error * other.allowed > other.error * allowed;
  }
};

CentralJudged judge(double off, double allowed, double scale) {
  if (scale > 0) return {off / scale, allowed / scale};
  return {off <= allowed ? 0 : std::numeric_limits<double>::infinity(), 0};
}

class CentralProblem : public Problem, public ForceField {
 public:
  CentralProblem(ParticleSet particles, CentralOptions options, const Checking& checking,
                 nlohmann::ordered_json origin)
      : options_(std::move(options)),
        law_(find_central_law(options_.law)),
        particles_(std::move(particles)),
        edges_(particles_),
        spread_(particles_),
        checking_(checking),
        origin_(std::move(origin)) {
    if (is_halide_law(law_)) {
      salt_ = &find_halide(options_.halide);
      masses_ = {salt_->cation.mass, salt_->anion.mass};
    } else {
      masses_ = types_by_mass(particles_);
    }
    CentralProblem::place_types(particles_);
    if (!options_.table.empty()) own_ = read_central_table(options_.table);
  }

  std::uint64_t n() const override { return particles_.size(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    if (own_ && !by_table(configuration))
      throw Error(Status::bad_input,
                  "a kernel with form=function computes g by its formula and cannot use --table");
    if (salt_ != nullptr && by_table(configuration))
      throw Error(
          Status::bad_input,
          fmt::format("the law {} takes five numbers for each pair of types and has no table: "
                      "use form=function",
                      law_.name));
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    const KernelSignature shapes = argument_shapes(configuration);
    std::vector<HostArray> arrays =
        pack(*find_layout(configuration.layout), mirrored(filled(precision), way_), precision, 0);
    for (std::size_t k = arrays.size(); k < shapes.inputs.size(); ++k) {
      HostArray array{shapes.inputs[k], {}};
      array.data.resize(array.shape.bytes());
      arrays.push_back(std::move(array));
    }
    const std::size_t own = arrays.size() - (by_table(configuration) ? 3 : 1);
    const std::vector<double>& numbers = prepared(precision).coefficients;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (precision == Precision::fp32)
        arrays[own].as<float>()[k] = static_cast<float>(numbers[k]);
      else
        arrays[own].as<double>()[k] = numbers[k];
    if (!by_table(configuration)) return arrays;
    const CentralTableArrays made = central_table_arrays(table(precision));
    std::copy(made.lower.begin(), made.lower.end(), arrays[own + 1].as<float>());
    std::copy(made.highest.begin(), made.highest.end(), arrays[own + 2].as<float>());
    return arrays;
  }

  std::uint32_t symmetries(const Configuration&) const override { return kMirrorings; }
  void turn(std::uint32_t symmetry) override { way_ = symmetry; }
  /// A way to add up that promises more than plain addition is also tried with equal terms, which
  /// plain addition rounds alike. Fixed point is also tried with the particles in reverse order,
  /// first, so that the other order can be compared with it.
  std::uint32_t fillings(const Configuration& configuration) const override {
    if (n() < 2 || way_of(configuration) == 0) return 1;
    return is_fixed_point(configuration) ? 3 : 2;
  }
  void fill(std::uint32_t filling) override { filling_ = static_cast<Filling>(filling); }
  std::string broken_promise(const std::string& variant, const Configuration& configuration,
                             const std::vector<HostArray>& outputs) const override;

  void make_reference(const Configuration& configuration) override {
    const Precision precision = configuration.precision;
    std::optional<Reference>& made = references_[{precision, by_table(configuration)}];
    if (made) return;
    Reference right;
    right.places = results_to_check(n(), checking_);
    right.forces = central_forces(prepared(precision).particles, physics_of(configuration),
                                  precision, right.places);
    made = std::move(right);
  }

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;

  /// Only for ions: the sum of A g of the other laws is not always a potential.
  std::vector<ParticleResult> results(Precision,
                                      const std::vector<HostArray>& outputs) const override {
    require_salt("results hold the energy");
    std::vector<ParticleResult> results(n());
    for (std::uint64_t i = 0; i < n(); ++i) {
      const auto at = [&](std::uint64_t component) {
        return real_at(outputs.front(), 4 * i + component);
      };
      results[i] = {particles_.id[i], at(0), at(1), at(2), at(3) / 2};
    }
    return results;
  }
  KernelSignature without_energies(KernelSignature signature) const override { return signature; }
  std::optional<KernelSignature> virial(KernelSignature signature) const override {
    if (salt_ == nullptr) return std::nullopt;
    specialize(signature, "law", halide_virial_law().number);
    return signature;
  }
  void place_types(ParticleSet& particles) const override {
    if (salt_ != nullptr) {
      particles.mass = halide_types(*salt_, particles);
      return;
    }
    for (double& mass : particles.mass)
      mass = static_cast<double>(std::lower_bound(masses_.begin(), masses_.end(), mass) -
                                 masses_.begin());
  }
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;
  std::string judge_energies(const ParticleSet& now, const Configuration& configuration,
                             Precision arithmetic, const std::vector<HostArray>& outputs,
                             const std::vector<std::uint64_t>& some) const override;

  Work work(const Configuration& configuration) const override {
    const double interactions = static_cast<double>(n()) * static_cast<double>(n());
    return {interactions, (kCentralFlops + law_.flops) * interactions,
            static_cast<double>(argument_shapes(configuration).bytes())};
  }

  /// For a pair, r^2 takes 6 operations, and x, g and a product 3. Two particles may share them.
  double least_operations(const Configuration&) const override {
    constexpr double kOfAPair = 9;
    return kOfAPair * static_cast<double>(n()) * static_cast<double>(n() - 1) / 2;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = origin_;
    json["law"] = law_.name;
    json["alpha"] = options_.alpha;
    if (salt_ != nullptr) json["halide"] = salt_->name;
    if (salt_ != nullptr && !options_.charges) json["charges"] = false;
    json["types"] = masses_.size();
    if (own_) json["table"] = checksum(read_text_file(options_.table));
    for (const auto& [axis, value] : configuration.axes) json[axis] = value;
    return json;
  }

 private:
  enum class Filling : std::uint32_t { given, equal_terms, reverse };

  static bool is_fixed_point(const Configuration& configuration) {
    return way_of(configuration) > 1;
  }
  /// The particles of the present filling. With equal terms all are at one of two places: few at
  /// the first particle's, as many as kApart-th, and the others at the last one's. Distances and
  /// types are those of the given particles.
  ParticleSet filled(Precision precision) const;

  /// Particles, coefficients and the range of distances, in one precision.
  struct Prepared {
    ParticleSet particles;
    CentralPhysics physics;
    std::vector<double> coefficients;  ///< as kernels get them
    double least_x = 1, most_x = 1;
    double scale = 1;
    std::optional<CentralTable> table;
  };
  struct Reference {
    std::vector<std::uint64_t> places;
    std::vector<CentralForce> forces;
  };
  CentralPhysics physics_of(const Configuration& configuration) const {
    const Precision precision = configuration.precision;
    CentralPhysics physics = prepared(precision).physics;
    physics.own = own_ ? &*own_ : nullptr;
    physics.table = by_table(configuration) ? &table(precision) : nullptr;
    return physics;
  }
  /// The right answer to equal terms, for a few particles at either place.
  Reference of_equal_terms(const Configuration& configuration) const;

  /// Throws Error(usage) unless the law is one of a salt's ions.
  void require_salt(const char* why) const {
    if (salt_ == nullptr)
      throw Error(Status::usage, fmt::format("{}, and the law {} has none; use {}", why, law_.name,
                                             halide_law().name));
  }

  Prepared& prepared(Precision precision) const {
    std::optional<Prepared>& made = prepared_[precision == Precision::fp32 ? 0 : 1];
    if (!made) made = prepare(precision);
    return *made;
  }
  Prepared prepare(Precision precision) const;

  /// The table that kernels take g from. Throws Error(bad_input) if none is possible.
  const CentralTable& table(Precision precision) const {
    if (own_) return *own_;
    Prepared& of = prepared(precision);
    if (!of.table) {
      const unsigned number = law_.number;
      const long double shape = of.physics.shape;
      of.table = make_central_table(
          [=](long double x) { return central_terms<long double>(number, x, shape).g; }, of.least_x,
          of.most_x);
    }
    return *of.table;
  }

  KernelSignature argument_shapes(const Configuration& configuration) const {
    const Precision precision = configuration.precision;
    const Element real = element_of(precision);
    const Prepared& of = prepared(precision);
    KernelSignature shapes;
    shapes.inputs = find_layout(configuration.layout)->shapes(n(), real, 0);
    shapes.inputs.push_back({"coefficients", real, 1, of.coefficients.size()});
    std::uint32_t shift = 0, first = 0, last = 0;
    if (by_table(configuration)) {
      shapes.inputs.push_back({"table", real, 4, CentralTable::kMost});
      shapes.inputs.push_back({"table_highest", real, 1, CentralTable::kMost});
      const CentralTable& made = table(precision);
      shift = 23 - made.bits;
      first = made.first;
      last = static_cast<std::uint32_t>(made.quartics.size() - 1);
    }
    shapes.outputs = {{"forces", real, 4, n()}};
    shapes.scalars = {{"n", static_cast<std::uint32_t>(n())},
                      {"types", static_cast<std::uint32_t>(of.physics.types)},
                      {"shape", of.physics.shape},
                      {"scale", of.scale}};
    for (Scalar& scalar : box_scalars(edges_)) shapes.scalars.push_back(std::move(scalar));
    shapes.scalars.push_back({"table_shift", shift});
    shapes.scalars.push_back({"table_first", first});
    shapes.scalars.push_back({"table_last", last});
    shapes.specializations = {
        {"law", law_.number}, {"periodic", edges_.any() ? 1u : 0u}, {"sum", way_of(configuration)}};
    shapes.items = n();
    return shapes;
  }

  /// The error that a sum of magnitude `of` may have in addition to its terms' errors, as a vector
  /// of that many components. `lost` is the loss of a plain sum from small terms.
  double off_of_sum(const Configuration& configuration, std::uint64_t i, double eps, double of,
                    double lost, double components) const {
    const auto count = static_cast<double>(n());
    const double half_units = count / 2 * std::sqrt(components);  // equal terms round alike
    const double scale = prepared(configuration.precision).scale;
    switch (way_of(configuration)) {
      case 1:
        return eps * (2 + count * eps) * of;
      case 2:
        return half_units / scale + 3 * eps * of;
      case 3:
        return half_units / (65536 * scale) + 3 * eps * of;
      default:
        return (eps * std::sqrt(3 * count) + drift_of(particles_, spread_, i, eps)) * of + lost;
    }
  }

  CentralOptions options_;
  const CentralLaw& law_;
  const Halide* salt_ = nullptr;  ///< if is_halide_law()
  ParticleSet particles_;         ///< a particle's mass is its type
  PeriodicEdges edges_;
  BodySpread spread_;
  std::vector<double> masses_;
  std::optional<CentralTable> own_;
  Checking checking_;
  nlohmann::ordered_json origin_;
  mutable std::array<std::optional<Prepared>, 2> prepared_;  // made on first use
  std::map<std::pair<Precision, bool>, std::optional<Reference>> references_;
  std::uint32_t way_ = 0;  ///< to mirror the particles
  Filling filling_ = Filling::given;
  mutable std::vector<std::byte> reversed_;  ///< the answer to Filling::reverse
};

CentralProblem::Prepared CentralProblem::prepare(Precision precision) const {
  Prepared made;
  double largest = 0;
  for (const auto* values : {&particles_.x, &particles_.y, &particles_.z})
    for (const double value : *values) largest = std::max(largest, std::abs(value));
  largest = std::max(largest, edges_.longest());
  if (!(largest <= std::sqrt(largest_of(precision)) / 4))
    throw Error(
        Status::bad_input,
        fmt::format("a coordinate or edge of {:g} is too large for {}: its square overflows",
                    largest, name(precision)));
  made.particles = rounded(particles_, precision);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (edges_.edge[axis] > 0)
      made.particles.box.high[axis] =
          made.particles.box.low[axis] + round_to(precision, edges_.edge[axis]);
  const auto kept = [&](double number) {
    number = round_to(precision, number);
    if (!std::isfinite(number))
      throw Error(Status::bad_input,
                  fmt::format("--alpha={:g} is too large for {}", options_.alpha, name(precision)));
    made.coefficients.push_back(number);
    return number;
  };
  made.physics.law = law_.number;
  made.physics.shape = round_to(precision, central_shape(law_, options_.alpha));
  made.physics.types = masses_.size();
  CentralCoefficients coefficients;
  if (salt_ != nullptr) {
    coefficients = {{1}, {1}};  // x is r^2
    made.physics.halide = halide_pairs(*salt_);
    made.physics.virial = law_.number == halide_virial_law().number;
    for (HalidePair& pair : made.physics.halide) {
      if (!options_.charges) pair.qq = 0;
      for (double* number : {&pair.a, &pair.k, &pair.c, &pair.d, &pair.qq}) *number = kept(*number);
    }
  } else {
    coefficients = central_coefficients(law_, options_.alpha, masses_);
    for (std::size_t k = 0; k < coefficients.a.size(); ++k)
      for (double* number : {&coefficients.a[k], &coefficients.b[k]}) *number = kept(*number);
  }
  made.physics.a = coefficients.a;
  made.physics.b = coefficients.b;

  // A kernel's r^2 may lie slightly outside the particles' range, further if images are taken.
  const DistanceRange range = distance_range(made.particles);
  const double slack = 8 * epsilon(precision) * (1 + edges_.longest() / range.least);
  const auto [least_b, most_b] = std::minmax_element(coefficients.b.begin(), coefficients.b.end());
  made.least_x = *least_b * range.least * range.least * (1 - slack);
  made.most_x = *most_b * range.most * range.most * (1 + slack);
  if (!(slack < 0.5) || !(made.least_x > 0))
    throw Error(Status::bad_input, fmt::format("two particles are {:.3g} apart, too near for {}",
                                               range.least, name(precision)));
  if (own_ && !own_->covers(made.least_x, made.most_x))
    throw Error(
        Status::bad_input,
        fmt::format("the table {} covers x from {:g} to {:g}, but the particles need "
                    "{:g} to {:g}",
                    options_.table, own_->begin(0), own_->end(), made.least_x, made.most_x));

  double strongest = 0, most_a = 0;
  for (const double a : coefficients.a) most_a = std::max(most_a, std::abs(a));
  if (own_) {
    for (const auto& quartic : own_->quartics) {
      double sum = 0;
      for (const double c : quartic) sum += std::abs(c);
      strongest = std::max(strongest, most_a * sum);
    }
    strongest *= std::max(1.0, range.most);
  } else if (salt_ != nullptr) {
    for (const HalidePair& pair : made.physics.halide) {
      const HalideTerms<double> terms = halide_terms(pair, made.least_x);
      strongest = std::max({strongest, terms.force.magnitude * std::max(1.0, range.least),
                            terms.energy.magnitude, terms.virial.magnitude});
    }
  } else {
    // Both terms of every law fall with the distance, also if multiplied by the distance.
    const double g = central_terms<double>(law_.number, made.least_x, made.physics.shape).magnitude;
    strongest = most_a * g * std::max(1.0, range.least);
  }
  constexpr double kRoom = 1.0 / 16384;
  const double bound = 2 * strongest * static_cast<double>(n());
  if (!(bound <= kRoom * largest_of(precision)))
    throw Error(
        Status::bad_input,
        fmt::format(
            "two particles are {:.3g} apart: at this distance the forces of {} particles may "
            "overflow {}",
            range.least, n(), name(precision)));
  if (bound > 0) made.scale = std::ldexp(1.0, 61 - static_cast<int>(std::ceil(std::log2(bound))));
  if (!(made.scale <= kRoom * largest_of(precision))) made.scale = 1;
  return made;
}

Verification CentralProblem::verify(const Configuration& configuration, Precision arithmetic,
                                    const std::vector<HostArray>& outputs) const {
  const Reference& given = *references_.at({configuration.precision, by_table(configuration)});
  std::optional<Reference> equal;
  if (filling_ == Filling::equal_terms) equal = of_equal_terms(configuration);
  const Reference& right = equal ? *equal : given;
  Verification result;
  const double eps = epsilon(arithmetic);
  result.checked = right.places.size();
  if (result.checked < n()) result.salt = checking_.salt;
  const HostArray forces = mirrored(outputs.at(0), way_);
  for (std::uint64_t k = 0; k < 4 * n(); ++k) {
    if (std::isfinite(real_at(forces, k))) continue;
    result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
    result.worst_index = k / 4;
    result.reason = fmt::format("the force on particle {} was not written or is not finite", k / 4);
    return result;
  }
  CentralJudged worst;
  double squares = 0;
  for (std::size_t k = 0; k < right.places.size(); ++k) {
    const CentralForce& force = right.forces[k];
    const std::uint64_t i = right.places[k];
    const std::uint64_t place = filling_ == Filling::reverse ? n() - 1 - i : i;
    const auto at = [&](std::uint64_t component) { return real_at(forces, 4 * place + component); };
    CentralJudged own =
        judge(std::hypot(at(0) - force.fx, at(1) - force.fy, at(2) - force.fz),
              force.force_off +
                  off_of_sum(configuration, i, eps, force.sum_of_forces, force.force_lost, 3),
              force.sum_of_forces);
    const CentralJudged of_w =
        judge(std::abs(at(3) - force.w),
              force.w_off + off_of_sum(configuration, i, eps, force.sum_of_w, force.w_lost, 1),
              force.sum_of_w);
    if (of_w.worse_than(own)) own = of_w;
    squares += own.error * own.error;
    if (k > 0 && !own.worse_than(worst)) continue;
    worst = own;
    result.worst_index = i;
  }
  result.max_error = worst.error;
  result.tolerance = worst.allowed;
  result.rms_error = std::sqrt(squares / static_cast<double>(right.places.size()));
  if (!(worst.error <= worst.allowed))
    result.reason =
        fmt::format("the force on particle {} is wrong by {:.2e} where {:.2e} is allowed{}",
                    result.worst_index, worst.error, worst.allowed,
                    equal ? fmt::format(", if the terms of its sum are equal (sum = {})",
                                        configuration.on_axis("sum"))
                          : "");
  result.passed = result.reason.empty();
  return result;
}

ParticleSet CentralProblem::filled(Precision precision) const {
  ParticleSet filled = prepared(precision).particles;
  if (filling_ == Filling::reverse)
    for (auto* values : {&filled.x, &filled.y, &filled.z, &filled.mass})
      std::reverse(values->begin(), values->end());
  if (filling_ != Filling::equal_terms) return filled;
  const std::uint64_t last = n() - 1;
  for (auto* values : {&filled.x, &filled.y, &filled.z, &filled.mass})
    for (std::uint64_t i = 0; i <= last; ++i)
      if (i % kApart != 0)
        (*values)[i] = (*values)[last];
      else
        (*values)[i] = (*values)[0];
  return filled;
}

CentralProblem::Reference CentralProblem::of_equal_terms(const Configuration& configuration) const {
  constexpr std::uint64_t kFew = 16;
  Reference right;
  for (std::uint64_t i = 0; i < n() && right.places.size() < kFew; i += kApart) {
    right.places.push_back(i);
    if (i + 1 < n()) right.places.push_back(i + 1);
  }
  right.forces = central_forces(filled(configuration.precision), physics_of(configuration),
                                configuration.precision, right.places);
  return right;
}

std::string CentralProblem::broken_promise(const std::string&, const Configuration& configuration,
                                           const std::vector<HostArray>& outputs) const {
  if (!is_fixed_point(configuration)) return "";
  const HostArray forces = mirrored(outputs.at(0), way_);
  if (filling_ == Filling::reverse) reversed_ = forces.data;
  const std::size_t one = 4 * bytes(configuration.precision);
  if (filling_ != Filling::given || reversed_.size() != n() * one) return "";
  for (std::uint64_t i = 0; i < n(); ++i)
    if (!std::equal(&forces.data[i * one], &forces.data[i * one] + one,
                    &reversed_[(n() - 1 - i) * one]))
      return fmt::format(
          "the force on particle {} depends on the order of the particles, but sums in fixed point "
          "have the same bits in any order",
          i);
  return "";
}

/// Net forces: the sum of the particles' tolerances, or the roundings of the kernel's pairs.
JudgedForces CentralProblem::judge_forces(const ParticleSet& now,
                                          const Configuration& configuration, Precision arithmetic,
                                          const HostArray& forces,
                                          const std::vector<std::uint64_t>& some) const {
  require_salt("whole steps need energies");
  const double eps = epsilon(arithmetic);
  ParticleSet p = rounded(now, configuration.precision);
  place_types(p);
  JudgedForces judged;
  double net[3] = {0, 0, 0};
  for (std::uint64_t i = 0; i < n(); ++i)
    for (std::uint64_t axis = 0; axis < 3; ++axis) {
      const double f = real_at(forces, 4 * i + axis);
      if (!std::isfinite(f)) {
        judged.fault = fmt::format("the force on particle {} is not finite", p.id[i]);
        return judged;
      }
      net[axis] += f;
    }
  const std::vector<CentralForce> right =
      central_forces(p, prepared(configuration.precision).physics, configuration.precision, some);
  double allowed_of_all = 0;
  for (std::size_t k = 0; k < some.size(); ++k) {
    const auto at = [&](std::uint64_t component) {
      return real_at(forces, 4 * some[k] + component);
    };
    const CentralForce& force = right[k];
    const double error = std::hypot(at(0) - force.fx, at(1) - force.fy, at(2) - force.fz);
    const double allowed = force.force_off + off_of_sum(configuration, some[k], eps,
                                                        force.sum_of_forces, force.force_lost, 3);
    allowed_of_all = std::max(allowed_of_all, allowed);
    if (error <= allowed) continue;
    judged.fault =
        fmt::format("the force on particle {} is wrong by {:.2e} where {:.2e} is allowed",
                    p.id[some[k]], error / force.sum_of_forces, allowed / force.sum_of_forces);
    return judged;
  }
  judged.net_allowed = allowed_of_all * static_cast<double>(n());
  if (const double all = std::hypot(net[0], net[1], net[2]); !(all <= judged.net_allowed))
    judged.fault =
        fmt::format("the forces on all particles add up to {:.2e} where {:.2e} is allowed", all,
                    judged.net_allowed);
  return judged;
}

/// Behind a kernel's output may come that of virial().
std::string CentralProblem::judge_energies(const ParticleSet& now,
                                           const Configuration& configuration, Precision arithmetic,
                                           const std::vector<HostArray>& outputs,
                                           const std::vector<std::uint64_t>& some) const {
  ParticleSet p = rounded(now, configuration.precision);
  place_types(p);
  auto physics = prepared(configuration.precision).physics;
  for (const HostArray& output : outputs) {
    physics.virial = &output != &outputs.front();
    const std::vector<CentralForce> right =
        central_forces(p, physics, configuration.precision, some);
    for (std::size_t k = 0; k < some.size(); ++k) {
      const CentralForce& force = right[k];
      const double error = std::abs(real_at(output, 4 * some[k] + 3) - force.w);
      const double allowed = force.w_off + off_of_sum(configuration, some[k], epsilon(arithmetic),
                                                      force.sum_of_w, force.w_lost, 1);
      if (!(error <= allowed))
        return fmt::format("the {} of particle {} is wrong by {:.2e} where {:.2e} is allowed",
                           physics.virial ? "virial" : "energy", p.id[some[k]],
                           error / force.sum_of_w, allowed / force.sum_of_w);
    }
  }
  return {};
}

class Central : public Family, public LawFamily, public ForceFamily {
 public:
  std::string name() const override { return "central"; }
  std::string summary() const override {
    return "central forces between all pairs of typed particles, by a law or from a table";
  }
  std::vector<Named> arguments() const override {
    return {
        {"coefficients",
         "A and B of each pair of types, row by row; for tosi-fumi a, k, c, d and qq"},
        {"table", "c0 to c3 of each interval's polynomial"},
        {"table_highest", "c4 of each interval"},
        {"forces", "for each particle the force in x, y, z and the sum of A g, or of u, in w"},
        {"n", "particles"},
        {"types", "types of particles; a particle's mass is the number of its type"},
        {"shape", "a number of Morse's law"},
        {"scale", "fixed-point units per unit of force, a power of two"},
        {"edge_*", "edges of the periodic box, 0 along an open axis"},
        {"inverse_edge_*", "inverse edges, 0 along an open axis"},
        {"table_shift", "bits of a float below those that select the interval"},
        {"table_first", "those bits of the first interval"},
        {"table_last", "the number of the last interval"},
        {"law", "which law g is by its formula"},
        {"periodic", "1 if the box is periodic along any axis"},
        {"sum", "0 plain, 1 kahan, 2 fixed64, 3 fixed80"},
    };
  }
  std::vector<Named> layouts() const override { return named_buffer_layouts(); }
  bool takes_input() const override { return true; }
  ForceTraits force_traits() const override {
    ForceTraits traits;
    traits.typed = traits.walls = traits.charged = true;
    return traits;
  }
  StepUnits step_units() const override {
    return {halide_units::kBoltzmann, 1 / halide_units::kFemtoseconds, halide_units::kGigapascals,
            1, "eV, K, GPa; --time-step in fs"};
  }
  OptionValues step_options(const ParticleSet& particles) const override {
    return {{"law", halide_law().name},
            {"alpha", "2"},
            {"table", ""},
            {"charges", is_periodic(particles) ? "off" : "on"}};
  }
  SteppedCharges charges(const ParticleSet& particles, const OptionValues& values) const override {
    const Halide& salt = find_halide(options_of(values).halide);
    SteppedCharges made{halide_types(salt, particles), halide_units::kCoulomb};
    double net = 0;
    for (double& of_type : made.charge)
      net += of_type = of_type == 0 ? salt.cation.charge : salt.anion.charge;
    if (net != 0)
      throw Error(Status::bad_input,
                  fmt::format("the ions have a net charge of {:g} e, but a periodic box must "
                              "be neutral",
                              net));
    return made;
  }
  ParticleSet generate(const ProblemRequest& request) const override {
    const CentralOptions options = options_of(request.options);
    require_count(request.n);
    if (options.periodic && request.options.count("room") != 0)
      throw Error(Status::usage,
                  "--room sets the distance of walls, and a periodic crystal has none: "
                  "leave it out");
    return halide_crystal(find_halide(options.halide), request.n, request.seed.value_or(1),
                          options.periodic, 0, options.periodic ? 1 : options.room, 0);
  }
  nlohmann::ordered_json description(const ProblemRequest& request,
                                     const Configuration& configuration) const override {
    nlohmann::ordered_json json{{"law", halide_law().name},
                                {"halide", find_halide(options_of(request.options).halide).name}};
    for (const auto& [axis, value] : configuration.axes) json[axis] = value;
    return json;
  }
  std::vector<std::string> laws() const override {
    std::vector<std::string> names;
    for (const CentralLaw& law : central_laws()) names.emplace_back(law.name);
    return names;
  }
  LawCurve law_curve(const LawRequest& request) const override {
    return central_law_curve(request);
  }
  std::vector<ProblemOption> options() const override { return central_options().described(); }
  std::vector<Axis> axes() const override {
    return {{"form", {"function", "table"}, "g by its formula, or from a table of polynomials"},
            {"sum", ways_to_add_up(), "how forces are added up"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    auto schema = parse_json(R"({
      "description": "Central forces of all pairs.",
      "required": ["particles", "law", "alpha", "types", "form", "sum"],
      "properties": {
        "particles": {
          "description": "The source of the particles: a rock-salt lattice, or --input.",
          "enum": ["ions", "file"]
        },
        "seed": {
          "description": "The seed of generated ions.", "type": "integer", "minimum": 0
        },
        "periodic": {
          "description": "Whether the box of generated ions repeats.", "type": "boolean"
        },
        "checksum": {
          "description": "The checksum of a file's positions and masses: FNV-1a, 64 bits, in hexadecimal.",
          "type": "string", "pattern": "^[0-9a-f]{16}$"
        },
        "law": { "description": "The law g and the coefficients.", "enum": [] },
        "alpha": {
          "description": "The inverse length of laws that have one.",
          "type": "number", "exclusiveMinimum": 0
        },
        "halide": { "description": "The salt that the law tosi-fumi is for.", "enum": [] },
        "charges": {
          "description": "Whether this law has q q/r; left out if it has.", "const": false
        },
        "types": { "description": "Types of particles.", "type": "integer", "minimum": 1 },
        "table": {
          "description": "The checksum of the file that g was taken from: FNV-1a, 64 bits, in hexadecimal.",
          "type": "string", "pattern": "^[0-9a-f]{16}$"
        }
      },
      "if": { "properties": { "particles": { "const": "ions" } } },
      "then": { "required": ["seed", "periodic"], "properties": { "checksum": false } },
      "else": { "required": ["checksum"], "properties": { "seed": false, "periodic": false } }
    })");
    for (const CentralLaw& law : central_laws())
      schema["properties"]["law"]["enum"].push_back(law.name);
    for (const CentralLaw* law : {&halide_law(), &halide_virial_law()})
      schema["properties"]["law"]["enum"].push_back(law->name);
    for (const Halide& salt : halides())
      schema["properties"]["halide"]["enum"].push_back(salt.name);
    return schema;
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 65, 300}) inputs.push_back({n});
    for (const CentralLaw& law : central_laws())
      if (law.name != options_of({}).law) inputs.push_back({129, {{"law", law.name}}, "", true});
    inputs.push_back({300, {{"periodic", "on"}, {"law", "ewald-real"}}, "", true});
    inputs.push_back({300, {{"periodic", "on"}}, "", true});
    const OptionValues by_formula{{"form", "function"}};
    inputs.push_back({129, {{"law", halide_law().name}}, "", true, false, "", by_formula});
    inputs.push_back({300,
                      {{"law", halide_law().name}, {"halide", "KCl"}, {"periodic", "on"}},
                      "",
                      true,
                      false,
                      "",
                      by_formula});
    inputs.push_back({129,
                      {{"law", halide_virial_law().name}, {"periodic", "on"}, {"charges", "off"}},
                      "",
                      true,
                      false,
                      "",
                      by_formula});
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    CentralOptions options = options_of(request.options);
    const bool is_salt = is_halide_law(find_central_law(options.law));
    const Halide& salt = find_halide(options.halide);
    const std::uint64_t n = request.input ? request.input->size() : request.n;
    require_count(n);
    constexpr std::uint64_t kCopies = 6;  // the set, rounded, packed, on the device; the reference
    require_host_memory(kCopies * n * ParticleSet::bytes_per_particle,
                        fmt::format("central of n = {}", n));
    auto origin = nlohmann::ordered_json::object();
    ParticleSet particles;
    if (const auto given = given_particles(request.input)) {
      particles = *given;
      origin["particles"] = "file";
      origin["checksum"] = checksum({&particles.x, &particles.y, &particles.z, &particles.mass});
      fold_given(particles);
    } else {
      const std::uint64_t seed = request.seed.value_or(1);
      constexpr double kJitter = 0.05;
      particles = is_salt ? halide_crystal(salt, n, seed, options.periodic, kJitter, 1, 0)
                          : generate_ions(n, seed, options.periodic);
      origin["particles"] = "ions";
      origin["seed"] = seed;
      origin["periodic"] = options.periodic;
    }
    return std::make_unique<CentralProblem>(std::move(particles), std::move(options),
                                            request.checking, std::move(origin));
  }

 private:
  /// Throws Error(bad_input) if the family cannot take this many particles.
  static void require_count(std::uint64_t n) {
    if (n == 0) throw Error(Status::bad_input, "central needs at least one particle, not n = 0");
    if (n > kMaxBodies)
      throw Error(Status::bad_input,
                  fmt::format("central takes at most {} particles, not {}", kMaxBodies, n));
  }
  static CentralOptions options_of(const OptionValues& values) {
    return central_options().parse(values);
  }
};

}  // namespace

const OptionSet<CentralOptions>& central_options() {
  using Options = CentralOptions;
  static const OptionSet<Options> options = [] {
    std::string names;
    for (const CentralLaw& law : central_laws()) names += fmt::format("{}, ", law.name);
    names += fmt::format("{}, {}", halide_law().name, halide_virial_law().name);
    return OptionSet<Options>()
        .text("law", &Options::law, "law of central forces: " + names)
        .number("alpha", &Options::alpha, Sign::positive,
                "inverse length of the laws ewald-real, born and morse")
        .text("table", &Options::table, "file with the table that g is taken from")
        .toggle("periodic", &Options::periodic,
                "on: a generated lattice's box is periodic; a file states its own")
        .of_generated()
        .text("halide", &Options::halide, "the alkali halide of the law tosi-fumi: NaCl, KCl, …")
        .toggle("charges", &Options::charges,
                "off: the law tosi-fumi without q q/r, for use together with Ewald sums")
        .number("room", &Options::room, Sign::positive,
                "distance of opposite walls, in edges of the generated crystal of a salt")
        .of_generated();
  }();
  return options;
}

std::unique_ptr<Family> make_central() { return std::make_unique<Central>(); }

}  // namespace gputest

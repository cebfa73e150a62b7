#include "libraries/mr3/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "common/central/laws.hpp"
#include "common/core/error.hpp"
#include "common/ewald/signature.hpp"

namespace gputest::libraries {
namespace {

constexpr std::size_t kLeastRoom = 256;
constexpr std::size_t kBoundKernels = 64;
constexpr std::size_t kHalideNumbers = 5;  ///< of a pair of types, for tosi-fumi

/// The range of tables 16 and 17: 1024 intervals, 64 per octave.
constexpr double kTabledLeastX = 0x1p-10, kTabledMostX = 64;

std::array<double, 3> cube(double edge) { return {edge, edge, edge}; }

/// Moves each particle into the box around 0, where a precision has most digits, and rounds.
std::vector<double> positions_of(const Mr3Side& side, const std::array<double, 3>& edges,
                                 Precision precision) {
  std::vector<double> within(3 * static_cast<std::size_t>(side.count));
  for (std::size_t k = 0; k < within.size(); ++k) {
    within[k] = side.x[k] - edges[k % 3] * std::nearbyint(side.x[k] / edges[k % 3]);
    if (precision == Precision::fp32) within[k] = static_cast<float>(within[k]);
  }
  return within;
}

CentralTable made_table(const Mr3Table& kind) {
  const unsigned law = find_central_law(kind.law).number;
  return make_central_table([=](long double x) { return central_terms<long double>(law, x, 0).g; },
                            kTabledLeastX, std::nextafter(kTabledMostX, 0));
}

}  // namespace

Mr3System::Memory::Memory(Precision of)
    : precision(of), x(of), y(of), z(of), m(of), coefficients(of), waves(of) {}

Mr3System::Mr3System(const Settings& settings, unsigned number)
    : accelerator_(settings, number),
      precision_(settings.arithmetic.value_or(Arithmetic::fp32) == Arithmetic::fp32
                     ? Precision::fp32
                     : Precision::fp64),
      memories_{Memory(Precision::fp32), Memory(Precision::fp64)} {
  accelerator_.kernel_of("central", "direct", precision_);  // throws here if it is missing
}

void Mr3System::set_table(const std::string& path, int number, bool of_potential) {
  const Mr3Table& kind = any_table(number);
  if (kind.is_potential != of_potential)
    throw Error(Status::bad_input,
                fmt::format("table {} is a table of a {}; its flag is {}", number,
                            kind.is_potential ? "potential" : "force", kind.is_potential ? 1 : 0));
  CentralTable table = read_central_table(path);
  const std::lock_guard<std::mutex> guard(own_);
  const auto lock = accelerator_.lock();
  OnDevice made = uploaded(number, std::move(table));
  for (Memory& memory : memories_) memory.bound.clear();
  tables_.insert_or_assign(number, std::move(made));
}

/// Tables of polynomials are in fp32.
Precision Mr3System::precision_of(const Mr3Table& table) const {
  return table.is_tabled || tables_.count(table.number) > 0 ? Precision::fp32 : precision_;
}

/// The table's polynomials on the device; null if it is computed by formula.
Mr3System::OnDevice* Mr3System::table_of(const Mr3Table& table) {
  auto found = tables_.find(table.number);
  if (found == tables_.end() && table.is_tabled)
    found = tables_.emplace(table.number, uploaded(table.number, made_table(table))).first;
  return found == tables_.end() ? nullptr : &found->second;
}

Mr3System::OnDevice Mr3System::uploaded(int number, CentralTable table) {
  const CentralTableArrays arrays = central_table_arrays(table);
  OnDevice made{number, std::move(table), {}, {}};
  made.lower = accelerator_.queue().allocate(arrays.lower.size() * sizeof(float));
  made.highest = accelerator_.queue().allocate(arrays.highest.size() * sizeof(float));
  made.lower->write(arrays.lower.data());
  made.highest->write(arrays.highest.data());
  return made;
}

/// Makes room for these numbers of particles, results and coefficients. It grows by powers of two.
void Mr3System::require_room(Memory& memory, std::size_t room, std::size_t results,
                             std::size_t numbers) {
  if (room <= memory.room && results <= memory.results && numbers <= memory.numbers) return;
  const auto grown = [](std::size_t wanted) { return std::bit_ceil(std::max(wanted, kLeastRoom)); };
  Queue& queue = accelerator_.queue();
  memory.bound.clear();
  if (room > memory.room) {
    memory.room = 0;
    const std::size_t many = grown(room);
    for (Column* column : {&memory.x, &memory.y, &memory.z, &memory.m}) column->resize(queue, many);
    memory.room = many;
  }
  if (numbers > memory.numbers) {
    memory.numbers = 0;
    const std::size_t many = grown(numbers);
    memory.coefficients.resize(queue, many);
    memory.numbers = many;
  }
  if (results > memory.results) {
    memory.results = 0;
    const std::size_t many = grown(results);
    memory.sums = queue.allocate(4 * many * bytes(memory.precision));
    memory.results = many;
  }
}

/// Sets the positions at places from `first` on.
void Mr3System::set_positions(Memory& memory, const std::vector<double>& x, std::size_t first) {
  const std::size_t many = x.size() / 3;
  Column::set_positions(memory.x, memory.y, memory.z, first, many, x.data());
  for (Column* column : {&memory.x, &memory.y, &memory.z}) column->upload(first, many);
}

void Mr3System::set_types(Memory& memory, const Mr3Side& side, std::size_t first, int first_type) {
  const auto many = static_cast<std::size_t>(side.count);
  std::vector<double> numbers(many);
  for (std::size_t k = 0; k < many; ++k) numbers[k] = side.types[k] - first_type;
  memory.m.set(first, many, numbers.data());
  memory.m.upload(first, many);
}

std::vector<double> Mr3System::run(Memory& memory, const CentralTargets& wanted,
                                   const OnDevice* table) {
  std::vector<double> key{double(wanted.bodies),        double(wanted.first_target),
                          double(wanted.targets),       double(wanted.law),
                          double(wanted.types),         wanted.edge,
                          wanted.is_bounded ? 1.0 : 0.0};
  if (table != nullptr) key.push_back(double(table->number));
  if (memory.bound.size() >= kBoundKernels) memory.bound.clear();
  auto found = memory.bound.find(key);
  if (found == memory.bound.end()) {
    ChosenKernel kernel = accelerator_.kernel_of(
        "central", table == nullptr ? "direct" : "table_global", memory.precision);
    kernel.configuration.axes = {{"form", table == nullptr ? "function" : "table"},
                                 {"sum", central_sum_of_programs(memory.precision)}};
    KernelArrays arrays{{&memory.x.memory(), &memory.y.memory(), &memory.z.memory(),
                         &memory.m.memory(), &memory.coefficients.memory()},
                        {memory.sums.get()},
                        {}};
    if (table != nullptr)
      for (const auto* part : {&table->lower, &table->highest})
        arrays.inputs.push_back(part->get());
    auto bound = accelerator_.queue().bind(kernel.name, kernel.configuration,
                                           central_signature(wanted, kernel.configuration), arrays);
    found = memory.bound.emplace(std::move(key), std::move(bound)).first;
  }
  found->second->enqueue();
  return download(*memory.sums, memory.precision, 4 * std::size_t{wanted.targets});
}

Mr3Sums Mr3System::sums(const Mr3Pairs& call, const Mr3Exclusions* excluded) {
  const std::lock_guard<std::mutex> guard(own_);
  const Mr3Table& kind = *call.table;
  const Precision precision = precision_of(kind);
  require(call, precision);
  const auto ni = static_cast<std::size_t>(call.i.count);
  const auto nj = static_cast<std::size_t>(call.j.count);
  const bool are_the_same = call.i.x == call.j.x && call.i.types == call.j.types && ni == nj;
  const std::vector<double> at_j = positions_of(call.j, cube(call.edge()), precision);
  const std::vector<double> at_i =
      are_the_same ? std::vector<double>() : positions_of(call.i, cube(call.edge()), precision);
  Mr3Pairs held = call;  // with the device's positions, which excluded pairs must have too
  held.i.x = are_the_same ? at_j.data() : at_i.data();
  held.j.x = at_j.data();
  const auto own = tables_.find(kind.number);
  const CentralTable* const own_table = own == tables_.end() ? nullptr : &own->second.table;
  Mr3Excluded without{Mr3Sums(3 * ni), {}};
  if (excluded != nullptr)
    without = excluded_on_host(held, *excluded, own_table, epsilon(precision));
  Mr3Sums sums = without.sums;
  for (double& sum : sums) sum = -sum;
  if (ni == 0 || nj == 0) return sums;

  const auto lock = accelerator_.lock();
  const OnDevice* const table = table_of(kind);
  Memory& memory = memories_[precision == Precision::fp32 ? 0 : 1];
  const auto types = static_cast<std::size_t>(call.types);
  require_room(memory, are_the_same ? nj : nj + ni, ni, 2 * (kind.is_vdw ? types * types : 1));
  std::vector<double> coefficients{1, kind.is_ewald ? call.rscale * call.rscale : 1};
  set_positions(memory, at_j, 0);
  if (!are_the_same) set_positions(memory, at_i, nj);
  if (kind.is_vdw) {
    coefficients.clear();
    for (std::size_t k = 0; k < types * types; ++k)
      coefficients.insert(coefficients.end(), {call.gscale[k], call.rscales[k]});
    set_types(memory, call.j, 0, call.first_type);
    if (!are_the_same) set_types(memory, call.i, nj, call.first_type);
  } else {
    memory.m.set(0, nj, call.j.q);
    memory.m.upload(0, nj);
  }
  memory.coefficients.set(0, coefficients.size(), coefficients.data());
  memory.coefficients.upload(0, coefficients.size());

  CentralTargets wanted;
  wanted.capacity = memory.room;
  wanted.bodies = static_cast<std::uint32_t>(nj);
  wanted.first_target = static_cast<std::uint32_t>(are_the_same ? 0 : nj);
  wanted.targets = static_cast<std::uint32_t>(ni);
  wanted.law = find_central_law(kind.law).number;
  wanted.types = kind.is_vdw ? static_cast<std::uint32_t>(call.types) : 0;
  wanted.edge = call.edge();
  wanted.is_bounded = kind.is_vdw || table != nullptr;
  wanted.least_x = kVdwLeastX;
  wanted.most_x = kVdwMostX;
  if (table != nullptr) {
    wanted.table = &table->table;
    wanted.least_x = table->table.begin(0);
    wanted.most_x = table->table.end();
    if (!kind.is_vdw) wanted.nearer = std::numeric_limits<double>::quiet_NaN();
  }
  const std::vector<double> results = run(memory, wanted, table);
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (std::isfinite(results[k])) continue;
    if (table != nullptr && !kind.is_vdw)
      throw Error(Status::bad_input,
                  fmt::format("a particle is nearer to particle {} than r = {:.6g}, where table {} "
                              "begins",
                              k / 4, std::sqrt(wanted.least_x / coefficients[1]), kind.number));
    throw Error(Status::bad_input, fmt::format("the force on particle {} is beyond the range of {}",
                                               k / 4, name(precision)));
  }
  for (std::size_t i = 0; i < ni; ++i) {
    const double by = call.multiplier(i);
    if (kind.is_potential) sums[3 * i] += by * results[4 * i + 3];
    if (!kind.is_potential)
      for (std::size_t c = 0; c < 3; ++c) sums[3 * i + c] += by * results[4 * i + c];
  }
  for (const std::size_t i : without.undecided) {
    for (std::size_t c = 3 * i; c < 3 * i + 3; ++c) sums[c] = -without.sums[c];
    add_on_host(sums, held, i, own_table);
  }
  return sums;
}

Mr3Sums Mr3System::sums(const Mr3Salt& call) {
  const std::lock_guard<std::mutex> guard(own_);
  require(call, precision_);
  const auto n = static_cast<std::size_t>(call.ions.count);
  Mr3Sums sums(3 * n);
  if (n == 0) return sums;
  const auto pairs = static_cast<std::size_t>(call.types) * static_cast<std::size_t>(call.types);
  CentralTargets wanted;
  wanted.bodies = wanted.targets = static_cast<std::uint32_t>(n);
  wanted.types = static_cast<std::uint32_t>(call.types);
  wanted.edge = call.is_periodic ? call.xmax : 2 * call.xmax;

  const auto lock = accelerator_.lock();
  Memory& memory = memories_[precision_ == Precision::fp32 ? 0 : 1];
  require_room(memory, n, n, kHalideNumbers * pairs);
  wanted.capacity = memory.room;
  set_positions(memory, positions_of(call.ions, cube(wanted.edge), precision_), 0);
  set_types(memory, call.ions, 0, call.first_type);
  std::vector<double> coefficients;
  for (std::size_t k = 0; k < pairs; ++k)
    coefficients.insert(coefficients.end(), {Mr3Salt::kRepulsion * call.pol[k] *
                                                 std::exp(call.sigm[k] * call.ipotro[k]),
                                             call.ipotro[k], call.pc[k], call.pd[k], call.zz[k]});
  memory.coefficients.set(0, coefficients.size(), coefficients.data());
  memory.coefficients.upload(0, coefficients.size());
  wanted.law = find_central_law("tosi-fumi").number;
  const std::vector<double> results = run(memory, wanted, nullptr);
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (!std::isfinite(results[k]))
      throw Error(Status::bad_input,
                  fmt::format("the force on particle {} is beyond the range of {}", k / 4,
                              name(precision_)));
    if (k % 4 < 3) sums[3 * (k / 4) + k % 4] = results[k];
  }
  return sums;
}

Mr3WaveSums Mr3System::sums(const Mr3Waves& call) {
  const std::lock_guard<std::mutex> guard(own_);
  require(call, precision_);
  const auto n = static_cast<std::size_t>(call.charges.count);
  const std::size_t waves = call.waves();
  Mr3WaveSums made{Mr3Sums(3 * n), 0};
  if (n == 0 || waves == 0) return made;
  const auto lock = accelerator_.lock();
  Memory& memory = memories_[precision_ == Precision::fp32 ? 0 : 1];
  require_room(memory, n, n, 0);
  set_positions(memory, positions_of(call.charges, call.edges(), precision_), 0);
  memory.m.set(0, n, call.charges.q);
  memory.m.upload(0, n);
  BoundKernel& kernel = bound_waves(memory, call);
  std::vector<double> numbers(4 * waves);
  for (std::size_t w = 0; w < waves; ++w) {
    for (std::size_t c = 0; c < 3; ++c) numbers[4 * w + c] = call.k[3 * w + c];
    numbers[4 * w + 3] = call.factor(w);
  }
  memory.waves.set(0, 4 * waves, numbers.data());
  memory.waves.upload(0, 4 * waves);
  kernel.enqueue();
  const std::vector<double> results = download(*memory.sums, precision_, 4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < 4; ++c)
      if (!std::isfinite(results[4 * i + c]))
        throw Error(
            Status::bad_input,
            fmt::format("the force on particle {} is beyond the range of {}", i, name(precision_)));
    made.tpot += results[4 * i + 3];  // half of q phi
    if (call.count < 0)
      made.sums[3 * i] = 2 * results[4 * i + 3];
    else
      std::copy_n(&results[4 * i], 3, &made.sums[3 * i]);
  }
  return made;
}

/// The kernel for this number of charges and waves, with room for the waves.
BoundKernel& Mr3System::bound_waves(Memory& memory, const Mr3Waves& call) {
  const auto n = static_cast<std::size_t>(call.charges.count);
  const std::size_t waves = call.waves();
  ChosenKernel kernel = accelerator_.kernel_of("ewald", "wave_direct", memory.precision);
  kernel.configuration.axes = {{"part", "wave"}};
  PeriodicEdges edges;
  edges.edge = call.edges();
  const KernelSignature signature = ewald_wave_signature(n, waves, edges, kernel.configuration);
  Queue& queue = accelerator_.queue();
  if (waves > memory.wave_room) {
    memory.bound.clear();
    memory.wave_room = 0;
    memory.waves.resize(queue, 4 * std::bit_ceil(waves));
    memory.amplitudes = queue.allocate(2 * std::bit_ceil(waves) * bytes(memory.precision));
    memory.wave_room = std::bit_ceil(waves);
  }
  if (memory.partial == nullptr || memory.partial->bytes() < signature.scratch[0].bytes()) {
    memory.bound.clear();
    memory.partial.reset();
    memory.partial = queue.allocate(std::bit_ceil(signature.scratch[0].bytes()));
  }
  if (memory.bound.size() >= kBoundKernels) memory.bound.clear();
  // Shorter than the key of a kernel of pairs.
  auto& bound =
      memory.bound[{double(n), double(waves), edges.edge[0], edges.edge[1], edges.edge[2]}];
  if (bound == nullptr)
    bound = queue.bind(kernel.name, kernel.configuration, signature,
                       {{&memory.x.memory(), &memory.y.memory(), &memory.z.memory(),
                         &memory.m.memory(), &memory.waves.memory()},
                        {memory.sums.get()},
                        {memory.partial.get(), memory.amplitudes.get()}});
  return *bound;
}

}  // namespace gputest::libraries

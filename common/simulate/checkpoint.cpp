// A checkpoint begins with a line "gputest checkpoint 1" and a line of JSON that identifies the
// run. The binary rest begins with sizes. The numbers follow as in memory, at their end those of a
// thermostat if there is one, then a checksum.
#include <fmt/ostream.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ostream>
#include <string_view>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest {
namespace {

constexpr std::string_view kMagic = "gputest checkpoint 1\n";

/// Steps up to here are exact in double precision.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 53;

constexpr const char* kUseAnother = "restart from another checkpoint";

static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");
static_assert(std::is_trivially_copyable_v<Thermostat>);

/// FNV-1a.
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return hash;
}

template <class T>
void append(std::string& bytes, const T* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

/// Calls f with every array of the state, in the file's order.
template <class State, class F>
void for_each_array(State& state, F&& f) {
  auto& p = state.particles;
  for (auto* values :
       {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass, &state.x, &state.y, &state.z})
    f(*values);
  f(p.id);
}

template <class Values>
bool all_finite(const Values& values) {
  return std::all_of(values.begin(), values.end(),
                     [](auto value) { return std::isfinite(static_cast<double>(value)); });
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(Status::bad_input, fmt::format("{} {}", path, why));
}

std::string_view take_line(std::string_view& rest) {
  const auto end = rest.find('\n');
  if (end == rest.npos) return {};
  const auto line = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return line;
}

template <class T>
T take(std::string_view& rest, const std::string& path) {
  T value;
  if (rest.size() < sizeof value) refuse(path, "is a checkpoint that was cut short");
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

/// A byte that is 0 or 1.
bool take_flag(std::string_view& rest, const std::string& path, const char* what) {
  const auto value = take<std::uint8_t>(rest, path);
  if (value > 1)
    refuse(path, fmt::format("has {} in place of the mark of {}, which is 0 or 1; {}", value, what,
                             kUseAnother));
  return value == 1;
}

/// Throws Error(bad_input) for numbers before the arrays that no run writes.
void require_sound(const SimulationState& state, const std::string& path) {
  const ParticleSet& p = state.particles;
  if (state.step > kMostSteps)
    refuse(path, fmt::format("has step {}, which is above the maximum of {}; {}", state.step,
                             kMostSteps, kUseAnother));
  if (!std::isfinite(p.time))
    refuse(path, fmt::format("has the time {}, which is not finite; {}", p.time, kUseAnother));
  if (!p.has_box) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double low = p.box.low[axis], high = p.box.high[axis];
    if (!std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low) || !(low < high))
      refuse(path, fmt::format("has a box from {} to {} along {}, which has no edge above 0; {}",
                               low, high, "xyz"[axis], kUseAnother));
  }
}

}  // namespace

void write_checkpoint(const std::string& path, const std::string& description,
                      const SimulationState& state) {
  std::string bytes;
  const ParticleSet& p = state.particles;
  const std::uint64_t n = p.size();
  append(bytes, &n, 1);
  append(bytes, &state.step, 1);
  append(bytes, &p.time, 1);
  const std::uint8_t boxed = p.has_box;
  append(bytes, &boxed, 1);
  append(bytes, p.box.low.data(), 3);
  append(bytes, p.box.high.data(), 3);
  for (const bool periodic : p.box.periodic) bytes.push_back(periodic ? 1 : 0);
  for_each_array(state, [&](const auto& values) {
    if (!all_finite(values))  // no restart accepts such values
      throw Error(
          Status::bad_input,
          fmt::format("at step {} a position or velocity is not finite; {} is left unchanged",
                      state.step, path));
    append(bytes, values.data(), values.size());
  });
  if (state.thermostat) {
    if (!state.thermostat->is_finite())
      throw Error(Status::bad_input,
                  fmt::format("the thermostat is not finite at step {}; {} is left unchanged",
                              state.step, path));
    append(bytes, &*state.thermostat, 1);
  }
  const std::uint64_t sum = checksum_of(bytes);
  append(bytes, &sum, 1);
  write_file_atomically(path, [&](std::ostream& out) {
    fmt::print(out, "{}{}\n", kMagic, description);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
}

SimulationState read_checkpoint(const std::string& path, const std::string& description) {
  const std::string content = read_file(path);
  std::string_view rest = content;
  if (rest.substr(0, kMagic.size()) != kMagic) refuse(path, "is not a checkpoint of gputest");
  rest.remove_prefix(kMagic.size());
  const std::string found(take_line(rest));
  if (found != description)
    refuse(path,
           fmt::format("is a checkpoint of another run: {}; this run is {}", found, description));
  std::uint64_t sum = 0;
  if (rest.size() < sizeof sum) refuse(path, "is a checkpoint that was cut short");
  std::memcpy(&sum, rest.data() + rest.size() - sizeof sum, sizeof sum);
  rest.remove_suffix(sizeof sum);
  if (checksum_of(rest) != sum) refuse(path, "is a checkpoint that was cut short or damaged");

  SimulationState state;
  ParticleSet& p = state.particles;
  const auto n = take<std::uint64_t>(rest, path);
  state.step = take<std::uint64_t>(rest, path);
  p.time = take<double>(rest, path);
  p.has_box = take_flag(rest, path, "a box");
  for (double& low : p.box.low) low = take<double>(rest, path);
  for (double& high : p.box.high) high = take<double>(rest, path);
  for (bool& periodic : p.box.periodic) periodic = take_flag(rest, path, "a periodic axis");
  constexpr std::uint64_t kNumbers = 11;
  static_assert(sizeof(Thermostat) % (kNumbers * sizeof(double)) != 0);
  constexpr std::uint64_t kBytes = kNumbers * sizeof(double);
  const auto wrong_count = [&] {
    refuse(path, fmt::format("has a count of {} particles, but the data of {}; {}", n,
                             rest.size() / kBytes, kUseAnother));
  };
  if (n == 0 || n > rest.size() / kBytes) wrong_count();  // before n times kBytes can overflow
  const std::uint64_t size = n * kBytes;
  const bool has_thermostat = rest.size() == size + sizeof(Thermostat);
  if (rest.size() != size && !has_thermostat) wrong_count();
  require_sound(state, path);
  p.resize(n);
  for (auto* values : {&state.x, &state.y, &state.z}) values->resize(n);
  for_each_array(state, [&](auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    for (T& value : values) value = take<T>(rest, path);
  });
  for_each_array(state, [&](const auto& values) {
    if (!all_finite(values)) refuse(path, "has a position or velocity that is not finite");
  });
  if (has_thermostat) {
    state.thermostat = take<Thermostat>(rest, path);
    const Thermostat& chain = *state.thermostat;
    if (!chain.is_finite()) refuse(path, "has a thermostat with numbers that are not finite");
    if (chain.from < 0 || chain.to < 0 || !(std::max(chain.from, chain.to) > 0) ||
        !(chain.period > 0))
      refuse(path, fmt::format("has a thermostat from {} to {} with period {}; the temperatures "
                               "cannot be negative, and one of them and the period must be above "
                               "0; {}",
                               chain.from, chain.to, chain.period, kUseAnother));
  }
  return state;
}

}  // namespace gputest

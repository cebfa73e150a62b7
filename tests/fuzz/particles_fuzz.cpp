// Feeds arbitrary bytes to the particle readers. They may throw only gputest::Error, and accepted
// particles must keep the promises of common/particles/reader.hpp.
//
//   clang++ -fsanitize=fuzzer,address,undefined … && ./particles_fuzz -max_len=4096
//       tests/fuzz/corpus/particles
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/core/error.hpp"
#include "common/particles/reader.hpp"

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

void require_finite(const std::vector<double>& values, std::size_t size) {
  require(values.size() == size);
  for (const double value : values) require(std::isfinite(value));
}

void require_promises(const gputest::ParticleSet& set) {
  const std::size_t n = set.size();
  require(n > 0);
  for (const auto* values : {&set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz, &set.mass})
    require_finite(*values, n);
  for (const auto* values : {&set.fx, &set.fy, &set.fz})
    require_finite(*values, set.fx.empty() ? 0 : n);
  for (const double mass : set.mass) require(mass >= 0);
  require(set.id.size() == n);
  require(std::isfinite(set.time));
  for (std::size_t axis = 0; set.has_box && axis < 3; ++axis) {
    const double edge = set.box.high[axis] - set.box.low[axis];
    require(edge > 0 && std::isfinite(edge));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(data), size);
  // HDF5 is not this project's code, and leaks when it refuses a file.
  // tests/unit/particles_gadget_test.cpp tests the reader that uses it.
  if (content.substr(0, 4) == "\x89HDF") return 0;
  try {
    require_promises(gputest::parse_particles(content, "fuzz"));
  } catch (const gputest::Error& error) {
    require(error.status() == gputest::Status::bad_input && *error.what() != '\0');
  }
  return 0;
}

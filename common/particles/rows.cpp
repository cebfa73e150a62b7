#include "common/particles/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/particles/elements.hpp"

namespace gputest {
namespace {

constexpr std::size_t image_flag_count = 3;

bool present(const Columns::Triple& triple) { return triple[0] != Columns::absent; }

}  // namespace

void resize_for(ParticleSet& set, std::uint64_t n, bool forces, std::string_view name) {
  const std::uint64_t each = ParticleSet::bytes_per_particle + (forces ? 3 * sizeof(double) : 0);
  require_host_memory(n * each, fmt::format("holding the {} particles of {}", n, name));
  set.resize(n);
  if (!forces) return;
  for (auto* component : {&set.fx, &set.fy, &set.fz}) component->resize(n);
}

void RowReader::read(const LineScanner& lines, std::uint64_t i) {
  const std::size_t most = columns_.count + (columns_.image_flags ? image_flag_count : 0);
  words_.clear();
  std::size_t found = 0;
  for (auto rest = lines.text(); !rest.empty();) {
    const auto word = next_word(rest);
    if (word.empty()) break;
    ++found;
    if (words_.size() < most) words_.push_back(word);
  }
  const bool exact = found == columns_.count || (columns_.image_flags && found == most);
  if (found < columns_.count || (!exact && !columns_.further_words))
    lines.fail(fmt::format("the row has {} values, not {}{}", found, columns_.count,
                           columns_.image_flags ? fmt::format(" or {}", most) : ""));
  further_words_ = further_words_ || !exact;
  for (std::size_t k = columns_.count; k < words_.size(); ++k) lines.integer(words_[k]);

  const auto read_triple = [&](const Columns::Triple& at, std::vector<double>& a,
                               std::vector<double>& b, std::vector<double>& c) {
    if (!present(at)) return;
    a[i] = lines.number(words_[at[0]]);
    b[i] = lines.number(words_[at[1]]);
    c[i] = lines.number(words_[at[2]]);
  };
  if (columns_.id != Columns::absent) set_.id[i] = lines.integer(words_[columns_.id]);
  if (columns_.mass != Columns::absent) set_.mass[i] = lines.mass(words_[columns_.mass]);
  if (columns_.mass_of_element) {
    set_.mass[i] = mass_of_element(words_[columns_.kind]);
    if (set_.mass[i] == 0)
      lines.fail(
          fmt::format("{} is not an element, whose mass the momentum needs; add a column "
                      "masses:R:1",
                      quoted(words_[columns_.kind])));
  }
  read_triple(columns_.position, set_.x, set_.y, set_.z);
  read_triple(columns_.velocity, set_.vx, set_.vy, set_.vz);
  read_triple(columns_.force, set_.fx, set_.fy, set_.fz);
  if (present(columns_.momentum)) read_momentum(lines, i);
  if (columns_.kind != Columns::absent) {
    if (first_kind_.empty()) first_kind_ = words_[columns_.kind];
    several_kinds_ = several_kinds_ || words_[columns_.kind] != first_kind_;
  }
  if (columns_.charge != Columns::absent) {
    set_.charge.resize(set_.size());
    set_.charge[i] = lines.number(words_[columns_.charge]);
    charged_ = charged_ || set_.charge[i] != 0;
  }
}

/// Reads the momentum of particle i, or checks that it fits the velocity if the row has both.
void RowReader::read_momentum(const LineScanner& lines, std::uint64_t i) {
  constexpr double kShare = 1e-3, kRounding = 1e-6;  // of numbers with eight decimals
  const std::array<std::vector<double>*, 3> components{&set_.vx, &set_.vy, &set_.vz};
  const double mass = set_.mass[i];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double momentum = lines.number(words_[columns_.momentum[axis]]);
    double& velocity = (*components[axis])[i];
    if (present(columns_.velocity)) {
      const double product = mass * velocity;
      const double allowed =
          kShare * std::max(std::abs(momentum), std::abs(product)) + kRounding * (1 + mass);
      if (std::abs(momentum - product) > allowed)
        lines.fail(fmt::format("the momentum {} is not the mass {} times the velocity {}", momentum,
                               mass, velocity));
      continue;
    }
    if (mass == 0 && momentum != 0)
      lines.fail(fmt::format("a particle of mass 0 has the momentum {}", momentum));
    velocity = mass == 0 ? 0 : momentum / mass;
    if (!std::isfinite(velocity))
      lines.fail(fmt::format("the velocity of momentum {} and mass {} is outside double precision",
                             momentum, mass));
  }
}

void RowReader::add_warnings(std::string_view name) const {
  const auto warn = [&](const char* sentence) {
    set_.warnings.push_back(fmt::format("{} {}", name, sentence));
  };
  if (columns_.mass_of_element)
    warn("gives no masses: each particle has the standard atomic mass of its element.");
  else if (columns_.mass == Columns::absent && !columns_.mass_elsewhere)
    warn("gives no masses: every mass is one.");
  if (!present(columns_.velocity) && !present(columns_.momentum) && !columns_.velocity_elsewhere)
    warn("gives no velocities: every particle is at rest.");
  if (several_kinds_)
    warn("has particles of several types: only masses and charges distinguish them.");
  if (charged_)
    warn("has charges: only ewald uses them; the ions of --halide have those of the salt.");
}

std::vector<std::uint64_t> order_of(const std::vector<std::int64_t>& ids) {
  std::vector<std::uint64_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
    return ids[a] != ids[b] ? ids[a] < ids[b] : a < b;
  });
  return order;
}

std::vector<std::int64_t> ids_from_one(const ParticleSet& set) {
  std::vector<std::int64_t> ids = set.id;
  const auto is_above_zero = [](std::int64_t id) { return id > 0; };
  if (!std::all_of(ids.begin(), ids.end(), is_above_zero))
    std::iota(ids.begin(), ids.end(), std::int64_t{1});
  return ids;
}

void refuse_equal_ids(const std::vector<std::int64_t>& ids, std::string_view name,
                      std::uint64_t first_line) {
  const auto order = order_of(ids);
  const auto twin =
      std::adjacent_find(order.begin(), order.end(),
                         [&](std::uint64_t a, std::uint64_t b) { return ids[a] == ids[b]; });
  if (twin == order.end()) return;
  throw Error(Status::bad_input,
              fmt::format("{}, line {}: the id {} is already on line {}", name,
                          first_line + twin[1], ids[twin[0]], first_line + twin[0]));
}

void require_edge(const Box& box, std::size_t axis, const LineScanner& lines) {
  const double edge = box.high[axis] - box.low[axis];
  if (!(edge > 0) || !std::isfinite(edge))
    lines.fail(fmt::format("the box has no positive, finite edge along {}: from {} to {}",
                           "xyz"[axis], box.low[axis], box.high[axis]));
}

Box bounding_box(const ParticleSet& set) {
  Box box;
  const std::vector<double>* axes[] = {&set.x, &set.y, &set.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axes[axis]->empty()) continue;
    const auto [low, high] = std::minmax_element(axes[axis]->begin(), axes[axis]->end());
    constexpr double infinity = std::numeric_limits<double>::infinity();
    box.low[axis] = *low;
    box.high[axis] = *high > *low ? *high : std::nextafter(*high, infinity);
  }
  return box;
}

}  // namespace gputest

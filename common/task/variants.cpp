#include "common/task/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/core/error.hpp"
#include "common/task/contents.hpp"

namespace gputest::task {
namespace {

bool names(const Symmetry& symmetry, const std::string& parameter) {
  return std::find(symmetry.arrays.begin(), symmetry.arrays.end(), parameter) !=
         symmetry.arrays.end();
}

/// 2^k with k from -most to most and not 0. Consecutive numbers have different powers; a multiple
/// of 2 most has the smallest, and the number before it the largest.
double power_of(std::uint32_t number, int most) {
  const int k = static_cast<int>(number % static_cast<std::uint32_t>(2 * most)) - most;
  return std::ldexp(1, k < 0 ? k : k + 1);
}

/// The largest exponent with which the arrays are scaled: half has few.
int largest_power(const Task& task, const Symmetry& symmetry) {
  for (const std::string& name : symmetry.arrays)
    if (task.find(name)->type == NumberType(Element::fp16)) return 2;
  return 8;
}

}  // namespace

Variant::Variant(const Task& task, const Values& values, std::uint32_t number) {
  if (number == 0) return;
  for (const Symmetry& symmetry : task.symmetries) {
    Change change{&symmetry};
    if (symmetry.kind == Symmetry::Kind::scale) {
      change.factor = power_of(number, largest_power(task, symmetry));
    } else {
      const std::uint64_t count = evaluate_count(symmetry.length, values);
      if (symmetry.kind == Symmetry::Kind::permute) {
        change.places = random_order(count, number);
      } else {
        const std::uint64_t by = count > 1 ? 1 + (number - 1) % (count - 1) : 0;
        for (std::uint64_t k = 0; k < count; ++k) change.places.push_back((k + by) % count);
      }
    }
    changes_.push_back(std::move(change));
  }
}

template <class Item>
void Variant::move(const std::string& parameter, std::vector<Item>& items,
                   std::uint32_t components) const {
  for (const Change& change : changes_) {
    if (change.places.empty() || !names(*change.symmetry, parameter)) continue;
    std::vector<Item> moved(items.size());
    for (std::uint64_t k = 0; k < change.places.size(); ++k)
      for (std::uint64_t c = 0; c < components; ++c)
        moved[change.places[k] * components + c] = items[k * components + c];
    items = std::move(moved);
  }
}

double Variant::factor_of(const std::string& parameter) const {
  double factor = 1;
  for (const Change& change : changes_)
    if (names(*change.symmetry, parameter)) factor *= change.factor;
  return factor;
}

void Variant::apply(const std::string& parameter, Numbers& numbers,
                    std::uint32_t components) const {
  move(parameter, numbers.words, components);
  const double factor = factor_of(parameter);
  if (factor == 1) return;
  for (std::size_t k = 0; k < numbers.words.size(); ++k)
    numbers.words[k] = std::bit_cast<std::uint64_t>(factor * numbers.real(k));
}

void Variant::apply_to_scale(const std::string& parameter, std::vector<double>& scale,
                             std::uint32_t components) const {
  if (scale.size() > 1) move(parameter, scale, components);
  const double factor = factor_of(parameter);
  for (double& one : scale) one *= factor;
}

void require_lengths(const Task& task, const Values& values) {
  for (const Symmetry& symmetry : task.symmetries) {
    if (symmetry.length.empty()) continue;
    const std::uint64_t length = evaluate_count(symmetry.length, values);
    for (const std::string& name : symmetry.arrays) {
      const std::uint64_t count = evaluate_count(task.find(name)->count, values);
      if (count != length)
        throw Error(Status::bad_input, fmt::format("symmetry `{}` moves {} elements, but {} has {}",
                                                   symmetry.text, length, name, count));
    }
  }
}

}  // namespace gputest::task

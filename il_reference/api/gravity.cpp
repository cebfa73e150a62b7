#include "il_reference/api/gravity.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "common/core/ceil_div.hpp"

namespace gputest {
namespace il {
namespace {

using Form = GravityKernel::Form;

constexpr std::uint32_t kBodiesPerThread = 4;  // of Form::groups_by4
constexpr std::uint64_t kGlobalRow = 256;      // elements per row of g[]

double scalar(const KernelSignature& shapes, std::string_view name) {
  for (const Scalar& s : shapes.scalars)
    if (s.name == name)
      return s.value.index() == 0 ? std::get<std::uint32_t>(s.value) : std::get<double>(s.value);
  throw std::logic_error(fmt::format("gravity has no scalar {}", name));
}

bool is_unsoftened(const KernelSignature& shapes) {
  for (const Specialization& constant : shapes.specializations)
    if (constant.name == "unsoftened") return constant.value != 0;
  return false;
}

/// The kernel's text. Without softening, a body at distance 0 must exert no force: rsq_zeroop(zero)
/// gives rsq(0) = 0 instead of FLT_MAX.
std::string text_of(const GravityKernel& kernel, bool unsoftened) {
  std::string text(kernel.file.text);
  constexpr std::string_view plain = "\nrsq ", zero = "\nrsq_zeroop(zero) ";
  if (unsoftened)
    for (auto at = text.find(plain); at != text.npos; at = text.find(plain, at + zero.size()))
      text.replace(at, plain.size(), zero);
  return text;
}

std::span<const std::uint32_t> words_of(const HostArray& array) {
  return {array.as<std::uint32_t>(), array.data.size() / sizeof(std::uint32_t)};
}

}  // namespace

GravityRun::GravityRun(cal::Device& device, const GravityKernel& kernel,
                       const KernelSignature& shapes)
    : shapes_(shapes),
      module_(text_of(kernel, is_unsoftened(shapes)), std::string(kernel.file.path)),
      context_(device) {
  const ArrayShape& bodies = shapes.inputs.front();
  const cal::Format& float4 = cal::format("float4");
  const std::uint64_t n = shapes.items;
  const std::uint64_t width = bodies.is_image() ? bodies.image_width : n;
  const std::uint64_t height = bodies.is_image() ? bodies.image_height() : 1;
  if (kernel.form == Form::pixels_1d) {
    bodies_ = device.alloc_local_1d(width, float4);
    sums_ = device.alloc_local_1d(width, float4);
  } else {
    bodies_ = device.alloc_local_2d(width, height, float4);
    const std::uint64_t threads = ceil_div(n, kBodiesPerThread);
    sums_ = kernel.form == Form::pixels_2d
                ? device.alloc_local_2d(width, height, float4)
                : device.alloc_global_buffer(
                      kGlobalRow, ceil_div(threads * kBodiesPerThread, kGlobalRow), float4);
    const std::uint64_t group = group_size(module_.program())[0];
    groups_[0] = static_cast<std::uint32_t>(ceil_div(threads, group));
  }
  domain_ = {0, 0, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};

  constants_ = device.alloc_remote_1d(1, cal::format("uint4"));
  const float eps = static_cast<float>(std::sqrt(scalar(shapes, "eps2")));
  const std::uint32_t constants[4] = {static_cast<std::uint32_t>(n),
                                      static_cast<std::uint32_t>(width),
                                      std::bit_cast<std::uint32_t>(eps), 0};
  constants_->write(constants);

  context_.set_mem(module_.name("i0"), bodies_);
  context_.set_mem(module_.name("cb0"), constants_);
  context_.set_mem(module_.name(kernel.form == Form::groups_by4 ? "g[]" : "o0"), sums_);
}

void GravityRun::write(const HostArray& bodies) {
  bodies_->write(words_of(bodies));
  spoil();
}

void GravityRun::spoil() {
  const std::vector<std::uint32_t> unwritten(sums_->width() * sums_->height() * 4, 0xFFFFFFFFu);
  sums_->write(unwritten);
}

void GravityRun::run(const RunOptions& options) {
  if (module_.program().stage == Stage::pixel)
    context_.run_program(module_, domain_, options);
  else
    context_.run_program_grid(module_, groups_, options);
}

HostArray GravityRun::read() {
  HostArray sums{shapes_.outputs.front(), {}};
  sums.data.resize(sums.shape.bytes());
  const std::vector<std::uint32_t> words = sums_->read();
  std::memcpy(sums.data.data(), words.data(), sums.data.size());
  return sums;
}

void check_gravity_limits(const cal::DeviceAttributes& attributes, const GravityKernel& kernel,
                          std::uint64_t n) {
  if (kernel.form == Form::pixels_1d) cal::check_extent(attributes, {n, 1, false});
}

}  // namespace il
}  // namespace gputest

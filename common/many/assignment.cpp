// Converts an assignment to a message between ranks and back.
#include <nlohmann/json.hpp>

#include "common/many/part.hpp"

namespace gputest::many {
namespace {

using Cbor = nlohmann::json;

Cbor to_cbor(const std::vector<ArrayShape>& arrays) {
  Cbor list = Cbor::array();
  for (const ArrayShape& shape : arrays)
    list.push_back({shape.name, static_cast<int>(shape.element), shape.components, shape.count});
  return list;
}

std::vector<ArrayShape> arrays_of(const Cbor& list) {
  std::vector<ArrayShape> arrays;
  for (const Cbor& one : list) {
    ArrayShape shape;
    shape.name = one.at(0);
    shape.element = static_cast<Element>(one.at(1).get<int>());
    shape.components = one.at(2);
    shape.count = one.at(3);
    arrays.push_back(std::move(shape));
  }
  return arrays;
}

/// A whole number is stored as an unsigned scalar, even if the value is a double.
Cbor to_cbor(const Scalar& scalar) {
  if (const auto* const number = std::get_if<std::uint32_t>(&scalar.value))
    return {scalar.name, true, *number};
  return {scalar.name, false, std::get<double>(scalar.value)};
}

Scalar scalar_of(const Cbor& json) {
  Scalar scalar{json.at(0), 0.0};
  if (json.at(1).get<bool>())
    scalar.value = json.at(2).get<std::uint32_t>();
  else
    scalar.value = json.at(2).get<double>();
  return scalar;
}

}  // namespace

std::string to_message(const Assignment& assignment) {
  const KernelSignature& arguments = assignment.arguments;
  Cbor scalars = Cbor::array(), specializations = Cbor::array();
  for (const Scalar& scalar : arguments.scalars) scalars.push_back(to_cbor(scalar));
  for (const Specialization& one : arguments.specializations)
    specializations.push_back({one.name, one.value});
  const Configuration& configuration = assignment.configuration;
  const Cbor json{{"kernel", assignment.kernel},
                  {"layout", configuration.layout},
                  {"fp64", configuration.precision == Precision::fp64},
                  {"block", configuration.block},
                  {"axes", configuration.axes},
                  {"inputs", to_cbor(arguments.inputs)},
                  {"outputs", to_cbor(arguments.outputs)},
                  {"scratch", to_cbor(arguments.scratch)},
                  {"scalars", scalars},
                  {"specializations", specializations},
                  {"items", arguments.items},
                  {"counts", assignment.counts},
                  {"ranks", assignment.ranks}};
  const std::vector<std::uint8_t> bytes = Cbor::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

Assignment assignment_of(const std::string& message) {
  const Cbor json = Cbor::from_cbor(message);
  Assignment assignment;
  assignment.kernel = json.at("kernel");
  assignment.configuration = {json.at("layout"),
                              json.at("fp64").get<bool>() ? Precision::fp64 : Precision::fp32,
                              json.at("block"), json.at("axes")};
  KernelSignature& arguments = assignment.arguments;
  arguments.inputs = arrays_of(json.at("inputs"));
  arguments.outputs = arrays_of(json.at("outputs"));
  arguments.scratch = arrays_of(json.at("scratch"));
  for (const Cbor& one : json.at("scalars")) arguments.scalars.push_back(scalar_of(one));
  for (const Cbor& one : json.at("specializations"))
    arguments.specializations.push_back({one.at(0), one.at(1)});
  arguments.items = json.at("items");
  assignment.counts = json.at("counts").get<std::vector<std::uint64_t>>();
  assignment.ranks = json.at("ranks").get<std::vector<int>>();
  return assignment;
}

}  // namespace gputest::many

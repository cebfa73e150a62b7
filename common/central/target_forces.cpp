#include "common/central/target_forces.hpp"

#include <utility>

#include "common/cells/short_range.hpp"
#include "common/central/law.hpp"
#include "common/layout/layout.hpp"

namespace gputest {

const char* central_sum_of_programs(Precision precision) {
  return precision == Precision::fp32 ? "kahan" : "plain";
}

KernelSignature central_signature(const CentralTargets& forces,
                                  const Configuration& configuration) {
  const bool fp32 = configuration.precision == Precision::fp32;
  const Element real = fp32 ? Element::fp32 : Element::fp64;
  const std::uint64_t pairs = forces.types == 0 ? 1 : std::uint64_t{forces.types} * forces.types;
  PeriodicEdges edges;
  edges.edge = {forces.edge, forces.edge, forces.edge};
  std::uint32_t shift = 0, first = 0, last = 0;
  KernelSignature signature;
  signature.inputs = find_layout(configuration.layout)->shapes(forces.capacity, real, 0);
  const std::uint64_t numbers =
      forces.law == GT_CENTRAL_TOSI_FUMI ? GT_HALIDE_NUMBERS : GT_CENTRAL_NUMBERS;
  signature.inputs.push_back({"coefficients", real, 1, numbers * pairs});
  if (forces.table != nullptr) {
    signature.inputs.push_back({"table", real, 4, CentralTable::kMost});
    signature.inputs.push_back({"table_highest", real, 1, CentralTable::kMost});
    shift = 23 - forces.table->bits;
    first = forces.table->first;
    last = static_cast<std::uint32_t>(forces.table->quartics.size() - 1);
  }
  signature.outputs = {{"forces", real, 4, forces.targets}};
  signature.scalars = {
      {"n", forces.bodies}, {"types", forces.types}, {"shape", 0.0}, {"scale", 1.0}};
  for (Scalar& scalar : box_scalars(edges)) signature.scalars.push_back(std::move(scalar));
  for (const Scalar& scalar :
       {Scalar{"table_shift", shift}, Scalar{"table_first", first}, Scalar{"table_last", last},
        Scalar{"first_target", forces.first_target}, Scalar{"targets", forces.targets},
        Scalar{"least_x", forces.least_x}, Scalar{"most_x", forces.most_x},
        Scalar{"nearer", forces.nearer}})
    signature.scalars.push_back(scalar);
  signature.specializations = {{"law", forces.law},
                               {"periodic", forces.edge > 0 ? 1u : 0u},
                               {"sum", fp32 ? 1u : 0u},
                               {"targets", 1},
                               {"charges", forces.types == 0 ? 1u : 0u},
                               {"bounded", forces.is_bounded ? 1u : 0u}};
  signature.items = forces.targets;
  return signature;
}

}  // namespace gputest

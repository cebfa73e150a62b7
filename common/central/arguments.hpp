// The arguments of a C++ kernel of central forces besides its bodies, and one body's part in them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "common/cells/kernel_box.hpp"
#include "common/cells/nearest_image.hpp"
#include "common/central/interval.h"
#include "common/central/law.hpp"
#include "common/central/sums.hpp"
#include "common/device/kernel_call.hpp"
#include "common/device/kernel_lists.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"

namespace gputest::central {

/// A and B of each pair of types, or the five numbers that gt_tosi_fumi() takes.
template <class Real>
struct Coefficients {
  const Real* __restrict__ numbers;  ///< of types 0 and 0, of 0 and 1, …
  std::uint32_t types;

  template <class Form>
  GT_MEMBER_FN const Real* of(Real type) const {
    return numbers + Form::kNumbers * types * static_cast<std::uint32_t>(type);
  }
};

/// The form of a pair: whether A is an ion's charge or belongs to types, and whether g has bounds.
/// The command uses pairs of types without bounds. The other forms are for programs that call
/// kernels themselves (target_forces.hpp).
template <bool Charges, bool Bounded, bool Halide = false>
struct PairForm {
  static constexpr bool kCharges = Charges;  ///< A is multiplied by the mass of body j, which is
                                             ///< its charge
  static constexpr bool kBounded = Bounded;  ///< g has Bounds
  static constexpr bool kHalide = Halide;    ///< gt_tosi_fumi() instead of a law
  static constexpr std::uint32_t kNumbers = Halide ? GT_HALIDE_NUMBERS : GT_CENTRAL_NUMBERS;
};
using TypedPairs = PairForm<false, false>;
using HalidePairs = PairForm<false, false, true>;

/// A g is `nearer` for x below `least`, and 0 from `most` on.
template <class Real>
struct Bounds {
  Real least, most, nearer;
};

/// The arguments that every kernel has. Result k belongs to body first_target + k, for k < targets.
/// These are all n bodies, or those that the scalars name if the call has the specialization
/// `targets`.
template <class Real>
struct Arguments {
  Coefficients<Real> coefficients;
  Vector4<Real>* __restrict__ forces;
  std::uint32_t n, first_target = 0, targets;
  Real shape, scale;
  KernelBox<Real> box;
  Bounds<Real> bounds{};

  /// `arrays` is the number of the layout's arrays, which come before the others.
  Arguments(const KernelCall& call, std::size_t arrays)
      : coefficients{static_cast<const Real*>(call.inputs[arrays]),
                     call.scalar<std::uint32_t>("types")},
        forces(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        targets(n),
        shape(call.scalar<Real>("shape")),
        scale(call.scalar<Real>("scale")),
        box(call) {
    for (const Specialization& one : call.specializations)
      if (one.name == "targets") {
        first_target = call.scalar<std::uint32_t>("first_target");
        targets = call.scalar<std::uint32_t>("targets");
        bounds = {call.scalar<Real>("least_x"), call.scalar<Real>("most_x"),
                  call.scalar<Real>("nearer")};
      }
  }

  /// The numbers of the pairs that a body of this mass is in.
  template <class Form>
  GT_MEMBER_FN const Real* row(Real mass) const {
    return Form::kCharges ? coefficients.numbers : coefficients.template of<Form>(mass);
  }
};

/// g by its formula.
template <class Law, class Real>
struct Formula {
  Law law;
  Real shape;

  GT_MEMBER_FN Real at(Real x) const { return law.at(x, shape); }
};

/// g from the table's polynomials, in global or in shared memory.
struct Table {
  const Vector4<float>* __restrict__ lower;  ///< c0 to c3 of each interval
  const float* __restrict__ highest;         ///< c4
  std::uint32_t shift, first, last;

  Table() = default;
  /// `arrays` as in Arguments.
  Table(const KernelCall& call, std::size_t arrays)
      : lower(static_cast<const Vector4<float>*>(call.inputs[arrays + 1])),
        highest(static_cast<const float*>(call.inputs[arrays + 2])),
        shift(call.scalar<std::uint32_t>("table_shift")),
        first(call.scalar<std::uint32_t>("table_first")),
        last(call.scalar<std::uint32_t>("table_last")) {}

  GT_MEMBER_FN float at(float x) const {
    const std::uint32_t k = gt_interval(x, shift, first, last);
    const Vector4<float> c = lower[k];
    return gt_quartic(gt_from_middle(x, shift), c.x, c.y, c.z, c.w, highest[k]);
  }
};

/// Sums over the bodies j that act on body i: x, y, z of the force, and A g or u.
template <template <class> class Sum, class Real>
struct Sums {
  Sum<Real> x, y, z, w;

  GT_MEMBER_FN Vector4<Real> value(Real scale) const {
    return {x.value(scale), y.value(scale), z.value(scale), w.value(scale)};
  }
};

/// Adds the effect of body j on body i. `row` is the row of coefficients of i. With Images, j is
/// replaced by its nearest image.
template <bool Images, class Form = TypedPairs, class Real, class G, template <class> class Sum>
GT_FN void add(Sums<Sum, Real>& sums, const Body<Real>& i, const Real* row, const Body<Real>& j,
               const G& g, const Arguments<Real>& a) {
  const KernelBox<Real>& box = a.box;
  const Real scale = a.scale;
  Real dx = i.x - j.x, dy = i.y - j.y, dz = i.z - j.z;
  if (Images) {
    dx = gt_nearest_image(dx, box.edge[0], box.inverse_edge[0]);
    dy = gt_nearest_image(dy, box.edge[1], box.inverse_edge[1]);
    dz = gt_nearest_image(dz, box.edge[2], box.inverse_edge[2]);
  }
  const Real r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
  const Real* pair = Form::kCharges ? row : row + Form::kNumbers * static_cast<std::uint32_t>(j.m);
  Real factor = 0, of_w = 0;
  if constexpr (Form::kHalide) {
    if (r2 > 0) {
      const auto at = gt_tosi_fumi(r2, pair);
      factor = at.force;
      of_w = g.law.number == GT_CENTRAL_TOSI_FUMI_VIRIAL ? at.force * r2 : at.energy;
    }
  } else {
    const Real x = pair[1] * r2;
    factor = r2 > 0 ? pair[0] * g.at(x) : Real(0);
    if (Form::kCharges) factor *= j.m;
    if (Form::kBounded && r2 > 0) {
      if (x < a.bounds.least) factor = a.bounds.nearer;
      if (x >= a.bounds.most) factor = 0;
    }
    of_w = factor;
  }
  sums.x.add(factor, dx, scale);
  sums.y.add(factor, dy, scale);
  sums.z.add(factor, dz, scale);
  sums.w.add(of_w, Real(1), scale);
}

/// A way to add up, as a value for choose().
template <template <class> class Sum>
struct Way {
  template <class Real>
  using Of = Sums<Sum, Real>;
};

#ifndef GPUTEST_TEXT
/// The values of the axis `sum`.
using SumAxis = AxisValues<"sum", "plain", "kahan", "fixed64", "fixed80">;

/// Chooses the Way that the axis `sum` names.
inline auto sums_of(const KernelCall& call) {
  return [value = call.configuration.on_axis("sum")](auto&& f) {
#ifndef GPUTEST_FIRST_INSTANCES
    if (value == "kahan") return f(Way<KahanSum>());
    if (value == "fixed64") return f(Way<Fixed64Sum>());
    if (value == "fixed80") return f(Way<Fixed80Sum>());
#endif
    f(Way<PlainSum>());
  };
}

/// Chooses the law that the specialization `law` numbers. A kernel text is compiled for one law: a
/// KnownLaw. Elsewhere one law of each kind of force is compiled, and the kernel finds the others
/// at run time.
inline auto laws_of(const KernelCall& call) {
  return [number = call.specialization("law")](auto&& f) {
    switch (number) {
#ifndef GPUTEST_FIRST_INSTANCES
      case GT_CENTRAL_EWALD_REAL:
        return f(KnownLaw<GT_CENTRAL_EWALD_REAL>());
      case GT_CENTRAL_LJ:
        return f(KnownLaw<GT_CENTRAL_LJ>());
      case GT_CENTRAL_BORN:
        return f(KnownLaw<GT_CENTRAL_BORN>());
      case GT_CENTRAL_DISPERSION6:
        return f(KnownLaw<GT_CENTRAL_DISPERSION6>());
      case GT_CENTRAL_DISPERSION8:
        return f(KnownLaw<GT_CENTRAL_DISPERSION8>());
      case GT_CENTRAL_MORSE:
        return f(KnownLaw<GT_CENTRAL_MORSE>());
#ifdef GPUTEST_EVERY_INSTANCE
      case GT_CENTRAL_INVERSE_ROOT:
        return f(KnownLaw<GT_CENTRAL_INVERSE_ROOT>());
      case GT_CENTRAL_EWALD_POTENTIAL:
        return f(KnownLaw<GT_CENTRAL_EWALD_POTENTIAL>());
      case GT_CENTRAL_LJ_POTENTIAL:
        return f(KnownLaw<GT_CENTRAL_LJ_POTENTIAL>());
#else
      case GT_CENTRAL_INVERSE_ROOT:
      case GT_CENTRAL_EWALD_POTENTIAL:
      case GT_CENTRAL_LJ_POTENTIAL:
        return f(AnyLaw{number});
#endif
#endif
      default:
        return f(KnownLaw<GT_CENTRAL_INVERSE_SQUARE>());
    }
  };
}

/// The form of a call's pairs: typed pairs, unless the call has the specialization `targets`.
struct CalledForm {
  bool charges = false, bounded = false;

  explicit CalledForm(const KernelCall& call) {
    for (const Specialization& one : call.specializations) {
      if (one.name == "charges") charges = one.value == 1;
      if (one.name == "bounded") bounded = one.value == 1;
    }
  }
};

/// The form for kernels without a table. Charges and bounds exist only in the layout soa.
inline CalledForm direct_form(const KernelCall& call) {
  const CalledForm form(call);
  if ((form.charges || form.bounded) && call.configuration.layout != "soa")
    throw std::logic_error("charges and bounds need the layout soa");
  return form;
}

/// Programs add up with Kahan's compensation in fp32, and plainly in fp64.
template <class Real>
using ProgramWay = std::conditional_t<std::is_same_v<Real, float>, Way<KahanSum>, Way<PlainSum>>;

#ifdef GPUTEST_EVERY_INSTANCE

/// Chooses the way to add up, the law, nearest images or not, and the form of pairs.
template <class Bodies>
auto directly(const KernelCall& call) {
  return [ways = sums_of(call), laws = laws_of(call), number = call.specialization("law"),
          images = switch_of(call, "periodic"), form = direct_form(call)](auto&& f) {
    using Real = typename Bodies::gt_real;
    const auto with = [&](const auto& way, auto law, auto pairs) {
      images([&](auto nearest) { f(way, law, nearest, pairs); });
    };
    if (number == GT_CENTRAL_TOSI_FUMI)
      return ways([&](auto way) { with(way, KnownLaw<GT_CENTRAL_TOSI_FUMI>(), HalidePairs()); });
    if (number == GT_CENTRAL_TOSI_FUMI_VIRIAL)
      return ways(
          [&](auto way) { with(way, KnownLaw<GT_CENTRAL_TOSI_FUMI_VIRIAL>(), HalidePairs()); });
    if (!form.charges && !form.bounded)
      return ways([&](auto way) { laws([&](auto law) { with(way, law, TypedPairs()); }); });
    if constexpr (kCanBe<Bodies, SoaBodies>)
      return laws([&](auto law) {
        if (form.charges)
          with(ProgramWay<Real>(), law, PairForm<true, false>());
        else
          with(ProgramWay<Real>(), law, PairForm<false, true>());
      });
  };
}

/// Chooses the way to add up, nearest images or not, and the form of pairs, for kernels with a
/// table. g has bounds if programs ask for them.
inline auto by_table(const KernelCall& call) {
  return [ways = sums_of(call), images = switch_of(call, "periodic"),
          form = CalledForm(call)](auto&& f) {
    const auto with = [&](const auto& way, auto pairs) {
      images([&](auto nearest) { f(way, nearest, pairs); });
    };
    if (!form.bounded) return ways([&](auto way) { with(way, TypedPairs()); });
    form.charges ? with(ProgramWay<float>(), PairForm<true, true>())
                 : with(ProgramWay<float>(), PairForm<false, true>());
  };
}

#else

/// Chooses among the laws with charges of bodies j or with bounds of g, which programs need.
template <class Bodies, class F>
void for_programs(const CalledForm& form, unsigned number, const F& f) {
  using Real = typename Bodies::gt_real;
  if constexpr (kCanBe<Bodies, SoaBodies>) {
    const auto with = [&](auto law, auto pairs) {
      f(ProgramWay<Real>(), law, std::true_type(), pairs);
    };
    const PairForm<true, false> charges;
    const PairForm<false, true> bounded;
    if (form.charges && number == GT_CENTRAL_INVERSE_SQUARE)
      return with(KnownLaw<GT_CENTRAL_INVERSE_SQUARE>(), charges);
    if (form.charges && number == GT_CENTRAL_EWALD_REAL)
      return with(KnownLaw<GT_CENTRAL_EWALD_REAL>(), charges);
    if (form.charges) return with(AnyLaw{number}, charges);
    if (number == GT_CENTRAL_LJ) return with(KnownLaw<GT_CENTRAL_LJ>(), bounded);
    return with(AnyLaw{number}, bounded);
  }
}

/// Chooses the way to add up, the law, nearest images or not, and the form of pairs. In fp32, plain
/// sums are compiled for each law, in an open box without images. The other sums and pairs of
/// halides find their law at run time; in an open box their edges are 0, so that images change
/// nothing.
template <class Bodies>
auto directly(const KernelCall& call) {
  return [ways = sums_of(call), laws = laws_of(call), number = call.specialization("law"),
          images = call.specialization("periodic") == 1, form = direct_form(call)](auto&& f) {
#ifndef GPUTEST_FIRST_INSTANCES
    if (form.charges || form.bounded) return for_programs<Bodies>(form, number, f);
#endif
#ifndef GPUTEST_FIRST_INSTANCES
    if (number == GT_CENTRAL_TOSI_FUMI || number == GT_CENTRAL_TOSI_FUMI_VIRIAL)
      return ways([&](auto way) { f(way, AnyLaw{number}, std::true_type(), HalidePairs()); });
#endif
    ways([&](auto way) {
      if constexpr (std::is_same_v<decltype(way), Way<PlainSum>>)
        laws([&](auto law) {
          if (std::is_same_v<typename Bodies::gt_real, float> && !images)
            f(way, law, std::false_type(), TypedPairs());
          else
            f(way, law, std::true_type(), TypedPairs());
        });
      else
        f(way, AnyLaw{number}, std::true_type(), TypedPairs());
    });
  };
}

/// The same for kernels with a table: the way to add up, nearest images or not, and the form of
/// pairs. g has bounds if programs ask for them.
inline auto by_table(const KernelCall& call) {
  return [ways = sums_of(call), images = call.specialization("periodic") == 1,
          form = CalledForm(call)](auto&& f) {
#ifndef GPUTEST_FIRST_INSTANCES
    if (form.bounded)
      return form.charges ? f(ProgramWay<float>(), std::true_type(), PairForm<true, true>())
                          : f(ProgramWay<float>(), std::true_type(), PairForm<false, true>());
#endif
    ways([&](auto way) {
      if constexpr (std::is_same_v<decltype(way), Way<PlainSum>>)
        images ? f(way, std::true_type(), TypedPairs()) : f(way, std::false_type(), TypedPairs());
      else
        f(way, std::true_type(), TypedPairs());
    });
  };
}

#endif
#endif

}  // namespace gputest::central

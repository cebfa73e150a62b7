/* Cosine and sine of an angle in turns; one text for g++, nvcc, hipcc and OpenCL C. It has no calls
 * and no branches, so that compilers can vectorise a loop over angles.
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (turn.hpp). */
#include "common/portable/portable.h"

typedef struct {
  gt_real cosine, sine;
} gt_turned;

/* Cosine and sine of 2 pi t. Within an eighth of a turn of a quarter they are Taylor series, to
 * half a unit in the last place. |t| must be below 2^29. */
GT_FN gt_turned gt_turn(gt_real t) {
  const gt_real quarters = gt_rint((gt_real)4 * t);
  const gt_real a = (gt_real)6.283185307179586476925 * (t - (gt_real)0.25 * quarters);
  const gt_real a2 = a * a;
  const int quarter = (int)quarters;
  gt_real c, s;
  gt_turned turned;
  if (sizeof(gt_real) == sizeof(double)) {
    c = (gt_real)-1.1470745597729725e-11 + a2 * (gt_real)4.779477332387385e-14;
    c = (gt_real)2.08767569878681e-09 + a2 * c;
    c = (gt_real)-2.755731922398589e-07 + a2 * c;
    c = (gt_real)2.48015873015873e-05 + a2 * c;
    s = (gt_real)1.6059043836821613e-10 + a2 * (gt_real)-7.647163731819816e-13;
    s = (gt_real)-2.505210838544172e-08 + a2 * s;
    s = (gt_real)2.7557319223985893e-06 + a2 * s;
  } else {
    c = (gt_real)2.48015873015873e-05 + a2 * (gt_real)-2.755731922398589e-07;
    s = (gt_real)2.7557319223985893e-06;
  }
  c = (gt_real)-0.001388888888888889 + a2 * c;
  c = (gt_real)0.041666666666666664 + a2 * c;
  c = (gt_real)-0.5 + a2 * c;
  c = (gt_real)1 + a2 * c;
  s = (gt_real)-0.0001984126984126984 + a2 * s;
  s = (gt_real)0.008333333333333333 + a2 * s;
  s = (gt_real)-0.16666666666666666 + a2 * s;
  s = a + a * (a2 * s);
  turned.cosine = quarter & 1 ? s : c;
  turned.sine = quarter & 1 ? c : s;
  turned.cosine = (quarter + 1) & 2 ? -turned.cosine : turned.cosine;
  turned.sine = quarter & 2 ? -turned.sine : turned.sine;
  return turned;
}

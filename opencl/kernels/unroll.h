/* Precedes the loop of the axis `unroll`. -DGT_UNROLLED=<unrolled turns>; 0: the compiler
 * chooses. */
#define GT_PRAGMA(text) _Pragma(#text)
#define GT_UNROLL_BY(turns) GT_PRAGMA(unroll turns)
#if GT_UNROLLED
#define GT_UNROLL_AS_CHOSEN GT_UNROLL_BY(GT_UNROLLED)
#else
#define GT_UNROLL_AS_CHOSEN
#endif

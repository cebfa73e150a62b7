	.section	.AMDGPU.config
	.long	166100
	.long	4
	.long	165900
	.long	0
	.long	166120
	.long	1
	.text
k:
	ALU 16, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 5, @29, KC0[], KC1[]
	ALU 1, @35, KC0[], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T1.X, T3.X, 0
	TEX 0 @10
	MEM_RAT ATOMIC_ADD T0, T2.X
	CF_END
	Fetch clause starting at 8:
	  VTX_READ_32 T1.X, T1.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	ALU clause starting at 12:
	  MOV   T2.X, KC0[2].W,
	  MOV   T0.Z, KC0[2].Y,
	  MOV   T0.W, KC0[2].Z,
	  SETNE_INT * T1.W, T0.X, 0.0,
	  PRED_SETNE_INT * Pred,PredicateBit (MASKED), PS, 0.0,
	  MOV   T1.W, literal.x, Pred_sel_zero
	  MOV * T2.W, literal.y, Pred_sel_zero
	0(0.000000e+00), -1000(nan)
	  LDS_WRITE * T1.W, T2.W, Pred_sel_zero
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T1.W, PS, T0.X,
	  ADD_INT * T1.W, PV.W, KC0[3].Y,
	  LSHL * T1.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, T0.Z, PV.W,
	  MOV * T1.X, PV.X,
	  GROUP_BARRIER
	ALU clause starting at 29:
	  ADD_INT * T0.W, T0.W, T1.W,
	  LSHR   T3.X, PV.W, literal.x,
	  MOV * T0.W, literal.y,
	2(2.802597e-45), 0(0.000000e+00)
	  LDS_MAX_INT * T0.W, T1.X,
	  GROUP_BARRIER
	ALU clause starting at 35:
	  LDS_READ_RET * OQAP, T0.W
	  MOV * T1.X, OQAP,
.Lfunc_end2:

	.section	.AMDGPU.config
	.long	166100
	.long	7
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
k:
	ALU 0, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 5, @13, KC0[CB0:0-32], KC1[]
	TEX 0 @10
	ALU 17, @19, KC0[CB0:0-32], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T0.X, T1.X, 1
	CF_END
	PAD
	Fetch clause starting at 8:
	  VTX_READ_128 T3.XYZW, T2.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	ALU clause starting at 12:
	  MOV * T2.X, KC0[2].Y,
	ALU clause starting at 13:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T4.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, KC0[2].Y, PV.W,
	ALU clause starting at 19:
	  MOV   T0.W, T3.X,
	  MOV * T1.W, T3.Y,
	  MOV   T2.W, T3.Z,
	  AND_INT * T5.W, T0.X, literal.x,
	3(4.203895e-45), 0(0.000000e+00)
	  MOVA_INT * AR.x (MASKED), PS,
	  MOV   T0.Y, T(0 + AR.x).W+,
	  MOV   T6.W, literal.x,
	  ADD_INT * T4.W, KC0[2].Z, T4.W,
	2(2.802597e-45), 0(0.000000e+00)
	  LSHR   T1.X, PS, literal.x,
	  BFE_UINT   T4.W, T0.X, literal.x, PV.W,
	  ADD_INT * T6.W, PV.Y, literal.y,
	2(2.802597e-45), 5(7.006492e-45)
	  MOVA_INT * AR.x (MASKED), T5.W,
	  MOV * T(0 + AR.x).W+, T6.W,
	  MOVA_INT * AR.x (MASKED), T4.W,
	  MOV * T0.X, T(0 + AR.x).W+,
.Lfunc_end4:

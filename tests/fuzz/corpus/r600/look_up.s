	.section	.AMDGPU.config
	.long	166100
	.long	2
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
k:
	ALU 5, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 10, @18, KC0[], KC1[]
	TEX 0 @10
	ALU 3, @29, KC0[CB0:0-32], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T0.X, T1.X, 1
	CF_END
	PAD
	Fetch clause starting at 8:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #2
	ALU clause starting at 12:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T0.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, KC0[2].Y, PV.W,
	ALU clause starting at 18:
	  MULHI * T0.Y, T0.X, literal.x,
	-858993459(-1.073742e+08), 0(0.000000e+00)
	  LSHR * T1.W, PS, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  MULLO_INT * T0.Y, PV.W, literal.x,
	5(7.006492e-45), 0(0.000000e+00)
	  SUB_INT * T1.W, T0.X, PS,
	  LSHL * T1.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, literal.x, PV.W,
	@powers, 0(0.000000e+00)
	ALU clause starting at 29:
	  ADD_INT   T0.X, T0.X, KC0[0].X,
	  ADD_INT * T0.W, KC0[2].Z, T0.W,
	  LSHR * T1.X, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
.Lfunc_end3:

powers:
	.long	1
	.long	10
	.long	100
	.long	1000
	.long	10000

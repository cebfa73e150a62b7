	.section	.AMDGPU.config
	.long	166100
	.long	3
	.long	165900
	.long	0
	.long	166120
	.long	128
	.text
k:
	ALU 4, @8, KC0[CB0:0-32], KC1[]
	TEX 0 @6
	ALU 10, @13, KC0[CB0:0-32], KC1[]
	ALU 13, @24, KC0[], KC1[]
	MEM_RAT MSKOR T1.XW, T0.X
	CF_END
	Fetch clause starting at 6:
	  VTX_READ_16 T1.X, T1.X, 0, #1
	ALU clause starting at 8:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T1.W, PV.W, 1,
	  ADD_INT * T1.X, KC0[2].Y, PV.W,
	ALU clause starting at 13:
	  BFE_INT   T1.W, T1.X, 0.0, literal.x,
	  MULLO_INT * T0.Y, T0.W, literal.y,
	16(2.242078e-44), 7(9.809089e-45)
	  ADD_INT   T1.W, PS, PV.W,
	  LSHL * T2.W, T0.X, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  LDS_WRITE * T2.W, T1.W,
	  ADD_INT   T0.W, KC0[2].Z, T0.W,
	  XOR_INT * T1.W, T2.W, literal.x,
	508(7.118596e-43), 0(0.000000e+00)
	  GROUP_BARRIER
	ALU clause starting at 24:
	  LDS_READ_RET * OQAP, T1.W
	  MOV   T0.X, OQAP,
	  AND_INT * T1.W, T0.W, literal.x,
	3(4.203895e-45), 0(0.000000e+00)
	  AND_INT   T2.W, PV.X, literal.x,
	  LSHL * T1.W, PV.W, literal.y,
	255(3.573311e-43), 3(4.203895e-45)
	  LSHL   T1.X, PV.W, PS,
	  LSHL * T1.W, literal.x, PS,
	255(3.573311e-43), 0(0.000000e+00)
	  MOV   T1.Y, 0.0,
	  MOV * T1.Z, 0.0,
	  LSHR * T0.X, T0.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
.Lfunc_end1:

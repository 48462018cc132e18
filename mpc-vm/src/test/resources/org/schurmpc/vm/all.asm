; Every instruction, over two fields.
.program all_instructions parties 2
.field p128 sigma_mask 40
.field gf2_40 sigma_mask 0
.const 5
.const 340282366920938463463374607431768211296
.const 123456789012345678901234567890
.constg 3
.constg 1099511627775
.memory s 20 c 20 sg 6 cg 6 i 20
.input x party 0 unsigned 32 count 4
.input y party 1 fixed 16 5 count 2
.input b party 0 bit count 3
.inputg z party 1 element count 2
.output sum party all signed 40 count 4
.output mine party 1 element count 2
.output shown party all element count 3
.outputg gsum party all element count 2
.outputg looked party all element count 6
.text "the sum; in \"quotes\" and \\"
.text "ü, and so on"
.table bits 2 3 0157
.table bytes 1 8 637c
.table bits 1 12 abc007
.file "Main.java"
.file "Other.java"

.tape main s 40 c 30 sg 40 cg 8 i 30
.demand triples 12 squares 5 bits 2 inverses 2 inputs 2 2 ownbits 131 32
.demandg triples 4 bits 2 inputs 2 4 lookups 2 2 1
.footprint write s 0 0 20
.footprint write c 0 0 20
.footprint write i 0 0 20
.footprint write sg 0 0 6
.footprint write cg 0 0 6
.line 0 3
  input x 0 s0[4], b 0 s4[3], y 0 s7[2]
  inputg z 0 s0[2]
.line 1 17
  ldk c0[3], 0
  ldk c3[2], *1
  ldkg c0[2], 0
  movs s10[4], s0
  movs s14[2], *s1
  movc c5[2], c0
  int i0[3], -7
  int i3, 9223372036854775807
  movi i4[2], *i3
  share s16[3], c0
  shareg s2[2], *c1
  lds s20[4], 0
  sts s0[4], 3
  ldc c8[2], 1
  stc c0[2], 1
  ldi i6[2], 5
  sti i0[2], 5
  int i8, 1
  int i9, 2
  ldsx s24[2], 0, 8, i8
  ldsx s26[3], 4, 8, *i8
  stsx s24[2], 0, 8, i8
  ldcx c10[2], 0, 6, *i9
  stcx c0[2], 4, 8, i8
  ldix i10[2], 0, 10, i8
  stix i0[2], 4, 10, *i8
  ldsg s4[2], 0
  stsg s2[2], 1
  stcg c0[2], 3
  adds s30[4], s0, s10
  subs s30[4], *s0, s10
  addm s30[3], s10, c0
  subm s30[3], s10, *c0
  rsubm s30[3], *s10, c0
  mulm s30[3], *s10, *c0
  sums s33[4], s0
  addsg s4[2], s2, s0
  mulmg s4[2], s4, *c1
  addc c12[2], c0, c1
  subc c12[2], c0, *c1
  mulc c14[2], c0, c1
  divc c16[2], c0, c1
  idiv c18[2], c1, *c0
  mod c18[2], c1, c0
  and c20[2], c1, c0
  or c20[2], c1, c0
  xor c20[2], c1, c0
  shl c22[2], c0, 3
  shr c22[2], c1, 100
  mod2k c22[2], *c1, 65
  mulcg c2[2], c0, *c1
  addi i12[2], i0, i8
  subi i12[2], i0, *i8
  muli i12[2], i0, i8
  divi i12[2], i0, i8
  modi i12[2], i0, i8
  shli i12[2], i0, i8
  shri i12[2], i0, i8
  andi i12[2], i0, i8
  ori i12[2], i0, i8
  xori i12[2], i0, i8
  lti i12[2], i0, i8
  eqi i12[2], i0, i8
  arg i14
  itoc c24[2], i0
  ctoi i15, c24
  iszero i16[2], c24
  triple s34[2], s36, s38
  square s34[2], s36
  bit s34[2]
  inv s34[2], s36
  rand s36[2]
  bitg s6
  randg s6[2]
  tripleg s4, s5, s6
  startopen product s20[4] s0 s10, square s24[3] s4, masked c5[2] s36, reveal c10[4] s0
  addc c1, c0, c0
  lds s8[2], 3
  stopopen
  startopen product s28[2] *s0 *s1
  stopopen
  startopeng product s4[2] s0 *s2, reveal c4[2] s0, square s6 s0
  stopopeng
  bitg s30
  ldkg c6, 0
  shareg s8[2], *c6
  startopeng lookup s10[2] s8 0, lookup s16 s30 1, lookup s17 s30 2
  movsg s29, s30
  stopopeng
  startopeng lookup s29 s29 1
  stopopeng
  check
  require i8, 1
  outputc shown, 0, c0[2]
  outputc shown, 2, c5
  output mine, 0, s20[2]
  outputg gsum, 0, s4[2]
  outputg looked, 0, s10[6]
  loop i20, 4
    output sum, i20, s33
    jz i20, out
    addi i21, i20, i8
out:
    xori i21, i21, i21
  endloop
  loop i22, 2
    loop i23, 2
      startopen product s35 s0 s1
      stopopen
    endloop
  endloop
  jnz i8, over
  jlt i8, i9, over
  jmp over
over:
  print text 0, c10[4] signed, c0 element, i0[3], text 1
  printg c4[2] element
  call routine
  end
  routine: check
  ret

.tape back s 2 c 2 sg 0 cg 0 i 6 unbounded
.demand triples 10 inputs 0 0
.footprint write i 19 0 1
  int i1, 0
  int i2, 10
  int i3, 1
again:
  startopen product s0 s0 s1
  stopopen
  addi i1, i1, i3
  jlt i1, i2, again
  ldi i4, 19
  subi i4, i4, i3
  sti i4, 19
  end

.tape chunk s 5 c 0 sg 0 cg 0 i 1
.footprint read s 0 5 5
.footprint write i 4 5 1
  arg i0
  muli i0, i0, i0
  end

.schedule run main 3
.schedule loop 2
.schedule run chunk 0, chunk 1, chunk 2
.schedule end
.schedule run main 0
.schedule while 19
.schedule run back 0
.schedule end

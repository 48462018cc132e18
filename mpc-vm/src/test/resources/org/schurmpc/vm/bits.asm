; Every instruction of bits in TinyOT, beside a prime field.
.program bits parties 2
.field p128 sigma_mask 40
.field gf2 sigma_mask 0
.const 5
.constb 1
.memory s 2 c 2 sb 6 cb 6 i 4
.input x party 0 unsigned 8 count 2
.inputb key party 1 bit count 4
.output low party all unsigned 8 count 2
.outputb same party all bit count 2
.outputb mine party 0 bit count 2
.outputb shown party all bit count 3

.tape main s 20 c 20 sb 60 cb 40 i 4
.demand triples 2 ownbits 16 0 ands 7 randombits 2 dabits 2 inputbits 0 4 masks 0 8 48 2 masks 8 0 48 2 masks 8 8 48 2
.footprint write sb 0 0 6
.footprint write cb 0 0 6
  input x 0 s0[2]
  inputb key 0 s0[4]
  edabit s2[2], s4, 8, 48
  edalow s4[2], s6, 8, 48
  edaboth s8[2], s10, s20, 8, 48
  dabit s12[2], s36
  adds s14[2], s0, s2
  startopen reveal c0[2] s14
  stopopen
  ctob c0[2], c0, 0, 8
  bitb s38[2]
  ldkb c30[2], *0
  movsb s40[2], *s0
  shareb s42[2], c30
  startopenb product s44[2] s0 s2, product s46 s0 s1, masked c32[2] s38
  stopopenb
  btoc c2[2], c32
  startopen product s16[2] s12 s0
  startopenb product s48[2] *s4 s5, reveal c34[2] s44
  stopopen
  stopopenb
  addsb s50[2], s0, s2
  subsb s50[2], s50, s2
  addmb s50[2], s50, *c30
  rsubmb s50[2], s50, c30
  submb s50[2], s50, c30
  mulmb s52[2], s50, c34
  sumsb s54[2], s50
  transb s50[2], s50, 2
  stsb s50[2], 1
  ldsb s56[2], 1
  stcb c34[2], 2
  ldcb c36[2], 2
  addcb c36[2], c36, c34
  mulcb c36[2], c36, *c30
  startopenb product s58[2] s56 s50
  stopopenb
  output low, 0, s0[2]
  outputb same, 0, s58[2]
  outputb mine, 0, s52[2]
  outputcb shown, 0, c34[2]
  outputcb shown, 2, c30
  end

.schedule run main 0

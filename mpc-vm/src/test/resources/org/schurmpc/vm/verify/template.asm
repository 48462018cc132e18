.program t parties 2
.field p128 sigma_mask 40
.field gf2_40 sigma_mask 0
.const 1
.const 2
.constg 1
.memory s 10 c 10 sg 4 cg 4 i 10
.input x party 0 unsigned 8 count 4
.input y party 1 element count 2
.inputg z party 0 element
.output o party all element count 4
.output r party 1 element count 2
.outputg q party all element
.text "t"
.file "F.java"
.tape main s 10 c 10 sg 4 cg 4 i 10
.footprint read s 0 0 10
.footprint write s 0 0 8
.footprint write c 0 0 10
.footprint read cg 0 0 4
.footprint write i 0 0 10
.line 0 7
CODE
end
.tape part s 0 c 0 sg 0 cg 0 i 1
.footprint write i 0 2 2
arg i0
stix i0, 0, 10, i0
end
.tape loud s 1 c 1 sg 0 cg 0 i 0
output o, 0, s0
end
.tape taker s 1 c 1 sg 0 cg 0 i 0
.demand inputs 0 1
input y 0 s0
end
.tape turning s 1 c 1 sg 0 cg 0 i 1 unbounded
again: jz i0, again
end
.schedule run main 0

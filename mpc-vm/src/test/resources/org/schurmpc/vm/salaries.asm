; Sum of the salaries of three parties.
.program salaries parties 3
.field p128 sigma_mask 40
.input salary0 party 0 signed 32
.input salary1 party 1 signed 32
.input salary2 party 2 signed 32
.output total party all signed 34
.tape main s 4 c 0 i 0
.demand inputs 0 0 0 ownbits 32 32 32
input salary0 0 s0, salary1 0 s1, salary2 0 s2
adds s3, s0, s1
adds s3, s3, s2
output total, 0, s3
end
.schedule run main 0

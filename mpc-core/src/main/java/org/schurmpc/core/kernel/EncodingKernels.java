package org.schurmpc.core.kernel;

/** Encoding into linear codes over GF(2^8): sums of rows, which are spread into codewords. */
public interface EncodingKernels extends CodewordKernels, RowSumKernels {}

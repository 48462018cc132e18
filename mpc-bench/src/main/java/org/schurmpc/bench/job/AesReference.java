package org.schurmpc.bench.job;

import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.core.bits.BitMatrix;

/** AES-128 of the Java platform, under a layout of blocks; expanded keys must be expansions. */
record AesReference(AesConvention convention) implements Reference {
  @Override
  public BitMatrix expected(BitMatrix inputs) {
    return convention.encrypt(inputs);
  }

  @Override
  public String description() {
    return "AES of the Java platform";
  }
}

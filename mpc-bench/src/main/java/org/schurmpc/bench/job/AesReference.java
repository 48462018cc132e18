package org.schurmpc.bench.job;

import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.core.bits.BitMatrix;

/** Encrypts with AES-128 of the Java platform. An expanded key must be the expansion of a key. */
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

package org.schurmpc.core.circuit.dsl;

/**
 * A binary interchange format of IEEE 754. From the least significant bit on: the fraction, the
 * exponent with its bias, and the sign.
 */
record FloatFormat(int exponentBits, int fractionBits) {
  static final FloatFormat BINARY32 = new FloatFormat(8, 23);
  static final FloatFormat BINARY64 = new FloatFormat(11, 52);

  int bits() {
    return 1 + exponentBits + fractionBits;
  }

  int bias() {
    return (1 << (exponentBits - 1)) - 1;
  }
}

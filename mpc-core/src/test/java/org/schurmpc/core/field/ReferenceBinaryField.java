package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Optional;

/** A field of characteristic 2 on big integers, bit by bit. */
final class ReferenceBinaryField extends ReferenceField {
  private final BigInteger modulus;

  /** X^k + tail. */
  ReferenceBinaryField(int k, long tail) {
    super("gf2_" + k, BigInteger.ONE.shiftLeft(k), k);
    modulus = order().add(BigInteger.valueOf(tail));
  }

  @Override
  public BigInteger characteristic() {
    return BigInteger.TWO;
  }

  @Override
  BigInteger plus(BigInteger a, BigInteger b) {
    return a.xor(b);
  }

  @Override
  BigInteger minus(BigInteger a, BigInteger b) {
    return a.xor(b);
  }

  @Override
  BigInteger times(BigInteger a, BigInteger b) {
    BigInteger product = BigInteger.ZERO;
    for (int i = 0; i < bits(); i++) {
      if (b.testBit(i)) {
        product = product.xor(a.shiftLeft(i));
      }
    }
    return reduced(product);
  }

  @Override
  BigInteger reduced(BigInteger a) {
    BigInteger rest = a;
    while (rest.bitLength() > bits()) {
      rest = rest.xor(modulus.shiftLeft(rest.bitLength() - 1 - bits()));
    }
    return rest;
  }

  @Override
  Optional<BigInteger> root(BigInteger a) {
    return Optional.of(power(a, order().shiftRight(1)));
  }
}

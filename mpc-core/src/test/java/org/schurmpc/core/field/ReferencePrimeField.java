package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Optional;

/** A prime field on big integers. */
final class ReferencePrimeField extends ReferenceField {
  ReferencePrimeField(String name, BigInteger p) {
    super(name, p, p.bitLength());
  }

  @Override
  public BigInteger characteristic() {
    return order();
  }

  @Override
  BigInteger plus(BigInteger a, BigInteger b) {
    return a.add(b).mod(order());
  }

  @Override
  BigInteger minus(BigInteger a, BigInteger b) {
    return a.subtract(b).mod(order());
  }

  @Override
  BigInteger times(BigInteger a, BigInteger b) {
    return a.multiply(b).mod(order());
  }

  @Override
  BigInteger reduced(BigInteger a) {
    return a.mod(order());
  }

  /** Tonelli and Shanks. */
  @Override
  Optional<BigInteger> root(BigInteger a) {
    BigInteger p = order();
    BigInteger half = p.shiftRight(1);
    if (a.signum() == 0) {
      return Optional.of(a);
    }
    if (!a.modPow(half, p).equals(BigInteger.ONE)) {
      return Optional.empty();
    }
    int twos = p.subtract(BigInteger.ONE).getLowestSetBit();
    BigInteger odd = p.shiftRight(twos);
    BigInteger nonResidue = BigInteger.TWO;
    while (nonResidue.modPow(half, p).equals(BigInteger.ONE)) {
      nonResidue = nonResidue.add(BigInteger.ONE);
    }
    BigInteger generator = nonResidue.modPow(odd, p);
    BigInteger root = a.modPow(odd.add(BigInteger.ONE).shiftRight(1), p);
    BigInteger rest = a.modPow(odd, p);
    for (int i = twos - 2; i >= 0; i--) {
      if (!rest.modPow(BigInteger.ONE.shiftLeft(i), p).equals(BigInteger.ONE)) {
        root = times(root, generator);
        rest = times(rest, times(generator, generator));
      }
      generator = times(generator, generator);
    }
    return Optional.of(root.min(p.subtract(root)));
  }
}

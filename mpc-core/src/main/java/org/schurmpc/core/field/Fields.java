package org.schurmpc.core.field;

import java.math.BigInteger;
import org.schurmpc.core.abort.Refused;

/** The fields by name. */
public final class Fields {
  /** The prime of "p128": the largest one below 2^128. */
  private static final BigInteger P128 = BigInteger.TWO.pow(128).subtract(BigInteger.valueOf(159));

  /** The prime of "p192": the largest one below 2^192. */
  private static final BigInteger P192 = BigInteger.TWO.pow(192).subtract(BigInteger.valueOf(237));

  /** The prime of "p256": the largest one below 2^256. */
  private static final BigInteger P256 = BigInteger.TWO.pow(256).subtract(BigInteger.valueOf(189));

  private static final int LEAST_BITS = 32;
  private static final int MOST_BITS = 256;

  /** Certainty of the primality test: a composite passes with probability 2^-100. */
  private static final int CERTAINTY = 100;

  private static final String NAMES =
      "gf2_40, gf2_42, gf2_64, gf2_128, p128, p192, p256 and primes of %d to %d bits in decimal"
          .formatted(LEAST_BITS, MOST_BITS);

  /** The bits, which TinyOT and not SPDZ computes on: no field of {@link #named}. */
  private static final Field BITS = new Gf2();

  private Fields() {}

  /** Returns the field of two elements, "gf2". */
  public static Field bits() {
    return BITS;
  }

  /**
   * Returns a field.
   *
   * @param name "gf2_40", "gf2_42", "gf2_64", "gf2_128", "p128", "p192", "p256", or a prime of 32
   *     to 256 bits in decimal
   * @throws Refused if there is no field of this name, or the number is not prime
   */
  public static Field named(String name) throws Refused {
    return switch (name) {
      case "gf2_40" -> new Gf2To40();
      case "gf2_42" -> new Gf2To42();
      case "gf2_64" -> new Gf2To64();
      case "gf2_128" -> new Gf2To128();
      case "p128" -> modulo(P128);
      case "p192" -> modulo(P192);
      case "p256" -> modulo(P256);
      default -> prime(name);
    };
  }

  private static Field prime(String name) throws Refused {
    // Also keeps huge texts away from the test of primality.
    if (!name.matches("[1-9][0-9]{0,77}")) {
      throw new Refused("there is no field '%s'; there are %s".formatted(name, NAMES));
    }
    BigInteger p = new BigInteger(name);
    if (p.bitLength() < LEAST_BITS || p.bitLength() > MOST_BITS) {
      throw new Refused(
          "a field's prime has %d to %d bits, not %d"
              .formatted(LEAST_BITS, MOST_BITS, p.bitLength()));
    }
    if (!p.isProbablePrime(CERTAINTY)) {
      throw new Refused("%s is no prime".formatted(name));
    }
    return modulo(p);
  }

  private static String name(BigInteger p) {
    if (p.equals(P128)) {
      return "p128";
    }
    if (p.equals(P192)) {
      return "p192";
    }
    return p.equals(P256) ? "p256" : p.toString();
  }

  private static Field modulo(BigInteger p) {
    if (PseudoMersenneField.has(p)) {
      return new PseudoMersenneField(name(p), p);
    }
    return switch ((p.bitLength() + Long.SIZE - 1) / Long.SIZE) {
      case 1 -> new OneLimbField(name(p), p);
      case 2 -> new TwoLimbField(name(p), p);
      default -> new FourLimbField(name(p), p);
    };
  }
}

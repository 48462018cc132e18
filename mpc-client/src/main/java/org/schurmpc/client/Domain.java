package org.schurmpc.client;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The domain of a delivery: how its values and combinations are laid out. A domain of bits has
 * words of GF(2^64) for masks and sums, and sums for each party apart; a field has sums over all
 * parties.
 *
 * @param name the name on the wire
 * @param elements the field, or that of the combinations of bits
 * @param combinations the number of combinations, and of masks
 */
record Domain(String name, Elements elements, int combinations) {
  /** Returns a domain; empty if there is none of this name. */
  static Optional<Domain> named(String name) {
    return Elements.named(name)
        .map(elements -> new Domain(name, elements, elements.combinations()));
  }

  boolean isBits() {
    return name.equals(Elements.BITS);
  }

  /** Returns the number of bits that an element of packed bits holds. */
  int packedBits() {
    return isBits() ? 1 : elements.packedBits();
  }

  int sumBytes(int parties) {
    return isBits() ? parties * combinations * Long.BYTES : combinations * elements.bytes();
  }

  int valueBytes(int n) {
    return isBits()
        ? bitBytes(n) + combinations * Long.BYTES
        : Math.multiplyExact(n + combinations, elements.bytes());
  }

  private static int bitBytes(int n) {
    return (n + Byte.SIZE - 1) / Byte.SIZE;
  }

  boolean areCanonical(byte[] values, int n) {
    return isBits() || elements.areCanonical(values, n + combinations);
  }

  /** Returns what the sums of a delivery must be. */
  byte[] combine(LongSupplier words, List<byte[]> values, int n) {
    if (isBits()) {
      return combineBits(words, values, n);
    }
    byte[] sums = elements.sum(values, n + combinations);
    byte[] combined = new byte[combinations * elements.bytes()];
    for (int a = 0; a < combinations; a++) {
      byte[] next = elements.combine(words, sums, n, n + a);
      System.arraycopy(next, 0, combined, a * next.length, next.length);
    }
    Arrays.fill(sums, (byte) 0);
    return combined;
  }

  /** A bit selects its coefficient, or nothing; each party's sums stand apart. */
  private byte[] combineBits(LongSupplier words, List<byte[]> values, int n) {
    long[] sums = new long[values.size() * combinations];
    for (int a = 0; a < combinations; a++) {
      for (int i = 0; i < n; i++) {
        long rho = words.getAsLong();
        for (int party = 0; party < values.size(); party++) {
          int bit = values.get(party)[i / Byte.SIZE] >> (i % Byte.SIZE) & 1;
          sums[party * combinations + a] ^= rho & -(long) bit;
        }
      }
    }
    ByteBuffer combined = ByteBuffer.allocate(sums.length * Long.BYTES);
    for (int party = 0; party < values.size(); party++) {
      ByteBuffer masks = ByteBuffer.wrap(values.get(party)).position(bitBytes(n));
      for (int a = 0; a < combinations; a++) {
        combined.putLong(sums[party * combinations + a] ^ masks.getLong());
      }
    }
    return combined.array();
  }

  /** Returns the sum of the parties' values without masks. */
  byte[] sum(List<byte[]> values, int n) {
    if (!isBits()) {
      return elements.sum(values, n);
    }
    byte[] sum = new byte[bitBytes(n)];
    for (byte[] each : values) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] ^= each[i];
      }
    }
    return sum;
  }
}

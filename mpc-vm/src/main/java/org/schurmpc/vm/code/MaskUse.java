package org.schurmpc.vm.code;

import java.util.Comparator;

/**
 * A kind of masks of numbers over a prime field, some of whose bits TinyOT holds: r is the sum of
 * two uniform numbers of {@code width} bits, one of each party.
 *
 * @param bits number of the lowest bits of r that TinyOT holds
 * @param split number s of lowest bits such that r mod 2^s is there over the prime field, too; 0 if
 *     it is not
 * @param width number of bits of each party's part
 */
public record MaskUse(int bits, int split, int width) implements Comparable<MaskUse> {
  private static final Comparator<MaskUse> ORDER =
      Comparator.comparingInt(MaskUse::bits)
          .thenComparingInt(MaskUse::split)
          .thenComparingInt(MaskUse::width);

  @Override
  public int compareTo(MaskUse other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "(%d, %d, %d)".formatted(bits, split, width);
  }
}

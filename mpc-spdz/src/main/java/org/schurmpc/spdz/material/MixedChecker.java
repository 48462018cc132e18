package org.schurmpc.spdz.material;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;

/** Combines both parties' items of mixed arithmetic and checks the relations of their values. */
public final class MixedChecker implements MaterialChecker {
  private static final int PARTIES = 2;

  private final MixedMaterial material;
  private final Field field;
  private final SpdzChecker numbers;
  private final long[] alpha;
  private final long[][] delta = new long[PARTIES][];
  private long[][] data;
  private int[] at;

  /**
   * Creates a checker.
   *
   * @param keys each party's share of α, and its Δ behind it
   */
  public MixedChecker(MixedMaterial material, List<long[]> keys) {
    this.material = material;
    this.field = material.field();
    int limbs = field.limbs();
    List<long[]> shares = new ArrayList<>();
    this.alpha = new long[limbs];
    for (int party = 0; party < PARTIES; party++) {
      long[] both = keys.get(party);
      shares.add(Arrays.copyOf(both, limbs));
      delta[party] = Arrays.copyOfRange(both, limbs, both.length);
      field.add(alpha, 0, both, 0, alpha, 0, 1);
    }
    this.numbers = new SpdzChecker(material.numbers(), shares);
  }

  @Override
  public List<MaterialKind> kinds() {
    List<MaterialKind> kinds = new ArrayList<>(numbers.kinds());
    kinds.addAll(material.kinds());
    return kinds;
  }

  @Override
  public boolean knows(MaterialKind kind) {
    return numbers.knows(kind)
        || material.kinds().contains(kind)
        || material.masksOf(kind).isPresent();
  }

  @Override
  public Optional<String> check(MaterialKind kind, long[][] items, int[] offsets) {
    Optional<MixedMaterial.Masks> masks = material.masksOf(kind);
    if (masks.isEmpty() && !material.kinds().contains(kind)) {
      return numbers.check(kind, items, offsets);
    }
    data = items;
    at = offsets;
    int values = kind.equals(material.daBits()) ? 1 : 0;
    int bits = kind.equals(material.ands()) ? 3 : 1;
    if (masks.isPresent()) {
      values = masks.get().split() > 0 ? 2 : 1;
      bits = masks.get().bits();
    }
    for (int value = 0; value < values; value++) {
      if (!authentic(material.numberAt(value))) {
        return Optional.of("the MAC of number %d is wrong".formatted(value));
      }
    }
    for (int bit = 0; bit < bits; bit++) {
      for (int party = 0; party < PARTIES; party++) {
        if (!authentic(values, bits, bit, party)) {
          return Optional.of("the MAC of bit %d of party %d is wrong".formatted(bit, party + 1));
        }
      }
    }
    return masks.isPresent() ? related(masks.get(), values) : related(kind);
  }

  private boolean authentic(int number) {
    int limbs = field.limbs();
    long[] expected = new long[limbs];
    field.multiply(alpha, 0, sum(number), 0, expected, 0, 1);
    return Arrays.equals(expected, sum(number + limbs));
  }

  private long[] sum(int within) {
    long[] sum = new long[field.limbs()];
    field.add(data[0], at[0] + within, data[1], at[1] + within, sum, 0, 1);
    return sum;
  }

  private boolean authentic(int values, int bits, int bit, int party) {
    int peer = 1 - party;
    boolean right = true;
    for (int v = 0; v < material.macWords(); v++) {
      long mac = data[party][at[party] + material.macAt(values, bits, bit) + v];
      long key = data[peer][at[peer] + material.keyAt(values, bits, bit) + v];
      right &= mac == (key ^ (-share(values, bit, party) & delta[peer][v]));
    }
    return right;
  }

  private long share(int values, int bit, int party) {
    return data[party][at[party] + material.bitsAt(values) + bit / Long.SIZE] >>> bit & 1;
  }

  private boolean bit(int values, int bit) {
    return (share(values, bit, 0) ^ share(values, bit, 1)) != 0;
  }

  private BigInteger number(int number) {
    return field.toBigInteger(sum(material.numberAt(number)), 0);
  }

  private Optional<String> related(MixedMaterial.Masks masks, int values) {
    BigInteger r = number(0);
    if (r.bitLength() > masks.width() + 1) {
      return Optional.of("a mask is longer than the sum of its parts");
    }
    if (values == 2 && !number(1).equals(r.mod(BigInteger.TWO.pow(masks.split())))) {
      return Optional.of("a number is not the lowest bits of its mask");
    }
    for (int bit = 0; bit < masks.bits(); bit++) {
      if (bit(values, bit) != r.testBit(bit)) {
        return Optional.of("bit %d is not that of the mask".formatted(bit));
      }
    }
    return Optional.empty();
  }

  private Optional<String> related(MaterialKind kind) {
    boolean right = true;
    if (kind.equals(material.ands())) {
      right = bit(0, MixedMaterial.C) == (bit(0, MixedMaterial.A) && bit(0, MixedMaterial.B));
    } else if (kind.equals(material.daBits())) {
      right = number(0).equals(bit(1, 0) ? BigInteger.ONE : BigInteger.ZERO);
    }
    for (int owner = 0; owner < PARTIES; owner++) {
      if (kind.equals(material.bitInputs(owner))) {
        right &= share(0, 0, 1 - owner) == 0;
      }
    }
    return right ? Optional.empty() : Optional.of("the values are not related as they should be");
  }
}

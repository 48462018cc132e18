package org.schurmpc.spdz.mixed;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.tinyot.material.Material;

/**
 * What the material of a demand takes: the demand's parts, and the numbers of what is made for
 * them. Both parties derive equal plans, so that nothing about sizes is sent.
 */
final class MixedPlan {
  /** Number of bits that each party gives at a time: 32 MB over p128, and as much for MACs. */
  private static final int MOST_BITS = 1 << 19;

  private final MixedMaterial material;
  private final Demand numbers;
  private final Map<MixedMaterial.Masks, Long> masks = new LinkedHashMap<>();
  private final Map<MaterialKind, Long> bits = new HashMap<>();
  private final int mostBits;

  private long given;
  private long blocks;
  private long andBlocks;
  private long carryBlocks;
  private long opened;

  /**
   * Creates the plan of a demand.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  MixedPlan(MixedMaterial material, Demand demand) {
    this.material = material;
    this.mostBits =
        Math.min(MOST_BITS, ParityParameters.most(material.bitSigma(), material.field()));
    Demand.Builder rest = Demand.of(demand.protocol()).tablesOf(demand);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      Optional<MixedMaterial.Masks> of = material.masksOf(quota.getKey());
      if (of.isPresent()) {
        masks.put(of.get(), quota.getValue());
      } else if (material.kinds().contains(quota.getKey())) {
        bits.put(quota.getKey(), quota.getValue());
      } else {
        rest.add(quota.getKey(), quota.getValue());
      }
    }
    this.numbers = rest.build();
    count();
  }

  private void count() {
    masks.forEach(
        (kind, items) -> {
          int low = Math.max(kind.bits(), kind.split());
          for (int groups : portions(kind, items)) {
            addNumbers(groups, low, kind.width() - low, BlockAdder.ands(low, kind.split()));
            if (kind.split() > 0) {
              carryBlocks = Math.addExact(carryBlocks, groups);
            }
          }
        });
    for (int groups : daBitPortions()) {
      addDaBits(groups);
    }
    opened = Math.addExact(opened, Math.multiplyExact(carryBlocks, (long) Material.BITS));
    andBlocks = Math.addExact(andBlocks, blocks(items(material.ands())));
  }

  private void addDaBits(int groups) {
    int low = daBitLength(material.bitSigma(), (long) groups * Material.BITS);
    addNumbers(groups, low, 0, low);
    opened = Math.addExact(opened, (long) groups * Material.BITS * low);
  }

  /** Adds numbers of each party that are added, of {@code low} private daBits and further bits. */
  private void addNumbers(int groups, int low, int high, int ands) {
    int count = groups * Material.BITS;
    ParityParameters size = new ParityParameters(count * low, material.bitSigma());
    given = Math.addExact(given, size.numbers() + (long) count * high);
    blocks = Math.addExact(blocks, size.blocks());
    andBlocks = Math.addExact(andBlocks, (long) groups * ands);
  }

  /** Returns the number of bits of each party whose sum a daBit is the lowest bit of. */
  static int daBitLength(int sigma, long together) {
    int most = (int) Math.min(together, ParityParameters.MOST_BITS);
    return sigma + ParityParameters.ceilLog2(Math.max(Material.BITS, most));
  }

  /** Returns the number of blocks of 64 items of each portion of masks. */
  int[] portions(MixedMaterial.Masks kind, long items) {
    return portions(items, kind.width(), mostBits);
  }

  /** Returns the number of blocks of 64 of each portion of daBits: those of carries, and items. */
  int[] daBitPortions() {
    long blocks = Math.addExact(carryBlocks, blocks(items(material.daBits())));
    long all = Math.multiplyExact(blocks, (long) Material.BITS);
    return portions(all, daBitLength(material.bitSigma(), all), mostBits);
  }

  /**
   * Returns the number of blocks of 64 items of each portion; portions differ by one block at most.
   *
   * @param bitsOfItem number of bits that a party gives for an item
   * @param mostBits number of bits that a party gives for a portion, but for one of 64 items
   */
  static int[] portions(long items, int bitsOfItem, int mostBits) {
    long groups = blocks(items);
    int most = Math.max(1, mostBits / (bitsOfItem * Material.BITS));
    int count = Math.toIntExact((groups + most - 1) / most);
    int[] portions = new int[count];
    for (int i = 0; i < count; i++) {
      portions[i] = (int) (groups * (i + 1) / count - groups * i / count);
    }
    return portions;
  }

  /** Returns the number of blocks of bits. */
  static long blocks(long bits) {
    return bits / Material.BITS + (bits % Material.BITS == 0 ? 0 : 1);
  }

  /** Returns the part of the demand that is SPDZ's own. */
  Demand numbers() {
    return numbers;
  }

  /** Returns {@link #numbers}, and the bits over F_p that each party gives for the rest. */
  Demand withGiven() {
    Demand.Builder all = Demand.of(numbers.protocol()).tablesOf(numbers);
    numbers.quotas().forEach(all::add);
    all.add(material.numbers().ownBits(0), given);
    all.add(material.numbers().ownBits(1), given);
    return all.build();
  }

  /** Returns the number of masks of each kind. */
  Map<MixedMaterial.Masks, Long> masks() {
    return Collections.unmodifiableMap(masks);
  }

  /** Returns the number of items of a kind other than masks. */
  long items(MaterialKind kind) {
    return bits.getOrDefault(kind, 0L);
  }

  /** Returns the number of blocks of bits in TinyOT that each party gives over F_p, too. */
  long privateBlocks() {
    return blocks;
  }

  /** Returns the number of blocks of AND triples: those that are items, and what sums take. */
  long andBlocks() {
    return andBlocks;
  }

  /** Returns the number of blocks of AND triples that sums take. */
  long sumBlocks() {
    return andBlocks - blocks(items(material.ands()));
  }

  /** Returns the number of bits that are opened in TinyOT, but for those of ANDs. */
  long opened() {
    return opened;
  }
}

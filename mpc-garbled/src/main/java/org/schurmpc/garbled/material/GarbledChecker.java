package org.schurmpc.garbled.material;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Combines both parties' material and verifies all its relations: each party's MACs are those of
 * its bits under the other's key, z = x ∧ y, and input masks are one-sided. <b>Whoever runs this
 * knows everything</b>: use it for tests, and for material that is discarded.
 */
public final class GarbledChecker implements MaterialChecker {
  private final Material material;
  private final int evaluator;
  private final long[][] deltas;

  /** The item under check: both parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  /**
   * Creates a checker.
   *
   * @param firstDelta the first party's key Δ: two longs if it garbles, else one for each word of a
   *     MAC of the garbler's bits
   * @param secondDelta the second party's key
   */
  public GarbledChecker(GarbledLevel level, long[] firstDelta, long[] secondDelta) {
    this.material = level.material();
    this.evaluator = 1 - level.garbler();
    this.deltas = new long[][] {firstDelta.clone(), secondDelta.clone()};
    for (int party = 0; party < deltas.length; party++) {
      if (deltas[party].length != level.keyWords(party)) {
        throw new IllegalArgumentException("a key of " + deltas[party].length + " words");
      }
    }
  }

  @Override
  public List<MaterialKind> kinds() {
    return List.of(
        material.andTriples(), material.inputMask(0), material.inputMask(1), material.randomBits());
  }

  @Override
  public Optional<String> check(MaterialKind kind, long[][] items, int[] offsets) {
    data = items;
    at = offsets;
    for (int bit = 0; bit < Material.BITS; bit++) {
      String broken;
      if (kind.equals(material.andTriples())) {
        broken = triple(bit);
      } else if (kind.equals(material.randomBits())) {
        broken = authentic("r", bit, 0, Material.BIT_PLANES);
      } else if (kind.equals(material.inputMask(0))) {
        broken = inputMask(bit, 0);
      } else if (kind.equals(material.inputMask(1))) {
        broken = inputMask(bit, 1);
      } else {
        throw new IllegalArgumentException("garbling has no material '" + kind.name() + "'");
      }
      if (broken != null) {
        return Optional.of("bit %d: %s".formatted(bit, broken));
      }
    }
    return Optional.empty();
  }

  private String triple(int bit) {
    String[] names = {"x", "y", "z"};
    boolean[] values = new boolean[names.length];
    for (int part = Material.X; part <= Material.Z; part++) {
      int word = Material.tripleBits(part);
      String broken = authentic(names[part], bit, word, material.tripleWide(part));
      if (broken != null) {
        return broken;
      }
      values[part] = share(0, word, bit) ^ share(1, word, bit);
    }
    boolean product = values[Material.X] && values[Material.Y];
    return values[Material.Z] == product ? null : "z is not x ∧ y";
  }

  private String inputMask(int bit, int owner) {
    if (share(1 - owner, 0, bit)) {
      return "the share of party %d, which does not own the mask, is not zero".formatted(2 - owner);
    }
    int words = owner == evaluator ? Material.WIDE_WORDS : material.macWords();
    return authentic("r", owner, bit, 0, Material.BIT_PLANES, words);
  }

  /** Checks both parties' MACs of a bit. */
  private String authentic(String name, int bit, int word, int planes) {
    String broken = authentic(name, evaluator, bit, word, planes, Material.WIDE_WORDS);
    int narrow = planes + Material.WIDE;
    return broken != null
        ? broken
        : authentic(name, 1 - evaluator, bit, word, narrow, material.macWords());
  }

  /** Checks one party's MAC: mac = key(peer) + share Δ(peer). */
  private String authentic(String name, int party, int bit, int word, int planes, int words) {
    int peer = 1 - party;
    boolean share = share(party, word, bit);
    for (int v = 0; v < words; v++) {
      int i = planes + v * Material.BITS + bit;
      long expected = data[peer][at[peer] + i] ^ (share ? deltas[peer][v] : 0);
      if (data[party][at[party] + i] != expected) {
        return "the MAC of party %d on its share of %s is wrong".formatted(party + 1, name);
      }
    }
    return null;
  }

  private boolean share(int party, int word, int bit) {
    return (data[party][at[party] + word] >>> bit & 1) != 0;
  }
}

package org.schurmpc.tinyot.material;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * Combines both parties' material and verifies all its relations: each party's MACs are those of
 * its bits under the other's keys, c = a ∧ b, and input masks are one-sided. <b>Whoever runs this
 * knows everything</b>: use it for tests, and for material that is discarded.
 */
public final class TinyOtChecker implements MaterialChecker {
  private final Material material;
  private final long[][] deltas;

  /** The item under check: both parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  /**
   * Creates a checker.
   *
   * @param firstDelta the first party's global key Δ, a long for each word of a MAC
   * @param secondDelta the second party's global key
   */
  public TinyOtChecker(long[] firstDelta, long[] secondDelta) {
    if (firstDelta.length != secondDelta.length) {
      throw new IllegalArgumentException("keys of different lengths");
    }
    this.material = Material.of(firstDelta.length);
    this.deltas = new long[][] {firstDelta.clone(), secondDelta.clone()};
  }

  /**
   * Leases and checks all remaining material of two stores.
   *
   * @param protocol what the stores hold material for
   * @return the first relation that does not hold, with kind and item
   * @throws IllegalStateException if one store has more of a kind than the other
   */
  public static Optional<String> check(String protocol, PrepStore first, PrepStore second)
      throws MpcException {
    TinyOtChecker checker = new TinyOtChecker(first.keys(protocol), second.keys(protocol));
    for (MaterialKind kind : checker.kinds()) {
      if (first.available(kind) != second.available(kind)) {
        throw new IllegalStateException(
            "%d items of '%s' at one party, %d at the other"
                .formatted(first.available(kind), kind.name(), second.available(kind)));
      }
      for (long item = 0; first.available(kind) > 0; item++) {
        Lease one = first.lease(kind, 1);
        Lease two = second.lease(kind, 1);
        Optional<String> broken =
            checker.check(
                kind,
                new long[][] {one.data(), two.data()},
                new int[] {one.offset(), two.offset()});
        if (broken.isPresent()) {
          return Optional.of("%s, item %d: %s".formatted(kind.name(), item, broken.get()));
        }
      }
    }
    return Optional.empty();
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
        int macs = Material.BIT_PLANES;
        broken = authentic("r", bit, 0, macs, macs + material.macLongs());
      } else if (kind.equals(material.inputMask(0))) {
        broken = inputMask(bit, 0);
      } else if (kind.equals(material.inputMask(1))) {
        broken = inputMask(bit, 1);
      } else {
        throw new IllegalArgumentException("TinyOT has no material '" + kind.name() + "'");
      }
      if (broken != null) {
        return Optional.of("bit %d: %s".formatted(bit, broken));
      }
    }
    return Optional.empty();
  }

  private String triple(int bit) {
    String[] names = {"a", "b", "c"};
    boolean[] values = new boolean[names.length];
    for (int part = Material.A; part <= Material.C; part++) {
      int word = Material.tripleBits(part);
      String broken =
          authentic(names[part], bit, word, material.tripleMacs(part), material.tripleKeys(part));
      if (broken != null) {
        return broken;
      }
      values[part] = share(0, word, bit) ^ share(1, word, bit);
    }
    boolean product = values[Material.A] && values[Material.B];
    return values[Material.C] == product ? null : "c is not a ∧ b";
  }

  private String inputMask(int bit, int owner) {
    int planes = Material.BIT_PLANES;
    if (share(1 - owner, 0, bit)) {
      return "the share of party %d, which does not own the mask, is not zero".formatted(2 - owner);
    }
    return authentic("r", owner, bit, 0, planes, planes);
  }

  /** Checks both parties' MACs of a bit. */
  private String authentic(String name, int bit, int word, int macs, int keys) {
    String broken = authentic(name, 0, bit, word, macs, keys);
    return broken != null ? broken : authentic(name, 1, bit, word, macs, keys);
  }

  /** Checks one party's MAC: mac = key(peer) + share Δ(peer). */
  private String authentic(String name, int party, int bit, int word, int macs, int keys) {
    int peer = 1 - party;
    boolean share = share(party, word, bit);
    for (int v = 0; v < material.macWords(); v++) {
      int i = v * Material.BITS + bit;
      long expected = data[peer][at[peer] + keys + i] ^ (share ? deltas[peer][v] : 0);
      if (data[party][at[party] + macs + i] != expected) {
        return "the MAC of party %d on its share of %s is wrong".formatted(party + 1, name);
      }
    }
    return null;
  }

  private boolean share(int party, int word, int bit) {
    return (data[party][at[party] + word] >>> bit & 1) != 0;
  }
}

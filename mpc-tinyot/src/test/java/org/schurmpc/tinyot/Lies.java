package org.schurmpc.tinyot;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinyot.material.Material;

/**
 * Lies about TinyOT's material: another bit or another MAC somewhere, so that every message is as
 * the protocol wants it and wrong, and the liar's transcript is right.
 */
final class Lies {
  private final Material material;
  private final List<Lie> all = new ArrayList<>();

  private Lies(Material material) {
    this.material = material;
  }

  /** All lies of a party on a circuit of two layers of so many ANDs. */
  static List<Lie> of(Material material, int gates, int cheater) {
    Lies lies = new Lies(material);
    // Item 1 is of the first gate, of which it has one lane; the other of the second layer.
    for (int item : new int[] {1, 4 * gates - 2}) {
      int bit = item % 2 == 0 ? 37 : 0;
      for (int part = Material.A; part <= Material.C; part++) {
        lies.add(
            "abc".charAt(part) + " of triple " + item,
            material.andTriples(),
            item,
            Material.tripleBits(part),
            material.tripleMacs(part) + bit,
            bit);
      }
    }
    lies.add("input", material.inputMask(cheater), 2, 0, 1 + 7, 7);
    return lies.all;
  }

  /** A share, a share with its MAC by a wrong guess at the key, a MAC, MACs in another order. */
  private void add(String what, MaterialKind kind, int item, int bits, int mac, int bit) {
    int lastWord = mac + (material.macWords() - 1) * Material.BITS;
    lie("share of " + what, kind, item, random -> (data, at) -> data[at + bits] ^= 1L << bit);
    lie(
        "share and MAC of " + what,
        kind,
        item,
        random ->
            (data, at) -> {
              data[at + bits] ^= 1L << bit;
              data[at + mac] ^= random.nextLong();
            });
    lie("MAC of " + what, kind, item, random -> (data, at) -> data[at + lastWord] ^= 1L << 63);
    if (item % 2 == 0) {
      int other = mac + (bit == 63 ? -1 : 1);
      lie("order of " + what, kind, item, random -> (data, at) -> swap(data, at, mac, other));
    }
  }

  private interface Change {
    Alteration with(Random random);
  }

  private void lie(String what, MaterialKind kind, int item, Change change) {
    all.add(new Lie(what, (cheated, random) -> cheated.alter(kind, item, change.with(random))));
  }

  private static void swap(long[] data, int at, int i, int j) {
    long kept = data[at + i];
    data[at + i] = data[at + j];
    data[at + j] = kept;
  }
}

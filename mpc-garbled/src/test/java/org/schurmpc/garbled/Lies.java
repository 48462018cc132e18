package org.schurmpc.garbled;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/**
 * Lies about the material: another share or another MAC somewhere, so that every message is as the
 * protocol wants it and wrong, and the liar's transcript is right.
 */
final class Lies {
  private static final int BIT = 7;

  private final Material material;
  private final boolean garbles;
  private final List<Lie> all = new ArrayList<>();

  private Lies(GarbledLevel level, int cheater) {
    this.material = level.material();
    this.garbles = cheater == level.garbler();
  }

  /** All lies of a party on a circuit of two layers of so many ANDs, with 65 lanes. */
  static List<Lie> of(GarbledLevel level, int gates, int cheater) {
    Lies lies = new Lies(level, cheater);
    int first = 2; // two items a gate
    int last = 4 * gates - 2;
    // With chunks of 64 gates, 100 gates a layer: one item of each chunk.
    int[] items = gates == 100 ? new int[] {first, 140, 260, last} : new int[] {first, last};
    for (int item : items) {
      lies.factor("x", item, Material.X);
      lies.factor("y", item, Material.Y);
    }
    int macOfZ = lies.material.tripleWide(Material.Z);
    MaterialKind triples = lies.material.andTriples();
    MaterialKind random = lies.material.randomBits();
    if (lies.garbles) {
      // A wrong share of a product shifts the label of the output, which the next gate finds.
      lies.share("product", triples, first, Material.tripleBits(Material.Z), Check.GATE);
      for (int item : items) {
        lies.mac("product " + item, triples, item, macOfZ, Check.GATE);
      }
      lies.share("output's mask", random, last, 0, Check.MAC);
      lies.mac("output's mask", random, last, Material.BIT_PLANES, Check.GATE);
    } else {
      lies.share("product", triples, last, Material.tripleBits(Material.Z), Check.MAC);
      lies.mac("product", triples, last, macOfZ, Check.MAC);
    }
    lies.share("gate's mask", random, first, 0, Check.MAC);
    lies.share("input", lies.material.inputMask(cheater), 2, 0, Check.MAC);
    lies.macOfInput(lies.material.inputMask(cheater));
    return lies.all;
  }

  /** All lies of a party on the same circuit whose layers are opened. */
  static List<Lie> ofOpened(GarbledLevel level, int gates, int cheater) {
    Lies lies = new Lies(level, cheater);
    MaterialKind triples = lies.material.andTriples();
    for (int item : new int[] {2, 4 * gates - 2}) {
      lies.factor("x", item, Material.X);
      lies.factor("y", item, Material.Y);
      lies.share("product " + item, triples, item, Material.tripleBits(Material.Z), Check.MAC);
      lies.mac("product " + item, triples, item, lies.material.tripleWide(Material.Z), Check.MAC);
    }
    lies.share("input", lies.material.inputMask(cheater), 2, 0, Check.MAC);
    lies.macOfInput(lies.material.inputMask(cheater));
    return lies.all;
  }

  private void factor(String what, int item, int part) {
    String name = what + " of triple " + item;
    share(name, material.andTriples(), item, Material.tripleBits(part), Check.MAC);
    mac(name, material.andTriples(), item, material.tripleWide(part), Check.MAC);
  }

  private void share(String what, MaterialKind kind, int item, int bits, Check check) {
    lie("share of " + what, kind, item, (data, at) -> data[at + bits] ^= 1L << BIT, check);
  }

  /** Alters the last word of the liar's MAC. */
  private void mac(String what, MaterialKind kind, int item, int planes, Check check) {
    int own = garbles ? planes + Material.WIDE + material.narrow() : planes + Material.WIDE;
    int plane = own - Material.BITS;
    lie("MAC of " + what, kind, item, (data, at) -> data[at + plane + BIT] ^= 1L << 63, check);
  }

  private void macOfInput(MaterialKind kind) {
    int plane = kind.longsPerItem() - Material.BITS;
    lie("MAC of input", kind, 2, (data, at) -> data[at + plane + BIT] ^= 1, Check.MAC);
  }

  private void lie(String what, MaterialKind kind, int item, Alteration how, Check check) {
    all.add(new Lie(what, (cheated, random) -> cheated.alter(kind, item, how), check));
  }
}

package org.schurmpc.tinytable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;

/**
 * Lies about scrambled tables with a MAC for each entry: another share or another MAC, in every
 * item, so that each entry is the one looked up in some lane.
 */
final class TableLies {
  private static final Function<Material, MaterialKind> ANDS = Material::andTables;
  private static final Function<Material, MaterialKind> TABLES = material -> material.tables(3, 5);
  private static final Function<Material, MaterialKind> OUTPUTS = Material::outputMasks;

  private final List<Lie> all = new ArrayList<>();

  private TableLies() {}

  /** All lies of a scheme. */
  static List<Lie> of(String scheme) {
    TableLies lies = new TableLies();
    if (scheme.equals("linear")) {
      lies.addLinear();
    } else {
      lies.addCodes();
    }
    lies.add("share of an output's mask", OUTPUTS, (m, r) -> (data, at) -> data[at] ^= -1);
    lies.add(
        "MAC of an output's mask", OUTPUTS, (m, r) -> (data, at) -> change(r, data, at + 1, 64));
    lies.add("output's mask and MAC", OUTPUTS, (m, r) -> (data, at) -> forge(r, data, at, 0, 1));
    return lies.all;
  }

  private void addLinear() {
    for (int part = 0; part < Material.LINEAR_PARTS; part++) {
      int bits = part;
      int macs = Material.linearMacs(part);
      add("share " + part + " of ANDs", ANDS, (m, r) -> (data, at) -> data[at + bits] ^= -1);
      add("MACs " + part, ANDS, (m, r) -> (data, at) -> change(r, data, at + macs, 64));
      add("share, MACs " + part, ANDS, (m, r) -> (data, at) -> forge(r, data, at, bits, macs));
    }
    for (int entry = 0; entry < 8; entry++) {
      int e = Material.LINEAR_ENTRY * entry;
      int s = e + Material.LINEAR_SHARE;
      long share = 1L << entry % 5;
      add("entry " + entry, TABLES, (m, r) -> (data, at) -> data[at + s] ^= share);
      add("tag of entry " + entry, TABLES, (m, r) -> (data, at) -> data[at + e] ^= 1L << 63);
    }
  }

  private void addCodes() {
    for (int entry = 0; entry < 4; entry++) {
      int e = entry;
      add("entry " + entry + " of ANDs", ANDS, (m, r) -> (data, at) -> data[at + e] ^= -1);
    }
    int own = Material.ownCodes();
    add(
        "own codes of ANDs",
        ANDS,
        (m, r) -> (data, at) -> change(r, data, at + own, m.peerCodes() - own));
    for (int entry = 0; entry < 8; entry++) {
      long bit = 1L << (8 * entry + 4);
      add("entry " + entry, TABLES, (m, r) -> (data, at) -> data[at] ^= bit);
    }
    int values = Material.valueLongs(3, 5);
    add(
        "own codes of tables",
        TABLES,
        (m, r) -> (data, at) -> change(r, data, at + values, m.peerCodes(3, 5) - values));
  }

  private interface Change {
    Alteration of(Material material, Random random);
  }

  private void add(String what, Function<Material, MaterialKind> kind, Change change) {
    all.add(
        new Lie(
            what,
            (cheated, random) -> {
              Material material = Configurations.material(cheated.run);
              cheated.alter(kind.apply(material), AlteredStore.EVERY, change.of(material, random));
            }));
  }

  private static void change(Random random, long[] data, int at, int longs) {
    for (int i = 0; i < longs; i++) {
      data[at + i] ^= random.nextLong();
    }
  }

  /** Shares with MACs by a wrong guess at the key. */
  private static void forge(Random random, long[] data, int at, int bits, int macs) {
    data[at + bits] ^= -1;
    long guess = random.nextLong();
    for (int i = 0; i < 64; i++) {
      data[at + macs + i] ^= guess;
    }
  }
}

package org.schurmpc.garbled.material;

import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * A level of statistical security with the widths of MACs that reach it, and the party that
 * garbles: that on which material depends.
 *
 * @param sigma statistical security in bits: 40, 64 or 80
 * @param garbler the party that garbles, 0 or 1
 */
public record GarbledLevel(int sigma, int garbler) {
  /** Names of the levels: their statistical security in bits. */
  public static final List<String> NAMES = List.of("40", "64", "80");

  private static final int NARROW_SIGMA = 64;

  /** Checks both. */
  public GarbledLevel {
    if (!NAMES.contains(String.valueOf(sigma)) || garbler < 0 || garbler > 1) {
      throw new IllegalArgumentException("sigma " + sigma + ", garbler " + garbler);
    }
  }

  /**
   * Returns the level of a statistical security in bits.
   *
   * @param garbler the number of the party that garbles, 1 or 2
   * @throws Refused if there is no such level or party
   */
  public static GarbledLevel named(String sigma, String garbler) throws Refused {
    if (!NAMES.contains(sigma)) {
      throw new Refused("sigma of garbled is one of 40, 64 and 80, not '" + sigma + "'");
    }
    if (!List.of("1", "2").contains(garbler)) {
      throw new Refused("the garbler is party 1 or 2, not '" + garbler + "'");
    }
    return new GarbledLevel(Integer.parseInt(sigma), Integer.parseInt(garbler) - 1);
  }

  /** Returns the number of words of a MAC of the garbler's bits. */
  public int macWords() {
    return sigma > NARROW_SIGMA ? 2 : 1;
  }

  /** Returns the number of words of a party's key Δ. */
  public int keyWords(int party) {
    return party == garbler ? Material.WIDE_WORDS : macWords();
  }

  /** Returns the widths of MACs of both parties' bits, which are under the other one's key. */
  public MacWidths macWidths() {
    return new MacWidths(keyWords(1), keyWords(0));
  }

  /** Returns the widths of MACs in bits: of the garbler's bits, and of the evaluator's. */
  public String widths() {
    return "%d and %d bits".formatted(macWords() * Long.SIZE, Material.WIDE);
  }

  /**
   * Refuses a key that is zero, with which the evaluator could not tell the garbler's bits, and the
   * garbler's labels would be equal.
   */
  public static void requireNotZero(long[] key) throws Refused {
    long any = 0;
    for (long word : key) {
      any |= word;
    }
    if (any == 0) {
      throw new Refused("the store's key is zero, which happens once in 2^64 stores: make another");
    }
  }

  public Material material() {
    return new Material(macWords(), garbler);
  }

  /** Returns the name of a store: the protocol and all parameters on which its material depends. */
  public String storeName() {
    return "%s, sigma %d, MACs %s, garbler %d"
        .formatted(Material.PROTOCOL, sigma, widths(), garbler + 1);
  }
}

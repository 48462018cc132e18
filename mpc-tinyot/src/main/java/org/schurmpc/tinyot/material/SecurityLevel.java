package org.schurmpc.tinyot.material;

import java.util.List;
import org.schurmpc.core.abort.Refused;

/**
 * A level of statistical security and the MACs that reach this level.
 *
 * @param sigma statistical security in bits
 * @param macWords width of a MAC in words of 64 bits
 */
public record SecurityLevel(int sigma, int macWords) {
  /** Names of the levels: their statistical security in bits. */
  public static final List<String> NAMES = List.of("40", "64", "80");

  /**
   * Returns the level of a statistical security in bits.
   *
   * @throws Refused if there is no such level
   */
  public static SecurityLevel named(String sigma) throws Refused {
    return switch (sigma) {
      case "40" -> new SecurityLevel(40, 1);
      case "64" -> new SecurityLevel(64, 1);
      case "80" -> new SecurityLevel(80, 2);
      default -> throw new Refused("sigma of tinyot is one of 40, 64 and 80, not '" + sigma + "'");
    };
  }

  public int macBits() {
    return macWords * Long.SIZE;
  }

  public Material material() {
    return Material.of(macWords);
  }

  /** Returns the name of a store: the protocol and all parameters on which its material depends. */
  public String storeName() {
    return "%s, sigma %d, %d-bit MACs".formatted(Material.PROTOCOL, sigma, macBits());
  }
}

package org.schurmpc.minimac.material;

import java.util.OptionalInt;
import org.schurmpc.core.abort.Refused;

/**
 * Parameters on which material depends: an item fits only its protocol, code, number of parties,
 * packing, and code of the wires. The material does not depend on the party that re-encodes, nor on
 * how and when words are opened.
 *
 * @param starWires whether wires are over C* rather than C
 * @param sigma statistical security of the preprocessing without a dealer; empty for material of a
 *     dealer
 */
public record MaterialParameters(
    Family family,
    int parties,
    MiniMacCode code,
    Packing packing,
    boolean starWires,
    OptionalInt sigma) {

  /** Protocols of this module. Material of one protocol cannot be used by the other. */
  public enum Family {
    /** MiniMac with any of the improvements of DLT14, section 4. */
    MINIMAC("minimac"),
    /** MiniMac with all improvements. */
    MINITRIX("minitrix");

    private final String protocol;

    Family(String protocol) {
      this.protocol = protocol;
    }

    /** Returns the protocol's name for users. */
    public String protocol() {
      return protocol;
    }
  }

  /**
   * Maximum number of parties. Memory grows with its square: each party has keys and tags for all
   * others.
   */
  private static final int MAX_PARTIES = 16;

  /** Returns the parameters for MiniTrix: packed bits on wires over C*. */
  public static MaterialParameters minitrix(int parties, MiniMacCode code) {
    return new MaterialParameters(
        Family.MINITRIX, parties, code, Packing.BITS, true, OptionalInt.empty());
  }

  /** Returns the parameters for MiniMac. */
  public static MaterialParameters minimac(
      int parties, MiniMacCode code, Packing packing, boolean starWires) {
    return new MaterialParameters(
        Family.MINIMAC, parties, code, packing, starWires, OptionalInt.empty());
  }

  /** Returns these parameters for material that the parties prepare without a dealer. */
  public MaterialParameters prepared(int securityBits) {
    return new MaterialParameters(
        family, parties, code, packing, starWires, OptionalInt.of(securityBits));
  }

  /**
   * Returns the number of parties after checking it.
   *
   * @throws Refused if the number is out of range
   */
  public static int requireParties(int parties) throws Refused {
    if (parties < 2 || parties > MAX_PARTIES) {
      throw new Refused(
          "%s is for 2 to %d parties, not %d"
              .formatted(Family.MINIMAC.protocol(), MAX_PARTIES, parties));
    }
    return parties;
  }

  /**
   * Returns these parameters after checking them; refuses bytes on wires over C*.
   *
   * @throws Refused with the option to change
   */
  public MaterialParameters checked() throws Refused {
    if (packing == Packing.BYTES && starWires) {
      throw new Refused(
          "conversion none needs packing bits: a product of bytes multiplies words of C, so it must"
              + " be brought back from C* to C");
    }
    return this;
  }

  /** Returns the name of stores for this material. */
  public String storeName() {
    String base =
        family.protocol()
            + " "
            + code.c().name()
            + (parties == 2 ? "" : " of " + parties + " parties");
    String name =
        switch (family) {
          case MINITRIX -> base;
          case MINIMAC ->
              base + " " + packing.optionName() + (starWires ? ", no conversion" : ", pairs");
        };
    return sigma.isPresent() ? name + ", sigma " + sigma.getAsInt() : name;
  }

  /** Returns the kinds of material and the layout of their items. */
  public Material items() {
    return new Material(new AuthWord(parties));
  }

  /** Returns the number of instances of the circuit in a word. */
  public int lanes() {
    return packing.planes() * code.c().k();
  }
}

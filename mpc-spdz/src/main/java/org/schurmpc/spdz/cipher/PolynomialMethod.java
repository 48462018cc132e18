package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.Span;

/** A cipher by polynomials of its S-boxes over a subfield (KORSVV17, section 3). */
final class PolynomialMethod implements CipherMethod {
  private static final String BYTES = "gf2_40";
  private static final String SEXTETS = "gf2_42";

  private final String name;
  private final String field;
  private final boolean aes;
  private final int triples;
  private final int bits;
  private final Sboxes sboxes;

  /** Creates one party's S-boxes. */
  @FunctionalInterface
  private interface Sboxes {
    /**
     * Creates S-boxes.
     *
     * @param most maximum number of items
     */
    Substitution of(CipherParty party, int most);
  }

  /**
   * Creates a method.
   *
   * @param field name of the field that has the subfield
   * @param aes whether the method is for AES, and not for triple DES
   * @param triples number of triples of an S-box
   * @param bits number of random bits of an S-box
   */
  private PolynomialMethod(
      String name, String field, boolean aes, int triples, int bits, Sboxes sboxes) {
    this.name = name;
    this.field = field;
    this.aes = aes;
    this.triples = triples;
    this.bits = bits;
    this.sboxes = sboxes;
  }

  /** Returns AES by bit decomposition. */
  static CipherMethod bitDecomposition() {
    return new PolynomialMethod(
        "bd",
        BYTES,
        true,
        BitDecompositionSbox.TRIPLES,
        BitDecompositionSbox.RANDOM_BITS,
        (party, most) -> new BitDecompositionSbox(bytes(party), most));
  }

  /** Returns AES by the products of Rivain and Prouff. */
  static CipherMethod rivainProuff() {
    return new PolynomialMethod(
        "rp",
        BYTES,
        true,
        RivainProuffSbox.TRIPLES,
        RivainProuffSbox.RANDOM_BITS,
        (party, most) -> new RivainProuffSbox(bytes(party), most));
  }

  /** Returns triple DES by polynomials of degree 62. */
  static CipherMethod raw() {
    return new PolynomialMethod(
        "raw",
        SEXTETS,
        false,
        PolynomialSbox.TRIPLES,
        PolynomialSbox.RANDOM_BITS,
        (party, most) ->
            new PolynomialSbox(
                new Subfield(party, Span.sextets(party.field())), party.lanes(), most));
  }

  /** Returns triple DES with three products for an S-box. */
  static CipherMethod pulkusVivek() {
    return new PolynomialMethod(
        "pv",
        BYTES,
        false,
        PulkusVivekSbox.TRIPLES,
        PulkusVivekSbox.RANDOM_BITS,
        (party, most) -> new PulkusVivekSbox(bytes(party), party.lanes(), most));
  }

  private static Subfield bytes(CipherParty party) {
    return new Subfield(party, Span.bytes(party.field()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void require(CipherFunction function, Field over) throws Refused {
    if (function.isAes() != aes) {
      throw new Refused(
          "method %s evaluates %s, not %s"
              .formatted(name, aes ? "AES-128" : "triple DES", function.text()));
    }
    if (!over.name().equals(field)) {
      throw new Refused(
          "method %1$s computes over %2$s, which has the subfield GF(2^%3$d), not over %4$s: set the"
                  .formatted(name, field, field.equals(BYTES) ? 8 : 6, over.name())
              + " option field to "
              + field);
    }
  }

  @Override
  public void demand(CipherFunction function, Material material, long lanes, Demand.Builder to) {
    int items = aes ? AesRounds.items(function.isExpanded()) : DesRounds.ITEMS;
    long all = Math.multiplyExact(items, lanes);
    to.add(material.triples(), Math.multiplyExact(triples, all));
    to.add(material.bits(), Math.multiplyExact(bits, all));
  }

  @Override
  public CipherKernel kernel(CipherFunction function, CipherParty party) {
    boolean expanded = function.isExpanded();
    int items = aes ? AesRounds.layerItems(expanded) : DesRounds.LAYER_ITEMS;
    Substitution made = sboxes.of(party, items * party.lanes());
    return aes ? new AesRounds(party, expanded, made) : new DesRounds(party, expanded, made);
  }
}

package org.schurmpc.tinytable.material;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing of one circuit, and the memory layout of its items.
 *
 * <p>Wire w carries e_w = b_w + r_w, which is public; r_w is secret. For an input, r is known to
 * its owner; for outputs of AND gates and lookups, r is fresh. XOR and NOT derive r from their
 * inputs (r_o = r_u + r_v; r_o = 1 + r_u with e_o = e_u); constants and public inputs have no mask.
 * Both parties' tables sum, entry by entry, to the masked output of the gate on masked inputs.
 *
 * <p>Instances are numbered as in {@link LaneLayout}, t = number * stride + lane; items of 64 hold
 * instances 64 i to 64 i + 63. Padding lanes are evaluated like all others, on public zeros. The
 * names contain a digest of the circuit, the lanes and the owners of the inputs, so that material
 * for another function is never found in a store.
 */
public final class Material {
  /** Name of the protocol, with which names of stores begin. */
  public static final String PROTOCOL = "tinytable";

  /** Number of instances in an item of input masks, AND tables and output masks. */
  public static final int BITS = 64;

  /** Number of entries of an AND table; masked inputs c and d select entry 2c + d. */
  public static final int AND_ENTRIES = 4;

  /**
   * Number of longs of an entry of a bigger table with linear MAC: the tag, the key, the own share.
   */
  public static final int LINEAR_ENTRY = 3;

  /** Offset of the key in such an entry. */
  public static final int LINEAR_KEY = 1;

  /** Offset of the share in such an entry. */
  public static final int LINEAR_SHARE = 2;

  /** Number of parts of an AND table with linear MAC: r_u r_v + r_o, r_u, r_v. */
  public static final int LINEAR_PARTS = 3;

  /** Number of longs of a word of tables with its MAC and the key of the peer's word. */
  public static final int WORD = 3 * Codeword.LONGS;

  /** Offset of the own word's MAC in such an item. */
  public static final int WORD_MAC = Codeword.LONGS;

  /** Offset of the key of the peer's word in such an item. */
  public static final int WORD_KEY = 2 * Codeword.LONGS;

  private static final int NAME_BYTES = 16;

  private final Scheme scheme;
  private final String function;

  private Material(Scheme scheme, String function) {
    this.scheme = scheme;
    this.function = function;
  }

  /**
   * Returns the material for a circuit with inputs of these parties ({@link Demand#contributors}).
   */
  public static Material of(
      Scheme scheme, LaneLayout layout, LayeredCircuit circuit, List<Set<Integer>> contributors) {
    byte[] digest =
        new FieldHash("tables")
            .add(BristolFashion.digest(circuit.circuit()))
            .add(layout.lanes())
            .add(contributors.toString())
            .digest();
    return new Material(scheme, HexFormat.of().formatHex(digest, 0, NAME_BYTES));
  }

  /** Returns the material that contains a kind, for whatever circuit. */
  public static Optional<Material> ofKind(Scheme scheme, MaterialKind kind) {
    int at = kind.name().lastIndexOf(' ') + 1;
    Material material = new Material(scheme, kind.name().substring(at));
    return kind.name().length() - at == 2 * NAME_BYTES ? Optional.of(material) : Optional.empty();
  }

  /**
   * Returns the number of input wires to which a party contributes.
   *
   * @param valueSizes number of wires of each input value
   */
  public static int contributions(int[] valueSizes, List<Set<Integer>> contributors, int party) {
    int count = 0;
    for (int i = 0; i < valueSizes.length; i++) {
      count += contributors.get(i).contains(party) ? valueSizes[i] : 0;
    }
    return count;
  }

  public Scheme scheme() {
    return scheme;
  }

  /**
   * Returns the kind of 64 masks of a party's inputs, a long: the masks at the owner, zero at the
   * other party. Instances are numbered by the wires to which the party contributes, in order.
   */
  public MaterialKind inputMask(int party) {
    return new MaterialKind("input mask of party " + (party + 1) + " for " + function, 1);
  }

  /**
   * Returns the kind of 64 AND tables. Every layer begins with a new item, and instances are
   * numbered by the gates of the layer's batch.
   *
   * <ul>
   *   <li>passive: 4 longs, the own shares of the entries.
   *   <li>lookup: the longs of passive; then 4 * 64 own codes, that of entry i in instance t at 4t
   *       + i; then 8 * 64 codes of the peer's shares, that of value v at 2 (4t + i) + v.
   *   <li>linear: 3 longs, the own shares of p = r_u r_v + r_o, of r_u and of r_v; then 64 MACs for
   *       each of the three, then 64 keys for each. Entry 2c + d is p + c r_v + d r_u + cd; the
   *       first party adds the public cd to its share, and the second adds cd times Δ to its key.
   *   <li>codewords: one word, its MAC and the key of the peer's word, 32 longs each; MAC = a(peer)
   *       * word + key(peer) in every coordinate. {@link Blocks#ands} groups the gates of all
   *       layers. A group is u, a word of C* with data p and uniform otherwise, and for each slot
   *       two words of C, whose data are r_v and r_u. Slot j is bit j of the symbols, gate i of a
   *       slot position i.
   * </ul>
   */
  public MaterialKind andTables() {
    int longs =
        switch (scheme.form()) {
          case PASSIVE -> AND_ENTRIES;
          case LOOKUP -> peerCodes() + codeLongs(2 * AND_ENTRIES * BITS);
          case LINEAR -> LINEAR_PARTS + 2 * LINEAR_PARTS * BITS;
          case CODEWORD -> WORD;
        };
    return new MaterialKind("AND tables for " + function, longs);
  }

  /** Returns the start of the own codes in an item of AND tables with lookup MAC. */
  public static int ownCodes() {
    return AND_ENTRIES;
  }

  /**
   * Returns the start of the codes of the peer's shares in an item of AND tables with lookup MAC.
   */
  public int peerCodes() {
    return AND_ENTRIES + codeLongs(AND_ENTRIES * BITS);
  }

  /** Returns the start of the MACs of a part in an item of AND tables with linear MAC. */
  public static int linearMacs(int part) {
    return LINEAR_PARTS + part * BITS;
  }

  /** Returns the start of the keys of a part in an item of AND tables with linear MAC. */
  public static int linearKeys(int part) {
    return LINEAR_PARTS + (LINEAR_PARTS + part) * BITS;
  }

  /**
   * Returns the kind of one table of n to m bits for one lane: item number * lanes + lane, where
   * lookups of this shape are numbered in order. Entry i is T(i + r_in) + r_out.
   *
   * <ul>
   *   <li>passive: the own shares of the entries, {@link #valueBytes} bytes each, the first lowest.
   *   <li>lookup: the bytes of passive; then 2^n own codes; then 2^n 2^m codes of the peer's
   *       shares, that of value v at 2^m i + v.
   *   <li>linear: for each entry {@value #LINEAR_ENTRY} longs, the tag of the own share, the key of
   *       the peer's share, the own share. A tag is Σ X^b MAC_b over the bits of the value, in
   *       GF(2^64) ({@link Gf64}), and tag = key(peer) + share * Δ(peer).
   *   <li>codewords, m &le; 8: words like those of AND gates. {@link Blocks#tables} groups the
   *       tables of this shape, and pieces of others ({@link WordPlan}), in all layers. A group is
   *       u, uniform among the words of C* with zero data, and the words of C with the own shares
   *       of the entries.
   * </ul>
   */
  public MaterialKind tables(int inputBits, int outputBits) {
    long longs =
        switch (scheme.form()) {
          case PASSIVE -> valueLongs(inputBits, outputBits);
          case LOOKUP ->
              peerCodes(inputBits, outputBits) + codeLongs(1L << (inputBits + outputBits));
          case LINEAR -> (long) LINEAR_ENTRY << inputBits;
          case CODEWORD -> WORD;
        };
    return new MaterialKind(
        "tables of %d to %d bits for %s".formatted(inputBits, outputBits, function),
        Math.toIntExact(longs));
  }

  /** Returns the number of bytes of a value of {@code outputBits} bits. */
  public static int valueBytes(int outputBits) {
    return outputBits <= 8 ? 1 : 2;
  }

  /**
   * Returns the start of the own codes in a table with lookup MAC, which is the number of longs of
   * the values.
   */
  public static int valueLongs(int inputBits, int outputBits) {
    return Math.max(1, (valueBytes(outputBits) << inputBits) / Long.BYTES);
  }

  /** Returns the start of the codes of the peer's shares in a table with lookup MAC. */
  public int peerCodes(int inputBits, int outputBits) {
    return valueLongs(inputBits, outputBits) + codeLongs(1L << inputBits);
  }

  /**
   * Returns the kind of 64 masks of output wires; instances are numbered by the wires. Passive: a
   * long, the own shares. Otherwise this long, 64 MACs and 64 keys.
   */
  public MaterialKind outputMasks() {
    return new MaterialKind("output masks for " + function, scheme.isActive() ? 1 + 2 * BITS : 1);
  }

  /** Returns the number of longs that {@code codes} codes of k bits take. */
  private int codeLongs(long codes) {
    return Math.toIntExact((codes * scheme.k() + Long.SIZE - 1) / Long.SIZE);
  }

  /**
   * Returns a code. Codes are numbered from the start of the codes, the first in the lowest bits.
   */
  public long code(long[] data, int start, int number) {
    int perLong = Long.SIZE / scheme.k();
    int shift = number % perLong * scheme.k();
    return (data[start + number / perLong] >>> shift) & codeMask();
  }

  /** Writes a code over zeros, in the layout that {@link #code} reads. */
  public void putCode(long[] data, int start, int number, long code) {
    int perLong = Long.SIZE / scheme.k();
    data[start + number / perLong] |= (code & codeMask()) << (number % perLong * scheme.k());
  }

  /** Returns the mask of the bits of a code. */
  public long codeMask() {
    return -1L >>> (Long.SIZE - scheme.k());
  }
}

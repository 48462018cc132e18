package org.schurmpc.spdz.material;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialKind;

/**
 * A masked table of a public function T from ℓ to m bits (KORSVV17, Protocol 1): an authenticated
 * uniform mask s of ℓ bits, and the authenticated entries T(h ⊕ s) for all h. One entry of an item
 * is read, once.
 *
 * <p>All of these values lie in known spans. A part of an item is the coordinates of a value's
 * share in its {@link Span} and the share of its MAC. Over a field of 40 bits, a part is one long:
 * the coordinates from bit {@value #VALUE_SHIFT} on, and the MAC below. Over others it is a long of
 * coordinates and the {@link Field#limbs} longs of the MAC.
 *
 * <p>An item is the part of s, then those of the entries at h = 0, 1, ..., {@link #outputs} parts
 * each.
 */
public final class LookupKind {
  /** The place of the coordinates in a part of one long. */
  public static final int VALUE_SHIFT = 40;

  private static final Pattern NAME =
      Pattern.compile(
          "lookups of ([0-9]{1,2}) to ([0-9]{1,2}) bits as (bits|bytes), ([0-9a-f]{64})");

  /** The form of indices and outputs. */
  public enum Form {
    /** An index is Σ X^i b_i. Each output bit is a value of its own, 0 or 1. */
    BITS,

    /**
     * An index and its one output are bytes: images of elements of GF(2^8). Both have 8 bits at
     * most.
     */
    BYTES;

    private String text() {
      return this == BITS ? "bits" : "bytes";
    }
  }

  private final Field field;
  private final Form form;
  private final int inputBits;
  private final int outputBits;
  private final String digest;

  private LookupKind(Field field, Form form, int inputBits, int outputBits, String digest) {
    boolean fits = form == Form.BITS || Math.max(inputBits, outputBits) <= Byte.SIZE;
    if (!fits) {
      throw new IllegalArgumentException(
          "a table of %d to %d bits as bytes".formatted(inputBits, outputBits));
    }
    this.field = field;
    this.form = form;
    this.inputBits = inputBits;
    this.outputBits = outputBits;
    this.digest = digest;
  }

  /** Returns the kind of a table's items. */
  public static LookupKind of(Field field, LookupTable table, Form form) {
    return new LookupKind(field, form, table.inputBits(), table.outputBits(), digest(table));
  }

  /** Returns the kind that another kind of material is, if it is one of lookups. */
  public static Optional<LookupKind> of(Field field, MaterialKind kind) {
    Matcher name = NAME.matcher(kind.name());
    if (!name.matches()) {
      return Optional.empty();
    }
    Form form = name.group(3).equals(Form.BYTES.text()) ? Form.BYTES : Form.BITS;
    int inputBits = Integer.parseInt(name.group(1));
    int outputBits = Integer.parseInt(name.group(2));
    if (!isSize(inputBits, form) || !isSize(outputBits, form)) {
      return Optional.empty();
    }
    LookupKind lookups = new LookupKind(field, form, inputBits, outputBits, name.group(4));
    return lookups.kind().equals(kind) ? Optional.of(lookups) : Optional.empty();
  }

  private static boolean isSize(int bits, Form form) {
    return bits >= 1 && bits <= (form == Form.BITS ? LookupTable.MAX_BITS : Byte.SIZE);
  }

  private static String digest(LookupTable table) {
    FieldHash hash = new FieldHash("lookup table").add(table.inputBits()).add(table.outputBits());
    for (int i = 0; i < table.entries(); i++) {
      hash.add(table.entry(i));
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  /** Whether these are items of a table, which may have been read from another place. */
  public boolean isOf(LookupTable table) {
    return digest.equals(digest(table));
  }

  /** Returns the kind of material, whose name has the sizes, the form and a digest of the table. */
  public MaterialKind kind() {
    String name =
        "lookups of %d to %d bits as %s, %s".formatted(inputBits, outputBits, form.text(), digest);
    return new MaterialKind(name, entryAt(entries()));
  }

  public Field field() {
    return field;
  }

  public Form form() {
    return form;
  }

  /** Returns ℓ. */
  public int inputBits() {
    return inputBits;
  }

  /** Returns m. */
  public int outputBits() {
    return outputBits;
  }

  /** Returns the number of entries, 2^ℓ. */
  public int entries() {
    return 1 << inputBits;
  }

  /** Returns the number of values of an entry: m bits, or one byte. */
  public int outputs() {
    return form == Form.BITS ? outputBits : 1;
  }

  /** Returns the number of bits of each value of an entry: 1, or m. */
  public int bitsPerOutput() {
    return form == Form.BITS ? 1 : outputBits;
  }

  /** Returns the span of s, of indices, and of what is opened: ℓ coordinates. */
  public Span indices() {
    return form == Form.BITS ? Span.powers(field, inputBits) : Span.bytes(field, inputBits);
  }

  /** Returns the span of each value of an entry. */
  public Span values() {
    return form == Form.BITS ? Span.powers(field, 1) : Span.bytes(field);
  }

  /** Whether a part is one long. */
  public boolean packed() {
    return packed(field);
  }

  /** Whether a part is one long over a field. */
  public static boolean packed(Field field) {
    return field.bits() == VALUE_SHIFT;
  }

  /** Returns the number of longs of a part. */
  public int partLongs() {
    return packed() ? 1 : 1 + field.limbs();
  }

  /** Returns the place of an entry's first part within an item. */
  public int entryAt(int h) {
    return (1 + h * outputs()) * partLongs();
  }

  /** Writes a part. */
  public void write(long coordinates, long[] mac, int macAt, long[] to, int at) {
    if (packed()) {
      to[at] = coordinates << VALUE_SHIFT | mac[macAt];
    } else {
      to[at] = coordinates;
      System.arraycopy(mac, macAt, to, at + 1, field.limbs());
    }
  }

  /** Returns the coordinates of a part. */
  public long coordinates(long[] from, int at) {
    return packed() ? from[at] >>> VALUE_SHIFT : from[at];
  }

  /** Writes the MAC of a part. */
  public void mac(long[] from, int at, long[] to, int toAt) {
    if (packed()) {
      to[toAt] = from[at] & (1L << VALUE_SHIFT) - 1;
    } else {
      System.arraycopy(from, at + 1, to, toAt, field.limbs());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LookupKind that
        && field.name().equals(that.field.name())
        && kind().equals(that.kind());
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  @Override
  public String toString() {
    return kind().name();
  }
}

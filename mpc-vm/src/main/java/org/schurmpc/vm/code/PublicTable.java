package org.schurmpc.vm.code;

import java.util.Objects;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;

/**
 * A public table of a program, in which values are looked up at secret indices (KORSVV17, section
 * 4).
 *
 * @param form what indices and results are
 */
public record PublicTable(Form form, LookupTable entries) {
  /** Maximum number of input and output bits of a table of bytes. */
  public static final int BYTE_BITS = 8;

  /** Name of the field that has images of bytes. */
  public static final String BYTE_FIELD = "gf2_40";

  /** The elements that an index and the result of a lookup are. */
  public enum Form {
    /**
     * The index i of l bits is the element whose coefficients the bits are, the lowest first. The
     * result is m elements, 0 or 1 each, the lowest bit first.
     */
    BITS(0, "bits"),
    /** Index and result are the images of bytes in the field "gf2_40". */
    BYTES(1, "bytes");

    private final int code;
    private final String word;

    Form(int code, String word) {
      this.code = code;
      this.word = word;
    }

    /** Returns the number in files. */
    public int code() {
      return code;
    }

    /** Returns the name in the assembler's text. */
    public String word() {
      return word;
    }

    /** Returns the form of a number in files, or null if there is none. */
    public static Form of(int code) {
      return code >= 0 && code < values().length ? values()[code] : null;
    }

    /** Returns the form of a name, or null if there is none. */
    public static Form named(String word) {
      for (Form form : values()) {
        if (form.word.equals(word)) {
          return form;
        }
      }
      return null;
    }
  }

  public PublicTable {
    Objects.requireNonNull(form);
    Objects.requireNonNull(entries);
  }

  /** Whether values of a field can be looked up in the table. */
  public boolean isOver(Field field) {
    return form == Form.BITS
        ? field.isBinary() && field.bits() > 1
        : field.name().equals(BYTE_FIELD);
  }

  /** Returns the number of bytes of a masked index. */
  public int indexBytes() {
    return (entries.inputBits() + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the number of elements of a result. */
  public int results() {
    return form == Form.BITS ? entries.outputBits() : 1;
  }
}

package org.schurmpc.spdz.cipher;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;

/** The S-boxes of which masked tables can be prepared before a circuit is known. */
public final class CipherTables {
  private CipherTables() {}

  /**
   * Represents masked tables of an S-box.
   *
   * @param kind the kind that the methods of ciphers consume
   */
  public record Sbox(LookupKind kind, LookupTable table) {}

  /** The stock of the S-box of AES, of a field that holds bytes alone. */
  public static final String AES = "sbox_aes";

  /**
   * Returns the S-boxes over a field by the names of their stocks: sbox_aes, if the field has
   * bytes, and sbox_des1 to sbox_des8, if the field is binary.
   */
  public static Map<String, Sbox> of(Field field) {
    Map<String, Sbox> boxes = new LinkedHashMap<>();
    if (Span.holdsBytes(field)) {
      boxes.put(AES, new Sbox(AesLookups.kind(field), AesTables.sbox()));
    }
    if (field.isBinary()) {
      List<LookupKind> kinds = DesLookups.kinds(field);
      List<LookupTable> tables = DesTables.sboxes();
      for (int box = 0; box < tables.size(); box++) {
        boxes.put("sbox_des" + (box + 1), new Sbox(kinds.get(box), tables.get(box)));
      }
    }
    return boxes;
  }
}

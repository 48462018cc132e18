package org.schurmpc.spdz.cipher;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;

/**
 * An S-box, whose masked tables serve any circuit of its cipher by method lt.
 *
 * @param name of the material in a stock
 * @param form of indices and outputs
 */
public record CipherTable(String name, LookupTable table, LookupKind.Form form) {
  /** Returns all S-boxes: that of AES, and the eight of DES. */
  public static List<CipherTable> all() {
    List<CipherTable> all = new ArrayList<>();
    all.add(aes());
    List<LookupTable> des = DesTables.sboxes();
    for (int i = 0; i < des.size(); i++) {
      all.add(new CipherTable("sbox_des" + (i + 1), des.get(i), LookupKind.Form.BITS));
    }
    return all;
  }

  /** Returns the S-box of AES. */
  public static CipherTable aes() {
    return new CipherTable("sbox_aes", AesTables.sbox(), LookupKind.Form.BYTES);
  }

  /** Whether a field has such tables. */
  public boolean fits(Field field) {
    return field.isBinary() && (form == LookupKind.Form.BITS || Span.holdsBytes(field));
  }

  /** Returns the kind of the masked tables. */
  public LookupKind kind(Field field) {
    return LookupKind.of(field, table, form);
  }
}

package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.List;

/** The circuits of DES and triple DES. */
final class DesCircuits {
  private DesCircuits() {}

  static List<LibraryCircuit> all() {
    List<LibraryCircuit> all = new ArrayList<>();
    for (Sboxes sboxes : Sboxes.values()) {
      for (int keys : new int[] {1, 3}) {
        for (boolean expanded : new boolean[] {false, true}) {
          all.add(of(new Des.Kind(keys, expanded, false), sboxes));
          all.add(of(new Des.Kind(keys, expanded, true), sboxes));
        }
      }
    }
    return all;
  }

  private static LibraryCircuit of(Des.Kind kind, Sboxes sboxes) {
    boolean triple = kind.keys() == 3;
    String name =
        (triple ? "triple_des" : "des")
            + (kind.expanded() ? "_expanded" : "")
            + (kind.decrypts() ? "_decrypt" : "")
            + sboxes.suffix();
    String key =
        "%s%s (%d)"
            .formatted(
                kind.expanded() ? "round keys" : "key",
                triple ? " of K1, K2, K3" : "",
                kind.keyBits());
    return new LibraryCircuit(
        name,
        () -> Des.circuit(kind, sboxes),
        key + (kind.decrypts() ? ", ciphertext (64)" : ", plaintext (64)"),
        kind.decrypts() ? "plaintext (64)" : "ciphertext (64)",
        LibraryCircuit.STRING,
        "%s %s%s%s"
            .formatted(
                triple ? "triple DES (SP 800-67, EDE)" : "DES (FIPS 46-3)",
                kind.decrypts() ? "decryption" : "encryption",
                kind.expanded()
                    ? ", for each key 16 round keys of 48 bits, in the order of encryption"
                    : ", parity bits ignored",
                sboxes == Sboxes.LOOKUP ? ", S-boxes as lookups" : ""),
        "javax.crypto");
  }
}

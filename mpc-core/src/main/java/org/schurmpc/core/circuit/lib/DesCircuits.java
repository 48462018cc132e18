package org.schurmpc.core.circuit.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.dsl.Goal;

/** The circuits of DES and triple DES. */
final class DesCircuits {
  private DesCircuits() {}

  static List<LibraryCircuit> all() {
    List<LibraryCircuit> all = new ArrayList<>();
    for (Goal goal : Goal.values()) {
      for (int keys : new int[] {1, 3}) {
        for (boolean expanded : new boolean[] {false, true}) {
          all.add(of(new Des.Kind(keys, expanded, false), goal));
          all.add(of(new Des.Kind(keys, expanded, true), goal));
        }
      }
    }
    return all;
  }

  private static LibraryCircuit of(Des.Kind kind, Goal goal) {
    boolean triple = kind.keys() == 3;
    String name =
        (triple ? "triple_des" : "des")
            + (kind.expanded() ? "_expanded" : "")
            + (kind.decrypts() ? "_decrypt" : "")
            + (goal == Goal.FEWEST_ANDS ? "" : "_shallow");
    String key =
        "%s%s (%d)"
            .formatted(
                kind.expanded() ? "round keys" : "key",
                triple ? " of K1, K2, K3" : "",
                kind.keyBits());
    return new LibraryCircuit(
        name,
        () -> Des.circuit(kind, goal),
        key + (kind.decrypts() ? ", ciphertext (64)" : ", plaintext (64)"),
        kind.decrypts() ? "plaintext (64)" : "ciphertext (64)",
        LibraryCircuit.STRING,
        "%s %s%s"
            .formatted(
                triple ? "triple DES (SP 800-67, EDE)" : "DES (FIPS 46-3)",
                kind.decrypts() ? "decryption" : "encryption",
                kind.expanded()
                    ? ", for each key 16 round keys of 48 bits, that of round 1 of encryption first"
                    : ", parity bits ignored"),
        "javax.crypto");
  }
}

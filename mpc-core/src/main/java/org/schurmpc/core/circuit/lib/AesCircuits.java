package org.schurmpc.core.circuit.lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;

/** The circuits of AES. */
final class AesCircuits {
  private AesCircuits() {}

  static List<LibraryCircuit> all() {
    List<LibraryCircuit> all = new ArrayList<>();
    for (int bits : new int[] {128, 192, 256}) {
      for (Goal goal : Goal.values()) {
        all.add(of(bits, "", goal, () -> Aes.encryption(bits, goal)));
        all.add(of(bits, "_decrypt", goal, () -> Aes.decryption(bits, goal)));
        all.add(of(bits, "_expanded", goal, () -> Aes.expandedEncryption(bits, goal)));
        all.add(of(bits, "_expanded_decrypt", goal, () -> Aes.expandedDecryption(bits, goal)));
      }
    }
    return all;
  }

  private static LibraryCircuit of(int bits, String kind, Goal goal, Supplier<Circuit> maker) {
    boolean small = goal == Goal.FEWEST_ANDS;
    boolean expanded = kind.startsWith("_expanded");
    boolean decrypts = kind.endsWith("_decrypt");
    String key = expanded ? "expanded key (" + (4 * bits + 896) + ")" : "key (" + bits + ")";
    return new LibraryCircuit(
        "aes_" + bits + kind + (small ? "" : "_shallow"),
        maker,
        key + (decrypts ? ", ciphertext (128)" : ", plaintext (128)"),
        decrypts ? "plaintext (128)" : "ciphertext (128)",
        LibraryCircuit.STRING,
        "AES-%d %s (FIPS 197)%s, S-box of eprint %s"
            .formatted(
                bits,
                decrypts ? "decryption" : "encryption",
                expanded ? ", expanded key w[0], w[1], ..." : "",
                small ? "2009/191" : "2011/332"),
        "javax.crypto, FIPS 197 C." + (bits / 64 - 1));
  }
}

package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.schurmpc.core.circuit.Circuit;

/** The circuits of AES. */
final class AesCircuits {
  private AesCircuits() {}

  static List<LibraryCircuit> all() {
    List<LibraryCircuit> all = new ArrayList<>();
    for (int bits : new int[] {128, 192, 256}) {
      for (Sboxes sboxes : Sboxes.values()) {
        all.add(of(bits, "", sboxes, () -> Aes.encryption(bits, sboxes)));
        all.add(of(bits, "_decrypt", sboxes, () -> Aes.decryption(bits, sboxes)));
        all.add(of(bits, "_expanded", sboxes, () -> Aes.expandedEncryption(bits, sboxes)));
        all.add(of(bits, "_expanded_decrypt", sboxes, () -> Aes.expandedDecryption(bits, sboxes)));
      }
    }
    return all;
  }

  private static LibraryCircuit of(int bits, String kind, Sboxes sboxes, Supplier<Circuit> maker) {
    String sbox =
        switch (sboxes) {
          case FEWEST_ANDS -> "S-box of eprint 2009/191";
          case LEAST_DEPTH -> "S-box of eprint 2011/332";
          case LOOKUP -> "S-boxes as lookups";
        };
    boolean expanded = kind.startsWith("_expanded");
    boolean decrypts = kind.endsWith("_decrypt");
    String key = expanded ? "expanded key (" + (4 * bits + 896) + ")" : "key (" + bits + ")";
    return new LibraryCircuit(
        "aes_" + bits + kind + sboxes.suffix(),
        maker,
        key + (decrypts ? ", ciphertext (128)" : ", plaintext (128)"),
        decrypts ? "plaintext (128)" : "ciphertext (128)",
        LibraryCircuit.STRING,
        "AES-%d %s (FIPS 197)%s, %s"
            .formatted(
                bits,
                decrypts ? "decryption" : "encryption",
                expanded ? ", expanded key w[0], w[1], ..." : "",
                sbox),
        "javax.crypto, FIPS 197 C." + (bits / 64 - 1));
  }
}

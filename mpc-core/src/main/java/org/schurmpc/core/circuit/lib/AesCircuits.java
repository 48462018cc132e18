package org.schurmpc.core.circuit.lib;

import java.util.List;

/** The circuits of AES. */
final class AesCircuits {
  private AesCircuits() {}

  static List<LibraryCircuit> all() {
    return List.of(
        new LibraryCircuit(
            "aes_128",
            Aes128::small,
            "key (128), plaintext (128)",
            "ciphertext (128)",
            LibraryCircuit.STRING,
            "AES-128 encryption (FIPS 197), S-box of eprint 2009/191",
            "javax.crypto, FIPS 197 C.1"),
        new LibraryCircuit(
            "aes_128_shallow",
            Aes128::shallow,
            "key (128), plaintext (128)",
            "ciphertext (128)",
            LibraryCircuit.STRING,
            "AES-128 encryption (FIPS 197), S-box of eprint 2011/332",
            "javax.crypto, FIPS 197 C.1"));
  }
}

package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;

/** The circuits of hash functions: the compression of one block, without padding. */
final class HashCircuits {
  private static final String KECCAK_ORDER =
      "wire i is bit i of the string S of FIPS 202 (of byte j bit k is wire 8j + k)";

  private HashCircuits() {}

  static List<LibraryCircuit> all() {
    List<LibraryCircuit> all = new ArrayList<>();
    for (Goal goal : Goal.values()) {
      all.add(compression("md5", Md5::circuit, goal, 512, 128, "MD5 (RFC 1321), digest as state"));
      all.add(compression("sha1", Sha1::circuit, goal, 512, 160, "SHA-1 (FIPS 180-4)"));
      all.add(compression("sha256", Sha2::sha256, goal, 512, 256, "SHA-256 (FIPS 180-4)"));
      all.add(compression("sha512", Sha2::sha512, goal, 1024, 512, "SHA-512 (FIPS 180-4)"));
    }
    all.add(
        new LibraryCircuit(
            "keccak_f",
            KeccakF::circuit,
            "state (1600)",
            "state (1600)",
            KECCAK_ORDER,
            "Keccak-f[1600] (FIPS 202)",
            "SHA3-256 of MessageDigest"));
    all.add(
        new LibraryCircuit(
            "hmac_sha256",
            () -> HmacSha256.circuit(Goal.FEWEST_ANDS),
            "key (256), message (512)",
            "code (256)",
            LibraryCircuit.STRING,
            "HMAC-SHA-256 (FIPS 198-1) of a message of 64 bytes, padding included",
            "javax.crypto.Mac"));
    return all;
  }

  private static LibraryCircuit compression(
      String name, Function<Goal, Circuit> maker, Goal goal, int block, int state, String text) {
    return new LibraryCircuit(
        name + (goal == Goal.FEWEST_ANDS ? "" : "_shallow"),
        () -> maker.apply(goal),
        "message block (%d), state (%d)".formatted(block, state),
        "state (%d)".formatted(state),
        LibraryCircuit.STRING,
        "compression function of " + text,
        "MessageDigest, on one and two blocks");
  }
}

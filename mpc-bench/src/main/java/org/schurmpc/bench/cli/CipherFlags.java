package org.schurmpc.bench.cli;

import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the options that name a block cipher in place of a circuit. */
final class CipherFlags {
  /** The protocol that evaluates ciphers by methods of their own. */
  static final String PROTOCOL = "spdz";

  private static final String FIELD = "field";

  private static final String ON = "on";
  private static final String OFF = "off";

  @Option(
      names = "--cipher",
      paramLabel = "aes|3des",
      description =
          "In place of a circuit, under spdz: AES-128 or triple DES of the library, which --method"
              + " evaluates: of AES bd, rp or lt, of triple DES raw, pv or lt.")
  private String cipher;

  @Option(
      names = "--key-schedule",
      paramLabel = "on|off",
      description =
          "Whether the cipher expands its key, or has round keys for an input; default off.")
  private String keySchedule;

  /** Returns whether a cipher is evaluated in place of a circuit. */
  boolean given() {
    return cipher != null;
  }

  /**
   * Requires that the options are consistent.
   *
   * @param protocol the protocol that the user chose, or null
   * @param circuit the circuit that the user chose, or null
   * @param method the method that the user chose
   * @throws Refused naming the option that is wrong
   */
  void check(String protocol, String circuit, Optional<String> method) throws Refused {
    if (!given()) {
      requireNone();
      return;
    }
    if (circuit != null) {
      throw new Refused("a run has a circuit or a cipher: leave out --circuit or --cipher");
    }
    if (protocol != null && !protocol.equals(PROTOCOL)) {
      throw new Refused(
          "--cipher is for %s, not for %s: say --circuit FILE".formatted(PROTOCOL, protocol));
    }
    if (keySchedule != null && !keySchedule.equals(ON) && !keySchedule.equals(OFF)) {
      throw new Refused("--key-schedule is on or off, not '" + keySchedule + "'");
    }
    BlockCipher.named(cipher).requireMethod(method);
  }

  /**
   * Requires that neither option was given.
   *
   * @throws Refused naming the option
   */
  void requireNone() throws Refused {
    if (given()) {
      throw new Refused("a run has a program or a cipher: leave out --program or --cipher");
    }
    if (keySchedule != null) {
      throw new Refused("--key-schedule is for ciphers: leave it out, or say --cipher aes");
    }
  }

  /** Returns the circuit whose function is evaluated. */
  CircuitSource circuit(Optional<String> method) throws Refused {
    return BlockCipher.named(cipher).circuit(ON.equals(keySchedule), method);
  }

  /**
   * Names the field of a method that the protocol's default field does not suit.
   *
   * @param options the options of the protocol, of which the user gave no field
   */
  static void putField(Map<String, String> options) {
    Optional.ofNullable(options.get(BlockCipher.METHOD))
        .flatMap(BlockCipher::field)
        .ifPresent(field -> options.put(FIELD, field));
  }
}

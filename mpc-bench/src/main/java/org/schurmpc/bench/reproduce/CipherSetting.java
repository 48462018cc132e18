package org.schurmpc.bench.reproduce;

import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.Refused;

/**
 * A way to evaluate a cipher with its key expanded, and how much of it is measured.
 *
 * @param label for people
 * @param protocol with its options
 * @param circuit whose function is evaluated
 * @param lanes number of blocks at once
 * @param own number of blocks with material of the parties' own; 0 for none
 */
record CipherSetting(
    String label, ProtocolChoice protocol, CircuitSource circuit, int lanes, int own) {
  private static final String SPDZ = "spdz";
  private static final String FIELD = "field";
  private static final String TABLES = "lt";

  /**
   * Returns the setting of a row, whose method is one of SPDZ or another protocol that looks up
   * S-boxes in tables.
   *
   * @return empty if nothing is measured for the row
   */
  static Optional<CipherSetting> of(PaperRow row) throws Refused {
    if (!row.has("cipher")) {
      return Optional.empty();
    }
    BlockCipher cipher = BlockCipher.named(row.required("cipher"));
    Optional<String> method = Optional.of(row.required("method"));
    boolean spdz = cipher.methods().contains(method.get());
    ProtocolChoice protocol =
        spdz
            ? new ProtocolChoice(
                SPDZ, Map.of(BlockCipher.METHOD, method.get(), FIELD, field(method.get())))
            : new ProtocolChoice(method.get(), Map.of());
    String label = row.has("name") ? row.text("name") : method.get();
    return Optional.of(
        new CipherSetting(
            label,
            protocol,
            cipher.circuit(false, method),
            row.integer("lanes").orElseThrow(),
            row.integer("own").orElse(0)));
  }

  private static String field(String method) {
    return BlockCipher.field(method).orElse("gf2_40");
  }

  /** Returns this setting for another number of parties. */
  CipherSetting withParties(int parties) {
    return new CipherSetting(label, protocol.withParties(parties), circuit, lanes, own);
  }

  /** Returns whether the method looks up entries of masked tables. */
  boolean readsTables() {
    return TABLES.equals(protocol.options().get(BlockCipher.METHOD));
  }

  /** Returns whether everything is measured of this setting even if the time is short. */
  boolean isQuick() {
    return readsTables() && protocol.parties() == 2 && circuit.name().startsWith("aes");
  }

  /** Returns what distinguishes the measurements of two settings. */
  String key() {
    return protocol + ", " + circuit + ", " + lanes + ", " + own;
  }
}

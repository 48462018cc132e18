package org.schurmpc.cli.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Endpoint;

/**
 * Holds the parties' configuration of a computation, complete or in part.
 *
 * @param protocol the name of the protocol
 * @param circuit a name in the library, or a file's path
 * @param options the options of the protocol, by name
 * @param inputs the supplier of each input value: party1, party2, public, shared
 * @param outputs the parties that learn each output value: all, party1, party2
 * @param order the order of the bits of a value: auto, number, msb, lsb
 * @param lanes the number of instances of the circuit
 * @param parties the parties, by index; two if a circuit is evaluated
 * @param dealer the dealer of the preprocessing; empty if the parties generate it
 */
public record JobConfig(
    Optional<String> protocol,
    Optional<String> circuit,
    Map<String, String> options,
    Optional<List<String>> inputs,
    Optional<List<String>> outputs,
    Optional<String> order,
    Optional<Integer> lanes,
    List<Participant> parties,
    Optional<Participant> dealer) {
  /** Number of parties of a computation. */
  public static final int PARTIES = 2;

  /** Maximum number of parties that generate material or run a benchmark together. */
  public static final int MAX_PARTIES = 16;

  /** Maximum number of instances. */
  public static final int MAX_LANES = 1 << 24;

  /** All keys of a file, including the keys for benchmarks. */
  static final Set<String> KEYS =
      Set.of(
          "protocol",
          "circuit",
          "options",
          "inputs",
          "outputs",
          "order",
          "lanes",
          "party",
          "dealer",
          "monitor");

  public JobConfig {
    options = Map.copyOf(options);
    parties = List.copyOf(parties);
  }

  /** Returns a configuration of two parties that names nothing else. */
  public static JobConfig empty() {
    return empty(PARTIES);
  }

  /** Returns a configuration that names nothing but the number of parties. */
  public static JobConfig empty(int parties) {
    return new JobConfig(
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Collections.nCopies(parties, Participant.UNKNOWN),
        Optional.empty());
  }

  /** Returns this configuration with a dealer at an address. */
  public JobConfig withDealer(Endpoint address) {
    return new JobConfig(
        protocol,
        circuit,
        options,
        inputs,
        outputs,
        order,
        lanes,
        parties,
        Optional.of(Participant.UNKNOWN.at(address)));
  }

  /**
   * Reads a configuration of two parties from a file. Every key is optional.
   *
   * @throws BadFile naming file and key, if the file cannot be read or contains an unknown key or
   *     an invalid value
   */
  public static JobConfig read(Path file) throws BadFile {
    return read(file, PARTIES, PARTIES);
  }

  /**
   * Reads a configuration that may have more than two parties.
   *
   * @param usual the number of parties if the file names none
   * @param most the maximum number of parties
   * @throws BadFile as {@link #read(Path)}
   */
  public static JobConfig read(Path file, int usual, int most) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    return of(table, parties(table, usual, most));
  }

  /** Returns the configuration in a table, with the given parties. */
  public static JobConfig of(ConfigTable table, List<Participant> parties) throws BadFile {
    table.requireOnly(KEYS);
    return new JobConfig(
        table.text("protocol"),
        table.text("circuit").map(text -> circuit(text, table.folder())),
        table.map("options"),
        table.texts("inputs"),
        table.texts("outputs"),
        table.text("order"),
        table.number("lanes", 1, MAX_LANES),
        parties,
        dealer(table));
  }

  /**
   * Resolves a circuit's name. Paths are relative to the file's folder; if no such file exists, the
   * name is left for the library.
   */
  private static String circuit(String text, Path folder) {
    Path path = folder.resolve(text);
    return Files.exists(path) ? path.toString() : text;
  }

  private static List<Participant> parties(ConfigTable table, int usual, int most) throws BadFile {
    List<Participant> parties = Participant.parties(table);
    if (parties.isEmpty()) {
      return empty(usual).parties();
    }
    if (parties.size() < PARTIES || parties.size() > most) {
      throw table.wrong(
          "party",
          "is there %d times; a computation has %s parties"
              .formatted(parties.size(), most == PARTIES ? "2" : "2 to " + most));
    }
    return parties;
  }

  private static Optional<Participant> dealer(ConfigTable table) throws BadFile {
    Optional<ConfigTable> dealer = table.table("dealer");
    return dealer.isEmpty() ? Optional.empty() : Optional.of(Participant.of(dealer.get()));
  }
}

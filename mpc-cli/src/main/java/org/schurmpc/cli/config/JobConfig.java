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
 * A computation as its parties' configuration says it, or the part of it that one says.
 *
 * @param protocol the protocol's name
 * @param circuit a name in the library or a file's path
 * @param options of the protocol, by name
 * @param inputs who supplies each input value: party1, party2, public, shared
 * @param outputs who learns each output value: all, party1, party2
 * @param order of the bits of a value: auto, number, msb, lsb
 * @param lanes how many instances of the circuit are evaluated
 * @param parties by index, two of them where a circuit is evaluated
 * @param dealer who makes the preprocessing, if not the parties
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
  /** The parties of a computation. */
  public static final int PARTIES = 2;

  /** The most parties that make material or run a benchmark together. */
  public static final int MAX_PARTIES = 16;

  /** The most instances. */
  public static final int MAX_LANES = 1 << 24;

  /** All keys of a file, those of benchmarks included. */
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

  /** Nothing said, of two parties. */
  public static JobConfig empty() {
    return empty(PARTIES);
  }

  /** Returns a configuration that names nothing, for a number of parties. */
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
   * Reads a file; all keys may be missing.
   *
   * @throws BadFile naming file and key, if it cannot be read or has anything else in it
   */
  public static JobConfig read(Path file) throws BadFile {
    return read(file, PARTIES, PARTIES);
  }

  /**
   * Reads a configuration where there may be more than two parties.
   *
   * @param usual how many there are if the file names none
   * @param most how many there can be
   */
  public static JobConfig read(Path file, int usual, int most) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    return of(table, parties(table, usual, most));
  }

  /** What a table says, of these parties. */
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

  /** A path is relative to the file's folder; what is no file there may be in the library. */
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

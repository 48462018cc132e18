package org.schurmpc.cli.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Endpoint;

/**
 * Holds the parties' configuration of a computation, complete or in part.
 *
 * @param protocol the name of the protocol
 * @param circuit a name in the library, or a file's path
 * @param program the path of a program, in place of a circuit
 * @param options the options of the protocol, by name
 * @param inputs the supplier of each input value: party1, party2, public, shared
 * @param outputs the parties that learn each output value: all, party1, party2
 * @param order the order of the bits of a value: auto, number, msb, lsb
 * @param values how this party writes values
 * @param lanes the number of instances of the circuit
 * @param tapes the number of threads that run a program's tapes side by side
 * @param foreign whether the program's compiler is not trusted with what it opens as masked
 * @param parties the parties, by index
 * @param dealer the dealer of the preprocessing; empty if the parties generate it
 */
public record JobConfig(
    Optional<String> protocol,
    Optional<String> circuit,
    Optional<Path> program,
    Map<String, String> options,
    Optional<List<String>> inputs,
    Optional<List<String>> outputs,
    Optional<String> order,
    ValueForms values,
    Optional<Integer> lanes,
    Optional<Integer> tapes,
    boolean foreign,
    List<Participant> parties,
    Optional<Participant> dealer) {
  /** Number of parties of a computation if nothing else is configured. */
  public static final int PARTIES = 2;

  /** Maximum number of parties of a computation. */
  public static final int MAX_PARTIES = 16;

  /** Maximum number of instances. */
  public static final int MAX_LANES = 1 << 24;

  /** Maximum number of threads that run tapes side by side. */
  public static final int MAX_TAPES = 64;

  /** The keys that have no meaning beside a program. */
  private static final List<String> OF_CIRCUITS =
      Stream.concat(
              Stream.of("circuit", "inputs", "outputs", "order", "lanes"), ValueForms.KEYS.stream())
          .toList();

  /** The keys that have no meaning without a program. */
  private static final List<String> OF_PROGRAMS = List.of("tapes", "foreign");

  private static final List<String> ORDERS = List.of("auto", "number", "msb", "lsb");
  private static final List<String> SHARED_INPUTS = List.of("public", "shared");
  private static final List<String> ALL_OUTPUTS = List.of("all");

  /** All keys of a file, including the keys for benchmarks. */
  static final Set<String> KEYS =
      Stream.of(
              OF_CIRCUITS,
              OF_PROGRAMS,
              List.of("protocol", "program", "options", "party", "dealer", "monitor"))
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  public JobConfig {
    options = Map.copyOf(options);
    parties = List.copyOf(parties);
  }

  /** Returns a configuration that names nothing but the number of parties. */
  public static JobConfig empty(int parties) {
    return new JobConfig(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ValueForms.unsaid(),
        Optional.empty(),
        Optional.empty(),
        false,
        Collections.nCopies(parties, Participant.UNKNOWN),
        Optional.empty());
  }

  /** Returns this configuration with a dealer at an address. */
  public JobConfig withDealer(Endpoint address) {
    return withDealer(Optional.of(Participant.UNKNOWN.at(address)));
  }

  /** Returns this configuration with another dealer, or without one. */
  public JobConfig withDealer(Optional<Participant> other) {
    return new JobConfig(
        protocol, circuit, program, options, inputs, outputs, order, values, lanes, tapes, foreign,
        parties, other);
  }

  /**
   * Reads a configuration from a file. Every key is optional.
   *
   * @param usual the number of parties if the file names none
   * @throws BadFile naming file, line and key, if the file cannot be read or contains an unknown
   *     key, an invalid value, or a key that has no meaning beside another one
   */
  public static JobConfig read(Path file, int usual) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    return of(table, parties(table, usual));
  }

  /** Returns the configuration in a table, with the given parties. */
  public static JobConfig of(ConfigTable table, List<Participant> parties) throws BadFile {
    table.requireOnly(KEYS);
    Optional<String> program = table.text("program");
    requireOneOf(table, program.isPresent());
    requireWords(table, parties.size());
    return new JobConfig(
        table.text("protocol"),
        table.text("circuit").map(text -> circuit(text, table.folder())),
        program.isPresent() ? Optional.of(table.path("program")) : Optional.empty(),
        table.map("options"),
        table.texts("inputs"),
        table.texts("outputs"),
        table.text("order"),
        ValueForms.of(table),
        table.number("lanes", 1, MAX_LANES),
        table.number("tapes", 1, MAX_TAPES),
        table.flag("foreign"),
        parties,
        dealer(table));
  }

  /** Refuses words that are none of the valid ones, whatever the circuit is. */
  private static void requireWords(ConfigTable table, int parties) throws BadFile {
    List<Protocol> protocols = Protocols.all();
    Optional<String> protocol = table.text("protocol");
    if (protocol.isPresent()) {
      table.requireWord(
          "protocol", protocol.get(), protocols.stream().map(Protocol::name).toList());
    }
    Optional<ConfigTable> options = table.table("options");
    if (options.isPresent()) {
      options.get().requireOnly(optionsOf(protocols, protocol));
    }
    Optional<String> order = table.text("order");
    if (order.isPresent()) {
      table.requireWord("order", order.get(), ORDERS);
    }
    requireParties(table, "inputs", parties, SHARED_INPUTS);
    requireParties(table, "outputs", parties, ALL_OUTPUTS);
  }

  /** Returns the names of a protocol's options; if no protocol is named, of all protocols. */
  private static Set<String> optionsOf(List<Protocol> protocols, Optional<String> named) {
    return protocols.stream()
        .filter(protocol -> named.isEmpty() || protocol.name().equals(named.get()))
        .flatMap(protocol -> protocol.options().stream())
        .map(ProtocolOption::name)
        .collect(Collectors.toSet());
  }

  private static void requireParties(
      ConfigTable table, String key, int parties, List<String> others) throws BadFile {
    List<String> words = new ArrayList<>();
    for (int party = 1; party <= parties; party++) {
      words.add("party" + party);
    }
    words.addAll(others);
    for (String word : table.texts(key).orElse(List.of())) {
      table.requireWord(key, word, words);
    }
  }

  /** Refuses keys of circuits beside a program, and keys of programs without one. */
  private static void requireOneOf(ConfigTable table, boolean program) throws BadFile {
    if (!program) {
      for (String key : OF_PROGRAMS) {
        if (table.has(key)) {
          throw table.wrong(key, "is for programs: there is no key 'program'");
        }
      }
      return;
    }
    for (String key : OF_CIRCUITS) {
      if (table.has(key)) {
        throw table.wrong(key, "is for circuits: leave it out beside 'program'");
      }
    }
  }

  /**
   * Resolves a circuit's name. Paths are relative to the file's folder; if no such file exists, the
   * name is left for the library.
   */
  private static String circuit(String text, Path folder) {
    Path path = folder.resolve(text);
    return Files.exists(path) ? path.toString() : text;
  }

  private static List<Participant> parties(ConfigTable table, int usual) throws BadFile {
    List<Participant> parties = Participant.parties(table);
    if (parties.isEmpty()) {
      return empty(usual).parties();
    }
    if (parties.size() < PARTIES || parties.size() > MAX_PARTIES) {
      throw table.wrong(
          "party",
          "is there %s; a computation has %d to %d parties"
              .formatted(Counts.times(parties.size()), PARTIES, MAX_PARTIES));
    }
    return parties;
  }

  private static Optional<Participant> dealer(ConfigTable table) throws BadFile {
    Optional<ConfigTable> dealer = table.table("dealer");
    return dealer.isEmpty() ? Optional.empty() : Optional.of(Participant.of(dealer.get()));
  }
}

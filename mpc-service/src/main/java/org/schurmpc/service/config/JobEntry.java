package org.schurmpc.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Describes a job: a computation that clients may ask for. Its {@link #publicPart} is equal at all
 * parties, or the job is suspended; approval, the party's own rates and the clients are each
 * party's own.
 *
 * @param name the name by which clients ask
 * @param circuit a name in the library, or a file's path; empty for a program
 * @param program the path of a compiled program; empty for a circuit
 * @param digest the digest of the circuit or program, 64 hex digits
 * @param stock the name of the stock that supplies material
 * @param inputs who gives each input
 * @param outputs who receives each output
 * @param inputNames names of a circuit's inputs; empty for "input1", "input2", and of programs
 * @param outputNames names of a circuit's outputs, likewise
 * @param ownInputs the file of this party's own inputs, if it gives any; each party's own
 * @param data the description of this party's tables, if inputs or outputs of it are tables; each
 *     party's own
 * @param states names of the sets that each run replaces, and that no two runs read; all others are
 *     tables
 * @param clients names of the clients that may ask
 * @param manual whether an operator of this party says yes to each request
 * @param rate the rates that all parties keep
 * @param ownRate further rates of this party
 * @param lanes number of requests that one run serves at most
 * @param attempts number of times that a request is tried
 * @param keepResult how long a result is kept for its client
 * @param rerun whether a run that revealed values may be tried again: its outputs are a function of
 *     its inputs
 * @param gather when a job of many clients runs; empty for jobs of one client
 */
public record JobEntry(
    String name,
    Optional<String> circuit,
    Optional<Path> program,
    String digest,
    String stock,
    List<PortUse> inputs,
    List<PortUse> outputs,
    List<String> inputNames,
    List<String> outputNames,
    Optional<Path> ownInputs,
    Optional<Path> data,
    Set<String> states,
    Set<String> clients,
    boolean manual,
    Rates rate,
    Rates ownRate,
    int lanes,
    int attempts,
    Duration keepResult,
    boolean rerun,
    Optional<Gather> gather) {
  private static final int MAX_LANES = 1 << 16;
  private static final int MAX_ATTEMPTS = 10;
  private static final Duration MIN_KEEP = Duration.ofMinutes(1);
  private static final Duration MAX_KEEP = Duration.ofDays(365);
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "circuit",
          "program",
          "digest",
          "stock",
          "inputs",
          "outputs",
          "input_names",
          "output_names",
          "own_inputs",
          "data",
          "states",
          "clients",
          "approval",
          "rate",
          "own_rate",
          "lanes",
          "attempts",
          "keep_result",
          "rerun",
          "gather");

  public JobEntry {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    inputNames = List.copyOf(inputNames);
    outputNames = List.copyOf(outputNames);
    states = Set.copyOf(states);
    clients = Set.copyOf(clients);
  }

  /** Reads a table {@code [[job]]} of a service with a number of parties. */
  static JobEntry of(ConfigTable table, int parties) throws BadFile {
    table.requireOnly(KEYS);
    String name = name(table, "name");
    if (table.has("circuit") == table.has("program")) {
      throw table.wrong(
          "circuit",
          table.has("circuit") ? "and 'program' are both there" : "or 'program' is missing");
    }
    boolean program = table.has("program");
    if (program && table.has("lanes")) {
      throw table.wrong("lanes", "is for circuits: a program serves one request a run");
    }
    String digest = text(table, "digest").toLowerCase(Locale.ROOT);
    if (!digest.matches("[0-9a-f]{64}")) {
      throw table.wrong("digest", "is no digest of 64 hex digits");
    }
    List<PortUse> inputs = PortUse.read(table, "inputs", true, parties);
    List<PortUse> outputs = PortUse.read(table, "outputs", false, parties);
    Optional<Gather> gather = Gather.of(table);
    requireGather(table, "inputs", inputs, gather);
    requireGather(table, "outputs", outputs, gather);
    if (!program) {
      requireNoTables(table, "inputs", inputs);
      requireNoTables(table, "outputs", outputs);
    }
    return new JobEntry(
        name,
        program ? Optional.empty() : Optional.of(circuit(table)),
        program ? Optional.of(table.path("program")) : Optional.empty(),
        digest,
        name(table, "stock"),
        inputs,
        outputs,
        names(table, "input_names", program, inputs.size()),
        names(table, "output_names", program, outputs.size()),
        path(table, "own_inputs"),
        path(table, "data"),
        states(table, outputs),
        clients(table),
        word(table, "approval", "auto", "manual"),
        Rates.of(table, "rate"),
        Rates.of(table, "own_rate"),
        table.number("lanes", 1, MAX_LANES).orElse(1),
        table.number("attempts", 1, MAX_ATTEMPTS).orElse(3),
        Spans.read(table, "keep_result", MIN_KEEP, MAX_KEEP, Duration.ofHours(24)),
        word(table, "rerun", "never", "deterministic"),
        gather);
  }

  private static void requireGather(
      ConfigTable table, String key, List<PortUse> uses, Optional<Gather> gather) throws BadFile {
    for (PortUse use : uses) {
      boolean ofMany = use.kind() == PortUse.Kind.CLIENTS || use.kind() == PortUse.Kind.PRESENT;
      if (ofMany && gather.isEmpty()) {
        throw table.wrong(
            key, "has '" + use + "', which is for jobs of many clients: they have 'gather'");
      }
    }
  }

  private static void requireNoTables(ConfigTable table, String key, List<PortUse> uses)
      throws BadFile {
    for (PortUse use : uses) {
      if (!use.table().isEmpty()) {
        throw table.wrong(key, "has '" + use + "', and tables are for programs");
      }
    }
  }

  private static Optional<Path> path(ConfigTable table, String key) throws BadFile {
    return table.has(key) ? Optional.of(table.path(key)) : Optional.empty();
  }

  private static String text(ConfigTable table, String key) throws BadFile {
    return table.text(key).orElseThrow(() -> table.wrong(key, "is missing"));
  }

  static String name(ConfigTable table, String key) throws BadFile {
    String name = text(table, key);
    if (!PortUse.isName(name)) {
      throw table.wrong(
          key, "is no name of 1 to 64 small letters, digits, dots, dashes and underscores");
    }
    return name;
  }

  private static String circuit(ConfigTable table) throws BadFile {
    String text = text(table, "circuit");
    Path path = table.folder().resolve(text);
    return Files.exists(path) ? path.toString() : text;
  }

  private static List<String> names(ConfigTable table, String key, boolean program, int count)
      throws BadFile {
    List<String> names = table.texts(key).orElse(List.of());
    if (names.isEmpty()) {
      return names;
    }
    if (program) {
      throw table.wrong(key, "is for circuits: a program names its inputs and outputs");
    }
    if (names.size() != count || new HashSet<>(names).size() != count) {
      throw table.wrong(key, "are not " + count + " different names, one for each");
    }
    for (String each : names) {
      if (!PortUse.isName(each)) {
        throw table.wrong(key, "has '" + each + "', which is no name");
      }
    }
    return names;
  }

  private static Set<String> states(ConfigTable table, List<PortUse> outputs) throws BadFile {
    Set<String> states = new TreeSet<>(table.texts("states").orElse(List.of()));
    for (String state : states) {
      if (!sets(outputs).contains(state)) {
        throw table.wrong("states", "has '" + state + "', which is no set that the job makes");
      }
    }
    return states;
  }

  private static Set<String> clients(ConfigTable table) throws BadFile {
    List<String> names =
        table.texts("clients").orElseThrow(() -> table.wrong("clients", "is missing"));
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw table.wrong("clients", "is empty, or names a client twice");
    }
    return Set.copyOf(names);
  }

  private static boolean word(ConfigTable table, String key, String usual, String other)
      throws BadFile {
    String word = table.text(key).orElse(usual);
    table.requireWord(key, word, List.of(usual, other));
    return word.equals(other);
  }

  /**
   * Returns the number of clients whose requests one run serves, for jobs of many clients; else 1.
   */
  public int places() {
    return gather.map(Gather::most).orElse(1);
  }

  /** Returns whether the requesting client gives inputs. */
  public boolean takesInputs() {
    return inputs.stream().anyMatch(use -> use.kind() == PortUse.Kind.CLIENT);
  }

  /** Returns whether a client may ask for the job. */
  public boolean allows(String client) {
    return clients.contains(client);
  }

  /** Returns the name of a party among those who call as clients do. No client has such a name. */
  static String party(int index) {
    return "party " + (index + 1);
  }

  /** Returns whether a client, or a party by its name as a caller, receives outputs of others. */
  public boolean delivers(String caller) {
    return outputs.stream()
        .anyMatch(
            use ->
                switch (use.kind()) {
                  case OTHER_CLIENT -> use.name().equals(caller);
                  case PARTY -> party(use.party()).equals(caller);
                  case ALL -> !PortUse.isName(caller);
                  default -> false;
                });
  }

  /** Returns the names of the kept sets that the job reads. */
  public Set<String> setsRead() {
    return sets(inputs);
  }

  /** Returns the names of the kept sets that the job reads or makes, in order. */
  public Set<String> sets() {
    Set<String> all = new TreeSet<>(sets(inputs));
    all.addAll(sets(outputs));
    return all;
  }

  private static Set<String> sets(List<PortUse> uses) {
    return uses.stream()
        .filter(use -> use.kind() == PortUse.Kind.SET)
        .map(PortUse::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of other clients that receive outputs. */
  public Set<String> receivers() {
    return outputs.stream()
        .filter(use -> use.kind() == PortUse.Kind.OTHER_CLIENT)
        .map(PortUse::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns what all parties must have alike, by the key's name. Parties that differ name the first
   * key that does.
   */
  public SortedMap<String, String> publicPart() {
    SortedMap<String, String> part = new TreeMap<>();
    part.put("name", name);
    part.put("kind", program.isPresent() ? "program" : "circuit");
    part.put("digest", digest);
    part.put("inputs", inputs.toString());
    part.put("outputs", outputs.toString());
    part.put("input_names", inputNames.toString());
    part.put("output_names", outputNames.toString());
    part.put("states", new TreeSet<>(states).toString());
    part.put("rate", rate.toString());
    part.put("lanes", "" + lanes);
    part.put("attempts", "" + attempts);
    part.put("rerun", "" + rerun);
    part.put("gather", gather.map(Gather::toString).orElse("none"));
    return part;
  }

  /**
   * Returns what cannot change without a restart: whatever the parties planned when they started.
   * Clients must not be told of a job that is not what runs.
   */
  SortedMap<String, String> fixed() {
    SortedMap<String, String> fixed = publicPart();
    fixed.remove("rate");
    fixed.put("circuit", circuit.orElse(""));
    fixed.put("program", program.map(Path::toString).orElse(""));
    fixed.put("stock", stock);
    fixed.put("own_inputs", ownInputs.map(Path::toString).orElse(""));
    fixed.put("data", data.map(Path::toString).orElse(""));
    return fixed;
  }

  /** Returns the digest of the public part, by which parties compare it: 32 bytes. */
  public byte[] publicDigest() {
    FieldHash hash = new FieldHash("public part of a job");
    publicPart().forEach((key, value) -> hash.add(key).add(value));
    return hash.digest();
  }

  /** Returns the keys whose public values differ from another party's, in order. */
  public List<String> differences(SortedMap<String, String> other) {
    SortedMap<String, String> mine = publicPart();
    Set<String> keys = new TreeSet<>(mine.keySet());
    keys.addAll(other.keySet());
    List<String> differing = new ArrayList<>();
    for (String key : keys) {
      if (!mine.getOrDefault(key, "").equals(other.getOrDefault(key, ""))) {
        differing.add(key);
      }
    }
    return differing;
  }

  /** Returns the rates that this party keeps: the public ones and its own. */
  public List<Rates> rates() {
    return List.of(rate, ownRate);
  }
}

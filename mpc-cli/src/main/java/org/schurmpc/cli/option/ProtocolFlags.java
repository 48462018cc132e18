package org.schurmpc.cli.option;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Adds the options that protocols declare to a command, one command-line option for each name. A
 * command includes these options as a mixin; {@link #addTo(CommandLine, List)} adds the options
 * when the command is complete. If the command itself has an option of the same name, the
 * protocols' option is left out.
 *
 * <p>Every command accepts the options of all protocols; the chosen protocol refuses an option that
 * it does not have.
 */
@HelpSection.In(HelpSection.PROTOCOL)
@Command // picocli mixes in what has an annotation
public final class ProtocolFlags implements OptionsElsewhere {
  /**
   * Name of the option for the number of threads that generate material, for protocols that have
   * it.
   */
  public static final String THREADS = "threads";

  private static final String CONVERSION = "conversion";
  private static final String SYMMETRIC = "symmetric";

  private static final String DASHES = "--";

  private final Map<String, String> withheld = new HashMap<>(); // with the reasons
  private final Map<String, String> notes = new LinkedHashMap<>();
  private final Map<String, String> labels =
      new LinkedHashMap<>(); // of the options added by "also"
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();
  private List<Protocol> protocols = List.of();
  private List<Protocol> others = List.of();

  /** Returns the names of the protocols whose options are taken; empty for those of all. */
  private Optional<Supplier<Set<String>>> taken = Optional.empty();

  private String whose = "";

  /** The option that abbreviates a conversion, if a protocol has conversions. */
  private Optional<OptionSpec> symmetric = Optional.empty();

  /**
   * Leaves out options that have no meaning in a command.
   *
   * @param why a clause for whoever gives one, such as "the program names its fields"
   * @return this object
   */
  public ProtocolFlags without(String why, String... names) {
    List.of(names).forEach(name -> withheld.put(name, why));
    return this;
  }

  /**
   * Takes the options of some protocols alone, for a command that refuses all others.
   *
   * @param names returns the names of the protocols
   * @param why the beginning of a clause that ends with these names, such as "programs run under"
   * @return this object
   */
  public ProtocolFlags only(Supplier<Set<String>> names, String why) {
    taken = Optional.of(names);
    whose = why;
    return this;
  }

  /**
   * Adds a sentence to the protocols' help on an option.
   *
   * @return this object
   */
  public ProtocolFlags note(String name, String sentence) {
    notes.put(name, sentence);
    return this;
  }

  /**
   * Adds an option with its meaning in a command for every protocol; the command has the option
   * even if no protocol does.
   *
   * @param label the placeholder of the value in help, for the case that no protocol declares the
   *     option
   * @return this object
   */
  public ProtocolFlags also(String name, String label, String sentence) {
    labels.put(name, label);
    return note(name, sentence);
  }

  /**
   * Adds the protocols' options to a command and its subcommands, wherever these include the mixin.
   */
  public static void addTo(CommandLine line, List<Protocol> protocols) {
    for (ProtocolFlags flags : of(line.getCommandSpec())) {
      flags.add(line, protocols);
    }
    Set<CommandLine> subcommands = new HashSet<>(line.getSubcommands().values());
    subcommands.forEach(subcommand -> addTo(subcommand, protocols));
  }

  private static Set<ProtocolFlags> of(CommandSpec spec) {
    Set<ProtocolFlags> found = new HashSet<>();
    for (CommandSpec mixin : spec.mixins().values()) {
      if (mixin.userObject() instanceof ProtocolFlags flags) {
        found.add(flags);
      }
      found.addAll(of(mixin));
    }
    return found;
  }

  private void add(CommandLine line, List<Protocol> all) {
    Optional<Set<String>> names = taken.map(Supplier::get);
    Predicate<Protocol> suits =
        protocol -> names.isEmpty() || names.get().contains(protocol.name());
    protocols = all.stream().filter(suits).toList();
    others = all.stream().filter(suits.negate()).toList();
    Map<String, ProtocolHelp> help = ProtocolHelp.of(protocols);
    help.forEach((name, each) -> add(line.getCommandSpec(), name, each.label(), each.lines()));
    labels.forEach((name, label) -> add(line.getCommandSpec(), name, label, List.of()));
    if (options.containsKey(CONVERSION)) {
      addSymmetric(line.getCommandSpec());
    }
    line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new OptionSections());
  }

  private void add(CommandSpec command, String name, String label, List<String> lines) {
    if (withheld.containsKey(name) || command.findOption(DASHES + name) != null) {
      return;
    }
    List<String> description = new ArrayList<>(lines);
    Optional.ofNullable(notes.get(name)).ifPresent(description::add);
    OptionSpec option =
        OptionSpec.builder(DASHES + name)
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .description(description.stream().map(ProtocolFlags::literal).toArray(String[]::new))
            .userObject(ProtocolFlags.class)
            .build();
    options.put(name, option);
    command.addOption(option);
  }

  private void addSymmetric(CommandSpec command) {
    OptionSpec option =
        OptionSpec.builder(DASHES + SYMMETRIC)
            .type(boolean.class)
            .order(1)
            .description("The same as --conversion symmetric.")
            .userObject(ProtocolFlags.class)
            .build();
    symmetric = Optional.of(option);
    command.addOption(option);
  }

  @Override
  public Optional<String> why(String option) {
    String name = option.equals(DASHES + SYMMETRIC) ? CONVERSION : option.replaceFirst("^--", "");
    if (options.containsKey(name)) {
      return Optional.empty(); // the command takes it
    }
    if (withheld.containsKey(name)) {
      return Optional.of(
          "%s has no meaning here, because %s: leave it out".formatted(option, withheld.get(name)));
    }
    List<String> having =
        others.stream()
            .filter(each -> each.options().stream().anyMatch(one -> one.name().equals(name)))
            .map(Protocol::name)
            .toList();
    return having.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s is an option of %s, and %s %s"
                .formatted(option, joined(having, "and"), whose, joined(names(protocols), "or")));
  }

  private static List<String> names(List<Protocol> protocols) {
    return protocols.stream().map(Protocol::name).toList();
  }

  /** Returns names as one reads them, such as "mascot, minitrix or spdz". */
  private static String joined(List<String> names, String last) {
    String all = String.join(", ", names.stream().sorted().toList());
    int comma = all.lastIndexOf(", ");
    return comma < 0 ? all : all.substring(0, comma) + " " + last + all.substring(comma + 1);
  }

  /** Returns a text in which picocli expands neither format specifiers nor variables. */
  private static String literal(String text) {
    return text.replace("%", "%%").replace("${", "$${");
  }

  /** Returns the value that the user gave for an option. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(options.get(name)).map(OptionSpec::getValue);
  }

  /**
   * Returns the protocol options that the user gave, by name.
   *
   * @throws Refused if two of them contradict each other
   */
  public Map<String, String> given() throws Refused {
    Map<String, String> given = new LinkedHashMap<>();
    options.keySet().forEach(name -> value(name).ifPresent(value -> given.put(name, value)));
    if (symmetric.isPresent() && Boolean.TRUE.equals(symmetric.get().getValue())) {
      String other = given.put(CONVERSION, SYMMETRIC);
      if (other != null && !other.equals(SYMMETRIC)) {
        throw new Refused("--symmetric and --conversion " + other + " contradict each other");
      }
    }
    return given;
  }

  /**
   * Returns the protocol options that the user gave, for a measurement of the given protocol.
   * Options that the user did not give and that have a default for measurements have that default.
   *
   * @throws Refused if two options contradict each other
   */
  public Map<String, String> given(String protocol) throws Refused {
    Map<String, String> given = given();
    for (Protocol each : protocols) {
      if (each.name().equals(protocol)) {
        for (ProtocolOption option : each.options()) {
          option.measured().ifPresent(value -> given.putIfAbsent(option.name(), value));
        }
      }
    }
    return given;
  }

  /**
   * Returns the number of threads that generate material, for estimating memory; 1 if the option is
   * not a valid number, which the protocol refuses later.
   *
   * @param options the options of the protocol
   */
  public static int threads(Map<String, String> options) {
    String threads = options.getOrDefault(THREADS, "1");
    return threads.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(threads) : 1;
  }
}

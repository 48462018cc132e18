package org.schurmpc.cli.option;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

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
public final class ProtocolFlags {
  /**
   * Name of the option for the number of threads that generate material, for protocols that have
   * it.
   */
  public static final String THREADS = "threads";

  private static final String CONVERSION = "conversion";
  private static final String SYMMETRIC = "symmetric";

  private final Set<String> withheld = new HashSet<>();
  private final Map<String, String> notes = new LinkedHashMap<>();
  private final Map<String, String> labels =
      new LinkedHashMap<>(); // of the options added by "also"
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();
  private List<Protocol> protocols = List.of();

  @Option(names = "--symmetric", order = 1, description = "The same as --conversion symmetric.")
  private boolean symmetric;

  /**
   * Leaves out options that have no meaning in a command.
   *
   * @return this object
   */
  public ProtocolFlags without(String... names) {
    withheld.addAll(List.of(names));
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
    protocols = List.copyOf(all);
    Map<String, ProtocolHelp> help = ProtocolHelp.of(all);
    help.forEach((name, each) -> add(line.getCommandSpec(), name, each.label(), each.lines()));
    labels.forEach((name, label) -> add(line.getCommandSpec(), name, label, List.of()));
    line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new OptionSections());
  }

  private void add(CommandSpec command, String name, String label, List<String> lines) {
    if (withheld.contains(name) || command.findOption("--" + name) != null) {
      return;
    }
    List<String> description = new ArrayList<>(lines);
    Optional.ofNullable(notes.get(name)).ifPresent(description::add);
    OptionSpec option =
        OptionSpec.builder("--" + name)
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .description(description.stream().map(ProtocolFlags::literal).toArray(String[]::new))
            .userObject(ProtocolFlags.class)
            .build();
    options.put(name, option);
    command.addOption(option);
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
    if (symmetric) {
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

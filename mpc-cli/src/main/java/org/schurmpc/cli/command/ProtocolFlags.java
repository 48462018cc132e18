package org.schurmpc.cli.command;

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
import org.schurmpc.core.eval.SecurityFloor;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

/**
 * The options that protocols list, as options of a command: one for each name. A command has them
 * as a mixin, and {@link #addTo(CommandLine, List)} adds them when the command is complete. An
 * option of the command itself goes before a protocol's option of the same name.
 *
 * <p>Every command takes the options of all protocols; the chosen one refuses what it does not
 * have.
 */
@HelpSection.In(HelpSection.PROTOCOL)
public final class ProtocolFlags {
  /** The option for the threads that generate material, where a protocol has it. */
  public static final String THREADS = "threads";

  private static final String CONVERSION = "conversion";
  private static final String SYMMETRIC = "symmetric";

  private final Set<String> withheld = new HashSet<>();
  private final Map<String, String> notes = new LinkedHashMap<>();
  private final Map<String, String> labels = new LinkedHashMap<>(); // of what is always there
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();
  private List<Protocol> protocols = List.of();

  @Option(names = "--symmetric", order = 1, description = "The same as --conversion symmetric.")
  private boolean symmetric;

  /** Leaves out options that have no meaning in a command. */
  public ProtocolFlags without(String... names) {
    withheld.addAll(List.of(names));
    return this;
  }

  /** Adds a sentence to what protocols say of an option. */
  public ProtocolFlags note(String name, String sentence) {
    notes.put(name, sentence);
    return this;
  }

  /**
   * Adds what an option means in a command for every protocol; the command has the option even if
   * no protocol does.
   *
   * @param label how a value is shown where no protocol shows one
   */
  public ProtocolFlags also(String name, String label, String sentence) {
    labels.put(name, label);
    return note(name, sentence);
  }

  /** Adds the protocols' options to a command and its subcommands, wherever they are a mixin. */
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

  /** Texts of protocols are no format strings, and no variables either. */
  private static String literal(String text) {
    return text.replace("%", "%%").replace("${", "$${");
  }

  /** Returns the value that was given for an option. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(options.get(name)).map(OptionSpec::getValue);
  }

  /**
   * Returns the options that were given, by the names that protocols know.
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
   * Returns the options that were given, for measurements of a protocol. A protocol whose field by
   * default is {@link SecurityFloor#FIELD} is measured over that field unless another one is given;
   * the field is named, because its σ of 38 bits meets the floor only by name.
   *
   * @throws Refused if two of them contradict each other
   */
  public Map<String, String> given(String protocol) throws Refused {
    Map<String, String> given = given();
    for (Protocol each : protocols) {
      if (each.name().equals(protocol)) {
        each.options().stream()
            .filter(option -> option.otherwise().equals(Optional.of(SecurityFloor.FIELD)))
            .map(ProtocolOption::name)
            .forEach(name -> given.putIfAbsent(name, SecurityFloor.FIELD));
      }
    }
    return given;
  }

  /**
   * Returns the number of threads that generate material, for sizes; the protocol refuses what is
   * no number.
   *
   * @param options of the protocol
   */
  public static int threads(Map<String, String> options) {
    String threads = options.getOrDefault(THREADS, "1");
    return threads.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(threads) : 1;
  }
}

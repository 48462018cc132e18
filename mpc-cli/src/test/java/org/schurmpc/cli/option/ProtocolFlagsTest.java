package org.schurmpc.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.command.Launch;
import org.schurmpc.cli.command.OperatorCommands;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class ProtocolFlagsTest {
  private static final Protocol ONE =
      new Listing(
          "one",
          ProtocolOption.choice("mac", List.of("a", "b"), "a", "how tables are marked"),
          ProtocolOption.number("threads", 1, 8, 1, "threads of one"),
          ProtocolOption.text("field", "NAME", Optional.of("gf2_64"), "the field")
              .measuredAt("gf2_40"),
          ProtocolOption.choice("conversion", List.of("none", "symmetric"), "none", "who"));
  private static final Protocol TWO =
      new Listing(
          "two",
          ProtocolOption.choice("mac", List.of("b", "c"), "c", "how bits are marked"),
          ProtocolOption.number("threads", 1, 8, 2, "threads of one"),
          ProtocolOption.text("field", "NAME", Optional.of("p128"), "the field"),
          ProtocolOption.number("runs", 1, 9, 3, "50% of ${HOME} @ 100%d"),
          ProtocolOption.number("walk", 1, 9, 3, "50% of ${HOME} and 100%n"));

  /** A protocol of which only the options are used. */
  private record Listing(String name, List<ProtocolOption> options) implements Protocol {
    Listing(String name, ProtocolOption... options) {
      this(name, List.of(options));
    }

    @Override
    public String description() {
      return "for tests";
    }

    @Override
    public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
      throw new Refused("for tests");
    }
  }

  @Command(name = "toy", sortOptions = false)
  private static final class Toy implements Runnable {
    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Mixin
    private final Between between;

    @Option(names = "--runs", description = "Runs that count.")
    private int runs;

    Toy(ProtocolFlags flags) {
      between = new Between(flags);
    }

    @Override
    public void run() {}
  }

  /** Nests a mixin in another mixin. */
  private static final class Between {
    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Mixin
    private final ProtocolFlags flags;

    Between(ProtocolFlags flags) {
      this.flags = flags;
    }
  }

  private static CommandLine line(ProtocolFlags flags) {
    CommandLine line = new CommandLine(new Toy(flags));
    ProtocolFlags.addTo(line, List.of(ONE, TWO));
    return line.setUsageHelpWidth(80);
  }

  private static String help(ProtocolFlags flags) {
    return line(flags).getUsageMessage();
  }

  @Test
  void everyNameIsOneOption() throws Exception {
    ProtocolFlags flags = new ProtocolFlags();
    CommandLine line = line(flags);
    line.parseArgs("--mac", "c", "--threads=4", "--walk=no number");
    assertEquals(Map.of("mac", "c", "threads", "4", "walk", "no number"), flags.given());
    assertEquals(Optional.of("4"), flags.value("threads"));
    line.parseArgs();
    assertEquals(Map.of(), flags.given());
    assertEquals(Optional.empty(), flags.value("threads"));
    assertThrows(ParameterException.class, () -> line.parseArgs("--mac"));
    assertThrows(ParameterException.class, () -> line.parseArgs("--mac=a", "--mac=b"));
  }

  @Test
  void helpSaysForEachProtocolWhatAnOptionIs() {
    String help = help(new ProtocolFlags());
    String flat = help.replaceAll("\\s+", " ");
    assertTrue(
        flat.contains("--mac=VALUE one: a|b, how tables are marked; default a. two: "), help);
    assertTrue(flat.contains("two: b|c, how bits are marked; default c."), help);
    assertTrue(
        flat.contains(
            "--threads=N one, two: threads of one, 1 to 8; default 1 for one, 2 for two."),
        help);
    assertTrue(flat.contains("--conversion=none|symmetric one: who; default none."), help);
  }

  @Test
  void helpHasSections() {
    String help = help(new ProtocolFlags());
    int own = help.indexOf(HelpSection.COMPUTATION.heading());
    int protocol = help.indexOf(HelpSection.PROTOCOL.heading());
    assertTrue(0 < own && own < help.indexOf("--runs"), help);
    assertTrue(help.indexOf("--runs") < protocol && protocol < help.indexOf("--mac"), help);
    assertTrue(help.indexOf("--mac") < help.indexOf("--symmetric "), help);
    assertFalse(help.contains(HelpSection.RUNS.heading()), help);
    assertTrue(help.startsWith("Usage: toy [OPTIONS]"), help);
  }

  @Test
  void textsOfProtocolsAreNoFormatStrings() {
    String help = help(new ProtocolFlags());
    assertTrue(help.contains("two: 50% of ${HOME} and 100%n, 1 to 9; default 3."), help);
  }

  @Test
  void anOptionOfTheCommandGoesFirst() throws Exception {
    ProtocolFlags flags = new ProtocolFlags();
    CommandLine line = line(flags);
    line.parseArgs("--runs", "5");
    Toy toy = line.getCommand();
    assertEquals(5, toy.runs);
    assertEquals(Map.of(), flags.given());
  }

  @Test
  void symmetricIsAConversion() throws Exception {
    ProtocolFlags flags = new ProtocolFlags();
    CommandLine line = line(flags);
    line.parseArgs("--symmetric");
    assertEquals(Map.of("conversion", "symmetric"), flags.given());
    line.parseArgs("--symmetric", "--conversion=symmetric");
    assertEquals(Map.of("conversion", "symmetric"), flags.given());
    line.parseArgs("--symmetric", "--conversion=none");
    Refused refused = assertThrows(Refused.class, flags::given);
    assertEquals("--symmetric and --conversion none contradict each other", refused.getMessage());
  }

  @Test
  void aMeasurementNamesTheFieldOfThePapers() throws Exception {
    ProtocolFlags flags = new ProtocolFlags();
    CommandLine line = line(flags);
    line.parseArgs();
    assertEquals(Map.of("field", "gf2_40"), flags.given("one"));
    assertEquals(Map.of(), flags.given("two"));
    assertEquals(Map.of(), flags.given("nobody"));
    line.parseArgs("--field=p64");
    assertEquals(Map.of("field", "p64"), flags.given("one"));
  }

  @Test
  void commandsLeaveOutAndAdd() throws Exception {
    ProtocolFlags flags =
        new ProtocolFlags()
            .without("nobody makes anything", "threads")
            .note("mac", "Here a.")
            .note("nothing", "Nowhere.")
            .also("sessions", "N", "Sessions side by side.");
    CommandLine line = line(flags);
    assertThrows(ParameterException.class, () -> line.parseArgs("--threads=4"));
    assertThrows(ParameterException.class, () -> line.parseArgs("--nothing=4"));
    line.parseArgs("--sessions=4");
    assertEquals(Map.of("sessions", "4"), flags.given());
    String help = line.getUsageMessage();
    assertTrue(help.matches("(?s).*default c\\.\\s+Here a\\.\\R.*"), help);
    assertTrue(help.contains("--sessions=N"), help);
    assertFalse(help.contains("Nowhere"), help);
  }

  @Test
  void commandsTakeTheOptionsOfSomeProtocols() throws Exception {
    ProtocolFlags flags =
        new ProtocolFlags().only(() -> Set.of("two"), "here one runs").without("it is so", "walk");
    CommandLine line = line(flags);
    String help = line.getUsageMessage();
    assertTrue(help.contains("two: how bits are marked"), help);
    for (String name : new String[] {"one:", "--conversion", "--symmetric", "--walk"}) {
      assertFalse(help.contains(name), name + " in " + help);
    }
    assertThrows(ParameterException.class, () -> line.parseArgs("--symmetric"));
    String why = "%s is an option of one, and here one runs two";
    assertEquals(Optional.of(why.formatted("--symmetric")), flags.why("--symmetric"));
    assertEquals(Optional.of(why.formatted("--conversion")), flags.why("--conversion"));
    assertEquals(
        Optional.of("--walk has no meaning here, because it is so: leave it out"),
        flags.why("--walk"));
    assertEquals(Optional.empty(), flags.why("--mac"));
    assertEquals(Optional.empty(), flags.why("--nothing"));
  }

  /** A child receives the option of a protocol that this module does not know. */
  @Test
  void childrenGetTheOptions() throws Exception {
    List<String> arguments =
        Launch.arguments(
            "toy", line(new ProtocolFlags()).parseArgs("--walk", "7", "--symmetric", "--runs=2"));
    assertEquals("toy", arguments.get(0));
    ProtocolFlags flags = new ProtocolFlags();
    line(flags).parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    assertEquals(Map.of("walk", "7", "conversion", "symmetric"), flags.given());
  }

  @Test
  void threadsForSizes() {
    assertEquals(1, ProtocolFlags.threads(Map.of()));
    assertEquals(12, ProtocolFlags.threads(Map.of("threads", "12")));
    assertEquals(1, ProtocolFlags.threads(Map.of("threads", "x")));
  }

  /** Every operator's command, and every child's, has the options of all protocols. */
  @Test
  void theCommandsOfAnOperatorHaveTheOptions() {
    CommandLine program = OperatorCommands.standalone().assemble(System.out, System.err);
    ProtocolFlags.addTo(program, Protocols.all());
    CommandLine child = program.getSubcommands().get("child");
    for (CommandLine line :
        List.of(
            program.getSubcommands().get("eval"),
            program.getSubcommands().get("prepare"),
            program.getSubcommands().get("dealer"),
            child.getSubcommands().get("eval"),
            child.getSubcommands().get("prepare"),
            child.getSubcommands().get("serve"))) {
      for (Protocol protocol : Protocols.all()) {
        for (ProtocolOption option : protocol.options()) {
          OptionSpec found = line.getCommandSpec().findOption("--" + option.name());
          String text = String.join(" ", found.description());
          assertTrue(text.contains(protocol.name()), line.getCommandName() + ": " + text);
          assertTrue(text.contains(option.help().replace("%", "%%")), text);
        }
      }
      String help = line.setUsageHelpAutoWidth(false).setUsageHelpWidth(80).getUsageMessage();
      assertTrue(help.lines().allMatch(each -> each.length() <= 80), help);
    }
  }
}

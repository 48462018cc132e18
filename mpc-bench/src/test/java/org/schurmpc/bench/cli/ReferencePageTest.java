package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.fake.SeededProtocol;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;

/**
 * Tests that docs/reference.md is the help of all commands. With {@code -Dreference.page=write} the
 * test writes the page.
 */
class ReferencePageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/reference.md");

  private static final String HEAD =
      """
      <!-- Written by ReferencePageTest from the commands' help: do not edit. See CONTRIBUTING.md. -->

      # All commands and options

      This page is the help of all commands of `mpc-bench.jar`, as `--help` prints it.
      [The bench](bench.md) explains those of a benchmark; [running](running.md),
      [programs](programs.md) and [preprocessing](preprocessing.md) explain those of an operator.

      | command | does |
      |---|---|
      """;

  @Test
  void thePageShowsTheHelpOfAllCommands() throws IOException {
    if ("write".equals(System.getProperty("reference.page"))) {
      Files.writeString(PAGE, page());
    } else {
      assertEquals(page(), Files.readString(PAGE), "write it again with -Dreference.page=write");
    }
  }

  private static String page() {
    List<Protocol> protocols =
        Protocols.all().stream().filter(each -> !each.name().equals(SeededProtocol.NAME)).toList();
    CommandLine line = new BenchCommands().assemble(System.out, System.err);
    ProtocolFlags.addTo(line, protocols);
    line.setUsageHelpAutoWidth(false).setUsageHelpWidth(80);
    StringBuilder text = new StringBuilder(HEAD);
    forEach(line, command -> appendRow(text, command));
    forEach(line, command -> appendHelp(text, command));
    return text.toString();
  }

  private static void forEach(CommandLine line, Consumer<CommandLine> each) {
    each.accept(line);
    line.getSubcommands().values().stream()
        .filter(subcommand -> !subcommand.getCommandSpec().usageMessage().hidden())
        .forEach(subcommand -> forEach(subcommand, each));
  }

  private static String name(CommandLine line) {
    return line.getCommandSpec().qualifiedName();
  }

  /** Appends a row of the list: a link, and the first sentence of the description. */
  private static void appendRow(StringBuilder text, CommandLine line) {
    String description = String.join(" ", line.getCommandSpec().usageMessage().description());
    String sentence = description.replaceFirst("(?s)\\.( .*)?$", "").replace("%%", "%");
    text.append(
        "| [`%s`](#%s) | %s |\n".formatted(name(line), name(line).replace(' ', '-'), sentence));
  }

  private static void appendHelp(StringBuilder text, CommandLine line) {
    String help = line.getUsageMessage().replace(System.lineSeparator(), "\n");
    help.lines().forEach(each -> assertTrue(each.length() <= 80, each));
    text.append("\n## `")
        .append(name(line))
        .append("`\n\n```\n")
        .append(help.replaceAll("(?m) +$", "").strip())
        .append("\n```\n");
  }
}

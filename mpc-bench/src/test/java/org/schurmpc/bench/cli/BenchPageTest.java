package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.fake.SeededProtocol;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;

/**
 * Tests that the end of docs/bench.md is the help of all commands. With {@code -Dbench.page=write}
 * the test writes that part of the page.
 */
class BenchPageTest {
  private static final Path PAGE = Path.of("..", "docs", "bench.md");
  private static final String MARK = "written by BenchPageTest; see CONTRIBUTING.md. -->\n";

  @Test
  void thePageShowsTheHelpOfAllCommands() throws IOException {
    String page = Files.readString(PAGE);
    int end = page.indexOf(MARK) + MARK.length();
    assertTrue(end > MARK.length(), "the mark is gone");
    if ("write".equals(System.getProperty("bench.page"))) {
      Files.writeString(PAGE, page.substring(0, end) + helpOfAll());
    } else {
      assertEquals(helpOfAll(), page.substring(end), "write it again with -Dbench.page=write");
    }
  }

  private static String helpOfAll() {
    List<Protocol> protocols =
        Protocols.all().stream().filter(each -> !each.name().equals(SeededProtocol.NAME)).toList();
    CommandLine line = new BenchCommands().assemble(System.out, System.err);
    ProtocolFlags.addTo(line, protocols);
    line.setUsageHelpAutoWidth(false).setUsageHelpWidth(80);
    StringBuilder text = new StringBuilder();
    append(text, line);
    return text.toString();
  }

  private static void append(StringBuilder text, CommandLine line) {
    String help = line.getUsageMessage().replace(System.lineSeparator(), "\n");
    help.lines().forEach(each -> assertTrue(each.length() <= 80, each));
    text.append("\n### `")
        .append(line.getCommandSpec().qualifiedName())
        .append("`\n\n```\n")
        .append(help.replaceAll("(?m) +$", "").strip())
        .append("\n```\n");
    line.getSubcommands().values().stream()
        .filter(subcommand -> !subcommand.getCommandSpec().usageMessage().hidden())
        .forEach(subcommand -> append(text, subcommand));
  }
}

package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Isolated("sets a system property")
class ShownNameTest {
  @AfterEach
  void forget() {
    System.clearProperty(ShownName.PROPERTY);
  }

  private static CommandSpec command(String name, String example) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().footer("", "Example: java -jar mpc-bench.jar " + example);
    return spec;
  }

  private static CommandLine shown() {
    CommandLine line =
        new CommandLine(
            command("mpc-bench", "--version").addSubcommand("info", command("info", "info")));
    ShownName.showIn(line);
    return line;
  }

  private static List<String> footers(CommandLine line) {
    return List.of(
        line.getHelp().footer().strip(),
        line.getSubcommands().get("info").getHelp().footer().strip());
  }

  @Test
  void isTheNameOfTheJarWithoutLauncher() {
    assertEquals("mpc-bench", CommandName.ofThisProcess("mpc-bench", "Main").name());
    assertEquals("mpc-bench", shown().getCommandName());
    assertEquals(
        List.of(
            "Example: java -jar mpc-bench.jar --version", "Example: java -jar mpc-bench.jar info"),
        footers(shown()));
    assertEquals(List.of(), ShownName.options());
  }

  @Test
  void isTheNameOfTheLauncherInHelpMessagesAndChildren() {
    System.setProperty(ShownName.PROPERTY, "schur-mpc");
    assertEquals("schur-mpc", CommandName.ofThisProcess("mpc-bench", "Main").name());
    CommandLine line = shown();
    assertEquals("schur-mpc", line.getCommandName());
    assertEquals(
        "schur-mpc info", line.getSubcommands().get("info").getCommandSpec().qualifiedName());
    assertEquals(List.of("Example: schur-mpc --version", "Example: schur-mpc info"), footers(line));
    assertEquals(List.of("-Dschurmpc.name=schur-mpc"), ShownName.options());
  }
}

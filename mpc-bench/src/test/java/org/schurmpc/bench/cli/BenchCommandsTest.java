package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.command.CommandLineProgram;
import picocli.CommandLine;

/** Tests that a command is assembled alone as it is among the others. */
class BenchCommandsTest {
  private final BenchCommands commands = new BenchCommands();

  @Test
  void everySubcommandHasTheNameThatItIsMadeBy() {
    commands
        .subcommands(System.out, System.err)
        .forEach((name, maker) -> assertEquals(name, maker.get().getCommandName()));
  }

  @Test
  void aNamedSubcommandIsAssembledAloneWithTheHelpThatItHasAmongOthers() {
    CommandLine all = new CommandLineProgram(commands).assemble(System.out, System.err);
    for (String name : List.of("eval", "prep", "ot", "child")) {
      CommandLine alone =
          new CommandLineProgram(commands)
              .assembleFor(new String[] {name, "--help"}, System.out, System.err);
      assertEquals(Set.of(name), alone.getSubcommands().keySet());
      assertEquals(
          all.getSubcommands().get(name).getUsageMessage(),
          alone.getSubcommands().get(name).getUsageMessage());
    }
  }

  @Test
  void anUnknownCommandIsComparedWithAll() {
    CommandLine line = commands.assembleFor(new String[] {"evla"}, System.out, System.err);
    assertTrue(line.getSubcommands().size() > 15);
  }

  @Test
  void bothOptionsForTheVersionShowIt() {
    for (String option : List.of("--version", "-V")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int code =
          new CommandLineProgram(commands)
              .run(
                  new String[] {option},
                  new PrintStream(out, true, StandardCharsets.UTF_8),
                  System.err);
      assertEquals(0, code);
      assertEquals(VersionProvider.text(), out.toString(StandardCharsets.UTF_8).strip());
    }
  }
}

package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine;

class CommandLineProgramTest {
  private static final CommandLineProgram PROGRAM =
      new CommandLineProgram(OperatorCommands.standalone());

  @Test
  void messagesDoNotSteerTheTerminal() {
    for (boolean debug : new boolean[] {false, true}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
      Refused refused = new Refused("there is no 'a\u001b[2Jb\u202ec\u2028d\u0007'");
      assertEquals(2, PROGRAM.explain(refused, stream, debug));
      String said = err.toString(StandardCharsets.UTF_8);
      assertFalse(said.matches("(?s).*[\\p{Cf}\\u001b\\u0007\\u2028].*"), said);
      assertTrue(said.startsWith("mpc-cli: there is no 'a?[2Jb?c d?'"), said);
      assertEquals(debug, said.contains("\tat org.schurmpc"), said);
    }
  }

  private static String said(String... args) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PROGRAM.run(args, stream, stream);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void helpShowsNoOptionThatIsRefused() {
    String run = said("program", "run", "--help");
    assertTrue(run.contains("--csv=FILE"), run);
    String eval = said("eval", "--help");
    for (String name : "--circuit --inputs --outputs --order --format --lanes".split(" ", -1)) {
      assertFalse(run.contains(name + "="), name + " in: " + run);
      assertTrue(eval.contains(name + "="), name);
      String why = said("program", "run", name, "x");
      assertTrue(why.startsWith("mpc-cli: " + name + " is for circuits, and 'program run'"), why);
    }
    for (String name : "--program --tapes --foreign".split(" ", -1)) {
      assertFalse(eval.contains(name), name + " in: " + eval);
      assertTrue(run.contains(name), name);
      String why = said("eval", name, "x");
      assertTrue(why.startsWith("mpc-cli: " + name + " is for programs, and 'eval'"), why);
      assertTrue(why.contains("leave it out, or run a program with 'program run'; mpc-cli"), why);
    }
  }

  @Test
  void helpHasTheExitCodesOfAllSubcommands() {
    String help = said("program", "--help");
    for (String code : new String[] {"0 done", "4", "5 the parties", "6 a party", "7 prepro"}) {
      assertTrue(help.replaceAll("\\s+", " ").contains(code), help);
    }
  }

  @Test
  void anOptionIsNamedOnce() {
    String said = said("program", "compile", "X", "--arg", "threshold", "--out", "x");
    assertTrue(said.contains("option '--arg'"), said);
    assertFalse(said.contains("option option"), said);
  }

  @Test
  void unforeseenErrorsGetASentenceToo() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertEquals(2, PROGRAM.explain(new OutOfMemoryError(), stream, false));
    Throwable wrapped =
        new CommandLine.ExecutionException(
            new CommandLine(new CommonOptions()), "called", new OutOfMemoryError());
    assertEquals(2, PROGRAM.explain(wrapped, stream, false));
    assertEquals(1, PROGRAM.explain(new IllegalStateException("x"), stream, false));
    assertEquals(3, err.toString(StandardCharsets.UTF_8).lines().count());
    assertFalse(err.toString(StandardCharsets.UTF_8).contains("\tat "));
  }
}

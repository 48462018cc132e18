package org.schurmpc.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.command.OperatorCommands;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

class ErrorAdviceTest {
  private static final Pattern COMMAND = Pattern.compile("'([^']+)'");

  @Test
  void aFailureWithoutARemedyIsItsMessage() {
    assertEquals("no", ErrorAdvice.sentence(new Refused("no")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "MAKE_STORE | make a store with 'prepare'",
        "MAKE_NEW_STORE | make a new one with 'prepare'",
        "MAKE_MORE | make more with 'prepare'",
        "MAKE_MORE_OR_REFILL | make more with 'prepare', or say --refill ot to go on without",
        "ADOPT_STORE | say so once with 'prep adopt'",
        "DESTROY_STORE | destroy it with 'prep destroy' and make a new one",
        "GIVE_STORE_KEY | say with --store-key, or SCHUR_MPC_STORE_KEY, under which key",
        "ASK_FOR_MEMORY | say --memory-reset with the version, at all parties"
      })
  void theRemedyFollowsTheMessage(Remedy remedy, String hint) {
    assertEquals("no; " + hint, ErrorAdvice.sentence(new BadFile("no", remedy)));
  }

  /** Every command and every option that a hint names exists. */
  @ParameterizedTest
  @EnumSource
  void whatHintsNameExists(Remedy remedy) {
    String hint = ErrorAdvice.sentence(new Exhausted("", remedy));
    CommandLine program = OperatorCommands.standalone().assemble(System.out, System.err);
    Matcher commands = COMMAND.matcher(hint);
    while (commands.find()) {
      CommandLine found = program;
      for (String word : commands.group(1).split(" ", -1)) {
        found = found.getSubcommands().get(word);
        assertNotNull(found, hint);
      }
    }
    for (String word : hint.split("[ ,]+", -1)) {
      if (word.startsWith("--")) {
        ParseResult parsed = program.parseArgs(call(word).toArray(String[]::new));
        while (parsed.hasSubcommand()) {
          parsed = parsed.subcommand();
        }
        assertEquals(1, parsed.matchedOptions().size(), hint);
      }
    }
  }

  private static List<String> call(String option) {
    return switch (option) {
      case "--refill" -> List.of("eval", option, "ot");
      case "--memory-reset" -> List.of("program", "run", option, "1");
      default -> List.of("eval", option, "file");
    };
  }

  @Test
  void theProgramSaysThem() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .explain(
                new Exhausted("the store is empty", Remedy.MAKE_MORE),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
    assertEquals(7, code);
    assertEquals(
        "mpc-cli: the store is empty; make more with 'prepare'",
        err.toString(StandardCharsets.UTF_8).strip());
  }
}

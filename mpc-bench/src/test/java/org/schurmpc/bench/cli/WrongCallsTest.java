package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.bench.fake.SeededProtocol;
import org.schurmpc.cli.command.CommandLineProgram;

/**
 * Compares the sentence and the exit code of each wrong call with {@code wrong-calls.txt}. The file
 * begins with the files that the calls name: a line {@code FILE NAME}, and the content up to the
 * next blank line. Then a call is a line that begins with {@code $}, and a line with the exit code
 * and the sentence. In calls and sentences, {@code @} stands before the name of a file.
 */
@Execution(ExecutionMode.CONCURRENT) // many wait for a party that nobody answers
class WrongCallsTest {
  private static final String TABLE = "wrong-calls.txt";
  private static final int LEAST_CALLS = 40;

  @TempDir static Path folder;

  /** One call of the table, with the exit code and the sentence. */
  private record Call(String arguments, int code, String sentence) {
    @Override
    public String toString() {
      return arguments;
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = WrongCallsTest.class.getResourceAsStream(TABLE)) {
      byte[] text = Objects.requireNonNull(in, TABLE).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
  }

  @BeforeAll
  static void writeFiles() throws IOException {
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("FILE ")) {
        StringBuilder content = new StringBuilder();
        Path file = folder.resolve(lines.get(i).substring("FILE ".length()));
        for (i++; !lines.get(i).isEmpty(); i++) {
          content.append(lines.get(i)).append('\n');
        }
        Files.writeString(file, content.toString());
      }
    }
  }

  static List<Call> calls() throws IOException {
    List<Call> calls = new ArrayList<>();
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("$")) {
        String[] end = lines.get(i + 1).strip().split(" ", 2);
        calls.add(
            new Call(lines.get(i).substring(1).strip(), Integer.parseInt(end[0]), end[1].strip()));
      }
    }
    return calls;
  }

  @ParameterizedTest
  @MethodSource("calls")
  void saysWhatIsWrongAndWhatWouldBeRight(Call call) {
    String place = folder + "/";
    String[] args =
        call.arguments().isEmpty()
            ? new String[0]
            : call.arguments().replace("@", place).split(" +");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(new BenchCommands())
            .run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said =
        err.toString(StandardCharsets.UTF_8)
            .strip()
            .replace(place, "@")
            .replace(", " + SeededProtocol.NAME, "") // protocols of the tests alone
            .replace("insecure-tables, ", "");
    assertEquals(call.code() + " mpc-bench: " + call.sentence(), code + " " + said);
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  /** The table has calls of all commands, and of the main job. */
  @Test
  void coversAllCommands() throws IOException {
    List<Call> calls = calls();
    assertTrue(calls.size() >= LEAST_CALLS, calls.size() + " calls");
    Set<String> missing =
        new BenchCommands()
            .assemble(System.out, System.err).getSubcommands().keySet().stream()
                .filter(name -> !name.equals("child"))
                .collect(Collectors.toCollection(TreeSet::new));
    for (Call call : calls) {
      Arrays.asList(call.arguments().split(" ")).forEach(missing::remove);
    }
    assertEquals(Set.of(), missing);
    assertTrue(calls.stream().anyMatch(call -> call.arguments().startsWith("--")));
  }
}

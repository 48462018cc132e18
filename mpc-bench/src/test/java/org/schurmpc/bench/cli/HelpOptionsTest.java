package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.bench.it.SecretFile;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Tests that help shows no option that its command always refuses. The file {@code
 * help-options.txt} has calls of each command that are not refused; for each option of the help,
 * one of them is not refused with the option added. The program starts no children: a call whose
 * options are right ends where it would start one, or at a file or a peer that is not there.
 *
 * <p>The file begins with the files that the calls name: a line {@code FILE NAME}, and the content
 * up to the next blank line. A line {@code VALUE OPTION VALUE} gives the value of an option, if it
 * is not the first of the words or the usual one of the kind that help names. Then a call is a line
 * that begins with {@code $}. In calls and values, {@code @} stands before the name of a file.
 */
@Execution(ExecutionMode.CONCURRENT) // some wait for a party that nobody answers
class HelpOptionsTest {
  private static final String TABLE = "help-options.txt";

  /** The usual values of the kinds that help names. */
  private static final Map<String, String> KINDS =
      Map.of(
          "N", "2",
          "TIME", "1s",
          "ADDR", "127.0.0.1:9009",
          "HOST:PORT", "127.0.0.1:9009",
          "FILE", "@absent",
          "DIR", "@absent",
          "auto|HOME", "auto",
          "SIZE", "512m",
          "N=FILE", "1=@others");

  /** Options of every command, of a protocol that only tests have, and one that takes seconds. */
  private static final Set<String> NOT_TESTED =
      Set.of("--debug", "--cheat", "--message", "--encrypt");

  private static final List<List<String>> CALLS = new ArrayList<>();
  private static final Map<String, List<String>> VALUES = new TreeMap<>();

  @TempDir static Path folder;

  private record Ending(int code, String said) {}

  @BeforeAll
  static void read() throws IOException {
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ", 3);
      switch (words[0]) {
        case "FILE" -> {
          StringBuilder content = new StringBuilder();
          Path file = folder.resolve(words[1]);
          for (i++; !lines.get(i).isEmpty(); i++) {
            content.append(lines.get(i)).append('\n');
          }
          SecretFile.write(file, content.toString());
        }
        case "VALUE" -> VALUES.computeIfAbsent(words[1], option -> new ArrayList<>()).add(words[2]);
        case "$" -> CALLS.add(List.of(lines.get(i).substring(2).strip().split(" +")));
        default -> {
          // Text and blank lines are for people.
        }
      }
    }
    assertEquals(
        0, run(List.of("program", "compile", "comparisons", "--arg=n=2", "--out=@program")).code);
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = HelpOptionsTest.class.getResourceAsStream(TABLE)) {
      byte[] text = Objects.requireNonNull(in, TABLE).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Ending run(List<String> call) {
    CommandName childless =
        new CommandName(
            BenchCommands.NAME,
            (jvm, memory, arguments, unread) -> {
              throw new IOException("no children");
            },
            CommandName.ofThisProcess(BenchCommands.NAME, "").launcher());
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args =
        call.stream().map(each -> each.replace("@", folder + "/")).toArray(String[]::new);
    int code =
        new CommandLineProgram(new BenchCommands(childless))
            .run(
                args,
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Ending(code, err.toString(StandardCharsets.UTF_8).strip());
  }

  /** Returns the commands that have options of their own, by the words that call them. */
  static List<String> commands() {
    Map<String, CommandLine> all = new LinkedHashMap<>();
    collect("", assembled(), all);
    return all.entrySet().stream()
        .filter(command -> !options(command.getValue()).isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static CommandLine assembled() {
    return new CommandLineProgram(new BenchCommands()).assemble(System.out, System.err);
  }

  private static void collect(String name, CommandLine line, Map<String, CommandLine> all) {
    all.put(name, line);
    line.getSubcommands()
        .forEach(
            (word, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                collect((name + " " + word).strip(), command, all);
              }
            });
  }

  private static List<OptionSpec> options(CommandLine line) {
    return line.getCommandSpec().options().stream()
        .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
        .filter(option -> !NOT_TESTED.contains(option.longestName()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void noOptionIsAlwaysRefused(String name) {
    Map<String, CommandLine> all = new LinkedHashMap<>();
    collect("", assembled(), all);
    List<List<String>> calls = CALLS.stream().filter(call -> isOf(name, call, all)).toList();
    assertFalse(calls.isEmpty(), TABLE + " has no call of '" + name + "'");
    for (List<String> call : calls) {
      Ending ending = run(call);
      assertNotEquals(ExitCode.REFUSED.code(), ending.code, () -> call + ": " + ending.said);
      assertNotEquals(1, ending.code, () -> call + ": " + ending.said);
    }
    for (OptionSpec option : options(all.get(name))) {
      List<String> refusals = refusals(option, suitingFirst(option, calls));
      assertEquals(
          List.of(),
          refusals,
          () ->
              "'%s' shows %s in its help, and refuses it: %s"
                  .formatted(name, option.longestName(), String.join("; ", refusals)));
    }
  }

  /** Returns whether a call is one of a command, and not of a subcommand. */
  private static boolean isOf(String name, List<String> call, Map<String, CommandLine> all) {
    String words =
        all.keySet().stream()
            .filter(each -> (String.join(" ", call) + " ").startsWith(each + " "))
            .max((a, b) -> Integer.compare(a.length(), b.length()))
            .orElse("");
    return words.equals(name);
  }

  /** Returns calls with those first that name a protocol which has the option. */
  private static List<List<String>> suitingFirst(OptionSpec option, List<List<String>> calls) {
    Set<String> having =
        Protocols.all().stream()
            .filter(protocol -> names(protocol).contains(option.longestName()))
            .map(Protocol::name)
            .collect(Collectors.toSet());
    return calls.stream()
        .sorted(Comparator.comparing(call -> call.stream().noneMatch(having::contains)))
        .toList();
  }

  private static List<String> names(Protocol protocol) {
    return protocol.options().stream().map(option -> "--" + option.name()).toList();
  }

  /** Returns the refusals of an option, until a call is not refused. */
  private static List<String> refusals(OptionSpec option, List<List<String>> calls) {
    List<String> refusals = new ArrayList<>();
    for (List<String> call : calls) {
      if (call.stream()
          .anyMatch(word -> word.replaceFirst("=.*", "").equals(option.longestName()))) {
        return List.of(); // the call itself is not refused
      }
      for (List<String> given : given(option)) {
        List<String> longer = new ArrayList<>(call);
        longer.addAll(given);
        Ending ending = run(longer);
        if (ending.code != ExitCode.REFUSED.code()) {
          assertNotEquals(1, ending.code, () -> longer + ": " + ending.said);
          return List.of();
        }
        refusals.add(String.join(" ", longer) + ": " + ending.said);
      }
    }
    return refusals;
  }

  /** Returns the words that give an option, in each of the ways that the table names. */
  private static List<List<String>> given(OptionSpec option) {
    if (option.arity().max() == 0) {
      return List.of(List.of(option.longestName()));
    }
    String label = option.paramLabel();
    String usual = KINDS.getOrDefault(label, label.replaceFirst("\\|.*", ""));
    List<List<String>> all = new ArrayList<>();
    for (String value : VALUES.getOrDefault(option.longestName(), List.of(usual))) {
      List<String> words = new ArrayList<>(List.of(option.longestName()));
      words.addAll(List.of(value.split(" ")));
      all.add(words);
    }
    return all;
  }
}

package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;

/** Runs a program that keeps its memory, with two parties on threads of this JVM. */
@Timeout(60)
class ProgramMemoryTest {
  @TempDir Path folder;
  private String config;

  @BeforeEach
  void writeProgram() throws Exception {
    ProgramOptions options =
        new ProgramOptions("p128", Optional.empty(), 2, OptionalInt.empty(), new TreeMap<>());
    Files.write(
        folder.resolve("counting.vm"),
        ProgramLanguages.only().compile(Counting.class, options).bytes());
    Files.writeString(folder.resolve("in1"), "a = 7\n");
    config =
        Files.writeString(
                folder.resolve("job.toml"),
                "program = \"counting.vm\"\n" + CommandParties.parties(2))
            .toString();
  }

  private String path(String name, int party) {
    return folder.resolve(name + party).toString();
  }

  private List<String> line(List<String> command, int party, String... more) {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("--config", config, "--plaintext", "--party", "" + party));
    line.addAll(List.of("--connect-timeout", "20s", "--timeout", "10s"));
    line.addAll(List.of(more));
    return line;
  }

  private List<String> run(int party, String... more) {
    List<String> line = line(List.of("program", "run"), party, more);
    line.addAll(List.of("--preprocessing", "store:" + path("store", party)));
    if (party == 1) {
      line.addAll(List.of("--input", path("in", 1)));
    }
    return line;
  }

  private List<CommandParties.End> runBoth(String... more) throws Exception {
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(2)) {
      List<String> line = run(party, more);
      line.addAll(List.of("--memory", path("memory", party)));
      lines.add(line);
    }
    return CommandParties.together(lines);
  }

  private static void assertAll(String out, List<CommandParties.End> ends) {
    for (CommandParties.End end : ends) {
      assertEquals(0, end.code(), ends.toString());
      assertEquals(out, end.out());
    }
  }

  @Test
  void theNextRunGoesOn() throws Exception {
    List<List<String>> prepare = new ArrayList<>();
    for (int party : CommandParties.numbers(2)) {
      String[] more = {"--store", path("store", party), "--blocks", "3"};
      prepare.add(line(List.of("prepare"), party, more));
    }
    for (CommandParties.End end : CommandParties.together(prepare)) {
      assertEquals(0, end.code(), end.err());
    }
    assertAll("sum = 7\n", runBoth());
    CommandParties.End kept =
        CommandParties.run(List.of("prep", "destroy", "--yes", path("memory", 1)));
    assertEquals(3, kept.code(), kept.err());
    assertTrue(kept.sentence().contains("the memory of a program"), kept.err());
    assertEquals("", kept.out());
    assertAll("sum = 14\n", runBoth());
    assertAll("sum = 21\n", runBoth());
  }

  private static void assertRefused(String sentence, List<String> line) {
    CommandParties.End end = CommandParties.alone(line);
    assertEquals(2, end.code(), end.err());
    assertTrue(end.sentence().contains(sentence), end.err());
  }

  @Test
  void memoryNeedsAFolderAndAKey() throws Exception {
    List<String> deal = new ArrayList<>(List.of("dealer", "--config", config, "--out"));
    deal.addAll(List.of(path("store", 1), path("store", 2)));
    assertEquals(0, CommandParties.run(deal).code());
    assertRefused("with --memory DIR", run(1));
    assertRefused("keeps no key that lasts", run(1, "--memory=" + path("memory", 1)));
    assertFalse(Files.exists(folder.resolve("memory1")));
    assertRefused("--memory-reset is for --memory", run(1, "--memory-reset=1"));
    List<String> own = line(List.of("program", "run"), 2, "--memory=" + path("memory", 2));
    assertRefused("needs the keys of a store", own);
  }
}

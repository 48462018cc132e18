package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of a dealer, and what {@code prep info} says of the evaluations that are left. */
class EvaluationsLeftTest {
  @TempDir Path folder;

  private String run(int code, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    assertEquals(code, ended, err.toString(StandardCharsets.UTF_8));
    return (out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8)).strip();
  }

  private String[] deal(String protocol, int lanes) throws Exception {
    String config =
        """
        protocol = "%s"
        circuit = "add_32"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        """
            .formatted(protocol);
    String file = Files.writeString(folder.resolve("job.toml"), config).toString();
    String one = folder.resolve("one").toString();
    String two = folder.resolve("two").toString();
    run(0, "dealer", "--config", file, "--lanes", "" + lanes, "--out", one, two);
    return new String[] {one, file};
  }

  private void assertSays(String line, String... args) {
    assertEquals(line, run(0, args).lines().skip(1).findFirst().orElseThrow());
  }

  @Test
  void countsEvaluationsOfAnyCircuit() throws Exception {
    String store = deal("tinyot", 640)[0];
    assertSays(
        "left for 640 evaluations of add_32, 1 pass of up to 640 lanes",
        "prep",
        "info",
        store,
        "--circuit",
        "add_32",
        "--lanes",
        "640");
    assertSays(
        "left for 10 evaluations of add_32, 10 passes of up to 1 lane",
        "prep",
        "info",
        store,
        "--circuit",
        "add_32");
    assertSays(
        "left for 2 evaluations of aes_128, 2 passes of up to 1 lane",
        "prep",
        "info",
        store,
        "--circuit",
        "aes_128");
  }

  @Test
  void materialThatIsTiedSaysForWhat() throws Exception {
    String[] made = deal("tinytable", 3);
    assertSays(
        "left for 3 evaluations of add_32, 1 pass of up to 3 lanes",
        "prep",
        "info",
        made[0],
        "--config",
        made[1]);
    assertTrue(
        run(2, "prep", "info", made[0], "--circuit", "add_64")
            .contains("the store is for another circuit, that of digest "));
    assertTrue(
        run(2, "prep", "info", made[0], "--circuit", "add_32", "--lanes", "4")
            .contains("lanes 3', and this takes 'tinytable, linear, sigma 64, lanes 4': name"));
  }
}

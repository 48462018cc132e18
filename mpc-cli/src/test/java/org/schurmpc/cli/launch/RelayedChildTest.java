package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Refused;

/** Runs scripts in place of a JVM, and checks their output and exit codes. */
@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class RelayedChildTest {
  private static final CommandName PROGRAM = CommandName.ofThisProcess("mpc-bench", "Main");

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private final List<String> heard = new ArrayList<>();

  private final ProgressListener listener =
      new ProgressListener() {
        @Override
        public void step() {
          heard.add("a step");
        }

        @Override
        public void phase(String name) {
          heard.add(name);
        }
      };

  private int run(String script) throws Exception {
    return run(script, new byte[0]);
  }

  private int run(String script, byte[] firstLine) throws Exception {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Jvm jvm = new Jvm(folder, Runtime.version(), "", false);
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new RelayedChild(PROGRAM, jvm, stream, stream)
        .run(new HeapSize(64).options(), List.of("eval"), firstLine, listener);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatTheChildSaysDoesNotSteerTheTerminal() throws Exception {
    assertEquals(5, run("printf 'mpc-bench: \\033[2Jx\\n\\tat y\\302\\233\\n' >&2; exit 5"));
    assertEquals("mpc-bench: ?[2Jx\n\tat y?\n", said());
  }

  @Test
  void progressIsHeardAndNotPrinted() throws Exception {
    assertEquals(0, run("printf '@phase waiting\\n@progress\\n@progress\\n' >&2"));
    assertEquals(List.of("waiting", "a step", "a step"), heard);
    assertEquals("", said());
  }

  @Test
  void theSecretIsTheFirstLineAndIsWiped() throws Exception {
    byte[] secret = "c2VjcmV0".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0, run("read line; echo \"first $line\" >&2; echo \"all $*\" >&2", secret));
    assertEquals("first c2VjcmV0", said().lines().findFirst().orElseThrow());
    assertEquals(1, said().split("c2VjcmV0", -1).length - 1, said());
    assertArrayEquals(new byte[secret.length], secret);
  }

  @Test
  void aJvmThatDoesNotStartIsAWrongCall() {
    Refused refused =
        assertThrows(Refused.class, () -> run("echo 'Error: Could not create it' >&2; exit 1"));
    assertTrue(refused.getMessage().contains("--heap"), refused.getMessage());
    assertTrue(refused.getMessage().contains("--jvm"), refused.getMessage());
    assertEquals("Error: Could not create it\n", said());
  }

  @Test
  void aHeapBeyondTheMachineIsAWrongCall() throws Exception {
    Jvm jvm = Jvm.at(Path.of(System.getProperty("java.home"))).orElseThrow();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    HeapSize heap = new HeapSize(1L << 40);
    assertThrows(
        Refused.class,
        () -> new RelayedChild(PROGRAM, jvm, stream, stream).run(heap, List.of("eval"), () -> {}));
  }

  @Test
  void whatTheProgramExplainedKeepsItsCode() throws Exception {
    assertEquals(1, run("echo 'mpc-bench: internal error: x' >&2; exit 1"));
    assertEquals(Optional.of("mpc-bench: internal error: x"), said().lines().findFirst());
  }
}

package org.schurmpc.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppImageIT {
  private static final Path IMAGE = Path.of(System.getProperty("image"));
  private static final Pattern PRINT = Pattern.compile("(?m)^fingerprint +(\\S+)$");
  private static final String JOB =
      """
      protocol = "tinyot"
      circuit = "aes_128"
      inputs = ["party1", "party2"]
      outputs = ["all"]
      [[party]]
      address = "127.0.0.1:%d"
      fingerprint = "%s"
      [[party]]
      fingerprint = "%s"
      """;

  @TempDir Path folder;
  private Command command;
  private String launcher;

  @BeforeEach
  void linkLauncher() throws Exception {
    command = Command.withoutJdk(folder);
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("path/schur-mpc"));
    Files.createSymbolicLink(folder.resolve("path/schur-mpc"), IMAGE.resolve("bin/schur-mpc"));
    launcher = link.toString();
  }

  @Test
  void namesItselfAndUsesItsOwnJvmAlone() throws Exception {
    assertFalse(Files.exists(folder.resolve("path/java")));
    assertTrue(command.run(launcher, "--version").startsWith("schur-mpc "));
    assertTrue(command.run(launcher, "info", "--help").contains("Example: schur-mpc info"));
    String info = command.run(launcher, "info");
    String runtime = IMAGE.toRealPath().resolve("lib/runtime").toString();
    assertEquals(1, info.lines().filter(line -> line.startsWith("JVM found")).count(), info);
    assertTrue(info.lines().anyMatch(l -> l.startsWith("parties") && l.endsWith(runtime)), info);
    assertTrue(info.contains("vector kernels of"), info);
  }

  private String fingerprint(String name) throws Exception {
    Matcher matcher = PRINT.matcher(command.run(launcher, "keygen", "--name", name));
    assertTrue(matcher.find());
    return matcher.group(1);
  }

  private Command.Running eval(int party, String name, String input) throws Exception {
    Path file = Files.writeString(folder.resolve(name + ".hex"), input + "\n");
    return command.start(
        launcher,
        "eval",
        "--config=job.toml",
        "--party=" + party,
        "--key=" + name + ".key",
        "--cert=" + name + ".crt",
        "--input=" + file);
  }

  @Test
  void twoPartiesEvaluateTheExampleOfReadme() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String job = JOB.formatted(port, fingerprint("alice"), fingerprint("bob"));
    Files.writeString(folder.resolve("job.toml"), job);
    Command.Running alice = eval(1, "alice", "000102030405060708090a0b0c0d0e0f");
    Command.Running bob = eval(2, "bob", "00112233445566778899aabbccddeeff");
    assertEquals("69c4e0d86a7b0430d8cdb78070b4c55a", alice.output().strip());
    assertEquals("69c4e0d86a7b0430d8cdb78070b4c55a", bob.output().strip());
    assertFalse(Files.exists(command.cache()), "the image has its archive of classes in it");
  }

  /** The unit starts what is in the image, with a man page that the image has. */
  @Test
  void hasAUnitOfSystemd() throws Exception {
    Path unit = IMAGE.resolve("share/systemd/schur-mpc-service.service");
    String text = Files.readString(unit);
    Matcher start = Pattern.compile("(?m)^ExecStart=/opt/schur-mpc/(\\S+) serve ").matcher(text);
    assertTrue(start.find(), text);
    assertTrue(Files.isExecutable(IMAGE.resolve(start.group(1))), text);
    assertTrue(text.contains("man:schur-mpc-serve(1)"), text);
    assertTrue(Files.exists(IMAGE.resolve("share/man/man1/schur-mpc-serve.1")));
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "there is no systemd-analyze");
    Path copy = folder.resolve("schur-mpc-service.service");
    Files.writeString(copy, text.replace("/opt/schur-mpc", IMAGE.toRealPath().toString()));
    assertEquals(
        "", command.run("/usr/bin/systemd-analyze", "verify", "--man=no", copy.toString()));
  }

  @Test
  void hasManPagesAndCompletion() throws Exception {
    String page = Files.readString(IMAGE.resolve("share/man/man1/schur-mpc-eval.1"));
    assertTrue(page.contains("\\-\\-config"), page);
    assertFalse(Files.exists(IMAGE.resolve("share/man/man1/schur-mpc-child.1")));
    Path script = IMAGE.resolve("share/bash-completion/completions/schur-mpc");
    assertTrue(Files.readString(script).contains("complete -F _complete_schur-mpc"));
  }
}

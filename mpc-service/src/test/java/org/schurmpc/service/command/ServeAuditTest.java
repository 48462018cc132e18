package org.schurmpc.service.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.state.AuditLog;
import picocli.CommandLine;

/** Tests the check of an audit log by itself, by an earlier head, and by a peer's log. */
class ServeAuditTest {
  @TempDir private Path folder;
  private Path own;
  private Path peer;
  private AuditLog.Head head;

  @BeforeEach
  void write() throws Exception {
    own = folder.resolve("own.log");
    peer = folder.resolve("peer.log");
    try (AuditLog log = AuditLog.open(own, Optional.empty())) {
      for (int i = 0; i < 9; i++) {
        log.append(i, "opened", Map.of()).join();
      }
      head = log.head();
    }
    try (AuditLog log = AuditLog.open(peer, Optional.empty())) {
      String lines = "" + head.lines();
      Map<String, String> said = Map.of("party", "2", "lines", lines, "hash", head.hash());
      log.append(0, "peer's audit log", said).join();
      Map<String, String> wrong =
          Map.of("party", "2", "lines", "3", "hash", "cd".repeat(32), "wrong", "It was cut off.");
      log.append(0, "peer's audit log", wrong).join();
      Map<String, String> other = Map.of("party", "3", "lines", "1", "hash", "ab".repeat(32));
      log.append(0, "peer's audit log", other).join();
    }
  }

  /** Returns what is printed, or the sentence of the refusal. */
  private String run(String... options) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandLine line =
        new CommandLine(new ServeAuditCommand(new PrintStream(out, true, StandardCharsets.UTF_8)));
    line.parseArgs(options);
    try {
      assertEquals(0, line.<Callable<Integer>>getCommand().call());
      return out.toString(StandardCharsets.UTF_8);
    } catch (MpcException e) {
      return e.getMessage();
    }
  }

  @Test
  void aPeersLogShowsACutEnd() throws Exception {
    String verify = "--verify=" + own;
    assertEquals("right: 9 lines, the last one is\n" + head + "\n", run(verify));
    assertTrue(run(verify, "--from=" + head).startsWith("right: "));
    assertTrue(run(verify, "--peer-log=" + peer, "--party=2").startsWith("right: "));
    assertTrue(run(verify, "--peer-log=" + peer, "--party=3").contains("line 1 was changed"));
    assertTrue(run(verify, "--peer-log=" + peer, "--party=1").contains("has no head of"));

    List<String> all = Files.readAllLines(own);
    Files.write(own, all.subList(0, 5));
    assertTrue(run(verify).startsWith("right: 5 lines"), "nothing is missing by itself");
    assertTrue(run(verify, "--from=" + head).contains("its end was cut off"));
    String cut = run(verify, "--peer-log=" + peer, "--party=2");
    assertTrue(cut.contains("has 5 lines, and had 9: its end was cut off"), cut);
  }

  @Test
  void wrongCallsAreNamed() throws Exception {
    String verify = "--verify=" + own;
    assertTrue(run(verify, "--party=2").contains("say it, too"));
    String several = run(verify, "--peer-log=" + peer);
    assertTrue(several.contains("of parties [2, 3]: say of which one"), several);
    assertTrue(
        run(verify, "--peer-log=" + own).contains("has no head of the audit log of another"));
    String both = run(verify, "--peer-log=" + peer, "--party=2", "--from=" + head);
    assertTrue(both.contains("leave one out"), both);
    assertTrue(run(verify, "--from=9").contains("64 hex digits"));
  }
}

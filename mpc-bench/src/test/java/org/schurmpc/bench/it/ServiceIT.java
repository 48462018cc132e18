package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the worked example of docs/service.md word for word, with services as processes. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ServiceIT {
  private static final String BLOCK = "00112233445566778899aabbccddeeff";

  @TempDir private Path folder;
  @TempDir private Path streams;

  @AfterEach
  void kill() throws Exception {
    for (String name : List.of("alice", "bob")) {
      Path pid = folder.resolve(name + "/pid");
      if (Files.exists(pid)) {
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void theWorkedExampleRunsAsItStandsThere() throws Exception {
    List<String> said;
    try (PageShell shell = PageShell.ofProcesses(folder, streams)) {
      said = Page.of("service.md").run(shell);
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\nAlice: " + log("alice") + "\nBob: " + log("bob"), e);
    }
    List<String> tags = said.stream().filter(each -> each.startsWith("tag = ")).toList();
    assertEquals(2, tags.size(), said.toString());
    assertEquals("tag = " + expected() + "\n", tags.get(0));
    assertEquals(tags.get(0), tags.get(1));
    String end = said.get(said.size() - 1);
    assertTrue(end.startsWith("right: "), end);
    assertTrue(end.endsWith("stopped\n"), end);

    // Whatever the parties wrote in the clear has no block, tag or share in it.
    for (String name : List.of("alice", "bob")) {
      String all = log(name) + Files.readString(folder.resolve(name + "/state/audit.log"));
      for (String secret : List.of(BLOCK, expected(), share(name))) {
        assertTrue(!all.contains(secret), secret + " in " + all);
      }
      assertTrue(all.contains("\"event\":\"accepted\""), all);
    }
  }

  private String log(String name) throws Exception {
    Path file = folder.resolve(name + "/out.txt");
    return Files.exists(file) ? Files.readString(file) : "did not start";
  }

  private String share(String name) throws Exception {
    return Files.readString(folder.resolve(name + "/share.txt"))
        .strip()
        .replaceFirst("share[12] = ", "");
  }

  /** Returns AES of the block under the XOR of both shares. */
  private String expected() throws Exception {
    BigInteger key = new BigInteger(share("alice"), 16).xor(new BigInteger(share("bob"), 16));
    Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
    byte[] bytes = HexFormat.of().parseHex("%032x".formatted(key));
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes, "AES"));
    return HexFormat.of().formatHex(cipher.doFinal(HexFormat.of().parseHex(BLOCK)));
  }
}

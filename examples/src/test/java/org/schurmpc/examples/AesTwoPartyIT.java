package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example's jar in two processes over loopback, on vectors of FIPS 197, appendix C.1. */
class AesTwoPartyIT {
  // Party 2 only connects, and does not listen at its address.
  private static final String NOBODY = "127.0.0.1:9";
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String BLOCK = "00112233445566778899aabbccddeeff";
  private static final String CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a";

  @TempDir private Path folder;
  private Processes processes;

  @BeforeEach
  void begin() {
    processes = new Processes(folder);
  }

  @AfterEach
  void end() {
    processes.close();
  }

  @Test
  void bothLearnTheCiphertextInTheClear() throws Exception {
    bothLearnTheCiphertext(List.of("plaintext"), List.of("plaintext"));
  }

  @Test
  void bothLearnTheCiphertextOverTls() throws Exception {
    Pem one = Pem.make(folder, "one");
    Pem two = Pem.make(folder, "two");
    bothLearnTheCiphertext(
        List.of(one.key(), one.certificate(), two.fingerprint()),
        List.of(two.key(), two.certificate(), one.fingerprint()));
  }

  /** Party 1 expects another certificate: neither party learns anything. */
  @Test
  void aForeignCertificateIsOneSentence() throws Exception {
    Pem one = Pem.make(folder, "one");
    Pem two = Pem.make(folder, "two");
    Pem three = Pem.make(folder, "three");
    String address = "127.0.0.1:" + Processes.freePort();
    Path said =
        start(
            List.of("2", address, NOBODY, BLOCK),
            List.of(three.key(), three.certificate(), one.fingerprint()));
    start(
        List.of("1", address, NOBODY, KEY),
        List.of(one.key(), one.certificate(), two.fingerprint()));
    assertEquals(4, processes.exitCode(0));
    assertTrue(Processes.lastLine(said).contains("certificate"), Processes.lastLine(said));
  }

  private void bothLearnTheCiphertext(List<String> security1, List<String> security2)
      throws Exception {
    String address = "127.0.0.1:" + Processes.freePort();
    Path said1 = start(List.of("1", address, NOBODY, KEY), security1);
    Path said2 = start(List.of("2", address, NOBODY, BLOCK), security2);
    assertEquals(0, processes.exitCode(0), () -> Processes.all(said1));
    assertEquals(0, processes.exitCode(1), () -> Processes.all(said2));
    assertEquals(CIPHERTEXT, Processes.lastLine(said1));
    assertEquals(CIPHERTEXT, Processes.lastLine(said2));
  }

  /** Only the word "plaintext" permits plaintext; unreadable files do not. */
  @Test
  void whatCannotBeReadAsACertificateIsOneSentence() throws Exception {
    String nowhere = folder.resolve("none.pem").toString();
    Path said = start(List.of("1", "127.0.0.1:0", NOBODY, KEY), List.of(nowhere, nowhere, "00"));
    assertEquals(3, processes.exitCode(0));
    assertEquals(nowhere + " does not exist", Processes.lastLine(said));
  }

  /** The manual shows the example, and states that it is short. */
  @Test
  void itIsShortAndInTheManual() throws Exception {
    Path root = Path.of(System.getProperty("project.root"));
    String source =
        Files.readString(
            root.resolve(
                "examples/aes-two-party/src/main/java/org/schurmpc/examples/AesTwoParty.java"));
    String code = source.substring(source.indexOf("public final class"));
    assertTrue(code.lines().count() < 25, code);
    for (String page : List.of("docs/architecture.md", "docs/embedding.md")) {
      assertTrue(Files.readString(root.resolve(page)).contains(code), page + " shows another");
    }
  }

  /** Starts a party, and returns the file that receives its output. */
  private Path start(List<String> work, List<String> security) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Processes.java());
    command.add("-jar");
    command.add(
        Path.of(System.getProperty("examples.built"), "aes-two-party/target/aes-two-party.jar")
            .toString());
    command.addAll(work);
    command.addAll(security);
    return processes.start(command);
  }
}

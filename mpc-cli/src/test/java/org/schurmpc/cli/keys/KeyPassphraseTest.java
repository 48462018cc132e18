package org.schurmpc.cli.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Tests where a passphrase comes from. */
class KeyPassphraseTest {
  private static final Path KEY = Path.of("alice.key");

  @TempDir Path folder;

  private final List<String> questions = new ArrayList<>();

  private Path file(String content) throws Exception {
    return SecretFiles.write(folder.resolve("pass"), content);
  }

  private KeyPassphrase from(Path file, String environment, String... typed) {
    Deque<String> answers = new ArrayDeque<>(List.of(typed));
    KeyPassphrase.Prompt prompt =
        question -> {
          questions.add(question);
          return answers.remove().toCharArray();
        };
    return new KeyPassphrase(
        "--key-passphrase-file",
        Optional.ofNullable(file),
        Optional.ofNullable(environment),
        typed.length == 0 ? Optional.empty() : Optional.of(prompt));
  }

  private static String of(KeyPassphrase source) throws MpcException {
    return new String(source.of(KEY));
  }

  @Test
  void theFileGoesBeforeTheEnvironmentAndTheTerminal() throws Exception {
    assertEquals("von Müller", of(from(file("von Müller\r\nmore\n"), "other", "third")));
    assertEquals("von Müller", of(from(file("von Müller"), null)));
    assertEquals("other", of(from(null, "other", "third")));
    assertEquals(List.of(), questions);
    assertEquals("third", of(from(null, null, "third")));
    assertEquals(List.of("Passphrase of alice.key: "), questions);
  }

  @Test
  void withoutPassphraseTheSentenceSaysHowToGiveOne() {
    String sentence =
        "alice.key is encrypted: give its passphrase with --key-passphrase-file FILE, or in the"
            + " environment as SCHUR_MPC_KEY_PASSPHRASE";
    for (KeyPassphrase none : List.of(from(null, null), from(null, null, ""), from(null, ""))) {
      assertEquals(sentence, assertThrows(Refused.class, () -> none.of(KEY)).getMessage());
    }
  }

  /** A JVM without a locale reads every byte above 127 of the environment as one character. */
  @Test
  void charactersThatWereNotReadAreRefused() throws Exception {
    String lost = "\ufffd\ufffdlong enough";
    for (KeyPassphrase source : List.of(from(null, lost), from(null, null, lost, lost))) {
      String said = assertThrows(Refused.class, () -> source.of(KEY)).getMessage();
      assertTrue(said.contains("set LC_ALL=C.UTF-8, or give it with --key-pass"), said);
    }
    assertNotNew("LC_ALL=C.UTF-8", from(null, lost));
    assertNotNew("LC_ALL=C.UTF-8", from(null, null, lost, lost));
  }

  @Test
  void anEmptyVariableIsNotSet() throws Exception {
    assertEquals("typed", of(from(null, "", "typed")));
    assertEquals(
        "long enough", new String(from(null, "", "long enough", "long enough").ofNew(KEY)));
  }

  @Test
  void aNewPassphraseIsTypedTwice() throws Exception {
    char[] typed = from(null, null, "long enough", "long enough").ofNew(KEY);
    assertArrayEquals("long enough".toCharArray(), typed);
    assertEquals(List.of("New passphrase of alice.key: ", "The same once more: "), questions);
    assertNotNew("the two passphrases differ", from(null, null, "long enough", "long enouhg"));
    assertNotNew("at least 8 characters", from(null, null, "short", "short"));
    assertNotNew("at least 8 characters", from(null, "short"));
    assertNotNew("no terminal", from(null, null));
  }

  private static void assertNotNew(String sentence, KeyPassphrase source) {
    String said = assertThrows(Refused.class, () -> source.ofNew(KEY)).getMessage();
    assertTrue(said.contains(sentence), said);
  }

  @Test
  void filesThatAreNoPassphraseAreRefused() throws Exception {
    for (String content : List.of("", "\nsecond line", "x".repeat(3 * KeyPassphrase.MOST + 1))) {
      KeyPassphrase source = from(file(content), null);
      String said = assertThrows(BadFile.class, () -> source.of(KEY)).getMessage();
      assertTrue(said.contains("is no passphrase"), said);
    }
    String longest = "€".repeat(KeyPassphrase.MOST);
    assertEquals(longest, of(from(file(longest + "\r\n"), null)));
    KeyPassphrase longer = from(null, longest + "x");
    assertThrows(Refused.class, () -> longer.of(KEY));
    Files.write(folder.resolve("pass"), new byte[] {'a', (byte) 0xff});
    KeyPassphrase source = from(folder.resolve("pass"), null);
    assertTrue(assertThrows(BadFile.class, () -> source.of(KEY)).getMessage().contains("UTF-8"));
    KeyPassphrase missing = from(folder.resolve("missing"), null);
    assertThrows(BadFile.class, () -> missing.of(KEY));
  }

  @Test
  void theLineForAChildHoldsItAndIsWiped() throws Exception {
    char[] passphrase = "a\nb ü".toCharArray();
    byte[] line = KeyPassphrase.toLine(passphrase);
    assertTrue(line.length < 20);
    for (byte each : line) {
      assertTrue(each > ' ');
    }
    assertArrayEquals(passphrase, KeyPassphrase.ofLine(line));
    assertArrayEquals(new byte[line.length], line);
    assertArrayEquals(new char[0], KeyPassphrase.ofLine(KeyPassphrase.toLine(new char[0])));
    assertThrows(Refused.class, () -> KeyPassphrase.ofLine(new byte[] {'!', '!'}));
  }
}

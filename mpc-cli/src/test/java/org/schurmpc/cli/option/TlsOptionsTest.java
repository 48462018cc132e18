package org.schurmpc.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.cli.keys.SecretFiles;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine;

/** Tests what a process does with the passphrase of its key. */
class TlsOptionsTest {
  private static final char[] PASSPHRASE = "a long passphrase".toCharArray();
  private static final int NOTHING = KeyPassphrase.toLine(new char[0]).length;

  @TempDir Path folder;

  private String pass;

  @BeforeEach
  void makeFiles() throws Exception {
    Duration day = Duration.ofDays(1);
    KeyFiles.in(folder, "alice").make(day, false, PASSPHRASE.clone());
    KeyFiles.in(folder, "bob").make(day, false);
    pass =
        "--key-passphrase-file="
            + SecretFiles.write(folder.resolve("pass"), new String(PASSPHRASE));
  }

  private TlsOptions options(String name, String... more) {
    List<String> line = new ArrayList<>(List.of(more));
    line.add("--key=" + folder.resolve(name + ".key"));
    line.add("--cert=" + folder.resolve(name + ".crt"));
    return CommandLine.populateCommand(new TlsOptions(), line.toArray(String[]::new));
  }

  @Test
  void aLauncherKeepsThePassphraseForItsChild() throws Exception {
    TlsOptions launcher = options("alice", pass);
    assertTrue(launcher.identity().isPresent());
    TlsOptions child = options("alice");
    child.take(launcher.forChild());
    assertEquals(launcher.identity().get().fingerprint(), child.identity().get().fingerprint());
    assertEquals(NOTHING, launcher.forChild().length);
  }

  @Test
  void aChildForgetsThePassphraseWithTheKeyRead() throws Exception {
    TlsOptions child = options("alice");
    child.take(KeyPassphrase.toLine(PASSPHRASE));
    assertTrue(child.identity().isPresent());
    assertEquals(NOTHING, child.forChild().length);
    assertTrue(child.identity().isPresent());
  }

  @Test
  void aPassphraseForNothingIsRefused() {
    TlsOptions open = options("bob", pass);
    String said = assertThrows(Refused.class, open::identity).getMessage();
    assertTrue(said.endsWith("bob.key is not encrypted: leave out --key-passphrase-file"), said);
    TlsOptions plaintext = CommandLine.populateCommand(new TlsOptions(), "--plaintext", pass);
    said = assertThrows(Refused.class, plaintext::identity).getMessage();
    assertEquals("--plaintext uses no --key-passphrase-file: leave it out", said);
  }
}

package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.keys.SecretFiles;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;

/** Tests evaluations over TLS while a party renews its certificate, and with an encrypted key. */
@Timeout(120)
class RenewalTest {
  private static final String JOB =
      """
      protocol = "tinyot"
      circuit = "and.txt"
      inputs = ["party1", "party2"]
      outputs = ["all"]
      %s
      """;

  @TempDir Path folder;

  private String address;

  @BeforeEach
  void writeFiles() throws Exception {
    Files.writeString(folder.resolve("and.txt"), "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n");
    Files.writeString(folder.resolve("in"), "1\n");
    SecretFiles.write(folder.resolve("pass"), "a long passphrase\n");
    String tables = CommandParties.parties(2);
    address = tables.substring(tables.indexOf('"') + 1, tables.lastIndexOf('"'));
    keygen("alice", "--passphrase-file=" + folder.resolve("pass"));
    keygen("bob");
    keygen("bob-2");
    keygen("eve");
  }

  private void keygen(String name, String... more) {
    List<String> line = new ArrayList<>(List.of("keygen", "--name", name, "--out=" + folder));
    line.addAll(List.of(more));
    assertEquals(0, CommandParties.run(line).code());
  }

  private String pin(String name) throws Exception {
    return Fingerprint.of(Identity.readCertificate(folder.resolve(name + ".crt"))).toString();
  }

  /** Returns the tables of both parties; the second may show one of these certificates. */
  private String job(String file, String... second) throws Exception {
    List<String> pins = new ArrayList<>();
    for (String name : second) {
      pins.add('"' + pin(name) + '"');
    }
    String parties =
        "[[party]]\naddress = \"%s\"\nfingerprint = \"%s\"\n[[party]]\nfingerprint = %s\n"
            .formatted(address, pin("alice"), pins.size() == 1 ? pins.get(0) : pins);
    return Files.writeString(folder.resolve(file), JOB.formatted(parties)).toString();
  }

  private List<String> eval(String job, int party, String name, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "eval",
                "--config=" + job,
                "--party=" + party,
                "--key=" + folder.resolve(name + ".key"),
                "--cert=" + folder.resolve(name + ".crt"),
                "--input=" + folder.resolve("in"),
                "--connect-timeout=30s"));
    line.addAll(List.of(more));
    return line;
  }

  private List<CommandParties.End> together(String first, String second, String name)
      throws Exception {
    String pass = "--key-passphrase-file=" + folder.resolve("pass");
    return CommandParties.together(List.of(eval(first, 1, "alice", pass), eval(second, 2, name)));
  }

  /** The parties' configurations differ in the number of pins, and agree all the same. */
  @Test
  void bothCertificatesAreAcceptedDuringRenewal() throws Exception {
    String both = job("both.toml", "bob", "bob-2");
    for (String name : List.of("bob", "bob-2")) {
      for (String second : List.of(both, job("one.toml", name))) {
        for (CommandParties.End end : together(both, second, name)) {
          assertEquals(0, end.code(), end.err());
          assertEquals("1\n", end.out());
        }
      }
    }
  }

  @Test
  void flagsNameTwoCertificatesWithASlash() throws Exception {
    String two = "--fingerprints=%s,%s/%s".formatted(pin("alice"), pin("bob"), pin("bob-2"));
    String one = job("eve.toml", "eve");
    String pass = "--key-passphrase-file=" + folder.resolve("pass");
    for (CommandParties.End end :
        CommandParties.together(
            List.of(eval(one, 1, "alice", pass, two), eval(one, 2, "bob-2", two)))) {
      assertEquals(0, end.code(), end.err());
    }
    refuses(2, "is expected with the certificate", eval(one, 2, "alice", pass, two));
    String shared = two + "," + pin("bob");
    refuses(2, "--fingerprints names 3 certificates", eval(one, 2, "bob", shared));
    String same = "--fingerprints=%s/%s,%2$s/%1$s".formatted(pin("alice"), pin("bob"));
    refuses(2, "have the same fingerprint", eval(one, 2, "bob", same));
  }

  @Test
  void aKeyThatDoesNotOpenOrIsOpenToOthersIsRefused() throws Exception {
    String job = job("one.toml", "bob");
    refuses(2, "alice.key is encrypted: give its passphrase with", eval(job, 1, "alice"));
    Path other = SecretFiles.write(folder.resolve("other"), "another passphrase\n");
    String wrong = "--key-passphrase-file=" + other;
    refuses(3, "does not open with this passphrase", eval(job, 1, "alice", wrong));
    Path open = Files.writeString(folder.resolve("open"), "a long passphrase\n");
    String file = "--key-passphrase-file=" + open;
    if (!Files.getPosixFilePermissions(open).toString().contains("OTHERS_READ")) {
      return; // a umask that keeps others out
    }
    refuses(3, "open can be read by others than its owner", eval(job, 1, "alice", file));
    Path key = folder.resolve("bob.key");
    Files.writeString(folder.resolve("copy.key"), Files.readString(key));
    Files.copy(folder.resolve("bob.crt"), folder.resolve("copy.crt"));
    refuses(3, "chmod 600 " + folder.resolve("copy.key"), eval(job, 2, "copy"));
  }

  private static void refuses(int code, String part, List<String> line) {
    CommandParties.End end = CommandParties.run(line);
    assertEquals(code, end.code(), end.err());
    assertTrue(end.sentence().contains(part), end.err());
  }
}

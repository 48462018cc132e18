package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.core.net.Fingerprint;

/** Runs {@code doctor} on a sound configuration, and on one for each fault. */
@Timeout(60)
class DoctorCommandTest {
  private static final String CIRCUIT =
      """
      1 3
      2 1 1
      1 1

      2 1 0 1 2 AND
      """;

  @TempDir Path folder;

  private String address;
  private Fingerprint alice;
  private Fingerprint bob;

  private Fingerprint keygen(String name, Duration validity) throws Exception {
    return Fingerprint.of(KeyFiles.in(folder, name).make(validity, true));
  }

  @BeforeEach
  void makeFiles() throws Exception {
    Files.writeString(folder.resolve("c.txt"), CIRCUIT);
    address = CommandParties.parties(2).split("\"", 3)[1];
    alice = keygen("alice", Duration.ofDays(90));
    bob = keygen("bob", Duration.ofDays(90));
  }

  private String config(String name, String at, Fingerprint first, Fingerprint second)
      throws Exception {
    String text =
        """
        protocol = "tinyot"
        circuit = "c.txt"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        [[party]]
        address = "%s"
        fingerprint = "%s"
        [[party]]
        fingerprint = "%s"
        """
            .formatted(at, first, second);
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** Returns a command line; of the two last words, the second is the value of the first. */
  private List<String> doctor(int party, String config, String... instead) {
    List<String> line = new ArrayList<>(List.of("doctor", "--config", config));
    String name = party == 1 ? "alice" : "bob";
    line.addAll(List.of("--party", "" + party, "--connect-timeout", "20s"));
    line.addAll(List.of("--key", folder.resolve(name + ".key").toString()));
    line.addAll(List.of("--cert", folder.resolve(name + ".crt").toString()));
    if (instead.length > 0) {
      line.set(line.indexOf(instead[0]) + 1, instead[1]);
    }
    return line;
  }

  private static void assertFound(int code, String sentence, CommandParties.End end) {
    assertEquals(code, end.code(), end.toString());
    assertTrue(end.out().contains(sentence), end.toString());
    assertEquals("", end.err(), end.toString());
  }

  private static String first(CommandParties.End end) {
    return end.out().lines().filter(line -> line.startsWith("problem")).findFirst().orElse("");
  }

  @Test
  void aSoundConfiguration() throws Exception {
    String config = config("job.toml", address, alice, bob);
    List<CommandParties.End> ends =
        CommandParties.together(List.of(doctor(1, config), doctor(2, config)));
    for (CommandParties.End end : ends) {
      assertFound(0, "All is sound.", end);
      for (String said :
          List.of(
              "complete: c.txt under tinyot for 2 parties",
              "the own one belongs to its key, is the pinned one, is valid until",
              "connected over TLS with the pinned certificate",
              "at both sides",
              "Mbit/s to it",
              "bytes of one evaluation online take",
              "for preprocessing on this line take cot = s")) {
        assertTrue(end.out().contains(said), end.out());
      }
    }
    assertTrue(ends.get(0).out().contains("can listen at " + address), ends.toString());
    assertTrue(ends.get(1).out().contains("127.0.0.1 resolved"), ends.toString());
  }

  @Test
  void aNameThatDoesNotResolve() throws Exception {
    String config = config("job.toml", "nowhere.invalid:9001", alice, bob);
    CommandParties.End end = CommandParties.run(doctor(2, config, "--connect-timeout", "300ms"));
    assertFound(4, "nowhere.invalid cannot be resolved: correct the address", end);
    assertTrue(first(end).contains("nowhere.invalid"), end.out());
  }

  @Test
  void aClosedPort() throws Exception {
    String config = config("job.toml", address, alice, bob);
    CommandParties.End end = CommandParties.run(doctor(2, config, "--connect-timeout", "300ms"));
    assertFound(4, "Nobody answers as party 1 at " + address, end);
    assertTrue(first(end).endsWith("start doctor at all parties at the same time"), end.out());
    end = CommandParties.run(doctor(1, config, "--connect-timeout", "300ms"));
    assertFound(4, "Nobody connected to port", end);
  }

  @Test
  void aPortThatAnotherProgramHas() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String config = config("job.toml", "127.0.0.1:" + other.getLocalPort(), alice, bob);
      CommandParties.End end = CommandParties.run(doctor(1, config));
      assertFound(4, "is taken: end what listens there", end);
    }
  }

  /** Party 2 has an old fingerprint of party 1, and is told the one that is shown. */
  @Test
  void aPinOfAnotherCertificate() throws Exception {
    Fingerprint old = keygen("old", Duration.ofDays(90));
    List<CommandParties.End> ends =
        CommandParties.together(
            List.of(
                doctor(1, config("one.toml", address, alice, bob), "--connect-timeout", "3s"),
                doctor(2, config("two.toml", address, old, bob), "--connect-timeout", "3s")));
    String shown = "shows a certificate with fingerprint " + alice + ", not the pinned " + old;
    assertFound(4, shown, ends.get(1));
    assertTrue(first(ends.get(1)).contains("correct the configuration at all"), ends.toString());
    assertFound(4, "that refused our certificate " + alice, ends.get(0));
  }

  @Test
  void anOwnCertificateThatIsNotThePinnedOne() throws Exception {
    CommandParties.End end = CommandParties.run(doctor(2, config("job.toml", address, bob, alice)));
    assertFound(2, "and the configuration has " + alice + " for this party", end);
  }

  @Test
  void aKeyOfAnotherCertificate() throws Exception {
    String config = config("job.toml", address, alice, bob);
    String key = folder.resolve("alice.key").toString();
    assertFound(3, "is not the key of", CommandParties.run(doctor(2, config, "--key", key)));
  }

  @Test
  void anExpiredCertificate() throws Exception {
    Fingerprint expired = keygen("bob", Duration.ofMinutes(-10));
    CommandParties.End end =
        CommandParties.run(doctor(2, config("job.toml", address, alice, expired)));
    assertFound(3, "not now: make a new one and tell your peers its fingerprint", end);
  }

  @Test
  void aCertificateThatExpiresSoon() throws Exception {
    bob = keygen("bob", Duration.ofDays(3));
    String config = config("job.toml", address, alice, bob);
    List<CommandParties.End> ends =
        CommandParties.together(List.of(doctor(1, config), doctor(2, config)));
    ends.forEach(end -> assertFound(0, "All is sound, with a warning.", end));
    assertTrue(ends.get(0).out().contains("only: ask the peer for a new one"), ends.toString());
    assertTrue(ends.get(1).out().contains("only: make a new one with keygen"), ends.toString());
  }

  @Test
  void aPeerThatEvaluates() throws Exception {
    String config = config("job.toml", address, alice, bob);
    List<String> eval = doctor(1, config, "--connect-timeout", "3s");
    eval.set(0, "eval");
    Path input = Files.writeString(folder.resolve("in"), "1\n");
    eval.addAll(List.of("--input", input.toString()));
    List<CommandParties.End> ends = CommandParties.together(List.of(eval, doctor(2, config)));
    assertFound(5, "another command than doctor runs there, such as eval", ends.get(1));
    assertEquals(4, ends.get(0).code(), ends.toString());
  }

  @Test
  void aConfigurationThatIsNotComplete() throws Exception {
    String config = config("job.toml", address, alice, bob);
    Files.writeString(
        Path.of(config), Files.readString(Path.of(config)).replaceAll("outputs.*\n", ""));
    CommandParties.End end = CommandParties.run(doctor(2, config, "--connect-timeout", "100ms"));
    assertFound(2, "who learns the circuit's 1 output?", end);
    Files.writeString(Path.of(config), "protocol = [");
    assertFound(3, "job.toml", CommandParties.run(doctor(2, config)));
    assertFound(3, "does not exist", CommandParties.run(doctor(2, config + "x")));
  }
}

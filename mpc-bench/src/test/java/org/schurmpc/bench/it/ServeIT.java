package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.Request;

/**
 * Two parties' services in processes of their own, which fill their stores from nothing and encrypt
 * a client's blocks under party 2's key of AES; the client is a third process, or this one.
 */
class ServeIT {
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";

  @TempDir Path folder;
  private ServiceParties parties;

  @BeforeEach
  void configure() throws Exception {
    parties =
        new ServiceParties(
            folder,
            """
            [stock.bits]
            protocol = "tinyot"
            store = "store-%%d"
            deliveries = 4
            [[job]]
            name = "tag"
            circuit = "aes_128"
            digest = "%s"
            stock = "bits"
            inputs = ["party2", "client"]
            outputs = ["client"]
            input_names = ["key", "block"]
            output_names = ["tag"]
            clients = ["till"]
            """
                .formatted(ServiceParties.digest("aes_128")));
    parties.secret("key.txt", "key = " + KEY + "\n");
    Files.writeString(
        parties.config(2), Files.readString(parties.config(2)) + "own_inputs = \"key.txt\"\n");
  }

  private static String encrypted(String block) throws Exception {
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(HexFormat.of().parseHex(KEY), "AES"));
    return HexFormat.of().formatHex(aes.doFinal(HexFormat.of().parseHex(block)));
  }

  /** A number of the circuit: bit 0 is the last bit of the block. */
  private static byte[] tag(String block) throws Exception {
    byte[] bytes = HexFormat.of().parseHex(encrypted(block));
    byte[] bits = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      bits[i] = bytes[bytes.length - 1 - i];
    }
    return bits;
  }

  private static void awaitOut(BenchJar process, String text) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(BenchRun.LIMIT_SECONDS);
    while (!process.out().contains(text)) {
      assertFalse(process.ended(BenchRun.POLL_MILLIS), () -> process.out() + process.err());
      assertTrue(System.nanoTime() < until, process.out() + process.err());
    }
  }

  private void stop(BenchJar process) throws Exception {
    ServiceParties.signal(process, "TERM");
    assertTrue(process.expect(0).out().contains("stopped"), process.out() + process.err());
  }

  @Test
  void answersAreRightAcrossKillsAndStops() throws Exception {
    String block = "00112233445566778899aabbccddeeff";
    Path input = Files.writeString(folder.resolve("block.txt"), "block = " + block + "\n");
    BenchJar alice = parties.serve(1);
    BenchJar bob = parties.serve(2);
    try {
      awaitOut(alice, "serving as party 1 of 2");
      awaitOut(bob, "serving as party 2 of 2");
      try (BenchJar client =
          BenchJar.start(
              folder,
              "client",
              "submit",
              "--config",
              parties.client().toString(),
              "--job",
              "tag",
              "--input",
              input.toString(),
              "--wait",
              "2m")) {
        assertEquals("tag = " + encrypted(block), client.expect(0).out().strip(), client.err());
      }
      MpcClient client = MpcClient.read(parties.client());
      for (boolean second : new boolean[] {true, false}) {
        UUID id = UUID.randomUUID();
        String other = id.toString().replace("-", "");
        Request request = client.job("tag").inputHex("block", other).submit(id);
        if (second) {
          bob.kill(false);
          bob.exitCode();
          bob = parties.serve(2);
        } else {
          alice.kill(false);
          alice.exitCode();
          alice = parties.serve(1);
        }
        byte[] tag = request.await(Duration.ofMinutes(2)).bits("tag");
        assertArrayEquals(tag(other), tag);
        assertEquals(id, request.id(), "one answer to one request");
        assertArrayEquals(tag, client.request(id).await(Duration.ofMinutes(1)).bits("tag"));
      }
      stop(alice);
      stop(bob);
    } finally {
      alice.close();
      bob.close();
    }
    for (int party = 1; party <= 2; party++) {
      requireIntact(party);
    }
    servesAfterARestart();
  }

  private void requireIntact(int party) throws Exception {
    try (BenchJar info = BenchJar.start(folder, "prep", "info", parties.store(party).toString())) {
      String said = info.expect(0).out();
      assertFalse(said.contains("DESTROYED") || said.contains("destroyed when"), said);
    }
    try (BenchJar audit =
        BenchJar.start(folder, "serve", "audit", "--verify", parties.audit(party).toString())) {
      assertTrue(audit.expect(0).out().startsWith("right: "), audit.out());
    }
  }

  private void servesAfterARestart() throws Exception {
    try (BenchJar alice = parties.serve(1);
        BenchJar bob = parties.serve(2, "--log", "json")) {
      MpcClient client = MpcClient.read(parties.client());
      String block = "ff".repeat(16);
      Request request = client.job("tag").inputHex("block", block).submit();
      assertArrayEquals(tag(block), request.await(Duration.ofMinutes(2)).bits("tag"));
      ServiceParties.signal(alice, "HUP");
      alice.awaitErr("reloaded: 1 job, 1 client");
      stop(bob);
      stop(alice);
      requireLinesOfJson(bob.err());
    }
  }

  private static void requireLinesOfJson(String err) throws Exception {
    List<String> lines = err.lines().filter(line -> !line.startsWith("warning: ")).toList();
    assertFalse(lines.isEmpty());
    for (String line : lines) {
      JsonNode event = new ObjectMapper().readTree(line);
      assertFalse(event.get("formattedMessage").asText().isEmpty(), line);
      assertTrue(event.get("mdc").isObject(), line);
    }
    assertTrue(err.contains("all parties are connected"), err);
  }

  /** Signals of a start wait for its end: it does not end in the middle of opening the ledger. */
  @Test
  void signalsDuringAStartWaitForItsEnd() throws Exception {
    for (String name : List.of("HUP", "TERM")) {
      Files.deleteIfExists(parties.audit(1));
      try (BenchJar alice = parties.serve(1)) {
        while (!Files.exists(parties.audit(1))) {
          assertFalse(alice.ended(1), alice.err());
        }
        ServiceParties.signal(alice, name);
        alice.awaitOut("serving as party 1 of 2");
        if (name.equals("HUP")) {
          alice.awaitErr("reloaded: 1 job, 1 client");
          ServiceParties.signal(alice, "TERM");
        }
        assertTrue(alice.expect(0).out().contains("stopped"), alice.out() + alice.err());
      }
    }
  }

  @Test
  void wrongStartsEndWithASentence() throws Exception {
    try (BenchJar check = parties.serve(2, "--check")) {
      assertEquals(
          "right: party 2 of 2, 1 job, 1 client", check.expect(0).out().strip(), check.err());
    }
    String config = Files.readString(parties.config(2));
    requireRefused(
        config.replace("bob.key", "alice.key").replace("bob.crt", "alice.crt"),
        2,
        "party 2 is expected with the certificate ");
    requireRefused(
        config.replace("own_inputs = \"key.txt\"\n", ""),
        2,
        "job 'tag' takes inputs of this party: name their file as own_inputs");
    requireRefused(
        config.replaceAll("digest = \"..", "digest = \"00"),
        5,
        "The digest of what job 'tag' would run is ");
  }

  private void requireRefused(String config, int code, String sentence) throws Exception {
    Files.writeString(parties.config(2), config);
    try (BenchJar check = parties.serve(2, "--check")) {
      check.expect(code).requireSaid("mpc-bench: " + sentence);
    }
  }
}

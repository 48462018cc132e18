package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs Spring Boot's example as a client of two services, all of them processes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SpringBootServiceIT {
  // FIPS 197, appendix C.1.
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String BLOCK = "00112233445566778899aabbccddeeff";
  private static final String TAG = "69c4e0d86a7b0430d8cdb78070b4c55a";
  private static final String DIGEST =
      "7bf2f239f82b4e070d5440dba089c336e2de158cc1804cfb0a4ecccb8db7202d"; // of aes_128

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final int[] ports = new int[7];
  private Processes processes;

  @BeforeEach
  void begin() throws IOException {
    processes = new Processes(folder);
    for (int i = 0; i < ports.length; i++) {
      ports[i] = Processes.freePort();
    }
  }

  @AfterEach
  void end() {
    processes.close();
  }

  private Path ours(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Processes.java());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.schurmpc.cli.Main"));
    command.addAll(List.of(arguments));
    return processes.start(command);
  }

  private int started;

  private String fingerprint(String name) throws Exception {
    Path said = ours("keygen", "--name", name, "--out", folder.toString());
    assertEquals(0, processes.exitCode(started++), () -> Processes.all(said));
    Matcher found = Pattern.compile("SHA256:[0-9a-f]{64}").matcher(Files.readString(said));
    assertTrue(found.find(), () -> Processes.all(said));
    return found.group();
  }

  private String service(int party, String name, String parties) {
    return """
        [service]
        party = %d
        key = "%s.key"
        certificate = "%s.crt"
        state = "state%d"
        listen = "127.0.0.1:%d"
        admin = "127.0.0.1:%d"
        %s
        [stock.bits]
        protocol = "tinyot"
        store = "store%d"
        deliveries = 8
        [[job]]
        name = "tag"
        circuit = "aes_128"
        digest = "%s"
        stock = "bits"
        inputs = ["party1", "client"]
        outputs = ["client"]
        input_names = ["key", "block"]
        output_names = ["tag"]
        clients = ["boot"]
        %s
        """
        .formatted(
            party,
            name,
            name,
            party,
            ports[party + 1],
            ports[party + 3],
            parties,
            party,
            DIGEST,
            party == 1 ? "own_inputs = \"key.txt\"" : "");
  }

  /** Starts both services, and returns the application's address. */
  private String start() throws Exception {
    String alice = fingerprint("alice");
    String bob = fingerprint("bob");
    String boot = fingerprint("boot");
    String parties = party(0, alice) + party(1, bob);
    String client = "[[client]]\nname = \"boot\"\nfingerprint = \"" + boot + "\"\n";
    Files.writeString(folder.resolve("alice.toml"), service(1, "alice", parties + client));
    Files.writeString(folder.resolve("bob.toml"), service(2, "bob", parties + client));
    Path key = Files.writeString(folder.resolve("key.txt"), "key = " + KEY + "\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        folder.resolve("client.toml"),
        """
        [client]
        key = "boot.key"
        certificate = "boot.crt"
        state = "client"
        timeout = 60
        [[party]]
        url = "https://127.0.0.1:%d"
        fingerprint = "%s"
        [[party]]
        url = "https://127.0.0.1:%d"
        fingerprint = "%s"
        [[job]]
        name = "tag"
        digest = "%s"
        """
            .formatted(ports[2], alice, ports[3], bob, DIGEST));
    ours("serve", "--config", folder.resolve("alice.toml").toString());
    ours("serve", "--config", folder.resolve("bob.toml").toString());
    processes.start(
        List.of(
            Processes.java(),
            "-jar",
            Path.of(
                    System.getProperty("examples.built"),
                    "spring-boot-service/target/spring-boot-service.jar")
                .toString(),
            "--server.port=" + ports[6],
            "--mpc.config=" + folder.resolve("client.toml")));
    return "http://127.0.0.1:" + ports[6];
  }

  private String party(int index, String fingerprint) {
    return """
        [[party]]
        address = "127.0.0.1:%d"
        clients = "https://127.0.0.1:%d"
        fingerprint = "%s"
        """
        .formatted(ports[index], ports[index + 2], fingerprint);
  }

  private HttpResponse<String> send(HttpRequest.Builder call) throws Exception {
    return http.send(
        call.timeout(Duration.ofMinutes(2)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> tag(String application, String block, UUID id) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(application + "/tags"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", id.toString())
            .POST(HttpRequest.BodyPublishers.ofString("{\"block\":\"" + block + "\"}")));
  }

  /** Waits until the health is as it should be, and returns it. */
  private String health(String application, int status) throws Exception {
    HttpRequest.Builder ask =
        HttpRequest.newBuilder(URI.create(application + "/actuator/health/readiness"));
    String last = "";
    for (int i = 0; i < 600; i++) {
      try {
        HttpResponse<String> health = send(ask.copy());
        last = health.body();
        if (health.statusCode() == status) {
          return last;
        }
      } catch (IOException e) {
        last = e.toString(); // not up yet
      }
      Thread.sleep(500);
    }
    throw new AssertionError("no health " + status + " in time: " + last);
  }

  @Test
  void answersWithTagsAndNamesWhoIsGone() throws Exception {
    String application = start();
    String up = health(application, 200);
    assertTrue(up.contains("\"job tag\":\"open\""), up);
    UUID id = UUID.randomUUID();
    HttpResponse<String> answer = tag(application, BLOCK, id);
    assertEquals("{\"tag\":\"" + TAG + "\"}", answer.body());
    assertEquals(400, tag(application, "xyz", UUID.randomUUID()).statusCode());
    HttpResponse<String> other = tag(application, KEY, id); // one mask hides one input
    assertTrue(other.statusCode() >= 400 && !other.body().contains("\"tag\""), other.body());

    processes.stop(started + 1); // Bob's service
    String down = health(application, 503);
    assertTrue(down.contains("party 2 (https://127.0.0.1:" + ports[3]), down);
    assertTrue(down.contains("\"party 1\":\"ready for this client\""), down);
  }
}

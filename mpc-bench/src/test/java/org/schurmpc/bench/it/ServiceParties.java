package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;

/** The files of two parties' services and of a client, and their processes. */
final class ServiceParties {
  private static final Pattern FINGERPRINT = Pattern.compile("SHA256:\\S+");
  private static final List<String> NAMES = List.of("alice", "bob");

  private final Path folder;
  private final int[] ports = new int[6];
  private final Map<String, String> fingerprints = new LinkedHashMap<>();

  /** Makes keys, and files of configuration with one job. */
  ServiceParties(Path folder, String job) throws Exception {
    this.folder = folder;
    for (int i = 0; i < ports.length; i++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        ports[i] = socket.getLocalPort();
      }
    }
    for (String name : List.of("alice", "bob", "till")) {
      try (BenchRun keygen =
          Starter.THREAD.start("keygen", "--name", name, "--out", folder.toString())) {
        Matcher printed = FINGERPRINT.matcher(keygen.expect(0).out());
        assertTrue(printed.find(), keygen.out());
        fingerprints.put(name, printed.group());
      }
    }
    secret("store.key", "5a".repeat(32) + "\n");
    for (int party = 1; party <= 2; party++) {
      Files.writeString(config(party), service(party) + job.formatted(party));
    }
    Files.writeString(client(), client(job));
  }

  /** Returns the digest of a circuit of the library. */
  static String digest(String circuit) throws Exception {
    return BristolFashion.hexDigest(CircuitLibrary.open(circuit));
  }

  Path secret(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  Path config(int party) {
    return folder.resolve(NAMES.get(party - 1) + ".toml");
  }

  Path client() {
    return folder.resolve("client.toml");
  }

  Path store(int party) {
    return folder.resolve("store-" + party);
  }

  Path audit(int party) {
    return folder.resolve("state-" + party).resolve("audit.log");
  }

  private String service(int party) {
    StringBuilder toml = new StringBuilder();
    toml.append(
        """
        [service]
        party = %d
        state = "state-%d"
        key = "%s.key"
        certificate = "%s.crt"
        listen = "127.0.0.1:%d"
        admin = "127.0.0.1:%d"
        """
            .formatted(
                party,
                party,
                NAMES.get(party - 1),
                NAMES.get(party - 1),
                ports[1 + party],
                ports[3 + party]));
    for (int i = 0; i < 2; i++) {
      toml.append(
          """
          [[party]]
          address = "127.0.0.1:%d"
          clients = "https://127.0.0.1:%d"
          fingerprint = "%s"
          """
              .formatted(ports[i], ports[2 + i], fingerprints.get(NAMES.get(i))));
    }
    toml.append("[[client]]\nname = \"till\"\n");
    toml.append("fingerprint = \"%s\"\n".formatted(fingerprints.get("till")));
    return toml.toString();
  }

  private String client(String job) {
    StringBuilder toml = new StringBuilder();
    toml.append(
        """
        [client]
        key = "till.key"
        certificate = "till.crt"
        state = "client-state"
        timeout = 120
        """);
    for (int i = 0; i < 2; i++) {
      toml.append("[[party]]\nurl = \"https://127.0.0.1:%d\"\n".formatted(ports[2 + i]));
      toml.append("fingerprint = \"%s\"\n".formatted(fingerprints.get(NAMES.get(i))));
    }
    Matcher table = Pattern.compile("name = \"(\\S+)\"|digest = \"(\\S+)\"").matcher(job);
    toml.append("[[job]]\n");
    while (table.find()) {
      toml.append(table.group()).append('\n');
    }
    return toml.toString();
  }

  /** Starts a party's service in a process. */
  BenchJar serve(int party, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("serve", "--config", config(party).toString()));
    args.addAll(List.of("--store-key", folder.resolve("store.key").toString()));
    args.addAll(List.of(more));
    return BenchJar.start(folder, args.toArray(String[]::new));
  }

  /** Sends a signal to a process. */
  static void signal(BenchJar process, String name) throws Exception {
    new ProcessBuilder("kill", "-s", name, "" + process.process().pid()).start().waitFor();
  }
}

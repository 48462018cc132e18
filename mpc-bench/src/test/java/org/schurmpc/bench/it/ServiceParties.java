package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;

/** The files of parties' services and of their clients, and their processes. */
final class ServiceParties {
  private static final Pattern FINGERPRINT = Pattern.compile("SHA256:\\S+");
  private static final Pattern JOB = Pattern.compile("name = \"\\S+\"|digest = \"\\S+\"");
  private static final List<String> NAMES = List.of("alice", "bob", "carol");

  /** Ports below those that systems give to whoever asks for any. */
  private static final int FIRST_PORT = 12_000;

  private static final int END_OF_PORTS = 32_000;

  private final Path folder;
  private final List<Ports> ports = new ArrayList<>();
  private final List<String> clients;
  private final Map<String, String> fingerprints = new LinkedHashMap<>();

  /** Where a party is heard: by parties, by clients and by operators. */
  private record Ports(int meet, int listen, int admin) {}

  /** Makes keys of two parties and a client, and files of configuration with one job. */
  ServiceParties(Path folder, String job) throws Exception {
    this(folder, 2, List.of("till"), job);
  }

  /**
   * Makes keys, and files of configuration.
   *
   * @param clients the clients' names, each of which knows all jobs
   * @param jobs stocks, and after them jobs; a format, to which a party's number is given
   */
  ServiceParties(Path folder, int parties, List<String> clients, String jobs) throws Exception {
    this.folder = folder;
    this.clients = List.copyOf(clients);
    List<String> names = NAMES.subList(0, parties);
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < parties; i++) {
      ports.add(new Ports(port(taken), port(taken), port(taken)));
    }
    for (String name : Stream.concat(names.stream(), clients.stream()).toList()) {
      try (BenchRun keygen =
          Starter.THREAD.start("keygen", "--name", name, "--out", folder.toString())) {
        Matcher printed = FINGERPRINT.matcher(keygen.expect(0).out());
        assertTrue(printed.find(), keygen.out());
        fingerprints.put(name, printed.group());
      }
    }
    secret("store.key", "5a".repeat(32) + "\n");
    for (int party = 1; party <= parties; party++) {
      Files.writeString(config(party), service(party) + jobs.formatted(party));
    }
    for (String name : clients) {
      Files.writeString(client(name), client(name, jobs));
    }
  }

  /** Returns a port that nobody uses now. */
  private static int port(Set<Integer> taken) {
    Random random = new Random();
    while (true) {
      int port = FIRST_PORT + random.nextInt(END_OF_PORTS - FIRST_PORT);
      if (taken.add(port) && isFree(port)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
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

  /** Returns the folder of all files. */
  Path folder() {
    return folder;
  }

  /** Returns the number of parties. */
  int count() {
    return ports.size();
  }

  Path config(int party) {
    return folder.resolve(NAMES.get(party - 1) + ".toml");
  }

  /** Returns the configuration of the first client. */
  Path client() {
    return client(clients.get(0));
  }

  /** Returns the configuration of a client. */
  Path client(String name) {
    return folder.resolve("client-" + name + ".toml");
  }

  /** Returns the folder in which a client notes its requests. */
  Path clientState(String name) {
    return folder.resolve("state-of-" + name);
  }

  Path store(int party) {
    return folder.resolve("store-" + party);
  }

  Path audit(int party) {
    return folder.resolve("state-" + party).resolve("audit.log");
  }

  /** Returns a party's port for clients. */
  int listen(int party) {
    return ports.get(party - 1).listen;
  }

  /** Returns the address of a party's port for operators. */
  String admin(int party) {
    return "http://127.0.0.1:" + ports.get(party - 1).admin;
  }

  /** Returns the configuration of a run of a program by the parties, without their services. */
  String runOf(Path program) {
    StringBuilder toml = new StringBuilder("program = \"%s\"\n".formatted(program));
    for (int i = 0; i < ports.size(); i++) {
      String fingerprint = fingerprints.get(NAMES.get(i));
      toml.append(
          "[[party]]\naddress = \"127.0.0.1:%d\"\nfingerprint = \"%s\"\n"
              .formatted(ports.get(i).meet, fingerprint));
    }
    return toml.toString();
  }

  /** Returns the options by which a party shows who it is. */
  List<String> identity(int party) {
    Path key = folder.resolve(NAMES.get(party - 1) + ".key");
    Path certificate = folder.resolve(NAMES.get(party - 1) + ".crt");
    return List.of("--key", key.toString(), "--cert", certificate.toString());
  }

  private String service(int party) {
    String name = NAMES.get(party - 1);
    Ports own = ports.get(party - 1);
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
        open_deliveries = 256
        """
            .formatted(party, party, name, name, own.listen, own.admin));
    for (int i = 0; i < ports.size(); i++) {
      toml.append(
          """
          [[party]]
          address = "127.0.0.1:%d"
          clients = "https://127.0.0.1:%d"
          fingerprint = "%s"
          """
              .formatted(ports.get(i).meet, ports.get(i).listen, fingerprints.get(NAMES.get(i))));
    }
    for (String client : clients) {
      toml.append("[[client]]\nname = \"%s\"\n".formatted(client));
      toml.append("fingerprint = \"%s\"\n".formatted(fingerprints.get(client)));
    }
    return toml.toString();
  }

  private String client(String name, String jobs) {
    StringBuilder toml = new StringBuilder();
    toml.append(
        """
        [client]
        key = "%s.key"
        certificate = "%s.crt"
        state = "%s"
        timeout = 120
        """
            .formatted(name, name, clientState(name).getFileName()));
    for (int i = 0; i < ports.size(); i++) {
      toml.append("[[party]]\nurl = \"https://127.0.0.1:%d\"\n".formatted(ports.get(i).listen));
      toml.append("fingerprint = \"%s\"\n".formatted(fingerprints.get(NAMES.get(i))));
    }
    String[] tables = jobs.split("\\[\\[job]]", -1);
    for (int i = 1; i < tables.length; i++) {
      toml.append("[[job]]\n");
      Matcher line = JOB.matcher(tables[i]);
      while (line.find()) {
        toml.append(line.group()).append('\n');
      }
    }
    return toml.toString();
  }

  /** Returns the command line of a party's service. */
  String[] line(int party, String... more) {
    List<String> args = new ArrayList<>(List.of("serve", "--config", config(party).toString()));
    args.addAll(List.of("--store-key", folder.resolve("store.key").toString()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  /** Starts a party's service in a process. */
  BenchJar serve(int party, String... more) throws IOException {
    return BenchJar.start(folder, line(party, more));
  }

  /** Sends a signal to a process. */
  static void signal(BenchJar process, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-s", name, "" + process.process().pid()).start();
    assertEquals(0, kill.waitFor(), "kill -s " + name);
  }
}

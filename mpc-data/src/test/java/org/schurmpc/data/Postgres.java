package org.schurmpc.data;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of Debian's package on 127.0.0.1 with databases of its own. Its superuser
 * {@code postgres} needs no password, all others do. Root runs it as the user postgres.
 */
public final class Postgres implements AutoCloseable {
  private static final Path PACKAGE = Path.of("/usr/lib/postgresql");
  private static final long LIMIT_SECONDS = 120;

  private final Path programs;
  private final Path folder;
  private final int port;

  private Postgres(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /** Starts a server; says so if there is none on this machine. */
  public static Optional<Postgres> start() throws IOException {
    Optional<Path> programs = programs();
    if (programs.isEmpty()) {
      System.out.println("PostgreSQL is not installed: tests with it are skipped");
      return Optional.empty();
    }
    Path folder = Files.createTempDirectory("postgres");
    if (root()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    Postgres server = new Postgres(programs.get(), folder, freePort());
    server.begin();
    System.out.println("tests with PostgreSQL run, from " + programs.get());
    return Optional.of(server);
  }

  private static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(PACKAGE)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(PACKAGE)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .findFirst();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean root() {
    return System.getProperty("user.name").equals("root");
  }

  private Path data() {
    return folder.resolve("data");
  }

  private void begin() throws IOException {
    run("initdb", "-D", data().toString(), "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8");
    String options =
        "-p %d -k %s -c listen_addresses=127.0.0.1 -c fsync=off -c password_encryption=scram-sha-256"
            .formatted(port, folder);
    Path access = folder.resolve("access.conf");
    Files.writeString(
        access,
        """
        host all postgres 127.0.0.1/32 trust
        host all all 127.0.0.1/32 scram-sha-256
        """);
    Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-r--r--"));
    run(
        "pg_ctl",
        "-D",
        data().toString(),
        "-o",
        options + " -c hba_file=" + access,
        "-l",
        folder.resolve("log").toString(),
        "-w",
        "start");
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    if (root()) {
      line.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    line.add(programs.resolve(program).toString());
    line.addAll(List.of(arguments));
    Path said = Files.createTempFile("postgres", ".txt");
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(program + " fails: " + Files.readString(said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(said);
    }
  }

  /** Returns the port at 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Returns the address of a database. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  /** Returns the server's log. */
  public String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /** Stops the server and removes its files. */
  @Override
  public void close() throws IOException {
    run("pg_ctl", "-D", data().toString(), "-m", "immediate", "-w", "stop");
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = new ArrayList<>(files.toList());
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      Files.delete(all.get(i));
    }
  }
}

package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Fingerprint;

/**
 * Runs {@code eval} for both parties of a small job in this process, so that a JVM that watches
 * sees which classes such a run loads. Keys, certificates and inputs are made for this run.
 */
final class TrainingRun {
  private static final int PARTIES = 2;
  private static final String INPUT = "000102030405060708090a0b0c0d0e0f";

  private static final String JOB =
      """
      protocol = "tinyot"
      circuit = "aes_128"
      inputs = ["party1", "party2"]
      outputs = ["all"]
      [[party]]
      address = "127.0.0.1:%d"
      fingerprint = "%s"
      [[party]]
      fingerprint = "%s"
      """;

  private final Commands commands;
  private final Path folder;

  private TrainingRun(Commands commands, Path folder) {
    this.commands = commands;
    this.folder = folder;
  }

  /**
   * Runs the job.
   *
   * @param commands have {@code eval}
   * @throws IOException if files cannot be written into the folder for temporary files
   * @throws ConnectionLost if a party fails
   */
  static void run(Commands commands) throws IOException, MpcException, InterruptedException {
    Path folder = Files.createTempDirectory("schur-mpc-training");
    try {
      new TrainingRun(commands, folder).run();
    } finally {
      for (Path file : files(folder)) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  private void run() throws IOException, MpcException, InterruptedException {
    List<Fingerprint> fingerprints = new ArrayList<>();
    for (int party = 1; party <= PARTIES; party++) {
      KeyFiles keys = KeyFiles.in(folder, "party" + party);
      fingerprints.add(Fingerprint.of(keys.make(Duration.ofDays(1), false)));
    }
    String job = JOB.formatted(freePort(), fingerprints.get(0), fingerprints.get(1));
    Files.writeString(folder.resolve("job.toml"), job);
    Files.writeString(folder.resolve("input.hex"), INPUT);
    AtomicInteger failures = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int party = 1; party <= PARTIES; party++) {
      String[] line = line(party);
      Thread thread =
          new Thread(() -> failures.addAndGet(eval(line) == ExitCode.OK.code() ? 0 : 1));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failures.get() > 0) {
      throw new ConnectionLost("the training run failed");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String[] line(int party) {
    return new String[] {
      "eval",
      "--config=" + folder.resolve("job.toml"),
      "--party=" + party,
      "--key=" + folder.resolve("party" + party + ".key"),
      "--cert=" + folder.resolve("party" + party + ".crt"),
      "--input=" + folder.resolve("input.hex")
    };
  }

  private int eval(String[] line) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new CommandLineProgram(commands).run(line, nowhere, nowhere);
  }
}

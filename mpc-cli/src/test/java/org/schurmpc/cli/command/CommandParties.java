package org.schurmpc.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Runs command lines at the same time, on threads of this JVM. */
final class CommandParties {
  private CommandParties() {}

  /** What a command printed, and how it ended. */
  record End(int code, String out, String err) {
    /** Returns the sentence of the failure. */
    String sentence() {
      List<String> said = err.lines().filter(line -> line.startsWith("mpc-cli: ")).toList();
      return said.size() == 1 ? said.get(0) : said + " in " + err;
    }
  }

  /** Runs a command of a party that cannot begin, with nobody there to be told. */
  static End alone(List<String> line) {
    List<String> hasty = new ArrayList<>(line);
    int at = hasty.indexOf("--connect-timeout");
    if (at < 0) {
      hasty.addAll(List.of("--connect-timeout", "1ms"));
    } else {
      hasty.set(at + 1, "1ms");
    }
    return run(hasty);
  }

  /** Runs one command line. */
  static End run(List<String> line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new End(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs several command lines side by side. */
  static List<End> together(List<List<String>> lines)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(lines.size());
    try {
      List<Future<End>> all = new ArrayList<>();
      for (List<String> line : lines) {
        all.add(threads.submit(() -> run(line)));
      }
      List<End> ends = new ArrayList<>();
      for (Future<End> each : all) {
        ends.add(each.get());
      }
      return ends;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the tables of parties that listen at free ports of this machine. */
  static String parties(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    StringBuilder text = new StringBuilder();
    for (ServerSocket socket : sockets) {
      text.append("[[party]]\naddress = \"127.0.0.1:%d\"\n".formatted(socket.getLocalPort()));
      socket.close();
    }
    return text + "[[party]]\n";
  }

  /** Returns the numbers of parties. */
  static List<Integer> numbers(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }
}

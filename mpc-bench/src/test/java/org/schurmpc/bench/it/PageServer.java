package org.schurmpc.bench.it;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.LauncherWatch;

/**
 * Runs the {@code java -jar} and {@code javac} of a shell on threads of one JVM, so that a page of
 * twenty commands takes one JVM start. A command runs in the working directory of this process.
 *
 * <p>A client is {@link #CLIENT}, under the name of the tool. It sends the number of its strings, a
 * name for files of output, the tool and the arguments, each with a zero byte at its end, and
 * receives the exit code when the files are complete.
 */
final class PageServer {
  /** The tool's replacement, a script for bash; PAGE_PORT is the port, PAGE_FILES a folder. */
  static final String CLIENT =
      """
      #!/bin/bash
      exec 3<>/dev/tcp/127.0.0.1/$PAGE_PORT
      files=$PAGE_FILES/$$
      printf '%s\\0' $(($# + 2)) "$files" "${0##*/}" "$@" >&3
      read -r code <&3
      cat "$files.out"
      cat "$files.err" >&2
      exit ${code:-1}
      """;

  private static final LauncherWatch NONE =
      new LauncherWatch(InputStream.nullInputStream(), () -> {});

  private PageServer() {}

  /** Serves until the process is killed. Prints the port on the first line. */
  public static void main(String[] args) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.out.println(socket.getLocalPort());
      while (true) {
        Socket client = socket.accept();
        new Thread(() -> serve(client), "a command").start();
      }
    }
  }

  private static void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      int count = Integer.parseInt(string(in));
      List<String> strings = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        strings.add(string(in));
      }
      int code;
      try (PrintStream out = print(strings.get(0) + ".out");
          PrintStream err = print(strings.get(0) + ".err")) {
        code = run(strings.get(1), strings.subList(2, count), out, err);
      }
      client.getOutputStream().write((code + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the client has no exit code, and fails
    }
  }

  private static int run(String tool, List<String> args, PrintStream out, PrintStream err) {
    if (tool.equals("javac")) {
      return ToolProvider.getSystemJavaCompiler().run(null, out, err, args.toArray(String[]::new));
    }
    if (!tool.equals("java") || !args.get(0).equals("-jar")) {
      throw new IllegalArgumentException(tool);
    }
    CommandName program = new CommandName(BenchCommands.NAME, new ChildThreads(), NONE);
    return new CommandLineProgram(new BenchCommands(program))
        .run(args.subList(2, args.size()).toArray(String[]::new), out, err);
  }

  private static PrintStream print(String file) throws IOException {
    return new PrintStream(new FileOutputStream(file), true, StandardCharsets.UTF_8);
  }

  private static String string(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next > 0; next = in.read()) {
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

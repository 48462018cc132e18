package org.schurmpc.bench.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.schurmpc.bench.control.Role;

/** How children of this program are called. */
public final class ChildCommand {
  /** The hidden command under which children run. */
  public static final String CHILD = "child";

  private static final String MAIN = "org.schurmpc.bench.Main";

  private ChildCommand() {}

  /** A whole command line. */
  public static List<String> line(Jvm jvm, List<String> memory, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(jvm.java().toString());
    line.addAll(jvm.options());
    line.addAll(memory);
    line.addAll(List.of("-cp", classPath(), MAIN, CHILD));
    line.addAll(arguments);
    return line;
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The arguments of a child on the Monitor's machine. */
  static List<String> arguments(ChildRoles roles, int monitorPort, boolean debug) {
    Role role = roles.first();
    List<String> arguments = new ArrayList<>();
    arguments.add(role.isDealer() ? "dealer" : "party");
    arguments.add("--monitor=127.0.0.1:" + monitorPort);
    arguments.add("--listen=127.0.0.1:0");
    arguments.add("--plaintext");
    if (!role.isDealer()) {
      arguments.add("--instance=" + (role.instance() + 1));
      arguments.add("--party=" + (role.party() + 1));
      arguments.add("--threads=" + roles.roles().size());
    }
    if (debug) {
      arguments.add("--debug");
    }
    return arguments;
  }

  /** Whether a line that a JVM writes at its start says nothing. */
  public static boolean isNoise(String line) {
    return line.startsWith("WARNING: Using incubator modules:") || line.startsWith("Picked up ");
  }
}

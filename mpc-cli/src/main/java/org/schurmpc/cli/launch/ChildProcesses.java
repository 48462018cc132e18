package org.schurmpc.cli.launch;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts children in processes of their own, with the class path of this process.
 *
 * @param mainClass the main class of a child's JVM
 */
record ChildProcesses(String mainClass) implements ChildStarter {
  @Override
  public Process start(Jvm jvm, List<String> memory, List<String> arguments, Unread unread)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(commandLine(jvm, memory, arguments));
    if (unread == Unread.OUTPUT) {
      builder.redirectOutput(Redirect.DISCARD);
    } else if (unread == Unread.ERRORS) {
      builder.redirectError(Redirect.DISCARD);
    }
    SecretEnvironment.remove(builder.environment(), arguments);
    return builder.start();
  }

  private List<String> commandLine(Jvm jvm, List<String> memory, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(jvm.java().toString());
    line.addAll(jvm.options());
    line.addAll(memory);
    line.addAll(ShownName.options());
    line.addAll(List.of("-cp", classPath(), mainClass, CHILD));
    line.addAll(arguments);
    return line;
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}

package org.schurmpc.cli.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The program of this process, which is started again for child processes.
 *
 * @param name begins every sentence with which the program explains its end
 * @param mainClass the class that the JVM of a child starts
 */
public record Program(String name, String mainClass) {
  /** The hidden command under which children run. */
  public static final String CHILD = "child";

  /** Returns a sentence as the program says it. */
  public String saying(String sentence) {
    return name + ": " + sentence;
  }

  /** Whether a line is a sentence of the program. */
  boolean says(String line) {
    return line.startsWith(saying(""));
  }

  /**
   * Returns the whole command line of a child.
   *
   * @param memory JVM options for heap and collector
   * @param arguments the child's hidden command and its options
   */
  public List<String> child(Jvm jvm, List<String> memory, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(jvm.java().toString());
    line.addAll(jvm.options());
    line.addAll(memory);
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

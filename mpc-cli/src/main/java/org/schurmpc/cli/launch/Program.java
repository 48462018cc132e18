package org.schurmpc.cli.launch;

/**
 * A program with its name, and how it runs itself again.
 *
 * @param name begins every sentence with which the program explains its end
 * @param children starts the program again for work that is done elsewhere
 * @param launcher tells a child that whoever started it is gone
 */
public record Program(String name, ChildStarter children, LauncherWatch launcher) {
  /**
   * Returns the program of this process, whose children are processes.
   *
   * @param mainClass the class that the JVM of a child starts
   */
  public static Program ofThisProcess(String name, String mainClass) {
    return new Program(name, new ChildProcesses(mainClass), LauncherWatch.ofThisProcess());
  }

  /** Returns a sentence as the program says it. */
  public String saying(String sentence) {
    return name + ": " + sentence;
  }

  /** Whether a line is a sentence of the program. */
  boolean says(String line) {
    return line.startsWith(saying(""));
  }
}

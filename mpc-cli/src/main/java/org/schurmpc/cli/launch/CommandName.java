package org.schurmpc.cli.launch;

/**
 * Names a program, and starts its child processes.
 *
 * @param name the prefix of every sentence in which the program reports a failure
 * @param children starts the program again, as a child
 * @param launcher notifies a child when its launcher has ended
 */
public record CommandName(String name, ChildStarter children, LauncherWatch launcher) {
  /**
   * Returns the program of this process, whose children run in processes of their own.
   *
   * @param name the program's name if its launcher sets no other one
   * @param mainClass the main class of a child's JVM
   */
  public static CommandName ofThisProcess(String name, String mainClass) {
    return new CommandName(
        ShownName.or(name), new ChildProcesses(mainClass), LauncherWatch.ofThisProcess());
  }

  /** Returns a sentence with the program's name before it. */
  public String saying(String sentence) {
    return name + ": " + sentence;
  }

  /** Returns whether a line is a sentence with the program's name before it. */
  public boolean says(String line) {
    return line.startsWith(saying(""));
  }
}

package org.schurmpc.bench.launch;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;

/** Has a child on another JVM do this process's work; neither outlives the other. */
public final class Relay {
  private static final int INTERNAL_ERROR = 1;

  private Relay() {}

  /**
   * Runs a child to its end.
   *
   * @param name what it is, for messages
   * @param memory JVM options for heap and collector
   * @param firstLine what it reads from its standard input
   * @param err takes its errors
   * @return its exit code, the reason for which it has told
   * @throws ConnectionLost if it died without a word
   */
  public static int run(
      String name,
      Jvm jvm,
      List<String> memory,
      List<String> arguments,
      String firstLine,
      PrintStream err)
      throws ConnectionLost, InterruptedException {
    ChildProcess child = ChildProcess.start(jvm, memory, arguments, firstLine, err);
    Thread hook = new Thread(child::kill, "end of the child");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int code = child.process().waitFor();
      child.firstError(); // all is told then
      if (code != INTERNAL_ERROR && ExitCode.ofProcess(code).code() != code) {
        throw new ConnectionLost("the process of " + name + " died with exit code " + code);
      }
      return code;
    } finally {
      child.kill();
      Launcher.removeHook(hook);
    }
  }
}

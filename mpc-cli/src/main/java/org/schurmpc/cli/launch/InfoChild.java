package org.schurmpc.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;

/** Asks a short-lived child process what a party finds in the child's JVM. */
public final class InfoChild {
  private static final long SECONDS = 30;

  private InfoChild() {}

  /** Returns the lines that the child prints. */
  public static List<String> ask(CommandName program, Jvm jvm)
      throws ConnectionLost, InterruptedException {
    Process process = null;
    try {
      process =
          program.children().start(jvm, List.of(), List.of("info"), ChildStarter.Unread.ERRORS);
      process.getOutputStream().close();
      // The output fits into the pipe, so the child can end before the output is read.
      if (process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0) {
        byte[] text = process.getInputStream().readAllBytes();
        return new String(text, StandardCharsets.UTF_8).lines().toList();
      }
      throw new ConnectionLost(jvm + " does not run this program");
    } catch (IOException e) {
      throw new ConnectionLost(jvm + " does not run this program: " + e.getMessage(), e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }
}

package org.schurmpc.cli.launch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;

/**
 * Watches a child's standard input, which holds a secret in its first line, and then nothing until
 * the launcher ends.
 *
 * @param in the child's standard input
 * @param end ends the child, once a check under way has its verdict
 */
public record LauncherWatch(InputStream in, Runnable end) {
  private static final int MAX_BYTES = 1024;

  /** Returns the watch of this process. */
  static LauncherWatch ofThisProcess() {
    return new LauncherWatch(
        System.in, () -> Runtime.getRuntime().exit(ExitCode.CONNECTION_LOST.code()));
  }

  /**
   * Reads the secret. From then on the child ends as soon as its standard input does.
   *
   * @return the secret's bytes, which the caller wipes; empty if the child needs none
   * @throws ConnectionLost if there is no line
   */
  public byte[] hold() throws ConnectionLost {
    byte[] line = new byte[MAX_BYTES];
    int length = 0;
    try {
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0 || length == MAX_BYTES) {
          throw new ConnectionLost("this command is for processes that the launcher starts");
        }
        line[length++] = (byte) c;
      }
    } catch (IOException e) {
      throw new ConnectionLost("the launcher is gone", e);
    }
    Thread thread = new Thread(this::awaitEnd, "launcher watch");
    thread.setDaemon(true);
    thread.start();
    byte[] secret = Arrays.copyOf(line, length);
    Arrays.fill(line, (byte) 0);
    return secret;
  }

  private void awaitEnd() {
    try {
      while (in.read() >= 0) {
        // The launcher sends nothing more: only the end of the stream matters.
      }
    } catch (IOException e) {
      // A failure counts as the end of the stream.
    }
    end.run();
  }
}

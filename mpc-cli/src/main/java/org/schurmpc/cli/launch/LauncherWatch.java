package org.schurmpc.cli.launch;

import java.io.IOException;
import java.io.InputStream;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;

/**
 * Watches a child's standard input, which holds a token in its first line, and then nothing until
 * the launcher ends.
 *
 * @param in the child's standard input
 * @param end ends the child at once
 */
public record LauncherWatch(InputStream in, Runnable end) {
  private static final int MAX_TOKEN = 256;

  /** Returns the watch of this process. */
  static LauncherWatch ofThisProcess() {
    return new LauncherWatch(
        System.in, () -> Runtime.getRuntime().halt(ExitCode.CONNECTION_LOST.code()));
  }

  /**
   * Reads the token. From then on the child ends as soon as its standard input does.
   *
   * @return the token
   * @throws ConnectionLost if there is no token
   */
  public String hold() throws ConnectionLost {
    StringBuilder token = new StringBuilder();
    try {
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0 || token.length() == MAX_TOKEN) {
          throw new ConnectionLost("this command is for processes that the launcher starts");
        }
        token.append((char) c);
      }
    } catch (IOException e) {
      throw new ConnectionLost("the launcher is gone", e);
    }
    Thread thread = new Thread(this::awaitEnd, "launcher watch");
    thread.setDaemon(true);
    thread.start();
    return token.toString();
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

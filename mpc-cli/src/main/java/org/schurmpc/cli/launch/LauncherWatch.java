package org.schurmpc.cli.launch;

import java.io.IOException;
import java.io.InputStream;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;

/** A child's standard input: the token on a line, and then nothing until the launcher is gone. */
public final class LauncherWatch {
  private static final int MAX_TOKEN = 256;

  private LauncherWatch() {}

  /** Reads the token; from then on this process ends as soon as its standard input does. */
  public static String hold(InputStream in) throws ConnectionLost {
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
    Thread thread = new Thread(() -> awaitEnd(in), "launcher watch");
    thread.setDaemon(true);
    thread.start();
    return token.toString();
  }

  private static void awaitEnd(InputStream in) {
    try {
      while (in.read() >= 0) {
        // Nothing is said here but the end.
      }
    } catch (IOException e) {
      // That is an end, too.
    }
    Runtime.getRuntime().halt(ExitCode.CONNECTION_LOST.code());
  }
}

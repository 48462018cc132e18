package org.schurmpc.cli.display;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells whether a person sees what is written. */
public final class Terminal {
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private Terminal() {}

  /** Returns whether standard error is a terminal. */
  public static boolean onStandardError() {
    try {
      String target = Files.readSymbolicLink(STDERR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}

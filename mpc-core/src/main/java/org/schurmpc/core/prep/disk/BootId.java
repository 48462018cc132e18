package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells one start of the machine from another: what was in memory did not outlive the start. */
final class BootId {
  private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

  private BootId() {}

  /** Returns the present one; empty where the operating system gives none. */
  static Optional<String> present() {
    try {
      String id = Files.readString(LINUX).strip();
      return id.matches("[0-9a-f-]{36}") ? Optional.of(id) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

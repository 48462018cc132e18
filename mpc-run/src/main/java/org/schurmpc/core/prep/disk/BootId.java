package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Identifies a boot of the machine. Memory contents do not survive a boot. */
final class BootId {
  private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

  private BootId() {}

  /** Returns the identity of the current boot; empty if the operating system provides none. */
  static Optional<String> present() {
    try {
      String id = Files.readString(LINUX).strip();
      return id.matches("[0-9a-f-]{36}") ? Optional.of(id) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

package org.schurmpc.core.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;

/** Refuses files with secrets that others than their owner can read. */
public final class OwnerOnly {
  private OwnerOnly() {}

  /**
   * Requires that neither the group nor others can read a file. Does nothing if the file system has
   * no POSIX permissions, or the path is no regular file: whoever reads the file reports that.
   *
   * @throws BadFile if the group or others can read the file
   */
  public static void require(Path file) throws BadFile {
    boolean modes = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!modes || !Files.isRegularFile(file)) {
      return;
    }
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (IOException | UnsupportedOperationException e) {
      return;
    }
    if (permissions.contains(PosixFilePermission.GROUP_READ)
        || permissions.contains(PosixFilePermission.OTHERS_READ)) {
      throw new BadFile(
          "%s can be read by others than its owner (mode %s): chmod 600 %s"
              .formatted(file, mode(permissions), file));
    }
  }

  /** Returns the permissions as three octal digits. */
  private static String mode(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission each : PosixFilePermission.values()) { // from the owner's to others'
      mode = 2 * mode + (permissions.contains(each) ? 1 : 0);
    }
    return "%03o".formatted(mode);
  }
}

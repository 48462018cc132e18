package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.schurmpc.core.abort.BadFile;

/**
 * Creates files that survive a crash and are accessible to their owner alone, and describes
 * failures.
 */
final class DiskFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private DiskFiles() {}

  private static FileAttribute<?>[] owner(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Creates a folder and its parents, accessible to their owner alone. */
  static void makeFolder(Path folder) throws BadFile {
    try {
      if (!Files.isDirectory(folder)) {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
          makeFolder(parent);
        }
        createFolder(folder);
        if (parent != null) {
          forceFolder(parent);
        }
      }
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  private static void createFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, owner("rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) { // otherwise it was created at the same time
        throw e;
      }
    }
  }

  /** Creates a file and opens it for writing. No file of this name may exist. */
  static FileChannel create(Path file) throws IOException {
    Files.createFile(file, owner("rw-------"));
    return PlainFiles.openUnchecked(file, StandardOpenOption.WRITE);
  }

  /** Creates a file durably if it does not exist. */
  static void createIfMissing(Path file) throws IOException {
    try {
      Files.createFile(file, owner("rw-------"));
      forceFolder(file.getParent());
    } catch (FileAlreadyExistsException e) {
      // The file exists already.
    }
  }

  /** Writes a new file, which exists completely and durably on return. */
  static void write(Path file, byte[] content) throws IOException {
    try (FileChannel channel = create(file)) {
      writeFully(channel, ByteBuffer.wrap(content));
      channel.force(true);
    }
  }

  static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Makes the creation, renaming and deletion of files in a folder durable. */
  static void forceFolder(Path folder) throws IOException {
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Returns an exception that describes a failure in one sentence. */
  static BadFile failed(Path file, IOException e) {
    String reason;
    String message = String.valueOf(e.getMessage());
    if (e instanceof NoSuchFileException) {
      reason = "is not there";
    } else if (e instanceof AccessDeniedException
        || message.toLowerCase(Locale.ROOT).contains("permission denied")) {
      reason = "cannot be used: permission denied";
    } else if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
      reason = "is in the way: something else is wanted there";
    } else if (message.contains("No space left")) {
      reason = "cannot be written: the disk is full";
    } else if (message.contains("Read-only")) {
      reason = "cannot be written: the file system is read-only";
    } else {
      reason = "cannot be used: " + inWords(e);
    }
    return new BadFile(file + " " + reason, e);
  }

  private static String inWords(IOException e) {
    if (e instanceof ClosedChannelException) {
      return "it was closed";
    }
    String said = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return said == null ? "the file system does not say why" : said;
  }
}

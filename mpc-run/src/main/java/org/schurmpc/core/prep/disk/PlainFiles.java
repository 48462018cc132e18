package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;

/**
 * Restricts access to a store's own files: regular files with one name each, in real folders.
 * Nothing that is overwritten, deleted or waited for is the target of a link, a device or a pipe.
 */
final class PlainFiles {
  private static final boolean UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  private PlainFiles() {}

  /** Returns whether a path exists, even if it is a dangling link. */
  static boolean isThere(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns what is wrong with a file, for a sentence that begins with its name. */
  static Optional<String> unlikeAFile(Path file) throws IOException {
    BasicFileAttributes attributes = attributes(file);
    if (attributes.isSymbolicLink()) {
      return Optional.of("is a symbolic link");
    }
    if (!attributes.isRegularFile()) {
      return Optional.of("is no regular file");
    }
    boolean shared =
        UNIX && (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) != 1;
    return shared ? Optional.of("has another name, too, elsewhere") : Optional.empty();
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Requires a regular file that has one name. */
  static void requireFile(Path file) throws BadFile {
    try {
      Optional<String> wrong = unlikeAFile(file);
      if (wrong.isPresent()) {
        throw notOurs(file, wrong.get());
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Like {@link #requireFile}, but accepts a path that does not exist. */
  static void requireFileOrNothing(Path file) throws BadFile {
    if (isThere(file)) {
      requireFile(file);
    }
  }

  /** Requires a folder, not a link to one, that contains only regular files with one name each. */
  static void requireFolderOfFiles(Path folder) throws BadFile {
    try {
      if (!attributes(folder).isDirectory()) {
        throw notOurs(folder, "is a link, or no folder");
      }
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          requireFileOrNothing(file);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private static BadFile notOurs(Path path, String is) {
    return new BadFile(
        path + " " + is + ": a store does not make such, so nothing was touched; take it away");
  }

  /** Opens an existing file, without following links. */
  static FileChannel open(Path file, StandardOpenOption... how) throws IOException, BadFile {
    requireFile(file);
    return openUnchecked(file, how);
  }

  /** Like {@link #open}, for a file that was checked when the store was opened. */
  static FileChannel openUnchecked(Path file, StandardOpenOption... how) throws IOException {
    OpenOption[] options = Arrays.copyOf(how, how.length + 1, OpenOption[].class);
    options[how.length] = LinkOption.NOFOLLOW_LINKS;
    return FileChannel.open(file, Set.of(options));
  }

  /**
   * Reads a file.
   *
   * @param most the maximum length of the file
   */
  static byte[] read(Path file, int most) throws IOException, BadFile {
    try (FileChannel channel = open(file, StandardOpenOption.READ)) {
      return read(file, channel, 0, most);
    }
  }

  /** Reads the content of an open file from a position on. */
  static byte[] read(Path file, FileChannel channel, long from, int most)
      throws IOException, BadFile {
    long length = channel.size() - from;
    if (length > most) {
      throw new BadFile(
          "%s is too long: %,d bytes, where a store has %,d at most".formatted(file, length, most));
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) length);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // The channel may have more data.
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
